import { base64Cores } from "../../../kernel/index.ts";
import { isQuietRun } from "./quiet.ts";
import type { Range, Work } from "./shape.ts";
import { inOriginal, type View } from "./view.ts";

/** What may stand in any word would take all of them along. */
const SHORTEST = 4;
/** A shorter one in other letters has to be a word of its own: `Test` is not looked for in `latest`. */
const SHORTEST_PART = 6;
const SHORTEST_CODED = 8;
/** More of a secret is not looked for: whoever finds so much of it has found it. */
const LONGEST = 64;
const MOST_OF_ONE = 8;

const asLatin1 = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
const asUtf8 = (text: string): string => {
  const read = Buffer.from(text, "latin1").toString("utf8");
  return read.includes("\ufffd") ? text : read;
};
/** UTF-16 as single bytes, without those that are NUL. */
const asWide = (text: string): string => Buffer.from(text, "utf16le").toString("latin1").replaceAll("\0", "");
const swapped = (text: string): string => Buffer.from(text, "utf16le").swap16().toString("latin1").replaceAll("\0", "");

/** Small letters, unit by unit, so that places stay. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll("\u0130", "i").toLowerCase();
}

function spellings(secret: string): readonly string[] {
  const plain = [secret, secret.normalize("NFC"), secret.normalize("NFD"), secret.toUpperCase()];
  const all = /[^\0-\x7f]/.test(secret)
    ? plain.flatMap((one) => [one, asLatin1(one), asUtf8(one), asWide(one), swapped(one)])
    : plain;
  // longer ones are found in what base64 and hexadecimal stand for
  const coded = [Buffer.from(secret, "utf8").toString("hex"), ...base64Cores(secret)].filter(
    (one) => one.length >= SHORTEST_CODED,
  );
  return [...new Set([...all, ...(secret.length <= LONGEST ? coded : [])].map(folded))].filter((one) => one.length >= SHORTEST);
}

interface Whole {
  readonly exact: string;
  readonly folded: string;
}

/** Of four characters; the next one's is made of the last one's, so that each character is looked at once. */
const rolled = (hash: number, code: number): number => ((hash << 4) ^ code) & 0xffff;
const hashAt = (text: string, at: number): number => {
  let hash = 0;
  for (let i = at; i < at + SHORTEST; i++) hash = rolled(hash, text.charCodeAt(i));
  return hash;
};

/** Returns the next place at which something may begin; -1 if there is none. */
function nextMarked(marks: Uint8Array, lower: string, from: number): number {
  if (from + SHORTEST > lower.length) return -1;
  let hash = hashAt(lower, from);
  for (let end = from + SHORTEST; ; end++) {
    if (marks[hash] !== 0) return end - SHORTEST;
    if (end >= lower.length) return -1;
    hash = rolled(hash, lower.charCodeAt(end));
  }
}

class Node {
  readonly next = new Map<number, Node>();
  /** Secrets whose first characters, at most so many as are looked for, end here. */
  readonly ends: Whole[] = [];

  followedBy(unit: number): Node {
    const next = this.next.get(unit) ?? new Node();
    this.next.set(unit, next);
    return next;
  }
}

const isWord = (sign: string | undefined): boolean => sign !== undefined && /[a-z\d]/.test(sign);

/**
 * Every secret that a capture shows, found again wherever it stands, in any case.
 * At each place at most LONGEST characters are compared, however many secrets begin alike: the time grows with the text alone.
 */
export class KnownSecrets {
  readonly #secrets = new Set<string>();
  readonly #roots = new Map<string, Node>();
  readonly #marks = new Uint8Array(0x1_0000);

  get size(): number {
    return this.#secrets.size;
  }

