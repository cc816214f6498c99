/** What is known of the line that a text goes on in. */
export interface LineState {
  /** Nothing but spaces stands before in the line. */
  readonly blank: boolean;
  /** The line is part of the one above it. */
  readonly continued: boolean;
  readonly comment: boolean;
  /** An odd number of backslashes stands right before. */
  readonly odd: boolean;
  /** A CR stands right before: an LF that follows belongs to it. */
  readonly cr: boolean;
}

export const FIRST_LINE: LineState = { blank: true, continued: false, comment: false, odd: false, cr: false };

const LF = 0x0a;
const CR = 0x0d;
const BACKSLASH = 0x5c;
const SIGNS = "#!";
const SPACES = " \t\f";
/** Comments in a row that end in a backslash; a reader of more of them loses nothing but a place between two lines. */
const MOST_ABOVE = 8;

const isEnd = (text: string, at: number): boolean => text.charCodeAt(at) === LF || text.charCodeAt(at) === CR;

/** Whether an odd number of backslashes stands before a place. */
function isOdd(text: string, end: number, before: LineState): boolean {
  let from = end;
  while (from > 0 && text.charCodeAt(from - 1) === BACKSLASH) from--;
  return ((end - from) % 2 === 1) !== (from === 0 && before.odd);
}

/** Whether the line before `start` goes on there: an odd number of backslashes ends it, and it is no comment. */
function goesOn(text: string, start: number, before: LineState, depth: number): boolean {
  let end = start - 1;
  if (end === 0 && before.cr && text.charCodeAt(end) === LF) return before.continued;
  if (text.charCodeAt(end) === LF && text.charCodeAt(end - 1) === CR) end--;
  return isOdd(text, end, before) && depth < MOST_ABOVE && !lineAt(text, end, before, depth + 1).comment;
}

/**
 * Returns what is known of the line at a place. A line that begins with '#' or '!' is a comment of a properties file, a shell or YAML, and its
 * last backslash joins nothing; where the line above goes on in it, it is none.
 * @param before What is known of the line at the beginning of the text.
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
