/** How Java reads the bytes: load(InputStream) is ISO-8859-1, load(Reader) here means UTF-8. */
export type Charset = "latin1" | "utf8";

/**
 * One `put` as java.util.Properties.load makes it. Offsets are bytes of the file (= units of its ISO-8859-1 view).
 */
export interface PropertyEntry {
  /** Decoded. */
  readonly key: string;
  /** Decoded. */
  readonly value: string;
  /** The whole logical line as spelt, without its last line terminator. */
  readonly raw: string;
  /** 1-based physical lines. */
  readonly line: number;
  readonly endLine: number;
  /** The logical line: from its first byte (indentation included) to after its line terminator. */
  readonly start: number;
  readonly end: number;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** The value as spelt, continuations included; an empty range where there is none. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface Loaded {
  readonly loads: boolean;
  /** Why Java throws, at the escape that it cannot read. */
  readonly error: { readonly message: string; readonly line: number; readonly column: number } | null;
  /** Every put in file order, duplicates included; on an error those before it. */
  readonly entries: readonly PropertyEntry[];
  /** What a reader gets: the last put of each key. */
  readonly map: ReadonlyMap<string, PropertyEntry>;
}

/**
 * One change by logical line. `value` is decoded and will be encoded; `raw` is a value as spelt in another document
 * (ISO-8859-1 view, continuations included) whose spelling is kept; `remove` drops every occurrence.
 */
export type PropertyChange =
  | { readonly key: string; readonly value: string }
  | { readonly key: string; readonly raw: string }
  | { readonly key: string; readonly remove: true };
