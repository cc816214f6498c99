import type { SweepFiles } from "../../platform/index.ts";
import type { Entry, Series } from "./plan.ts";
import { AWAY, type Outcome, type Removed, removeAll } from "./remove.ts";

/** The result of a sweep for one log file or capture. */
export interface Swept {
  readonly entry: Entry;
  /** The first result because of which a part of the log file or capture remains; `deleted` or `gone` if nothing of it remains. */
  readonly outcome: Outcome;
  /** The number of bytes that this sweep deleted. */
  readonly freed: number;
}

function summed(entry: Entry, { done, folder }: Removed): Swept {
  const outcomes = [...done.map(({ outcome }) => outcome), ...(folder ? [folder] : [])];
  const freed = done.reduce((sum, { planned, outcome }) => sum + (outcome.kind === "deleted" ? Number(planned.was.size) : 0), 0);
  const gone = outcomes.every(({ kind }) => kind === "gone") ? "gone" : "deleted";
  return { entry, outcome: outcomes.find(({ kind }) => !AWAY.includes(kind)) ?? { kind: gone }, freed };
}

/** Carries out the plan of a sweep: deletes the planned log files and captures in order, and nothing else. */
export function apply(files: SweepFiles, series: readonly Series[]): readonly Swept[] {
  const going = series.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.removal ? [{ entry, removal: entry.removal }] : [])),
  );
  const removed = removeAll(
    files,
    going.map(({ removal }) => removal),
  );
  return removed.map((one, i) => summed((going[i] as { entry: Entry }).entry, one));
}
