/**
 * The reason why an environment has no code of the matrix: the row is missing, the row has no such connector, the code is not in the
 * legend, or there is no such release folder.
 */
export type NoVerdictReason = "no-row" | "no-cell" | "unknown-code" | "no-release";

export type Gate = "pass" | "accepted" | "block";

export interface VerdictClaim {
  readonly source: string;
  /** True if the claim names this tool and this tier. Claims are shown, but do not affect the gate. */
  readonly covers: boolean;
}

/** The verdict on one environment (docs/verdicts.md). */
export interface Verdict {
  readonly environment: string;
  readonly tool: string;
  readonly connector: string;
  readonly tier: string;
  /** The code of the matrix cell as written; null, with `reason`, if there is no verdict. */
  readonly matrix: string | null;
  readonly reason: NoVerdictReason | null;
  /** The code of the cell, even if it is not in the legend; null if there is no cell. */
  readonly cell: string | null;
  /** Meaning of `cell` in the matrix's legend; null if the legend has none. */
  readonly means: string | null;
  /** The matching tool row of the matrix, as written; `nearestRow` is the nearest one if none matches. */
  readonly row: string | null;
  readonly nearestRow: string | null;
  /** True if the tier's release is in the connector's certified range; null if undecided, because no certifiedTiers are declared. */
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
