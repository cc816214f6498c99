import { type Finding, type HeldFinding, type SourceText, compareFindings } from "../../kernel/index.ts";
import { RULE_IDS } from "../run/rules.ts";
import { groupedHeld } from "../run/group.ts";
import { commentsOf, suppress } from "../run/suppress.ts";
import { unusedFindings } from "../run/unused-suppressions.ts";

/** Findings in files that the command line names, and those that comments in the files suppress. */
export interface Linted {
  readonly findings: readonly Finding[];
  readonly held: readonly HeldFinding[];
}

/** Returns the findings of one file without those that its own comments suppress, with a finding for each unused suppression. */
export function withSuppressions(source: SourceText, found: readonly Finding[]): Linted {
  const comments = commentsOf(source);
  const { findings, held, used } = suppress(found, comments, (place) => source.line(place.line));
  const unused = comments.filter((comment) => !used.has(comment));
  return { findings: [...findings, ...unusedFindings(unused, found, RULE_IDS)], held };
}

/** Returns the results of several files as one, with the findings in the order of `compareFindings`. */
export const together = (results: readonly Linted[]): Linted => ({
  findings: results.flatMap((result) => result.findings).sort(compareFindings),
  held: groupedHeld(results.flatMap((result) => result.held)),
});
