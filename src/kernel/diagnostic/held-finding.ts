import type { Finding } from "./finding.ts";
import type { Place } from "./place.ts";

/** A suppressed finding with its suppression. Plain data: it is sent between threads and stored in the cache. */
export interface HeldFinding {
  readonly finding: Finding;
  /** The kind of suppression: a `# tierwright-ignore` comment on the line above the finding, or an entry of `ignore:`. */
  readonly by: "comment" | "entry";
  readonly reason: string;
  /** The place of the suppression: the comment, or the entry of `ignore:`. */
  readonly place: Place;
}
