import {
  type Verdict,
  type VerdictWordsOptions,
  gateWords,
  matrixWords,
  pairWords,
  tierWords,
  verdictLine,
} from "../kernel/index.ts";
import { list } from "./table.ts";

export { type VerdictWordsOptions, verdictLine };

/**
 * Returns, in words, whether a source outside the compatibility matrix claims a verdict's releases, always with the addition that claims do
 * not count.
 */
function claimWords(claim: Verdict["claims"][number]): string {
  return `${claim.source} ${claim.covers ? "claims this pair and tier" : "does not claim this pair and tier"}; for information only`;
}

export interface VerdictBlockOptions extends VerdictWordsOptions {
  /** The tier releases for which the connector release is certified, if the connector release is known. */
  readonly certified?: readonly string[];
}

/** Returns the rows of a verdict, each with its name: matrix, tier, exception, claims and gate. */
export function verdictRows(verdict: Verdict, options: VerdictBlockOptions): readonly (readonly [string, string])[] {
  const { exception } = verdict;
  const range = options.certified?.length ? ` (certified: ${options.certified.join(", ")})` : "";
  return [
    ["matrix", matrixWords(verdict)],
    ["tier", `${tierWords(verdict).replace(/^tier /, "")}${range}`],
    ...(exception ? [["exception", `${exception.reason} (${exception.owner}), through ${exception.until}`] as const] : []),
    ...verdict.claims.map((claim) => ["claim", claimWords(claim)] as const),
    ["gate", gateWords(verdict, options)],
  ];
}

/** Returns a verdict as lines without colour: first the tool and connector release, then its rows, indented. */
export function verdictBlock(verdict: Verdict, options: VerdictBlockOptions = { today: null }): readonly string[] {
  return [pairWords(verdict.tool, verdict.connector), ...list(verdictRows(verdict, options), 11)];
}

/** Returns a verdict as `--format json` writes it (docs/formats.md). */
export function verdictJson(verdict: Verdict) {
  const { environment, tool, connector, tier, matrix, reason, tierRange, gate, exception, claims } = verdict;
  const { cell, means, row, nearestRow } = verdict;
  return { environment, tool, connector, tier, matrix, reason, tierRange, gate, exception, claims, cell, means, row, nearestRow };
}
