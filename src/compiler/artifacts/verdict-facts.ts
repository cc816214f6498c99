import type { Verdict } from "../../kernel/index.ts";

const REASONS: Readonly<Record<NonNullable<Verdict["reason"]>, string>> = {
  "no-row": "no row of the matrix names this tool",
  "no-cell": "the tool's row has no cell for this connector",
  "unknown-code": "the cell's code is not in the legend",
  "no-release": "there is no such connector release",
};

/**
 * Returns the facts of a verdict in one line. The line does not depend on today's date: it names an exception's last day, not whether the
 * exception has expired (docs/verdicts.md).
 */
export function verdictFacts(verdict: Verdict): string {
  const code =
    verdict.matrix === null
      ? verdict.reason
        ? REASONS[verdict.reason]
        : "no verdict"
      : verdict.matrix + (verdict.means ? ` (${verdict.means})` : "");
  const range =
    verdict.tierRange === null
      ? "certified range not stated"
      : verdict.tierRange
        ? "tier in the certified range"
        : "tier outside the certified range";
  const exception = verdict.exception
    ? `; accepted by exception until ${verdict.exception.until}: ${verdict.exception.reason} (${verdict.exception.owner})`
    : "";
  return `${code}; ${range}${exception}`;
}

/**
 * Returns a verdict as a manifest records it: facts and an exception's last day, never the gate, which depends on today's date
 * (docs/verdicts.md).
 */
export function verdictRecord({ matrix, reason, tierRange, exception }: Verdict) {
  return {
    matrix,
    reason,
    tierRange,
    exception: exception && { reason: exception.reason, owner: exception.owner, until: exception.until },
  };
}
