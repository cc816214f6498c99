/** The size in bytes that log4j uses for a SizeBasedTriggeringPolicy without a size, or with one that it cannot read: 10 MB. */
export const DEFAULT_SIZE = 10_485_760;

const SIZE = /^([0-9]+(?:[.,][0-9]+)?)[ \t\n\v\f\r]*([kmgt]?)b?$/i;
const UNIT: Readonly<Record<string, number>> = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

/**
 * Returns the number of bytes that log4j's class FileSize reads in a size such as "50 MB"; null if it cannot (log4j then silently uses 10
 * MB). Follows log4j exactly: a point is the decimal point, a comma only groups ("1,5 GB" is 15 GB), the product is a double truncated to a
 * whole number, and a value above the largest Java long becomes that long (2^63 - 1, which a number here can hold only as 2^63).
 * Returns null for a sign, an exponent, "MiB" or another unit, and spaces at either end (docs/formats.md). A test in test/oracle compares
 * the function with log4j-core 2.19.
 */
export function sizeInBytes(text: string): number | null {
  const match = SIZE.exec(text);
  if (!match) return null;
  const value = Number((match[1] as string).replace(",", ""));
  return Math.min(Math.trunc(value * (UNIT[(match[2] as string).toLowerCase()] as number)), 2 ** 63);
}

/** Returns a result of `sizeInBytes` in decimal digits, as Java prints it: exact above 2^53, and 2^63 - 1 instead of 2^63. */
export function byteDigits(bytes: number): string {
  return bytes >= 2 ** 63 ? "9223372036854775807" : BigInt(bytes).toString();
}
