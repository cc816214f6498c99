import { codePoint } from "../text/escapes.ts";
import { controlCharacter } from "../diagnostics/repo/control-character.ts";
import { lineEnds } from "../diagnostics/repo/line-ends.ts";
import type { Report } from "./problem.ts";

// Characters that are not printable in YAML (1.2.2, 5.1), NEL, a byte order mark inside the text, and marks that change the direction of
// the text, with which a reviewer reads a line differently from Tierwright.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|(?!^)\ufeff/g;
const MAX_MATCHES = 1000;
const LONE_CR = /\r(?!\n)/g;

// Characters that an escape in double quotes must not produce: controls, line separators and halves of surrogate pairs.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
const unseenDecoded = () => /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]|\p{Surrogate}/u;

/** Returns a character's code point in the form U+0007, with its common name if it has one: 'U+000B (vertical tab)'. */
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

/** Reports the first MAX_MATCHES characters of a YAML text that editors do not show, such as control characters. */
export function checkCharacters(text: string, report: Report): void {
  if (text.search(UNSEEN) < 0) return;
  let count = 0;
  for (const match of text.matchAll(UNSEEN)) {
    if (++count > MAX_MATCHES) return;
    const character = nameOf(match[0].charCodeAt(0));
    report(controlCharacter, match.index, match.index + 1, { character, by: "itself" });
  }
}

/** Returns, in words, the first character of a decoded double-quoted value that no artifact can contain; null if it has none. */
export function unseenIn(value: string): string | null {
  const code = unseenDecoded().exec(value)?.[0].codePointAt(0);
  if (code === undefined) return null;
  return code >= 0xd800 && code <= 0xdfff ? `${codePoint(String.fromCodePoint(code))} (half of a surrogate pair)` : nameOf(code);
}

/**
 * Returns the text with LF instead of each carriage return that no LF follows; offsets are unchanged. Reports the first one: it is a line
 * end in YAML (1.2.2, 5.4), but YAML libraries do not treat it as one, so that they would read the file as one line.
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
