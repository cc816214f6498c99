import type { FindingsDocument, PlanDocument } from "./documents.generated.ts";

export interface Checked {
  /** Nothing keeps the environments from being used: no error, no finding from `failOn` on, no closed gate. */
  readonly passes: boolean;
  /** What `tierwright check --format json` prints. */
  readonly document: FindingsDocument;
}

export interface Compiled extends Checked {
  /**
   * The compiled files by ENVIRONMENT/PATH, such as `production/connector/connector.properties`, in code unit order; none of an environment
   * with an error or a closed gate. Secrets are placeholders.
   */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export interface Planned {
  /** Nothing counts against the change: it may be merged. */
  readonly passes: boolean;
  /** What `tierwright plan --format json` prints. */
  readonly document: PlanDocument;
}
