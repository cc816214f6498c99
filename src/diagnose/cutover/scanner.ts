import { Anchors } from "./anchors.ts";
import { FIRST_LINE, lineAt } from "./lines.ts";
import { LONGEST_PLACE, type Match, Matcher } from "./match.ts";
import type { OldAddress } from "./old-address.ts";
import { Counter, type Position } from "./position.ts";
import { spellingOf } from "./spelling.ts";

/** One place of a text. */
export interface Hit extends Position {
  /** As it stands there; a user name before the host is hidden. */
  readonly spelling: string;
}

/** What can begin an escaped or wide letter, or stand between two letters. */
const INTRODUCER = "[%&\\\\=\\0\\xef\\uff00-\\uffff]";

/** Where a place can begin: at its scheme, or at what can be an escape of its first letter, or an escape of what begins one. */
function starts({ scheme }: OldAddress): RegExp {
  const rest = [...scheme.slice(1), ":", "/", "/"].reduceRight((after, c) => `(?:${INTRODUCER}|${c}${after})`, "");
  return new RegExp(`h(?=${rest})|%(?=[2-7u%&\\\\=\\0])|&(?=[#abpn%&\\\\=\\0])|\\\\{1,64}(?=[ux%&=\\0\\r\\n])`, "gi");
}

/**
 * Finds the places of one text that comes piece by piece; what it holds does not grow with the text. Whatever the pieces are, the places
 * are the same: each is judged with LONGEST_PLACE units after its beginning, and what has fewer is kept for the next piece.
 */
export class Scanner {
  readonly #anchors: Anchors;
  readonly #starts: RegExp;
  readonly #matcher: Matcher;
  readonly #counter: Counter;
  #text = "";
  /** Of the line at the beginning of the text. */
  #line = FIRST_LINE;
  /** What was counted of the text, and where a place can begin next. */
  #counted = 0;
  #from = 0;
  /** The next beginning that is known, -1 where none was looked for. */
  #start = -1;

  constructor(
    old: OldAddress,
    /** Every unit is a byte; else one of UTF-16. */
    private readonly bytes: boolean,
    /** Without it a position is 1:1, and nothing is counted: to learn whether there is a place at all. */
    private readonly counting = true,
    /** Less only in a test, which so gets many borders into a short text. */
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

  /** Judges every beginning before `decided` and forgets what lies before it. */
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

  /** Lets go of what is judged; a character of UTF-8 is not cut. */
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

  /** The next beginning; kept, because a search for it may go through all of the text. */
  #startAt(from: number): number {
    this.#starts.lastIndex = from;
    return this.#starts.exec(this.#text)?.index ?? this.#text.length;
  }
}
