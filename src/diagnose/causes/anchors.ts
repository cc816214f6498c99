/*
 * Searches the bytes of a log for anchors: literals of which every relevant record contains one. Most of a log contains none and is never decoded.
 * One step compares four bytes. An anchor of seven bytes contains a whole step at any alignment; the hashes of these steps are in a table, so that
 * each step of the log needs one lookup. Case is ignored. A match is only a reason to read the record.
 */

/**
 * Number of bytes compared in one step. An anchor of 2 × STEP - 1 bytes contains a whole step at any alignment; one of 2 × STEP - 2 misses at one.
 */
const STEP = 4;
const SHORTEST = 2 * STEP - 2;
const BITS = 18;
/** The bit by which ASCII letters differ in case. Setting it also merges some other bytes, which only costs an extra comparison. */
const CASE = 0x20;
const CASES = 0x20202020;
const FACTOR = 0x9e3779b1;

/** Constants that detect whether one of four bytes is below 14, so that a line can end there. */
const LOW = 0x0e0e0e0e;
const HIGH = 0x80808080;

const slotOf = (word: number): number => Math.imul(word | CASES, FACTOR) >>> (32 - BITS);

/** An anchor's bytes in lower case, and the offset of the step within them. */
interface Candidate {
  readonly bytes: Uint8Array;
  readonly offset: number;
}

const small = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte | CASE : byte);

/** Yields every four-byte word that a step at `offset` can contain; a byte beyond the end of the anchor can have any value. */
function* wordsAt(bytes: Uint8Array, offset: number): Generator<number> {
  const word = new Uint8Array(STEP);
  const number = new Int32Array(word.buffer);
  const open = [0, 1, 2, 3].filter((i) => bytes[offset + i] === undefined);
  for (let any = 0; any < (open.length === 0 ? 1 : 128); any++) {
    for (let i = 0; i < STEP; i++) word[i] = bytes[offset + i] ?? any;
    yield number[0] as number;
    // the case bit is set before the slot is computed, so a byte with the highest bit set gives a different slot
    for (const i of open) word[i] = any | 0x80;
    if (open.length > 0) yield number[0] as number;
  }
}

/** The byte of each character that Windows-1252 has beyond ASCII. */
const WINDOWS = new Map(
  [...new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 128 }, (_, i) => i + 128))].map((sign, i) => [
    sign,
    i + 128,
  ]),
);

/** Returns the bytes of an anchor in UTF-8 and, if it has letters beyond ASCII, in Windows-1252: a log can have either. */
function bytesOf(anchor: string): readonly Buffer[] {
  const bytes = [...anchor].map((sign) => WINDOWS.get(sign) ?? sign.charCodeAt(0));
  const isWindows = [...anchor].every((sign) => sign < "\u0080" || WINDOWS.has(sign));
  return isWindows && bytes.some((byte) => byte > 127) ? [Buffer.from(anchor), Buffer.from(bytes)] : [Buffer.from(anchor)];
}

export class Anchors {
  /** 1 in each slot whose step can be part of an anchor. */
  readonly #flags = new Uint8Array(1 << BITS);
  /** Anchors too short for steps, cut to a part without letters (letters have two cases), for the buffer's own `indexOf`. */
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
   * Writes the indexes of the steps to look at into `stops`: those where a line can end or an anchor can be.
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

  /** Returns whether the step at `at` is part of an anchor that is completely between `from` and `end`. */
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

/** Returns the first run of at least two non-letters in a short anchor. Throws a RangeError if there is none. */
function withoutLetters(bytes: Buffer): Buffer {
  const [part = ""] = bytes.toString("latin1").match(/[^A-Za-z]{2,}/) ?? [];
  if (part === "") throw new RangeError(`${bytes} is too short to be searched for`);
  return Buffer.from(part, "latin1");
}
