/*
 * Searches the bytes of a log for anchors: literals of which every relevant record contains at least one. Most of a log contains none and
 * is never decoded. One step compares four bytes, so an anchor of seven bytes contains a whole step at any alignment. The hashes of these
 * steps are in a table, which makes one lookup enough for each step of the log. Case is ignored. A match is only a reason to read the
 * record.
 */

/**
 * Number of bytes compared at once. An anchor of 2 × STEP - 1 bytes contains a whole step at any alignment; one of 2 × STEP - 2 bytes can
 * miss at one alignment.
 */
const STEP = 4;
const SHORTEST = 2 * STEP - 2;
const BITS = 18;
/** The bit by which ASCII letters differ in case. Setting it makes some other bytes equal as well, which only costs an extra comparison. */
const CASE = 0x20;
const CASES = 0x20202020;
const FACTOR = 0x9e3779b1;

/** Constants that detect whether one of four bytes is below 14, and so can be a line end. */
const LOW = 0x0e0e0e0e;
const HIGH = 0x80808080;

const slotOf = (word: number): number => Math.imul(word | CASES, FACTOR) >>> (32 - BITS);

/** An anchor's bytes in lower case, and the offset in them of the four bytes (a step) that are compared with the log. */
interface Candidate {
  readonly bytes: Uint8Array;
  readonly offset: number;
}

const small = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte | CASE : byte);

/**
 * Yields every four bytes, as a number, that the log can have where the anchor's bytes from `offset` are; a byte beyond the end of the
 * anchor can have any value.
 */
function* wordsAt(bytes: Uint8Array, offset: number): Generator<number> {
  const word = new Uint8Array(STEP);
  const number = new Int32Array(word.buffer);
  const open = [0, 1, 2, 3].filter((i) => bytes[offset + i] === undefined);
  for (let any = 0; any < (open.length === 0 ? 1 : 128); any++) {
    for (let i = 0; i < STEP; i++) word[i] = bytes[offset + i] ?? any;
    yield number[0] as number;
    // the case bit is set before the table slot is computed, so a byte with the highest bit set gives a different slot
    for (const i of open) word[i] = any | 0x80;
    if (open.length > 0) yield number[0] as number;
  }
}

/** The Windows-1252 byte of each character beyond ASCII. */
const WINDOWS = new Map(
  [...new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 128 }, (_, i) => i + 128))].map((sign, i) => [
    sign,
    i + 128,
  ]),
);

/**
 * Returns the bytes of an anchor in UTF-8 and, if it has letters beyond ASCII, also in Windows-1252, because a log can have either
 * encoding.
 */
function bytesOf(anchor: string): readonly Buffer[] {
  const bytes = [...anchor].map((sign) => WINDOWS.get(sign) ?? sign.charCodeAt(0));
  const isWindows = [...anchor].every((sign) => sign < "\u0080" || WINDOWS.has(sign));
  return isWindows && bytes.some((byte) => byte > 127) ? [Buffer.from(anchor), Buffer.from(bytes)] : [Buffer.from(anchor)];
}

export class Anchors {
  /** Table of hashes: 1 in each slot to which four bytes of an anchor hash. */
  readonly #flags = new Uint8Array(1 << BITS);
  /** Anchors too short for comparing four bytes, cut to a part without letters (which have two cases) and searched with `indexOf`. */
  readonly short: readonly Buffer[];
  readonly #candidates = new Map<number, Candidate[]>();

  constructor(anchors: readonly string[]) {
    const all = [...new Set(anchors)].flatMap(bytesOf);
    for (const bytes of all.filter(({ length }) => length >= SHORTEST)) this.#add(bytes.map(small));
    this.short = all.filter(({ length }) => length < SHORTEST).map(withoutLetters);
  }

  #add(bytes: Uint8Array): void {
    for (let offset = 0; offset < STEP; offset++) {
      for (const word of wordsAt(bytes, offset)) {
        const slot = slotOf(word);
        const known = this.#candidates.get(slot) ?? [];
        if (known.some((other) => other.bytes === bytes && other.offset === offset)) continue;
        this.#flags[slot] = 1;
        this.#candidates.set(slot, [...known, { bytes, offset }]);
      }
    }
  }

  /**
   * Writes into `stops` the indexes of the four-byte words in which a line can end or an anchor can be.
   * @returns The number of indexes written.
   */
  stops(words: Int32Array, count: number, stops: Int32Array): number {
    const flags = this.#flags;
    let found = 0;
    for (let step = 0; step < count; step++) {
      const word = words[step] as number;
      if (((word - LOW) & ~word & HIGH) !== 0 || flags[Math.imul(word | CASES, FACTOR) >>> (32 - BITS)] !== 0)
        stops[found++] = step;
    }
    return found;
  }

  /** Returns whether the four bytes at `at` are part of an occurrence of an anchor that lies completely between `from` and `end`. */
  holds(words: Int32Array, buffer: Uint8Array, at: number, from: number, end: number): boolean {
    const slot = slotOf(words[at >> 2] as number);
    if (this.#flags[slot] === 0) return false;
    for (const { bytes, offset } of this.#candidates.get(slot) ?? []) {
      const start = at - offset;
      if (start >= from && start + bytes.length <= end && same(buffer, start, bytes)) return true;
    }
    return false;
  }
}

function same(buffer: Uint8Array, start: number, bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (small(buffer[start + i] as number) !== bytes[i]) return false;
  return true;
}

/** Returns the first part of a short anchor that has at least two characters and no letter. Throws a RangeError if there is none. */
function withoutLetters(bytes: Buffer): Buffer {
  const [part = ""] = bytes.toString("latin1").match(/[^A-Za-z]{2,}/) ?? [];
  if (part === "") throw new RangeError(`${bytes} is too short to be searched for`);
  return Buffer.from(part, "latin1");
}
