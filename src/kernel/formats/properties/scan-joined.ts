import { BACKSLASH, BANG, COLON, EQUALS, HASH, isBlank, isEol, skipBlanks, skipEol } from "./chars.ts";
import type { LogicalLine, Separator } from "./logical-line.ts";

interface Joined {
  /**
   * The entry's logical line; null if only a comment, a blank line or the end of the file follows lines with nothing but a continuation:
   * Java reads no entry there.
   */
  readonly line: LogicalLine | null;
  /** The offset of the line after the entry; `row` is the number of that line. */
  readonly next: number;
  readonly row: number;
}

/** The offsets of the parts of a logical line, as far as it has been scanned; -1 for a part that was not reached. */
class Parts {
  keyStart = -1;
  keyEnd = -1;
  separator: Separator = "none";
  separatorEnd = -1;
  valueStart = -1;
  /** The offset after the last character of the key or value that is being scanned. */
  dataEnd = -1;

  get collected(): boolean {
    return this.keyStart >= 0;
  }

  /**
   * Adds the character `c` at `i` (for a backslash, with the next character) to the key, separator or value. Returns the offset after it.
   */
  take(i: number, c: number): number {
    const next = c === BACKSLASH ? i + 2 : i + 1;
    const sign = c === EQUALS || c === COLON;
    if (this.keyStart < 0) this.keyStart = i;
    if (this.valueStart >= 0) {
      this.dataEnd = next;
    } else if (isBlank(c) || (sign && this.separator !== "sign")) {
      if (this.keyEnd < 0) this.keyEnd = this.dataEnd < 0 ? i : this.dataEnd;
      if (sign) this.separator = "sign";
      else if (this.separator === "none") this.separator = "space";
      this.separatorEnd = next;
    } else if (this.keyEnd >= 0) {
      this.valueStart = i;
      this.dataEnd = next;
    } else {
      this.dataEnd = next;
    }
    return next;
  }

  /**
   * Returns the logical line of the scanned parts.
   * @param at the offset of the empty key and value of an entry that consists of continuations only
   */
  finish(
    text: string,
    at: number,
    rest: Pick<LogicalLine, "start" | "contentEnd" | "end" | "line" | "endLine" | "dangling">,
  ): LogicalLine {
    const { separator } = this;
    const keyStart = this.keyStart < 0 ? at : this.keyStart;
    const keyEnd = this.keyEnd >= 0 ? this.keyEnd : this.dataEnd < 0 ? at : this.dataEnd;
    const separatorEnd = this.separatorEnd < 0 ? keyEnd : this.separatorEnd;
    const valueStart = this.valueStart < 0 ? separatorEnd : this.valueStart;
    const valueEnd = this.valueStart < 0 ? separatorEnd : this.dataEnd;
    // fields in the order of scan.ts, so that all lines have one hidden class of V8: reading them is then faster
    return {
      start: rest.start,
      keyStart,
      keyEnd,
      separator,
      separatorEnd,
      valueStart,
      valueEnd,
      contentEnd: rest.contentEnd,
      end: rest.end,
      line: rest.line,
      endLine: rest.endLine,
      keyEscaped: holdsBackslash(text, keyStart, keyEnd),
      valueEscaped: holdsBackslash(text, valueStart, valueEnd),
      dangling: rest.dangling,
    };
  }
}

function holdsBackslash(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (text.charCodeAt(i) === BACKSLASH) return true;
  return false;
}

const STOP = /[\\\r\n]/g;

/** Scans a logical line of a properties file whose first physical line, at `start`, ends in a continuation. */
export function scanJoined(text: string, start: number, firstRow: number): Joined {
  const parts = new Parts();
  const n = text.length;
  let row = firstRow;
  let i = skipBlanks(text, start);
  let open = false;
  while (i < n && !isEol(text.charCodeAt(i))) {
    const c = text.charCodeAt(i);
    if (parts.valueStart >= 0 && c !== BACKSLASH) {
      // inside a value only a backslash or a line end matters, so the scan continues at the next of these
      STOP.lastIndex = i;
      i = STOP.exec(text)?.index ?? n;
      parts.dataEnd = i;
      open = false;
      continue;
    }
    if (c !== BACKSLASH || (i + 1 < n && !isEol(text.charCodeAt(i + 1)))) {
      i = parts.take(i, c);
      open = false;
      continue;
    }
    const next = i + 1 < n ? skipEol(text, i + 1) : n;
    // If a continuation ends the file and its entry has no character, Java reads an empty entry if LF or CR ends the line, none after CRLF.
    if (next >= n && (parts.collected || next <= i + 2)) {
      const line = parts.finish(text, i, { start, contentEnd: i + 1, end: n, line: firstRow, endLine: row, dangling: true });
      return { line, next: n, row };
    }
    row++;
    open = true;
    i = skipBlanks(text, next);
    const d = i < n ? text.charCodeAt(i) : -1;
    if (!parts.collected && (d < 0 || d === HASH || d === BANG || isEol(d))) return { line: null, next, row };
  }
  const end = i < n ? skipEol(text, i) : n;
  const line = parts.finish(text, i, { start, contentEnd: i, end, line: firstRow, endLine: row, dangling: open && i >= n });
  return { line, next: end, row: row + 1 };
}
