import { didYouMean } from "../../diagnostic/nearest.ts";
import type { Place } from "../../diagnostic/place.ts";
import { contentRefused } from "../../diagnostic/refusal.ts";
import { SourceText } from "../../source/text.ts";
import { type ParsedXml, parseXml, WHOLE } from "../xml/parse.ts";
import type { XmlElement } from "../xml/types.ts";
import { type Appender, appendersOf, type Logger, loggersOf } from "./components.ts";
import { Columns } from "./columns.ts";
import { type ByteRange, levelRange, theLogger, triggerRange } from "./edit.ts";
import { sizeInBytes } from "./file-size.ts";
import { includesOf, type Include } from "./includes.ts";
import { type CustomLevel, customLevels, LEVELS, levelExists } from "./levels.ts";
import { type Named, propertiesOf } from "./lookups.ts";
import { unknownElementNamed } from "./unknown.ts";
import { configTree } from "./nodes.ts";
import { attributeText } from "../xml/write.ts";

export type { Appender, Logger, Strategy, Trigger } from "./components.ts";
export type { DeleteAction, Rolling } from "./rolling.ts";
export type { Include } from "./includes.ts";
export { byteDigits, DEFAULT_SIZE, sizeInBytes } from "./file-size.ts";
export { LEVELS } from "./levels.ts";

/** The reason why log4j would not load a log4j2.xml, or why Tierwright does not read it. Line and column count from 1, in characters. */
export interface Log4j2Error {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** True for a file with a document type (<!DOCTYPE>): log4j loads it, but Tierwright does not read it. */
  readonly loads: boolean;
}

/** Returns the headline of a message about a log4j2.xml with an error. */
export const notRead = ({ loads }: Log4j2Error): string =>
  loads ? "this file is not read here, although log4j loads it" : "log4j would not load this file";

/** A log4j2.xml, byte for byte: the components that log4j reads in it, and edits that change nothing else. Immutable. */
export class Log4j2Document {
  /** The file decoded as ISO-8859-1: one UTF-16 unit for each byte, so that offsets are bytes. */
  readonly text: string;
  /** The fault of the log4j2.xml; null if log4j loads it and Tierwright can read it. Files that xi:include names are not read. */
  readonly error: Log4j2Error | null;
  readonly appenders: readonly Appender[];
  readonly loggers: readonly Logger[];
  /** The files that log4j reads in place of xi:include elements. */
  readonly includes: readonly Include[];
  readonly #xml: ParsedXml;
  readonly #source: SourceText;
  readonly #columns: Columns;
  readonly #custom: readonly CustomLevel[];

