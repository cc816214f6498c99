/** Returns the encoding of a file that begins with a byte order mark of UTF-16, as Windows PowerShell and Excel write files; else null. */
export function wideEncoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
}
