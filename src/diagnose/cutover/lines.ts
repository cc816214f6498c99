/** The properties of a line at an offset within it, so that a search can go on there without the text before the offset. */
export interface LineState {
  /** True if only spaces precede the offset in its line. */
  readonly blank: boolean;
  /** True if the line continues the line above it. */
  readonly continued: boolean;
  readonly comment: boolean;
  /** True if an odd number of backslashes directly precedes the offset. */
  readonly odd: boolean;
  /** True if a CR directly precedes the offset; a following LF then belongs to the CR. */
  readonly cr: boolean;
}

export const FIRST_LINE: LineState = { blank: true, continued: false, comment: false, odd: false, cr: false };

const LF = 0x0a;
const CR = 0x0d;
const BACKSLASH = 0x5c;
const SIGNS = "#!";
const SPACES = " \t\f";
/**
 * Largest number of comments ending in a backslash above a line that are examined; with more, an address across two lines can be missed.
 */
const MOST_ABOVE = 8;

const isEnd = (text: string, at: number): boolean => text.charCodeAt(at) === LF || text.charCodeAt(at) === CR;

/** Returns whether an odd number of backslashes precedes the offset `end`. */
function isOdd(text: string, end: number, before: LineState): boolean {
  let from = end;
  while (from > 0 && text.charCodeAt(from - 1) === BACKSLASH) from--;
  return ((end - from) % 2 === 1) !== (from === 0 && before.odd);
}

/** Returns whether the line above `start` continues in the line at `start`: it ends with an odd number of backslashes and is no comment. */
function goesOn(text: string, start: number, before: LineState, depth: number): boolean {
  let end = start - 1;
  if (end === 0 && before.cr && text.charCodeAt(end) === LF) return before.continued;
  if (text.charCodeAt(end) === LF && text.charCodeAt(end - 1) === CR) end--;
  return isOdd(text, end, before) && depth < MOST_ABOVE && !lineAt(text, end, before, depth + 1).comment;
}

/**
 * Returns the properties of the line at an offset. A line that begins with '#' or '!' is a comment in a properties file, a shell script or
 * YAML, and a backslash at its end does not continue it; a line that continues the one above is never a comment.
 * @param before Properties of the first line of the text.
 */
export function lineAt(text: string, at: number, before: LineState, depth = 0): LineState {
  let start = at;
  while (start > 0 && !isEnd(text, start - 1)) start--;
  const here = { odd: isOdd(text, at, before), cr: at === 0 ? before.cr : text.charCodeAt(at - 1) === CR };
  if (start === 0 && !before.blank) return { ...before, ...here };
  let first = start;
  while (first < at && SPACES.includes(text.charAt(first))) first++;
  const continued = () => (start === 0 ? before.continued : goesOn(text, start, before, depth));
  if (first === at) return { blank: true, continued: continued(), comment: false, ...here };
  return { blank: false, continued: false, comment: SIGNS.includes(text.charAt(first)) && !continued(), ...here };
}
