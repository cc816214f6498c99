import { BACKSLASH, BANG, COLON, CR, EQUALS, FF, HASH, isBlank, LF, SPACE, TAB } from "./chars.ts";
import type { LogicalLine, Separator } from "./logical-line.ts";
import { scanJoined } from "./scan-joined.ts";

/**
 * Returns the logical lines of a file, which can have any bytes, as the line reader of java.util.Properties finds them.
 * Caches the offsets of the next LF, CR and backslash, so that of a line without a backslash only the key is read character by character.
 */
export function scan(text: string): LogicalLine[] {
  const lines: LogicalLine[] = [];
  const n = text.length;
  let lf = -1;
  let cr = -1;
  let backslash = -1;
  let row = 1;
  let i = 0;
  while (i < n) {
    const start = i;
    let c = text.charCodeAt(i);
    while (c === SPACE || c === TAB || c === FF) c = text.charCodeAt(++i);
    if (i >= n) break;
    if (lf < i) lf = ahead(text, "\n", i);
    if (cr < i) cr = ahead(text, "\r", i);
    if (backslash < i) backslash = ahead(text, "\\", i);
    const stop = Math.min(lf, cr, n);
    const next = stop === cr && lf === cr + 1 ? stop + 2 : stop + 1;
    if (c === LF || c === CR || c === HASH || c === BANG) {
      i = next;
    } else if (backslash < stop && endsOpen(text, i, stop)) {
      const joined = scanJoined(text, start, row);
      if (joined.line) lines.push(joined.line);
      i = joined.next;
      row = joined.row;
      continue;
    } else {
      lines.push(plainLine(text, start, i, stop, Math.min(next, n), row, backslash));
      i = next;
    }
    row++;
  }
  return lines;
}

function ahead(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at < 0 ? text.length + 2 : at;
}

/** Returns true if the physical line [from, stop) ends in an odd number of backslashes, so that the next line continues it. */
function endsOpen(text: string, from: number, stop: number): boolean {
  let i = stop;
  while (i > from && text.charCodeAt(i - 1) === BACKSLASH) i--;
  return ((stop - i) & 1) === 1;
}

/** Returns the logical line of an entry on one physical line, without continuations. */
function plainLine(
  text: string,
  start: number,
  keyStart: number,
  stop: number,
  end: number,
  row: number,
  backslash: number,
): LogicalLine {
  let i = keyStart;
  for (; i < stop; i++) {
    const c = text.charCodeAt(i);
    if (c === BACKSLASH) i++;
    else if (c === EQUALS || c === COLON || c === SPACE || c === TAB || c === FF) break;
  }
  const keyEnd = i;
  while (i < stop && isBlank(text.charCodeAt(i))) i++;
  let separator: Separator = i > keyEnd ? "space" : "none";
  const c = i < stop ? text.charCodeAt(i) : 0;
  if (c === EQUALS || c === COLON) {
    separator = "sign";
    i++;
    while (i < stop && isBlank(text.charCodeAt(i))) i++;
  }
  return {
    start,
    keyStart,
    keyEnd,
    separator,
    separatorEnd: i,
    valueStart: i,
    valueEnd: stop,
    contentEnd: stop,
    end,
    line: row,
    endLine: row,
    keyEscaped: backslash < keyEnd,
    valueEscaped: backslash < stop && (backslash >= i || text.indexOf("\\", i) < stop),
    dangling: false,
  };
}
