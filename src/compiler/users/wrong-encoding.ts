import { must } from "../../kernel/index.ts";

/* Repairs UTF-8 text that was read as Windows-1252 or ISO-8859-1: turns jÃ¶rg back into jörg. */

/** The characters of Windows-1252 for the bytes 80 to 9F (hexadecimal); for the five undefined ones, the controls of ISO-8859-1. */
const HIGH = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
/** Highest number of times that a text can have been decoded wrongly, one after another, and is still repaired. */
const MOST_TIMES = 3;

/** Returns the byte that means the character `c` in Windows-1252 or ISO-8859-1; null if there is none. */
function byteOf(c: string): number | null {
  const code = must(c.codePointAt(0), "a character");
  if (code < 0x100) return code;
  const at = HIGH.indexOf(c);
  return at < 0 ? null : 0x80 + at;
}

/**
 * Returns true if all characters can be part of a name: letters, no-break spaces and soft hyphens.
 * @param rest The characters as which the second and later bytes of one UTF-8 sequence were read.
 */
const isLikeAName = (rest: readonly string[]): boolean => rest.every((c) => /[\p{L}\u00a0\u00ad]/u.test(c));

/**
 * Returns true if a text is certainly UTF-8 that was read in a wrong encoding. A sign after a capital letter (Ã¶, Ã©) proves it. Two
 * letters prove it only if they decode to one European letter and the text also has a lower-case ASCII letter: weiÃŸ is weiß, but ÉŠ in a
 * name in capitals is taken as written.
 */
function isEvident(characters: readonly string[], decoded: string): boolean {
  let [at, strong, weak] = [0, false, true];
  for (const c of decoded) {
    const length = Buffer.byteLength(c);
    const rest = characters.slice(at + 1, at + length);
    at += length;
    if (length === 1) continue;
    if (/[\p{Cn}\p{Co}]/u.test(c)) return false;
    if (!isLikeAName(rest)) strong = true;
    else if (!/[\u00c0-\u017f]/u.test(c)) weak = false;
  }
  return strong || (weak && /\p{Ll}/u.test(decoded.replaceAll(/[\u0080-\uffff]/g, "")));
}

function decodedOnce(text: string): string | null {
  if (Buffer.byteLength(text) === text.length) return null; // ASCII text, like nearly every id, is equal in all these encodings
  const characters = Array.from(text);
  const bytes = characters.map(byteOf);
  if (bytes.includes(null)) return null;
  try {
    const decoded = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes as number[]));
    return isEvident(characters, decoded) ? decoded : null;
  } catch {
    return null;
  }
}

/** Returns the right text if a text is UTF-8 that was read as Windows-1252 or ISO-8859-1; null if nothing shows that it is. */
export function textMeant(text: string): string | null {
  let found: string | null = null;
  for (let times = 0; times < MOST_TIMES; times++) {
    const next = decodedOnce(found ?? text);
    if (next === null) break;
    found = next;
  }
  return found;
}
