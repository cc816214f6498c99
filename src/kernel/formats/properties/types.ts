/** The charset in which Java reads a properties file: `latin1` by load(InputStream), `utf8` by load(Reader) of a UTF-8 reader. */
export type Charset = "latin1" | "utf8";

/** One entry (key and value) that java.util.Properties.load reads. Offsets are bytes of the file. */
export interface PropertyEntry {
  /** The decoded key of the entry. */
  readonly key: string;
  /** The decoded value of the entry. */
  readonly value: string;
  /** The spelling of the entry's whole logical line, without the line end after it. */
  readonly raw: string;
  /** The number of the entry's first physical line, from 1; `endLine` is that of its last one. */
  readonly line: number;
  readonly endLine: number;
  /** The offset of the logical line's first byte (indentation included); `end` is the offset after its line end. */
  readonly start: number;
  readonly end: number;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** The offset at which the value's spelling starts; equal to `valueEnd` if the value is empty. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface Loaded {
  readonly loads: boolean;
  /** The reason why Java does not load the file, with the place of the escape that it cannot read; null if Java loads it. */
  readonly error: { readonly message: string; readonly line: number; readonly column: number } | null;
  /** Every entry that Java reads, in file order, duplicates included; if `error` is set, the entries before that place. */
  readonly entries: readonly PropertyEntry[];
  /** The last entry of each key: a Java program gets its value. */
  readonly map: ReadonlyMap<string, PropertyEntry>;
}

/**
 * One change of a key in a properties file. `value` is a decoded value, which the edit encodes; `raw` is the spelling of a value in another
 * file (decoded as ISO-8859-1, with continuations), which the edit preserves; `remove` deletes every entry of the key.
 */
export type PropertyChange =
  | { readonly key: string; readonly value: string }
  | { readonly key: string; readonly raw: string }
  | { readonly key: string; readonly remove: true };
