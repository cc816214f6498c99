/**
 * The reason why the matrix gives an environment no verdict: the matrix lacks the tool's row, the row lacks the connector release, the
 * legend (`codes`) lacks the code, or releases/ has no folder of the connector release.
 */
export type NoVerdictReason = "no-row" | "no-cell" | "unknown-code" | "no-release";

export type Gate = "pass" | "accepted" | "block";

export interface VerdictClaim {
  readonly source: string;
  /** True if the claim names the environment's tool and tier release. Output shows claims, but they do not affect the gate. */
  readonly covers: boolean;
}

/** The verdict on one environment: whether its tool, connector and tier release are allowed together (docs/verdicts.md). */
export interface Verdict {
  readonly environment: string;
  readonly tool: string;
  readonly connector: string;
  readonly tier: string;
  /** The code of the cell of the compatibility matrix, as written; null if there is no verdict, for the reason in `reason`. */
  readonly matrix: string | null;
  readonly reason: NoVerdictReason | null;
  /** The code of the matrix cell, even if the matrix's legend (`codes`) lacks it; null if there is no cell. */
  readonly cell: string | null;
  /** The meaning of `cell` in the legend (`codes`) of the matrix; null if the legend states none. */
  readonly means: string | null;
  /** The name of the matrix row of the environment's tool, as written; if none matches, `nearestRow` has that of the most similar row. */
  readonly row: string | null;
  readonly nearestRow: string | null;
  /** True if the connector release is certified for the tier release; null if no release.yaml declares its `certifiedTiers`. */
  readonly tierRange: boolean | null;
  readonly gate: Gate;
  readonly exception: {
    readonly reason: string;
    readonly owner: string;
    readonly until: string;
    readonly expired: boolean;
  } | null;
  readonly claims: readonly VerdictClaim[];
}
