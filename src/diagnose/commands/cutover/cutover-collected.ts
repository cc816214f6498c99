import { type Consumer, consumerOfFile } from "../../cutover/consumer.ts";
import type { OldAddress } from "../../cutover/old-address.ts";
import type { Position } from "../../cutover/position.ts";
import type { Found } from "../../cutover/search.ts";

/** One place with the old address. */
export interface CutoverPlace extends Position {
  readonly file: string;
  readonly spelling: string;
  readonly consumer: Consumer;
}

/**
 * What was not looked into, and why. `unreadable`: nobody knows whether it holds a place; `broken`: an environment that does not compile;
 * `elsewhere`: a kit that is not here by intention, or records of our own, which say nothing against the answer.
 */
export interface Missed {
  readonly file: string;
  readonly why: string;
  readonly kind: "unreadable" | "broken" | "elsewhere";
}

/** Nobody reads more lines than this, and a log may have millions. */
const MOST_KEPT = 100_000;

/** What a search has come to so far; it stays small whatever is searched. */
export class Collected {
  readonly places: CutoverPlace[] = [];
  readonly notSearched: Missed[] = [];
  count = 0;
  files = 0;
  bytes = 0;
  links = 0;

  constructor(readonly old: OldAddress) {}

  add(file: string, { hits, bytes }: Found, consumerAt: ((at: Position) => Consumer) | null = null): void {
    this.files++;
    this.bytes += bytes;
    this.count += hits.length;
    const consumer = consumerOfFile(file);
    for (const hit of hits) {
      if (this.places.length >= MOST_KEPT) return;
      this.places.push({ file, ...hit, consumer: consumerAt?.(hit) ?? consumer });
    }
  }

  /** Leaves out a record of our own. One place is named for all of them: a share holds a receipt of every deploy. */
  own(file: string, why: string): void {
    if (!this.notSearched.some((one) => one.why === why)) this.missed(file, why, "elsewhere");
  }

  missed(file: string, why: string, kind: Missed["kind"] = "unreadable"): void {
    this.notSearched.push({ file, why, kind });
  }
}
