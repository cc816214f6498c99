import type { Finding } from "./finding.ts";
import type { Place } from "./place.ts";

/** A suppressed finding with its suppression. Plain data: it crosses threads and lies in the cache. */
export interface HeldFinding {
  readonly finding: Finding;
  /** A comment on the line above, or an entry elsewhere. */
  readonly by: "comment" | "entry";
  readonly reason: string;
  /** Place of the suppression. */
  readonly place: Place;
}
