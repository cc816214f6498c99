import { coreValue } from "./core-value.ts";
import { MAX_TOKENS } from "./limits.ts";
import type { SourceText } from "./text.ts";
import { type Entry, type Mapping, pointerOf, type Scalar, type Sequence, type Span, type Tree } from "./tree.ts";
import { CLOSE_LIST, CLOSE_MAP, COMMA, DOUBLE, HASH, OPEN_LIST, OPEN_MAP, SINGLE, YamlLine } from "./yaml-line.ts";

/* A fast reader for YAML as people write it by hand: block mappings and lists, and scalars and flow collections that end on their line. */

/** The deepest level that `readBlockYaml` reads; the yaml library reads deeper documents. Those of a config repository have six levels. */
const LEVELS = 20;

/**
 * Returns the tree of a document without faults and unusual syntax, equal to the tree that the yaml library leads to, places included. It
 * exists for speed only (docs/performance.md, "Why these are hard bars").
 * @param text the text of `source`, without a tab and with LF or CRLF
 * @returns null if the document needs the yaml library, because it can have a fault or unusual syntax
 */
export function readBlockYaml(source: SourceText, text: string): Tree | null {
  if (text.length > MAX_TOKENS || text.charCodeAt(0) === 0xfeff || text.includes("\t")) return null;
  return new BlockYaml(source, text, new YamlLine(text)).read();
}

/**
 * A reader of one document of simple block YAML. A method that returns null has met YAML that this class does not read; the position in the
 * text is then undefined, and the caller must give up.
 */
class BlockYaml {
  /** The offset after the last scalar, comma or bracket that was read on the current line. */
  #after = 0;

  constructor(
    private readonly source: SourceText,
    private readonly text: string,
    private readonly line: YamlLine,
  ) {}

  read(): Tree | null {
    this.line.next();
    if (
      !this.line.done &&
      this.text.startsWith("---", this.line.at) &&
      this.line.indent === 0 &&
      this.line.end === 3 + this.line.at
    )
      this.line.next();
    if (this.line.done || this.line.indent !== 0) return null;
    const root = this.#block(0, "", 1);
    return this.line.done ? root : null;
  }

