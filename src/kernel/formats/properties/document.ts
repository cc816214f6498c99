import { trailing, withoutLeading } from "../../text/runs.ts";
import { contentRefused } from "../../diagnostic/refusal.ts";
import { type Editable, editText, styleOfRanges } from "./edit.ts";
import type { Style } from "./encode.ts";
import { dominantEol, type Eol } from "./eol.ts";
import { load } from "./load.ts";
import type { LogicalLine } from "./logical-line.ts";
import { scan } from "./scan.ts";
import type { Charset, Loaded, PropertyChange } from "./types.ts";
import { hasHighBytes } from "./utf8.ts";

export { encodeKey, encodeValue } from "./encode.ts";

export type Bom = "utf-8" | "utf-16le" | "utf-16be";

const BOMS: readonly (readonly [Bom, string])[] = [
  ["utf-8", "\xef\xbb\xbf"],
  ["utf-16le", "\xff\xfe"],
  ["utf-16be", "\xfe\xff"],
];

/** The number of changes in one edit below which a search through all keys is cheaper than creating an index of the keys. */
const FEW = 3;

/**
 * A properties file, byte for byte: its spelling (`text`, `lines`) and the entries that Java reads (`load`). Immutable: an edit returns
 * another document, in which every byte outside the changed logical lines is equal.
 * `parse` never fails; the file is only scanned when `lines` or `load` is called.
 */
export class PropertiesDocument {
  readonly bom: Bom | null;
  #lines: readonly LogicalLine[] | null = null;
  #eol: Eol | null = null;
  #style: Style | null = null;
  #plain: boolean | null = null;
  #loaded = new Map<Charset, Loaded>();
  #old = new Map<Charset, Editable["old"]>();
  #index = new Map<Charset, ReadonlyMap<string, readonly number[]>>();

  private constructor(
    /** The file decoded as ISO-8859-1: one UTF-16 unit for each byte, so that offsets are bytes. */
    readonly text: string,
  ) {
    this.bom = BOMS.find(([, bytes]) => text.startsWith(bytes))?.[0] ?? null;
  }

