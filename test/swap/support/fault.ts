/**
 * What goes wrong in a run. `operation`: the n-th file operation (1 is the first); `step`: the n-th step that is reached, or the first of
 * that name. A kill is before it; `torn`: in the middle of the operation, where it has one (a write, or the removal of a whole folder). A
 * code fails the operation with the system's error, once, or every one from there on; `late`: it is done, and fails with EIO all the same,
 * as a rename whose folder cannot be flushed. `change`: somebody else writes a file then.
 */
export interface Fault {
  readonly what: "operation" | "step";
  readonly at: number | string;
  readonly how: "kill" | "torn" | "late" | "change" | "EACCES" | "ENOSPC" | "EIO" | "EBUSY";
  readonly forever?: boolean;
  /** `{run}` in the path is the newest run's folder below .swap. text null: removed. */
  readonly change?: { readonly path: string; readonly text: string | null };
  /** A second fault, at the n-th operation that changes the disk after the first. */
  readonly second?: { readonly at: number; readonly how: "kill" | "torn" | "EIO" };
}

/** One operation or step of a run, in order. */
export interface Event {
  readonly kind: "operation" | "step";
  /** `rename`, `write`..., or the step's id with its detail. */
  readonly name: string;
  readonly path: string;
}

/** Operations that change the disk: a kill before any other leaves what a kill before the next of these leaves. */
export const CHANGES: ReadonlySet<string> = new Set([
  "makeFolder",
  "write",
  "rename",
  "replace",
  "remove",
  "removeFolder",
  "removeTree",
]);
