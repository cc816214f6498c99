import { must } from "../../kernel/index.ts";

/* Repairs UTF-8 text that was read as Windows-1252 or ISO-8859-1: turns jÃ¶rg back into jörg. */

/** Characters of Windows-1252 at bytes 80 to 9F; for the five bytes that Windows-1252 leaves undefined, the controls of ISO-8859-1. */
const HIGH = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
/** Highest number of repeated wrong decodings that are undone. */
const MOST_TIMES = 3;

/** Returns the byte that Windows-1252 or ISO-8859-1 decodes to a character; null if there is none. */
function byteOf(c: string): number | null {
  const code = must(c.codePointAt(0), "a character");
  if (code < 0x100) return code;
  const at = HIGH.indexOf(c);
  return at < 0 ? null : 0x80 + at;
}

/**
 * Returns true if each character that stands for a later byte of a UTF-8 sequence can also be part of a name: a letter, a no-break space or
 * a soft hyphen.
 */
const isLikeAName = (rest: readonly string[]): boolean => rest.every((c) => /[\p{L}\u00a0\u00ad]/u.test(c));

/**
 * Returns true if the decoded characters prove a wrong encoding. A sign after a capital letter (Ã¶, Ã©) proves it. Two letters prove it only if they
 * decode to one European letter and the name also has a lower-case ASCII letter: weiÃŸ is weiß, but ÉŠ in a name in capitals is taken as written.
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
  if (Buffer.byteLength(text) === text.length) return null; // an id of ASCII characters only, like nearly every id, has no wrong encoding
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

/** Returns the text that was meant if UTF-8 was read as Windows-1252 or ISO-8859-1; null if nothing shows that. */
export function textMeant(text: string): string | null {
  let found: string | null = null;
  for (let times = 0; times < MOST_TIMES; times++) {
    const next = decodedOnce(found ?? text);
    if (next === null) break;
    found = next;
  }
  return found;
}
