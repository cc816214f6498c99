/**
 * What goes wrong in a run. `operation`: the n-th file operation (1 is the first), or the n-th step that is reached. A kill is before
 * the operation; `torn`: in the middle of it, where it has one (a write, or the removal of a whole folder). A code fails the operation
 * with the system's error, once, or every one from there on.
 */
export interface Fault {
  readonly what: "operation" | "step";
  readonly at: number;
  readonly how: "kill" | "torn" | "EACCES" | "ENOSPC" | "EIO" | "EBUSY";
  readonly forever?: boolean;
}

/** One operation or step of a run, in order. */
export interface Event {
  readonly kind: "operation" | "step";
  /** `rename`, `write`..., or the step's id with its detail. */
  readonly name: string;
  readonly path: string;
}

/** Operations that change the disk: a kill before any other leaves what a kill before the next of these leaves. */
export const CHANGES: ReadonlySet<string> = new Set(["makeFolder", "write", "rename", "replace", "remove", "removeFolder", "removeTree"]);
