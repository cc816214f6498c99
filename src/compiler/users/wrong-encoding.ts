/* UTF-8 that was read as Windows-1252 or ISO-8859-1: jörg becomes jÃ¶rg. */

/** Characters of Windows-1252 at 80 to 9F; the five that it does not have are the controls of ISO-8859-1. */
const HIGH = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
/** Text that went wrong more than once is read back as often. */
const MOST_TIMES = 3;

/** Returns the byte that a character was read from; null if neither encoding has it. */
function byteOf(c: string): number | null {
  const code = c.codePointAt(0) ?? 0;
  if (code < 0x100) return code;
  const at = HIGH.indexOf(c);
  return at < 0 ? null : 0x80 + at;
}

/** Returns whether the rest of a sequence is what a name can have by itself: letters, a no-break space, a soft hyphen. */
const isLikeAName = (rest: readonly string[]): boolean => rest.every((c) => /[\p{L}\u00a0\u00ad]/u.test(c));

/**
 * Returns whether the characters that became others give the wrong encoding away. A sign after a capital letter (Ã¶, Ã©) does. Two letters do
 * only where they are one European letter and a small letter is in the name: weiÃŸ is weiß, and ÉŠ in a name in capitals is what it says.
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
  if (Buffer.byteLength(text) === text.length) return null; // ASCII, as nearly every id
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

/** Returns the text that was meant where UTF-8 was read as Windows-1252 or ISO-8859-1; null if nothing speaks for it. */
export function textMeant(text: string): string | null {
  let found: string | null = null;
  for (let times = 0; times < MOST_TIMES; times++) {
    const next = decodedOnce(found ?? text);
    if (next === null) break;
    found = next;
  }
  return found;
}
