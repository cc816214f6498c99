/** How the bytes of a file become units of a text: one for each byte, or UTF-16 in either order. */
export type Units = "bytes" | "utf16le" | "utf16be";

/** So much of a file is looked at for how it is written. */
const LOOKED_AT = 4096;

/** How the text is written that begins so: UTF-16 by its mark, or because every second byte of it is zero; anything else is taken as bytes. */
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

/** The pieces of a file as pieces of text. */
export class Pieces {
  /** null until the first bytes came. */
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
