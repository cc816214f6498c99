import { compareFindings, type Finding } from "../diagnostic/finding.ts";
import { RULE_IDS } from "../run/rules.ts";
import { commentsOf, suppress } from "../run/suppress.ts";
import { unusedFindings } from "../run/unused-suppressions.ts";
import type { SourceText } from "../source/text.ts";

/** Findings in files that were named, and how many their comments hold back. */
export interface Linted {
  readonly findings: readonly Finding[];
  readonly suppressed: number;
}

/** What was found in one file, with the suppressions in its own comments. */
export function withSuppressions(source: SourceText, found: readonly Finding[]): Linted {
  const comments = commentsOf(source);
  const { findings, suppressed, used } = suppress(found, comments, (place) => source.line(place.line));
  const unused = comments.filter((comment) => !used.has(comment));
  return { findings: [...findings, ...unusedFindings(unused, found, RULE_IDS)], suppressed };
}

/** Several files as one, in the order of their places. */
export const together = (results: readonly Linted[]): Linted => ({
  findings: results.flatMap((result) => result.findings).sort(compareFindings),
  suppressed: results.reduce((sum, result) => sum + result.suppressed, 0),
});
