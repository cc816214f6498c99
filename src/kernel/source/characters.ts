import { codePoint } from "../text/escapes.ts";
import { controlCharacter } from "../diagnostics/repo/control-character.ts";
import { lineEnds } from "../diagnostics/repo/line-ends.ts";
import type { Report } from "./problem.ts";

// Characters that are not printable in YAML (1.2.2, 5.1), NEL, a byte order mark inside the text, and marks that turn the direction of the
// text, which make a reviewer read another line than the program does.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|(?!^)\ufeff/g;
const MAX_MATCHES = 1000;
const LONE_CR = /\r(?!\n)/g;

// Characters that a double-quoted escape must not produce: XML 1.0 does not have them, and half of a surrogate pair is not a character.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
const unseenDecoded = () => /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]|\p{Surrogate}/u;

/** Returns a character as its code point, such as U+0007, with its name if it has a common one. */
function nameOf(code: number): string {
  const hex = codePoint(String.fromCodePoint(code));
  const names: Record<number, string> = {
    0: "NUL",
    8: "backspace",
    11: "vertical tab",
    12: "form feed",
    27: "escape",
    127: "delete",
    133: "next line",
    65279: "byte order mark inside the text",
  };
  const name = names[code] ?? (code >= 0x202a && code <= 0x2069 ? "mark that turns the direction of the text" : null);
  return name === null ? hex : `${hex} (${name})`;
}

/** Reports characters that editors do not show, at most MAX_MATCHES of them. */
export function checkCharacters(text: string, report: Report): void {
  if (text.search(UNSEEN) < 0) return;
  let count = 0;
  for (const match of text.matchAll(UNSEEN)) {
    if (++count > MAX_MATCHES) return;
    const character = nameOf(match[0].charCodeAt(0));
    report(controlCharacter, match.index, match.index + 1, { character, by: "itself" });
  }
}

/** Returns the first character of a decoded double-quoted value that no artifact can contain; null if there is none. */
export function unseenIn(value: string): string | null {
  const code = unseenDecoded().exec(value)?.[0].codePointAt(0);
  if (code === undefined) return null;
  return code >= 0xd800 && code <= 0xdfff ? `${codePoint(String.fromCodePoint(code))} (half of a surrogate pair)` : nameOf(code);
}

/**
 * Returns the text with line ends that the YAML library knows; offsets are unchanged.
 * Reports a lone carriage return: it is a line end in YAML (1.2.2, 5.4), but YAML readers do not know it and would read the file as one line.
 */
export function checkLineEnds(text: string, report: Report): string {
  if (!text.includes("\r")) return text;
  const first = text.search(LONE_CR);
  if (first < 0) return text;
  let count = 0;
  const unified = text.replace(LONE_CR, () => {
    count++;
    return "\n";
  });
  report(lineEnds, first, first + 1, { count });
  return unified;
}
