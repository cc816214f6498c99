/** Size that log4j uses if there is none or it cannot read it: 10 MB. */
export const DEFAULT_SIZE = 10_485_760;

const SIZE = /^([0-9]+(?:[.,][0-9]+)?)[ \t\n\v\f\r]*([kmgt]?)b?$/i;
const UNIT: Readonly<Record<string, number>> = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

/**
 * Returns the number of bytes that log4j's FileSize reads in a size such as "50 MB", or null if it cannot (log4j then silently uses 10485760).
 * Follows log4j exactly: a point is the decimal point, a comma only groups ("1,5 GB" is 15 GB), the product is a double truncated to a whole
 * number, and a value above the largest Java long becomes that long (2^63 - 1, which a number here can hold only as 2^63).
 * Refuses a sign, an exponent, "MiB", any other unit, and spaces at either end. Facts: docs/formats.md; the oracle test proves them against
 * log4j-core 2.19.
 */
export function sizeInBytes(text: string): number | null {
  const match = SIZE.exec(text);
  if (!match) return null;
  const value = Number((match[1] as string).replace(",", ""));
  return Math.min(Math.trunc(value * (UNIT[(match[2] as string).toLowerCase()] as number)), 2 ** 63);
}

/** Returns a number of bytes in the digits that Java prints: exact above 2^53 too, and the largest long instead of 2^63. */
export function byteDigits(bytes: number): string {
  return bytes >= 2 ** 63 ? "9223372036854775807" : BigInt(bytes).toString();
}
