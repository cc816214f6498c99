/** Why there is no code: the exact row is missing, the row has no such connector, the code is not in the legend, no such release folder. */
export type NoVerdictReason = "no-row" | "no-cell" | "unknown-code" | "no-release";

export type Gate = "pass" | "accepted" | "block";

export interface VerdictClaim {
  readonly source: string;
  /** True when the claim names this tool and this tier. Shown, never counted. */
  readonly covers: boolean;
}

/** The verdict on one environment (docs/verdicts.md). */
export interface Verdict {
  readonly environment: string;
  readonly tool: string;
  readonly connector: string;
  readonly tier: string;
  /** The cell's code as written, or null with a reason. */
  readonly matrix: string | null;
  readonly reason: NoVerdictReason | null;
  /** The code of the cell even where the legend does not know it; null where there is no cell. */
  readonly cell: string | null;
  /** Meaning of the code in the legend, where it says one. */
  readonly means: string | null;
  /** The tool row of the matrix as written, when one matches; else the nearest one. */
  readonly row: string | null;
  readonly nearestRow: string | null;
  /** Is the tier's release in the connector's certified range; null = undecided (no certifiedTiers stated). */
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