  add(secret: string): void {
    if (secret.length < SHORTEST || this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    for (const spelling of spellings(secret)) {
      const key = spelling.slice(0, SHORTEST);
      let node = this.#roots.get(key) ?? new Node();
      this.#roots.set(key, node);
      for (let i = SHORTEST; i < Math.min(LONGEST, spelling.length); i++) node = node.followedBy(spelling.charCodeAt(i));
      if (node.ends.length < MOST_OF_ONE) node.ends.push({ exact: secret, folded: spelling });
      this.#marks[hashAt(spelling, 0)] = 1;
    }
  }

  /** Returns whether a run of base64 stands for nothing that holds one of them, or any other secret; false if only a closer look tells. */
  readonly isQuiet = (text: string, from: number, to: number): boolean => isQuietRun(text, from, to, this.#marks);

  /** Where any of them stands in the original of the views. */
  in(views: readonly View[], work: Work): readonly Range[] {
    const found: Range[] = [];
    if (this.#secrets.size === 0) return found;
    for (const view of views) for (const [from, to] of this.#inText(view.text, work)) found.push(inOriginal(view, from, to));
    return found;
  }

  /** Returns whether any of them stands in the text. */
  standsIn(text: string): boolean {
    return this.#secrets.size > 0 && !this.#inText(text, null).next().done;
  }

  /** `work` counts what is compared of long secrets; null: only the first place is asked for. */
  *#inText(text: string, work: Work | null): Generator<Range> {
    const lower = folded(text);
    const tokens = new Tokens(lower);
    for (let at = nextMarked(this.#marks, lower, 0); at >= 0; at = nextMarked(this.#marks, lower, at + 1)) {
      const to = this.#endAt(text, tokens, at, work);
      if (to > at) yield [at, to];
    }
  }

  /** Where the longest that begins there ends; `at`: none does. */
  #endAt(text: string, tokens: Tokens, at: number, work: Work | null): number {
    const { lower } = tokens;
    let node = this.#roots.get(lower.slice(at, at + SHORTEST));
    let to = at;
    for (let i = at + SHORTEST; node; i++) {
      for (const whole of node.ends) to = Math.max(to, endOf(text, tokens, at, i, whole, work));
      node = node.next.get(lower.charCodeAt(i));
    }
    return to;
  }
}

const LONGEST_TOKEN = 10_000;
const OF_TOKEN = /[^\s"'<>&,;]{0,10000}/y;

/** Where tokens of a text end: a secret that begins again and again in one has its end looked for once. */
class Tokens {
  #from = 0;
  #to = -1;

  constructor(readonly lower: string) {}

  endAt(at: number, work: Work): number {
    if (at >= this.#from && at <= this.#to) return this.#to;
    OF_TOKEN.lastIndex = at;
    OF_TOKEN.exec(this.lower);
    const end = Math.max(at, OF_TOKEN.lastIndex);
    work.spend(end - at);
    // one that was cut goes on
    if (end - at < LONGEST_TOKEN) [this.#from, this.#to] = [at, end];
    return end;
  }
}

/** Returns whether the whole of a long secret stands there, piece by piece: a text may begin it at every place, and nearly end it. */
function isWhole(lower: string, at: number, whole: string, work: Work | null): boolean {
  if (at + whole.length > lower.length) return false;
  for (let from = LONGEST; from < whole.length; from += LONGEST) {
    work?.spend(LONGEST);
    if (!lower.startsWith(whole.slice(from, from + LONGEST), at + from)) return false;
  }
  return true;
}

/** Where a secret ends of which the characters from `at` to `i` stand there; `at`: it is part of another word. */
function endOf(text: string, tokens: Tokens, at: number, i: number, { exact, folded: whole }: Whole, work: Work | null): number {
  const { lower } = tokens;
  if (whole.length > LONGEST) {
    // whoever asks whether one stands there has his answer
    if (!work) return i;
    if (isWhole(lower, at, whole, work)) return at + whole.length;
    return tokens.endAt(i, work);
  }
  const isPart = whole.length < SHORTEST_PART && (isWord(lower[at - 1]) || isWord(lower[i]));
  return isPart && !text.startsWith(exact, at) ? at : i;
}
