import { base64Cores } from "./secret-spellings.ts";
import { isQuietRun } from "./quiet.ts";
import type { Range } from "./range.ts";
import type { Work } from "./shape.ts";
import { inOriginal, type View } from "./view.ts";

/** The fewest characters of a secret that is searched for; a shorter one would match parts of ordinary words. */
const SHORTEST = 4;
/** The length in characters below which a secret must be a whole word unless the case is equal: `Test` does not match in `latest`. */
const SHORTEST_PART = 6;
/** The fewest characters of a hexadecimal or base64 spelling that is searched for. */
const SHORTEST_CODED = 6;
/** The number of a secret's first characters that the search tree compares; if they match, the text counts as the secret. */
const LONGEST = 64;
const MOST_OF_ONE = 8;

const asLatin1 = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
const asUtf8 = (text: string): string => {
  const read = Buffer.from(text, "latin1").toString("utf8");
  return read.includes("\ufffd") ? text : read;
};
/** Returns the text's UTF-16 bytes as one character each, without NUL: the form of UTF-16 that was read as Latin-1. */
const asWide = (text: string): string => Buffer.from(text, "utf16le").toString("latin1").replaceAll("\0", "");
const swapped = (text: string): string => Buffer.from(text, "utf16le").swap16().toString("latin1").replaceAll("\0", "");

/** Returns the text in lower case with every offset unchanged. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll("\u0130", "i").toLowerCase();
}

function spellings(secret: string): readonly string[] {
  const plain = [secret, secret.normalize("NFC"), secret.normalize("NFD"), secret.toUpperCase()];
  const all = /[^\0-\x7f]/.test(secret)
    ? plain.flatMap((one) => [one, asLatin1(one), asUtf8(one), asWide(one), swapped(one)])
    : plain;
  // the base64 and hexadecimal spellings of a longer secret are not needed: it is found in the decoded text
  const coded = [Buffer.from(secret, "utf8").toString("hex"), ...base64Cores(secret)].filter(
    (one) => one.length >= SHORTEST_CODED,
  );
  return [...new Set([...all, ...(secret.length <= LONGEST ? coded : [])].map(foldCase))].filter((one) => one.length >= SHORTEST);
}

interface Whole {
  readonly exact: string;
  readonly folded: string;
}

/** Returns the rolling hash of the last four characters after one more character was read. */
const rolled = (hash: number, code: number): number => ((hash << 4) ^ code) & 0xffff;
const hashAt = (text: string, at: number): number => {
  let hash = 0;
  for (let i = at; i < at + SHORTEST; i++) hash = rolled(hash, text.charCodeAt(i));
  return hash;
};

/** Returns the next offset at which a known secret can begin; -1 if there is none. */
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
  /** The secrets whose first LONGEST characters, or all of them, end at this node of the search tree. */
  readonly ends: Whole[] = [];

  followedBy(unit: number): Node {
    const next = this.next.get(unit) ?? new Node();
    this.next.set(unit, next);
    return next;
  }
}

const isWord = (sign: string | undefined): boolean => sign !== undefined && /[a-z\d]/.test(sign);

/**
 * The secrets that were found or added, searched for at every place of a text and in any case. At most LONGEST characters are compared at
 * each place, however many secrets begin alike, so the time depends on the length of the text alone.
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

  /** Returns whether a sequence of base64 cannot contain a known or other secret. Returns false if only decoding it can show that. */
  readonly isQuiet = (text: string, from: number, to: number): boolean => isQuietRun(text, from, to, this.#marks);

  /**
   * Returns the ranges of known secrets in the original text. `views` are that text and its decoded forms, for instance without escapes.
   */
  in(views: readonly View[], work: Work): readonly Range[] {
    const found: Range[] = [];
    if (this.#secrets.size === 0) return found;
    for (const view of views) for (const [from, to] of this.#inText(view.text, work)) found.push(inOriginal(view, from, to));
    return found;
  }

  /** Returns whether a text contains a known secret in any of its spellings. */
  standsIn(text: string): boolean {
    return this.#secrets.size > 0 && !this.#inText(text, null).next().done;
  }

  /**
   * Yields the ranges of known secrets in a text.
   * @param work limits the comparisons of long secrets; null if the caller only needs to know whether there is a range.
   */
  *#inText(text: string, work: Work | null): Generator<Range> {
    const lower = foldCase(text);
    const tokens = new Tokens(lower);
    for (let at = nextMarked(this.#marks, lower, 0); at >= 0; at = nextMarked(this.#marks, lower, at + 1)) {
      const to = this.#endAt(text, tokens, at, work);
      if (to > at) yield [at, to];
    }
  }

  /** Returns the end of the longest secret that begins at `at`; `at` if there is none. */
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

/** The text, with a cache of the last token's end, so that a secret that begins repeatedly in one token has the end searched for once. */
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
    // a token that was cut by the limit is not cached
    if (end - at < LONGEST_TOKEN) [this.#from, this.#to] = [at, end];
    return end;
  }
}

/**
 * Returns whether the text contains all of a long secret at `at`. Compares in pieces and counts them, because a text can begin the secret
 * at every place.
 */
function isWhole(lower: string, at: number, whole: string, work: Work | null): boolean {
  if (at + whole.length > lower.length) return false;
  for (let from = LONGEST; from < whole.length; from += LONGEST) {
    work?.spend(LONGEST);
    if (!lower.startsWith(whole.slice(from, from + LONGEST), at + from)) return false;
  }
  return true;
}

/**
 * Returns the end of a secret whose first LONGEST characters match the text from `at` to `i`. Returns `at` if the secret is short and only
 * part of a longer word in the text. If the rest of a longer secret differs from the text, returns the end of the text's token at `i`.
 */
function endOf(text: string, tokens: Tokens, at: number, i: number, { exact, folded: whole }: Whole, work: Work | null): number {
  const { lower } = tokens;
  if (whole.length > LONGEST) {
    // without `work`, the caller only asks whether the text contains a secret, and these characters are enough
    if (!work) return i;
    if (isWhole(lower, at, whole, work)) return at + whole.length;
    return tokens.endAt(i, work);
  }
  const isPart = whole.length < SHORTEST_PART && (isWord(lower[at - 1]) || isWord(lower[i]));
  return isPart && !text.startsWith(exact, at) ? at : i;
}
