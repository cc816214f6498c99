import type { FindingsDocument, PlanDocument } from "./documents.generated.ts";

export interface Checked {
  /** True if every environment can be used: no error, no finding of severity `failOn` or higher, no verdict with the gate `block`. */
  readonly passes: boolean;
  /** The document that `tierwright check --format json` prints. */
  readonly document: FindingsDocument;
}

export interface Compiled extends Checked {
  /**
   * The compiled files by ENVIRONMENT/PATH, for example `production/connector/connector.properties`, in code unit order. Environments with
   * an error or the gate `block` have none. Secrets are placeholders.
   */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export interface Planned {
  /** True if nothing blocks the change: it can be merged. */
  readonly passes: boolean;
  /** The document that `tierwright plan --format json` prints. */
  readonly document: PlanDocument;
}