  private constructor(bytes: Uint8Array, known: Named) {
    this.text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
    this.#source = new SourceText("", this.text);
    this.#xml = parseXml(bytes, this.text, WHOLE);
    const { root, problem, encoding } = this.#xml;
    this.#columns = new Columns(this.text, encoding?.decode ?? ((piece) => piece));
    this.error = problem && {
      message: problem.message,
      ...this.positionOf(problem.offset),
      loads: problem.kind === "document-type",
    };
    const components = root && readComponents(root, known, (offset) => this.#source.positionOf(offset).line);
    this.appenders = components?.appenders ?? [];
    this.loggers = components?.loggers ?? [];
    this.includes = components?.includes ?? [];
    this.#custom = components?.custom ?? [];
  }

  /**
   * Reads a log4j2.xml as log4j-core does. Never throws; `error` has the reason why log4j would not load it, or why it was not read.
   * @param known values of lookups such as `env:APPDATA` on the workstation of the file; none for a file that is not on a workstation
   */
  static parse(bytes: Uint8Array, known: Named = NOTHING): Log4j2Document {
    return new Log4j2Document(bytes, known);
  }

  /** The root element; null if `error` is set. */
  get root(): XmlElement | null {
    return this.#xml.root;
  }

  /** Returns the line and column, from 1, of a byte offset. Columns count UTF-16 units of the decoded line, without a byte order mark. */
  positionOf(offset: number): { line: number; column: number } {
    const { line, column } = this.#source.positionOf(offset);
    return { line, column: this.#columns.before(offset - (column - 1), offset) + 1 };
  }

  /** Returns the place of a byte range of this file for findings, which name the file `path`. */
  placeOf(path: string, start: number, end: number): Place {
    const a = this.positionOf(start);
    const b = this.positionOf(end);
    return { file: path, line: a.line, column: a.column, endLine: b.line, endColumn: b.column };
  }

  /** Returns the document with another size in the only SizeBasedTriggeringPolicy of an appender. Throws Refusal (docs/formats.md). */
  setTrigger(appender: string, size: string): Log4j2Document {
    return this.edited([this.triggerSplice(appender, size)]);
  }

  /** Returns the replacement that `setTrigger` makes. Throws the Refusal that `setTrigger` throws. */
  triggerSplice(appender: string, size: string): Splice {
    this.refuseUnreadable();
    const range = triggerRange(appender, this.appenders, this);
    if (sizeInBytes(size) === null) {
      const help = "Write a number, a unit (KB, MB, GB, TB or none) and no sign; a point is the decimal point.";
      throw contentRefused(`log4j would not read the size '${size}' but silently use 10 MB`, this.positionOf(range.start), help);
    }
    return this.valueSplice(range, size);
  }

  /** Returns the document with another level of one logger; "" and "root" name the root logger. Throws Refusal (docs/formats.md). */
  setLevel(logger: string, level: string): Log4j2Document {
    return this.edited([this.levelSplice(logger, level)]);
  }

  /** Returns the replacement that `setLevel` makes. Throws the Refusal that `setLevel` throws. */
  levelSplice(logger: string, level: string): Splice {
    this.refuseUnreadable();
    const one = theLogger(logger === "root" ? "" : logger, this.loggers, this);
    const range = levelRange(one, this);
    if (!levelExists(level, this.#custom, one.start)) {
      const known = [...LEVELS, ...this.#custom.map((custom) => custom.name)];
      const message = `there is no level '${level}'${didYouMean(level, known)}: log4j would give the logger its parent's level`;
      throw contentRefused(message, this.positionOf(range.start), `Levels: ${known.join(", ")}.`);
    }
    return this.valueSplice(range, level);
  }

  /** Returns the text of the file, decoded with its own encoding. */
  characters(): string {
    return this.#xml.encoding?.decode(this.text) ?? this.text;
  }

  /** Returns the bytes of the log4j2.xml. */
  bytes(): Buffer {
    return Buffer.from(this.text, "latin1");
  }

  /** Returns the first element with the attribute `name` of this value that log4j drops as no component that it knows; null if none. */
  unknownNamed(name: string): { readonly element: string; readonly start: number } | null {
    const element = this.#xml.root && unknownElementNamed(this.#xml.root, name);
    return element && { element: element.name, start: element.start };
  }

  /** Throws Refusal for a file that log4j would not load, or that Tierwright does not read. */
  refuseUnreadable(): void {
    if (!this.error) return;
    const { message, line, column, loads } = this.error;
    throw contentRefused(
      `the file cannot be read: ${message}`,
      { line, column },
      loads
        ? "log4j loads the file, and it is not edited here as long as it has one."
        : "log4j does not load such a file; fix it first.",
    );
  }

  /**
   * Returns the document with these replacements, parsed again; the document itself if they change nothing. If two replacements have equal
   * start, the later one counts.
   */
  edited(splices: readonly Splice[]): Log4j2Document {
    const text = splice(this.text, splices);
    return text === this.text ? this : Log4j2Document.parse(Buffer.from(text, "latin1"));
  }

  /** Returns the replacement of an attribute's value by another decoded value. If both are equal, it does not change the spelling. */
  valueSplice({ start, end, value: present }: ByteRange, value: string): Splice {
    if (value === present) return { start, end, text: this.text.slice(start, end) };
    const encoding = this.#xml.encoding;
    return { start, end, text: attributeText(value, this.text[end] as '"' | "'", encoding?.encode ?? (() => null)) };
  }
}

/** A replacement of a byte range of a file by other bytes, which `text` has decoded as ISO-8859-1. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function splice(text: string, splices: readonly Splice[]): string {
  const byStart = new Map(splices.map((item) => [item.start, item]));
  let out = "";
  let from = 0;
  for (const { start, end, text: replacement } of [...byStart.values()].sort((a, b) => a.start - b.start)) {
    out += text.slice(from, start) + replacement;
    from = end;
  }
  return out + text.slice(from);
}

/** The values of lookups for a log4j2.xml that is not on a workstation: none. */
const NOTHING: Named = { get: () => undefined };

function readComponents(root: XmlElement, known: Named, lineOf: (offset: number) => number) {
  const tree = configTree(root);
  const own = propertiesOf(tree);
  const context = { properties: { get: (name: string) => own.get(name) ?? known.get(name) }, lineOf };
  return {
    appenders: appendersOf(tree, context),
    loggers: loggersOf(tree, context),
    includes: includesOf(root, lineOf),
    custom: customLevels(tree),
  };
}
