/** The most digits that a field of a date can have, by the field's letter in a Java date format (java.text.SimpleDateFormat). */
const MOST: Readonly<Record<string, number>> = {
  y: 4,
  Y: 4,
  u: 4,
  M: 2,
  d: 2,
  D: 3,
  H: 2,
  h: 2,
  k: 2,
  K: 2,
  m: 2,
  s: 2,
  w: 2,
  W: 1,
  S: 3,
};

/** Returns the least and most digits of the date field that `count` equal letters mean; null if it is no number of known length. */
function fieldOf(letter: string, count: number): { readonly least: number; readonly most: number } | null {
  const most = MOST[letter];
  if (most === undefined || (letter === "M" && count > 2) || (letter === "S" && count < 3)) return null;
  if (/[yYu]/.test(letter)) return count === 2 ? { least: 2, most: 2 } : { least: Math.max(4, count), most: Math.max(4, count) };
  return { least: count, most: Math.max(count, most) };
}

const PIECE = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/g;

/**
 * Returns the parts of a Java date format such as `yyyy-MM-dd` in order: literal text, or the least and most digits of a number. Returns
 * null for a format with names in the date (MMM, E, a time zone) and for log4j's named formats (ISO8601).
 */
export function sizedDigits(format: string): readonly (string | { readonly least: number; readonly most: number })[] | null {
  const found: (string | { readonly least: number; readonly most: number })[] = [];
  let end = 0;
  for (const match of format.matchAll(PIECE)) {
    if (match.index !== end) return null;
    end += match[0].length;
    const [all, quoted, letter] = match;
    if (letter !== undefined) {
      const field = fieldOf(letter, all.length);
      if (!field) return null;
      found.push(field);
    } else found.push(quoted === undefined ? all : quoted === "" ? "'" : quoted.replaceAll("''", "'"));
  }
  return end === format.length && found.some((one) => typeof one !== "string") ? found : null;
}
