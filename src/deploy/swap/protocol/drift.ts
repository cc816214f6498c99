import type { FileRole } from "../../../compiler/index.ts";

/** A value on the workstation that differs from the one that a deploy installed. */
export interface Drift {
  readonly file: FileRole;
  readonly key: string;
  /** The expected value; null if no value was expected. */
  readonly expected: string | null;
  readonly found: string | null;
}
