/** The YAML that adds a value to a document, and the existing block that takes it. */
export interface Addition {
  /** The missing keys with the value, as YAML of one line. */
  readonly yaml: string;
  /** The innermost existing block; null if the first key is missing too. */
  readonly below: { readonly path: string; readonly line: number } | null;
}
