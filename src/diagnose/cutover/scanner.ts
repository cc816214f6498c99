import { Anchors } from "./anchors.ts";
import { FIRST_LINE, lineAt } from "./lines.ts";
import { LONGEST_PLACE, type Match, Matcher } from "./match.ts";
import type { OldAddress } from "./old-address.ts";
import { Counter, type Position } from "./position.ts";
import { spellingOf } from "./spelling.ts";

/** A position in a file at which `cutover` found the old address (OLD-URL). */
export interface Hit extends Position {
  /** The address as written in the text, with a user name before the host hidden. */
  readonly spelling: string;
}

/** Pattern of the units (characters or bytes) that can begin an escaped or fullwidth letter, or be between two letters. */
const INTRODUCER = "[%&\\\\=\\0\\xef\\uff00-\\uffff]";

/** Returns a pattern for offsets at which the old address can begin: its scheme, an escape of its first letter, or a nested escape. */
function starts({ scheme }: OldAddress): RegExp {
  const rest = [...scheme.slice(1), ":", "/", "/"].reduceRight((after, c) => `(?:${INTRODUCER}|${c}${after})`, "");
  return new RegExp(`h(?=${rest})|%(?=[2-7u%&\\\\=\\0])|&(?=[#abpn%&\\\\=\\0])|\\\\{1,64}(?=[ux%&=\\0\\r\\n])`, "gi");
}

/**
 * A scanner that finds the old address (OLD-URL of `cutover`) in a text that arrives in pieces; its memory use does not grow with the text.
 * The borders of the pieces do not change the result: each possible place is examined only when LONGEST_PLACE bytes or UTF-16 units after
 * its beginning, or the end of the text, have arrived.
 */
export class Scanner {
  readonly #anchors: Anchors;
  readonly #starts: RegExp;
  readonly #matcher: Matcher;
  readonly #counter: Counter;
  #text = "";
  /** Properties of the first line of `#text`, the part of the file that is in memory. */
  #line = FIRST_LINE;
  /** `#counted` is the offset up to which line ends are counted; `#from` that from which the next place of the old address is searched. */
  #counted = 0;
  #from = 0;
  /** Offset of the next byte or UTF-16 unit at which the old address can begin; -1 if it was not searched for yet. */
  #start = -1;

  constructor(
    old: OldAddress,
    /** True if a unit of the text is a byte; false if it is a UTF-16 unit. */
    private readonly bytes: boolean,
    /** True to count lines. If false, every position is 1:1, which is enough to learn whether the address occurs. */
    private readonly counting = true,
    /** Longest place of the old address; only a test sets a smaller value, to get many borders between pieces in a short text. */
    private readonly longest = LONGEST_PLACE,
  ) {
    this.#anchors = new Anchors(old, bytes);
    this.#starts = starts(old);
    this.#matcher = new Matcher(old, longest);
    this.#counter = new Counter(bytes);
  }

  feed(piece: string): Hit[] {
    this.#text += piece;
    return this.#search(this.#text.length - this.longest);
  }

  end(): Hit[] {
    return this.#search(this.#text.length);
  }

  /** Examines every offset before `decided` at which the old address can begin, and discards the text before `decided`. */
  #search(decided: number): Hit[] {
    const hits: Hit[] = [];
    if (decided <= this.#from) return hits;
    this.#anchors.begin(this.#text);
    this.#start = -1;
    let from = this.#from;
    while (from < decided) {
      const anchor = this.#anchors.next(from);
      const judged = Math.min(decided, anchor + 1);
      const match = this.#first(Math.max(from, anchor - this.longest), judged);
      if (match) hits.push(this.#hit(match));
      from = match ? match.end : judged;
    }
    this.#from = from;
    this.#forget();
    return hits;
  }

  #hit(match: Match): Hit {
    const { line, column } = this.#count(match.start);
    return { line, column, spelling: spellingOf(this.#text, match, this.bytes) };
  }

  #count(to: number): Position {
    if (this.counting) this.#counter.pass(this.#text, this.#counted, to);
    this.#counted = to;
    return this.#counter.position;
  }

  /** Discards the text that was examined, without cutting a UTF-8 character. */
  #forget(): void {
    let cut = this.#from;
    const least = Math.max(this.#counted, cut - 3);
    while (cut > least && (this.#text.charCodeAt(cut) & 0xc0) === 0x80) cut--;
    this.#count(cut);
    this.#line = lineAt(this.#text, cut, this.#line);
    this.#text = this.#text.slice(cut);
    this.#from -= cut;
    this.#counted = 0;
  }

  #first(from: number, to: number): Match | null {
    let at = this.#start < from ? this.#startAt(from) : this.#start;
    let match: Match | null = null;
    for (; at < to && !match; at = this.#startAt(at + 1)) match = this.#matcher.match(this.#text, at, this.#line);
    this.#start = at;
    return match;
  }

  /**
   * Returns the next offset, at or after `from`, at which the old address can begin. The caller reuses the result, because the search can
   * go through the whole text.
   */
  #startAt(from: number): number {
    this.#starts.lastIndex = from;
    return this.#starts.exec(this.#text)?.index ?? this.#text.length;
  }
}
