import { withoutTrailing } from "../text/runs.ts";
import type { Place } from "../diagnostic/place.ts";

/**
 * The text of one file with the offsets of its lines. Lines end at LF, CRLF or a lone CR, as editors count them.
 * Offsets count UTF-16 units of `text`. For properties and log4j2 files, `text` is decoded as ISO-8859-1: one unit for each byte.
 */
export class SourceText {
  #starts: number[] | null = null;

  constructor(
    /** The file's path relative to the config repository, with '/'. */
    readonly path: string,
    readonly text: string,
  ) {}

  get lineStarts(): readonly number[] {
    if (this.#starts) return this.#starts;
    const starts = [0];
    const { text } = this;
    // indexOf is faster here: in a short process, V8 spends much time on optimising a loop over all characters
    if (!text.includes("\r")) for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    else for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
    this.#starts = starts;
    return starts;
  }

  /** Returns the 1-based line and column of an offset; a byte order mark does not count as a column. */
  positionOf(offset: number): { line: number; column: number } {
    const starts = this.lineStarts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    const bom = low === 0 && this.text.charCodeAt(0) === 0xfeff ? 1 : 0;
    return { line: low + 1, column: Math.max(1, offset - (starts[low] as number) + 1 - bom) };
  }

  placeOf(start: number, end: number = start): Place {
    const a = this.positionOf(start);
    const b = end === start ? a : this.positionOf(end);
    return { file: this.path, line: a.line, column: a.column, endLine: b.line, endColumn: b.column };
  }

  /** Returns the text of a 1-based line, without its line end; "" if there is no such line. */
  line(number: number): string {
    const starts = this.lineStarts;
    const start = starts[number - 1];
    if (start === undefined) return "";
    return withoutTrailing(this.text.slice(start, starts[number] ?? this.text.length), "\r\n");
  }
}
