import { BACKSLASH, hexDigit, isEol, skipJoin } from "./chars.ts";

/** The error for a \u without four hexadecimal digits, because of which Java refuses the file. `offset` is that of the backslash. */
export class MalformedEscape extends Error {
  override readonly name = "MalformedEscape";
  constructor(readonly offset: number) {
    super("malformed \\uXXXX escape");
  }
}

const LETTERS: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r", f: "\f" };

/** Returns the character that a backslash and `letter` mean, apart from \uXXXX: a control character for t, n, r and f, else the letter. */
export function decodeEscape(letter: string): string {
  return LETTERS[letter] ?? letter;
}

/** Reads the four hexadecimal digits of \uXXXX from `i`; continuations can be between them. Returns null if the digits are not there. */
export function readHex(text: string, i: number, end: number): { code: number; end: number } | null {
  let code = 0;
  for (let digits = 0; digits < 4; digits++) {
    while (i + 1 < end && text.charCodeAt(i) === BACKSLASH && isEol(text.charCodeAt(i + 1))) i = skipJoin(text, i, end);
    const digit = i < end ? hexDigit(text.charCodeAt(i)) : -1;
    if (digit < 0) return null;
    code = (code << 4) | digit;
    i++;
  }
  return { code, end: i };
}

/** Decodes the spelling of a key or value, continuations included, as java.util.Properties does. Throws MalformedEscape. */
export function unescape(text: string, start: number = 0, end: number = text.length): string {
  let out = "";
  let from = start;
  let i = text.indexOf("\\", start);
  while (i >= 0 && i < end) {
    out += text.slice(from, i);
    const letter = text.charCodeAt(i + 1);
    if (i + 1 >= end) from = end;
    else if (isEol(letter)) from = skipJoin(text, i, end);
    else if (letter === 117) {
      const hex = readHex(text, i + 2, end);
      if (!hex) throw new MalformedEscape(i);
      out += String.fromCharCode(hex.code);
      from = hex.end;
    } else {
      out += decodeEscape(text.charAt(i + 1));
      from = i + 2;
    }
    i = text.indexOf("\\", from);
  }
  return from < end ? out + text.slice(from, end) : out;
}
