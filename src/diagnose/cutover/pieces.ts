/** Meaning of one character of the searched string: a byte of the file, or a UTF-16 unit in either byte order. */
export type Units = "bytes" | "utf16le" | "utf16be";

/** Number of bytes at the beginning of a file from which `unitsOf` decides whether the file is searched as single bytes or as UTF-16. */
const LOOKED_AT = 4096;

/** Returns whether a file is searched as UTF-16, because of its byte order mark or because every second byte is zero, or else as bytes. */
export function unitsOf(start: Uint8Array): Units {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return "utf16le";
  if (first === 0xfe && second === 0xff) return "utf16be";
  const length = Math.min(start.length, LOOKED_AT) & ~1;
  if (length < 4) return "bytes";
  const zeros = [0, 0];
  for (let i = 0; i < length; i++) if (start[i] === 0) zeros[i & 1] = (zeros[i & 1] as number) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / (length / 2));
  if (odd > 0.6 && even < 0.1) return "utf16le";
  return even > 0.6 && odd < 0.1 ? "utf16be" : "bytes";
}

/** A converter of the chunks in which a file is read into chunks of text. */
export class Pieces {
  /** The units in which the file is searched; null until the first bytes of the file arrive. */
  units: Units | null = null;
  #odd: Buffer = Buffer.alloc(0);

  text(bytes: Buffer): string {
    this.units ??= unitsOf(bytes);
    if (this.units === "bytes") return bytes.toString("latin1");
    const all = this.#odd.length > 0 ? Buffer.concat([this.#odd, bytes]) : bytes;
    const even = all.length & ~1;
    this.#odd = Buffer.from(all.subarray(even));
    const whole = all.subarray(0, even);
    return this.units === "utf16le" ? whole.toString("utf16le") : Buffer.from(whole).swap16().toString("utf16le");
  }
}
