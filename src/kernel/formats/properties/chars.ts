/** Character codes in the grammar of java.util.Properties. All are ASCII, so ISO-8859-1 and UTF-8 bytes are scanned alike. */
export const TAB = 9;
export const LF = 10;
export const FF = 12;
export const CR = 13;
export const SPACE = 32;
export const BANG = 33;
export const HASH = 35;
export const COLON = 58;
export const EQUALS = 61;
export const BACKSLASH = 92;

/** Returns true for the white space of the format: space, TAB and FF. NBSP, VT and the BOM are data. */
export function isBlank(c: number): boolean {
  return c === SPACE || c === TAB || c === FF;
}

/** Returns true for LF and CR, which end a line (CRLF, too). VT, NEL and U+2028 do not. */
export function isEol(c: number): boolean {
  return c === LF || c === CR;
}

/** Returns the offset after the white space that starts at `i`. */
export function skipBlanks(text: string, i: number, end: number = text.length): number {
  while (i < end && isBlank(text.charCodeAt(i))) i++;
  return i;
}

/** Returns the offset after the line terminator that starts at `i`; CRLF is one terminator. */
export function skipEol(text: string, i: number): number {
  return text.charCodeAt(i) === CR && text.charCodeAt(i + 1) === LF ? i + 2 : i + 1;
}

/** Returns the offset after a continuation with its backslash at `i`: after the line terminator and the leading white space of the next line. */
export function skipJoin(text: string, i: number, end: number = text.length): number {
  return skipBlanks(text, skipEol(text, i + 1), end);
}

/** Returns the value of an ASCII hexadecimal digit, or -1. */
export function hexDigit(c: number): number {
  if (c >= 48 && c <= 57) return c - 48;
  const lower = c | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}
