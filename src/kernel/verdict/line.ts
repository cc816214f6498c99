import { daysBetween } from "./day.ts";
import type { Verdict } from "./verdict.ts";
import { codeWords, daysLeftWords, pairWords } from "./words.ts";

export interface VerdictWordsOptions {
  /** The current date (YYYY-MM-DD, UTC), for counting an exception's remaining days; null in artifacts, which do not depend on the date. */
  readonly today: string | null;
}

/** Returns the compatibility matrix's code for a tool and connector release with its meaning, or in words why there is no verdict. */
export function matrixWords(verdict: Verdict): string {
  const { reason, cell, means, tool, connector, nearestRow } = verdict;
  if (reason === "no-row") return `no row '${tool}' in the matrix${nearestRow === null ? "" : `, nearest '${nearestRow}'`}`;
  if (reason === "no-cell") return `no cell for connector ${connector} in row '${verdict.row}'`;
  if (reason === "unknown-code") return `code '${cell}' is not in the legend`;
  if (reason === "no-release") return `${codeWords(cell ?? "", means)} in the matrix, but no releases/${connector} to judge`;
  return codeWords(cell ?? "", means);
}

/** Returns in words whether a tier release is in the connector's certified range: 'tier 2606 in range', 'out of range' or 'undecided'. */
export function tierWords({ tier, tierRange }: Verdict): string {
  return `tier ${tier} ${tierRange === null ? "undecided" : tierRange ? "in range" : "out of range"}`;
}

/**
 * Returns the gate of a verdict in words: 'pass', 'accepted until 2036-12-31' with the remaining days, or 'blocked' with the reason why an
 * existing exception does not apply.
 */
export function gateWords({ gate, exception }: Verdict, { today }: VerdictWordsOptions): string {
  if (gate === "pass") return "pass";
  if (!exception) return "blocked";
  if (gate === "block") {
    return exception.expired
      ? `blocked, its exception was valid through ${exception.until}`
      : `blocked, its exception through ${exception.until} does not reach over this`;
  }
  const days = today === null ? Number.NaN : daysBetween(today, exception.until);
  return `accepted until ${exception.until}${Number.isNaN(days) ? "" : `, ${daysLeftWords(days)}`}`;
}

/**
 * Returns a verdict in one line, with the reason and owner of an exception: '2024x Refresh3 × 2606: P (Planned) · tier 2606 in range ·
 * accepted until 2036-12-31 (pilot of 2606, plm-team)'.
 */
export function verdictLine(verdict: Verdict, options: VerdictWordsOptions = { today: null }): string {
  const { gate, exception } = verdict;
  const whose = gate === "accepted" && exception ? ` (${exception.reason}, ${exception.owner})` : "";
  const axes = [matrixWords(verdict), tierWords(verdict), gateWords(verdict, options) + whose];
  return `${pairWords(verdict.tool, verdict.connector)}: ${axes.join(" · ")}`;
}
