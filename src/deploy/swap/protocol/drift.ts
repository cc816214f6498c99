import type { FileRole } from "../../../compiler/index.ts";

/** A value on the workstation that differs from the one that a deploy installed or would install. */
export interface Drift {
  readonly file: FileRole;
  readonly key: string;
  /** The value that the last deploy installed, or that the bundle installs; null if it has no such key. */
  readonly expected: string | null;
  readonly found: string | null;
}