  /** Returns a document for the bytes of any file. Never throws; `load` reports whether Java can load the file. */
  static parse(bytes: Uint8Array): PropertiesDocument {
    return new PropertiesDocument(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"));
  }

  /** The line end that most physical lines of the file have; LF for a file without any. */
  get eol(): Eol {
    this.#eol ??= dominantEol(this.text);
    return this.#eol;
  }

  /** Every logical line that is an entry (key and value), including those after an escape that Java cannot read. */
  get lines(): readonly LogicalLine[] {
    this.#lines ??= scan(this.text);
    return this.#lines;
  }

  /**
   * Returns every key and value that java.util.Properties reads from the file, in file order, duplicates included: with load(InputStream)
   * for the charset `latin1`, with load(Reader) of a UTF-8 reader for `utf8`.
   */
  load(charset: Charset = "latin1"): Loaded {
    const key = charset === "utf8" && this.#sameBothWays ? "latin1" : charset;
    let loaded = this.#loaded.get(key);
    if (!loaded) {
      loaded = load(this.text, this.lines, key);
      this.#loaded.set(key, loaded);
    }
    return loaded;
  }

  /** Returns the bytes of the properties file. */
  bytes(): Buffer {
    return Buffer.from(this.text, "latin1");
  }

  /**
   * Returns the document with all changes; of two changes of one key, the later counts. Returns the document itself if nothing changes.
   * Throws Refusal if Java cannot load the document, or if the old or new document starts with a byte order mark.
   */
  edit(changes: readonly PropertyChange[], charset: Charset = "latin1"): PropertiesDocument {
    const loaded = this.#editable(charset);
    const { text, eol, lines } = this;
    const style = () => this.#punctuation();
    const index = changes.length < FEW ? this.#placesOf(changes, loaded, charset) : this.#indexOf(charset, loaded);
    const value = (i: number) => loaded.entries[i]?.value ?? "";
    const old: Editable["old"] = this.#old.get(charset) ?? new Map();
    this.#old.set(charset, old);
    const edited = editText({ text, eol, charset, lines, index, value, style, old }, changes);
    if (edited === text) return this;
    const document = new PropertiesDocument(edited);
    if (document.bom)
      throw contentRefused("without its first entry the file would start with a byte order mark", { line: 1, column: 1 });
    return document;
  }

  /** Returns the document with a decoded value for every occurrence of a key; appends the key if it does not occur. */
  set(key: string, value: string, charset: Charset = "latin1"): PropertiesDocument {
    return this.edit([{ key, value }], charset);
  }

  /** Returns the document without any occurrence of a key. */
  unset(key: string, charset: Charset = "latin1"): PropertiesDocument {
    return this.edit([{ key, remove: true }], charset);
  }

  /**
   * Returns the document with another text for one element of a comma-separated value; the spaces around it remain. Throws Refusal if the
   * key or the element does not exist.
   * @param index the index of the element, from 0
   * @param value the element's new text, decoded
   */
  setElement(key: string, index: number, value: string, charset: Charset = "latin1"): PropertiesDocument {
    const entry = this.#editable(charset).map.get(key);
    if (!entry) throw contentRefused(`${key} is absent`);
    const elements = entry.value.split(",");
    const old = elements[index];
    if (old === undefined) {
      const at = { line: entry.line, column: 1 };
      throw contentRefused(`${key} has ${elements.length} elements; there is no element ${index + 1}`, at);
    }
    const element = withoutLeading(old, " \t\f");
    elements[index] = old.slice(0, old.length - element.length) + value + trailing(element, " \t\f");
    return this.set(key, elements.join(","), charset);
  }

  #editable(charset: Charset): Loaded {
    if (this.bom) {
      const name = this.bom === "utf-8" ? "UTF-8" : "UTF-16";
      const help =
        this.bom === "utf-8" ? "drop it with --fix-bom" : "save the file as ISO-8859-1 or ASCII without a byte order mark";
      throw contentRefused(
        `starts with a ${name} byte order mark: Java reads it as part of the first line`,
        { line: 1, column: 1 },
        help,
      );
    }
    const loaded = this.load(charset);
    if (loaded.error) {
      const { message, line, column } = loaded.error;
      throw contentRefused(`java.util.Properties cannot load this file: ${message}`, { line, column }, "fix that escape first");
    }
    return loaded;
  }

  /** True if all bytes are ASCII, so that the file reads alike in both charsets. */
  get #sameBothWays(): boolean {
    this.#plain ??= !hasHighBytes(this.text);
    return this.#plain;
  }

  #punctuation(): Style {
    this.#style ??= styleOfRanges(this.text, this.lines) ?? "plain";
    return this.#style;
  }

  /** Returns the indexes of the entries of each changed key: for an edit with few changes this is cheaper than an index of all keys. */
  #placesOf(changes: readonly PropertyChange[], loaded: Loaded, charset: Charset): ReadonlyMap<string, readonly number[]> {
    const known = this.#index.get(charset);
    if (known) return known;
    const places = new Map<string, number[]>();
    const { entries } = loaded;
    for (const { key } of changes) {
      const at: number[] = [];
      for (let i = 0; i < entries.length; i++) if (entries[i]?.key === key) at.push(i);
      if (at.length > 0) places.set(key, at);
    }
    return places;
  }

  #indexOf(charset: Charset, loaded: Loaded): ReadonlyMap<string, readonly number[]> {
    let index = this.#index.get(charset);
    if (index) return index;
    const made = new Map<string, number[]>();
    loaded.entries.forEach(({ key }, i) => {
      const at = made.get(key);
      if (at) at.push(i);
      else made.set(key, [i]);
    });
    index = made;
    this.#index.set(charset, index);
    return index;
  }
}
