const UNITS = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** Returns a number of bytes in log4j's units, in which 1 KB is 1024 bytes, with one decimal where it is not whole: '1 byte', '1 KB', '1.2 MB'. */
export function sizeText(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < UNITS.length - 1) [value, unit] = [value / 1024, unit + 1];
  if (bytes === 1) return "1 byte";
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${UNITS[unit]}`;
}