  #span(start: number, end: number): Span {
    return { source: this.source, start, end };
  }

  #block(indent: number, pointer: string, level: number): Tree | null {
    if (level > LEVELS) return null;
    return this.line.isItem() ? this.#list(indent, pointer, level) : this.#map(indent, pointer, level);
  }

  /** Reads the list whose dashes are at the column `indent`. A mapping that contains the list can continue at that column. */
  #list(indent: number, pointer: string, level: number): Sequence | null {
    const start = this.line.at;
    const items: Tree[] = [];
    let end = start;
    while (!this.line.done && this.line.indent === indent && this.line.isItem()) {
      const item = this.#item(pointerOf(pointer, items.length), level + 1);
      if (item === null) return null;
      items.push(item);
      end = item.span.end;
    }
    return { type: "list", span: this.#span(start, end), pointer, items };
  }

  #item(pointer: string, level: number): Tree | null {
    const from = this.line.skipSpaces(this.line.at + 1);
    if (from >= this.line.end) return null;
    if (this.line.keyEnd(from) >= 0) {
      // a mapping that begins after the dash has the column of its first key
      this.line.indent += from - this.line.at;
      this.line.at = from;
      return level > LEVELS ? null : this.#map(this.line.indent, pointer, level);
    }
    return this.#value(from, pointer, level);
  }

  #map(indent: number, pointer: string, level: number): Mapping | null {
    const start = this.line.at;
    const entries = new Map<string, Entry>();
    let end = start;
    while (!this.line.done && this.line.indent === indent) {
      const entry = this.#entry(indent, pointer, level);
      if (entry === null) return null;
      const { size } = entries;
      entries.set(entry.key, entry);
      if (entries.size === size) return null; // a duplicate key: the yaml library reads the document again and reports it
      end = entry.value.span.end;
    }
    return { type: "map", span: this.#span(start, end), pointer, entries };
  }

  #entry(indent: number, pointer: string, level: number): Entry | null {
    const from = this.line.at;
    const colon = this.line.keyEnd(from);
    if (colon < 0) return null;
    const key = this.line.keyText(from, colon);
    const keySpan = this.#span(from, colon);
    const below = pointerOf(pointer, key);
    const at = this.line.skipSpaces(colon + 1);
    const nested = at === this.line.end || this.text.charCodeAt(at) === HASH;
    const value = nested ? this.#nested(indent, below, level + 1) : this.#value(at, below, level + 1);
    return value && { key, keySpan, value };
  }

  /** Reads the value of a key from the lines below it; returns null if there is none. */
  #nested(indent: number, pointer: string, level: number): Tree | null {
    this.line.next();
    if (this.line.done || this.line.indent < indent) return null;
    if (this.line.indent > indent) return this.#block(this.line.indent, pointer, level);
    return this.line.isItem() && level <= LEVELS ? this.#list(indent, pointer, level) : null;
  }

  /**
   * Reads a value that ends on its line, with nothing after it but a comment, and moves to the next line. If the value continues on the
   * next line, that line is indented deeper than every open collection: no method accepts it, and the yaml library reads the document.
   */
  #value(from: number, pointer: string, level: number): Tree | null {
    const code = this.text.charCodeAt(from);
    const flow = code === OPEN_LIST || code === OPEN_MAP;
    const value = flow ? this.#flow(from, pointer, level) : this.#scalar(from, pointer, false);
    if (value === null) return null;
    const rest = this.line.skipSpaces(this.#after);
    if (rest < this.line.end && (rest === this.#after || this.text.charCodeAt(rest) !== HASH)) return null;
    this.line.next();
    return value;
  }

  #scalar(from: number, pointer: string, inFlow: boolean): Scalar | null {
    const code = this.text.charCodeAt(from);
    if (code === DOUBLE) return this.#quoted(from, pointer, "double");
    if (code === SINGLE) return this.#quoted(from, pointer, "single");
    if (!this.line.beginsValue(from)) return null;
    const end = inFlow ? this.line.plainFlowEnd(from) : this.line.plainEnd(from);
    if (end < 0) return null;
    const text = this.text.slice(from, end);
    const value = coreValue(text);
    if (value === null) return null;
    this.#after = end;
    return { type: "scalar", span: this.#span(from, end), pointer, text, value, style: "plain" };
  }

  #quoted(from: number, pointer: string, style: "double" | "single"): Scalar | null {
    const { text } = this;
    const quote = style === "double" ? '"' : "'";
    let end = text.indexOf(quote, from + 1);
    while (style === "single" && end >= 0 && text.charCodeAt(end + 1) === SINGLE) end = text.indexOf(quote, end + 2);
    if (end < 0 || end >= this.line.end) return null;
    const raw = text.slice(from + 1, end);
    if (style === "double" && raw.includes("\\")) return null;
    const value = style === "single" && raw.includes("'") ? raw.replaceAll("''", "'") : raw;
    this.#after = end + 1;
    return { type: "scalar", span: this.#span(from, end + 1), pointer, text: value, value, style };
  }

  #flow(from: number, pointer: string, level: number): Tree | null {
    const code = this.text.charCodeAt(from);
    if (code !== OPEN_LIST && code !== OPEN_MAP) return this.#scalar(from, pointer, true);
    if (level > LEVELS) return null;
    return code === OPEN_LIST ? this.#flowList(from, pointer, level) : this.#flowMap(from, pointer, level);
  }

  /** Moves after the next comma or closing bracket and returns its character code; -1 if another character comes next. */
  #separator(close: number): number {
    const at = this.line.skipSpaces(this.#after);
    const code = this.text.charCodeAt(at);
    this.#after = at + 1;
    if (at >= this.line.end || (code !== COMMA && code !== close)) return -1;
    return code;
  }

  #flowList(from: number, pointer: string, level: number): Sequence | null {
    const items: Tree[] = [];
    let at = this.line.skipSpaces(from + 1);
    let code = this.text.charCodeAt(at) === CLOSE_LIST ? CLOSE_LIST : COMMA;
    if (code === CLOSE_LIST) this.#after = at + 1;
    while (code === COMMA) {
      const item = at < this.line.end ? this.#flow(at, pointerOf(pointer, items.length), level + 1) : null;
      if (item === null) return null;
      items.push(item);
      code = this.#separator(CLOSE_LIST);
      at = this.line.skipSpaces(this.#after);
    }
    return code < 0 ? null : { type: "list", span: this.#span(from, this.#after), pointer, items };
  }

  #flowMap(from: number, pointer: string, level: number): Mapping | null {
    const entries = new Map<string, Entry>();
    let at = this.line.skipSpaces(from + 1);
    let code = this.text.charCodeAt(at) === CLOSE_MAP ? CLOSE_MAP : COMMA;
    if (code === CLOSE_MAP) this.#after = at + 1;
    while (code === COMMA) {
      const colon = at < this.line.end ? this.line.keyEnd(at) : -1;
      if (colon < 0) return null;
      const key = this.line.keyText(at, colon);
      const begin = this.line.skipSpaces(colon + 1);
      const value = begin < this.line.end ? this.#flow(begin, pointerOf(pointer, key), level + 1) : null;
      if (value === null || entries.has(key)) return null;
      entries.set(key, { key, keySpan: this.#span(at, colon), value });
      code = this.#separator(CLOSE_MAP);
      at = this.line.skipSpaces(this.#after);
    }
    return code < 0 ? null : { type: "map", span: this.#span(from, this.#after), pointer, entries };
  }
}
