import type { FileRole } from "../../../compiler/index.ts";

/** A value on the machine that differs from the expected one. */
export interface Drift {
  readonly file: FileRole;
  readonly key: string;
  /** Null if no value was expected, or if the key is missing. */
  readonly expected: string | null;
  readonly found: string | null;
}
