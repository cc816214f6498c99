/** The YAML with which a finding proposes to add a value to a document, and the existing block of the document that takes it. */
export interface Addition {
  /** The missing keys with the value, as YAML of one line. */
  readonly yaml: string;
  /** The innermost block that exists on the way to the value; null if the first key is missing too. */
  readonly below: { readonly path: string; readonly line: number } | null;
}
