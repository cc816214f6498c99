/** The JSON output of `tierwright probe --format json`, read back (schemas/probe.schema.json). */
export interface ProbeResults {
  readonly environment: string;
  /** Time at which the probes ran, UTC, to the second. */
  readonly at: string;
  readonly machine: string;
  readonly connect: readonly string[];
  readonly summary: { readonly proven: number; readonly refuted: number; readonly notProven: number; readonly skipped: number };
  readonly probes: readonly SavedProbe[];
}

export interface SavedProbe {
  readonly id: string;
  readonly outcome: "proven" | "refuted" | "not-proven" | "skipped";
  readonly says: string;
  readonly help: string | null;
  readonly target: string | null;
  readonly facts: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  readonly control: { readonly did: string; readonly outcome: "held" | "failed" | "none"; readonly says: string };
}

/** Number of days for which probe results count as evidence; older ones prove nothing about today. */
export const PROBE_COUNTS_FOR = 7;

const DAY = 24 * 60 * 60 * 1000;

/** Returns the whole days from the time of probe results to a day (YYYY-MM-DD); negative if the results are dated later. */
export const ageOf = ({ at }: Pick<ProbeResults, "at">, today: string): number =>
  Math.round((Date.parse(`${today}T00:00:00Z`) - Date.parse(`${at.slice(0, 10)}T00:00:00Z`)) / DAY);

/** Returns why probe results are no evidence on a day (too old, or dated in the future), or null if they are evidence. */
export function staleness(results: Pick<ProbeResults, "at">, today: string): string | null {
  const age = ageOf(results, today);
  if (age < -1) return `it is dated ${results.at.slice(0, 10)}, which is in the future`;
  return age > PROBE_COUNTS_FOR
    ? `it is of ${results.at.slice(0, 10)}, ${age} days ago, and a measurement is valid for ${PROBE_COUNTS_FOR} days`
    : null;
}
