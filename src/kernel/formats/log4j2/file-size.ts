/** What log4j uses when it cannot read a size, and when there is none: 10 MB. */
export const DEFAULT_SIZE = 10_485_760;

const SIZE = /^([0-9]+(?:[.,][0-9]+)?)[ \t\n\v\f\r]*([kmgt]?)b?$/i;
const UNIT: Readonly<Record<string, number>> = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

/**
 * The bytes that log4j's FileSize reads in a size such as "50 MB", or null where it cannot (log4j then uses 10485760, silently).
 * Exactly as it does: a point is the decimal point, a comma only groups ("1,5 GB" is 15 GB), the product is a double cut to a whole
 * number, and what exceeds a Java long is the largest long (2^63 - 1, which a number here can only hold as 2^63).
 * No sign, exponent, "MiB", other unit or space at either end is read. Facts: docs/formats.md; the oracle test proves them against log4j-core 2.19.
 */
export function sizeInBytes(text: string): number | null {
  const match = SIZE.exec(text);
  if (!match) return null;
  const value = Number((match[1] as string).replace(",", ""));
  return Math.min(Math.trunc(value * (UNIT[(match[2] as string).toLowerCase()] as number)), 2 ** 63);
}

/** A number of bytes in the digits that Java would print: exact above 2^53 too, the largest long instead of 2^63. */
export function byteDigits(bytes: number): string {
  return bytes >= 2 ** 63 ? "9223372036854775807" : BigInt(bytes).toString();
}
