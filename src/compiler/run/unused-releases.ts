import { compareFindings } from "../../kernel/index.ts";
import { vendorFindings } from "./release-findings.ts";
import type { RunOutcome } from "./run.ts";
import { undecidedOf } from "./undecided.ts";

/**
 * Returns the outcome with findings on the vendor's values in the kits of releases that no environment uses. `runRepository` checks these
 * values only in the files that an environment compiles, but people need to know them before an environment moves to the release.
 */
export async function withUnusedReleases(outcome: RunOutcome): Promise<RunOutcome> {
  const { model } = (await outcome.shard()).shared;
  const used = new Set(outcome.results.flatMap(({ summary }) => (summary ? [summary.connector] : [])));
  const found = [...model.releases.values()]
    .filter(({ name }) => !used.has(name))
    .flatMap((release) => vendorFindings(release, undecidedOf(release, model.site, [])));
  return found.length === 0 ? outcome : { ...outcome, findings: [...outcome.findings, ...found].sort(compareFindings) };
}
