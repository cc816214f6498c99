/** The charset with which Java reads the bytes: `latin1` for load(InputStream), `utf8` for load(Reader) over UTF-8. */
export type Charset = "latin1" | "utf8";

/** One entry (key and value) that java.util.Properties.load reads. Offsets are bytes of the file (units of its ISO-8859-1 view). */
export interface PropertyEntry {
  /** The decoded key of the entry. */
  readonly key: string;
  /** The decoded value of the entry. */
  readonly value: string;
  /** The spelling of the entry's whole logical line, without its last line terminator. */
  readonly raw: string;
  /** The first physical line of the entry, counted from 1. */
  readonly line: number;
  readonly endLine: number;
  /** Start of the logical line, at its first byte (indentation included); `end` is after its line terminator. */
  readonly start: number;
  readonly end: number;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** Start of the value's spelling, continuations included; the range is empty if there is no value. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface Loaded {
  readonly loads: boolean;
  /** The reason why Java throws, at the escape that it cannot read; null if the file loads. */
  readonly error: { readonly message: string; readonly line: number; readonly column: number } | null;
  /** Every entry that Java reads, in file order, duplicates included; on an error, the entries before it. */
  readonly entries: readonly PropertyEntry[];
  /** The last entry of each key: the one whose value a Java program gets. */
  readonly map: ReadonlyMap<string, PropertyEntry>;
}

/**
 * One change of a key. `value` is decoded, and is encoded by the edit; `raw` is the spelling of a value in another document (ISO-8859-1 view,
 * continuations included), which is kept; `remove` deletes every occurrence.
 */
export type PropertyChange =
  | { readonly key: string; readonly value: string }
  | { readonly key: string; readonly raw: string }
  | { readonly key: string; readonly remove: true };
