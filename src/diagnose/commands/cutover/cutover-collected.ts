import { type Consumer, consumerOfFile } from "../../cutover/consumer.ts";
import type { OldAddress } from "../../cutover/old-address.ts";
import type { Position } from "../../cutover/position.ts";
import type { Found } from "../../cutover/search.ts";

/** One place in a file where `cutover` found the old address (OLD-URL). */
export interface CutoverPlace extends Position {
  readonly file: string;
  readonly spelling: string;
  readonly consumer: Consumer;
}

/**
 * A file that was not searched, with the reason. `unreadable`: it can contain the old address; `broken`: an environment that does not
 * compile; `elsewhere`: a kit that is absent on purpose, or Tierwright's own records, neither of which affects the exit code.
 */
export interface Missed {
  readonly file: string;
  readonly why: string;
  readonly kind: "unreadable" | "broken" | "elsewhere";
}

/** Largest number of places of the old address that are listed, because a log can have millions. */
const MOST_KEPT = 100_000;

/** The places of the old address and the unsearched files that a search has found so far; the memory use is bounded. */
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
    const consumer = consumerOfFile(file);
    if (consumer !== "record") this.count += hits.length;
    for (const hit of hits) {
      if (this.places.length >= MOST_KEPT) return;
      this.places.push({ file, ...hit, consumer: consumerAt?.(hit) ?? consumer });
    }
  }

  /**
   * Records that a file of Tierwright itself, such as a receipt, is not searched. Lists only one file for each reason, because a network
   * share has a receipt of every deploy.
   */
  own(file: string, why: string): void {
    if (!this.notSearched.some((one) => one.why === why)) this.missed(file, why, "elsewhere");
  }

  missed(file: string, why: string, kind: Missed["kind"] = "unreadable"): void {
    this.notSearched.push({ file, why, kind });
  }
}
