import { MalformedEscape, unescape } from "./decode.ts";
import type { LogicalLine } from "./logical-line.ts";
import type { Charset, Loaded, PropertyEntry } from "./types.ts";
import { decodeUtf8, hasHighBytes } from "./utf8.ts";

/** Decodes the key or value in [start, end) of `text`, a file decoded as ISO-8859-1. Throws MalformedEscape with an offset in `text`. */
export function decodeSpan(text: string, start: number, end: number, isEscaped: boolean, charset: Charset): string {
  if (charset === "latin1") return isEscaped ? unescape(text, start, end) : text.slice(start, end);
  const spelt = text.slice(start, end);
  if (!hasHighBytes(spelt)) return isEscaped ? unescape(text, start, end) : spelt;
  if (!isEscaped) return decodeUtf8(spelt);
  try {
    return unescape(decodeUtf8(spelt));
  } catch (error) {
    if (!(error instanceof MalformedEscape)) throw error;
    unescape(text, start, end); // `unescape` fails at the same escape of `text`, and so throws with the offset that the caller needs
    throw error;
  }
}

/**
 * One entry (key and value) as java.util.Properties reads it, with the offsets of its logical line. `raw` is a getter, because few callers
 * need the spelling.
 */
class Entry implements PropertyEntry {
  constructor(
    private readonly text: string,
    private readonly at: LogicalLine,
    readonly key: string,
    readonly value: string,
  ) {}

  get raw(): string {
    return this.text.slice(this.at.start, this.at.contentEnd);
  }
  get line(): number {
    return this.at.line;
  }
  get endLine(): number {
    return this.at.endLine;
  }
  get start(): number {
    return this.at.start;
  }
  get end(): number {
    return this.at.end;
  }
  get keyStart(): number {
    return this.at.keyStart;
  }
  get keyEnd(): number {
    return this.at.keyEnd;
  }
  get valueStart(): number {
    return this.at.valueStart;
  }
  get valueEnd(): number {
    return this.at.valueEnd;
  }
}

function entryOf(text: string, at: LogicalLine, charset: Charset): PropertyEntry {
  const key = decodeSpan(text, at.keyStart, at.keyEnd, at.keyEscaped, charset);
  return new Entry(text, at, key, decodeSpan(text, at.valueStart, at.valueEnd, at.valueEscaped, charset));
}

/** The entries that java.util.Properties reads from a file in one charset. `map` is created at its first use. */
class Reading implements Loaded {
  #map: ReadonlyMap<string, PropertyEntry> | null = null;

  constructor(
    readonly entries: readonly PropertyEntry[],
    readonly error: Loaded["error"],
  ) {}

  get loads(): boolean {
    return this.error === null;
  }

  get map(): ReadonlyMap<string, PropertyEntry> {
    if (this.#map) return this.#map;
    const map = new Map<string, PropertyEntry>();
    for (const entry of this.entries) map.set(entry.key, entry);
    this.#map = map;
    return map;
  }
}

/** Returns the entries that java.util.Properties reads, in file order, up to the first escape that it cannot read. */
export function load(text: string, lines: readonly LogicalLine[], charset: Charset): Loaded {
  const entries: PropertyEntry[] = [];
  for (const line of lines) {
    try {
      entries.push(entryOf(text, line, charset));
    } catch (error) {
      if (!(error instanceof MalformedEscape)) throw error;
      return new Reading(entries, faultAt(text, line, error.offset));
    }
  }
  return new Reading(entries, null);
}

function faultAt(text: string, at: LogicalLine, offset: number): NonNullable<Loaded["error"]> {
  const before = text.slice(at.start, offset).split(/\r\n|\r|\n/);
  const line = at.line + before.length - 1;
  const column = (before.at(-1) ?? "").length + 1;
  const spelt = /^\\u[0-9A-Za-z]{0,4}/.exec(text.slice(offset, offset + 6))?.[0] ?? "\\u";
  return { message: `Malformed \\uxxxx encoding: '${spelt}' is not \\u with four hexadecimal digits`, line, column };
}
