import type { FileRole } from "../../../compiler/index.ts";

/** A value on the machine that nobody expected. */
export interface Drift {
  readonly file: FileRole;
  readonly key: string;
  /** null: the key was not expected, or is not there. */
  readonly expected: string | null;
  readonly found: string | null;
}
