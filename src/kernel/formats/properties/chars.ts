/** The codes of the characters with a meaning in properties files. All are ASCII, so a file in ISO-8859-1 or UTF-8 is scanned by bytes. */
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

/** Returns true for the white space of properties files: space, tab and form feed. To Java, every other character is data. */
export function isBlank(c: number): boolean {
  return c === SPACE || c === TAB || c === FF;
}

/** Returns true for LF and CR, the only characters that end a line of a properties file. */
export function isEol(c: number): boolean {
  return c === LF || c === CR;
}

/** Returns the offset after the white space that starts at `i`; `i` if none starts there. */
export function skipBlanks(text: string, i: number, end: number = text.length): number {
  while (i < end && isBlank(text.charCodeAt(i))) i++;
  return i;
}

/** Returns the offset after the line end that starts at `i`; CRLF is one line end. */
export function skipEol(text: string, i: number): number {
  return text.charCodeAt(i) === CR && text.charCodeAt(i + 1) === LF ? i + 2 : i + 1;
}

/** Returns the offset after a continuation whose backslash is at `i`: after the line end and the leading white space of the next line. */
export function skipJoin(text: string, i: number, end: number = text.length): number {
  return skipBlanks(text, skipEol(text, i + 1), end);
}

/** Returns the value of an ASCII hexadecimal digit by its character code; -1 for any other character. */
export function hexDigit(c: number): number {
  if (c >= 48 && c <= 57) return c - 48;
  const lower = c | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}
