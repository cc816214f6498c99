/**
 * What goes wrong in a run. `operation`: the n-th file operation (1 is the first); `step`: the n-th step that is reached, or the first of
 * that name. A kill is before it; `torn`: in the middle of the operation, where it has one (a write, or the removal of a whole folder). A
 * code fails the operation with the system's error, once, or every one from there on; `late`: it is done, and fails with EIO all the same,
 * as a rename whose folder cannot be flushed. `change`: somebody else writes a file then.
 */
export interface Fault {
  readonly what: "operation" | "step";
  readonly at: number | string;
  readonly how: "kill" | "torn" | "late" | "change" | "EACCES" | "ENOSPC" | "EIO" | "EBUSY" | "scan";
  readonly forever?: boolean;
  /** `{run}` in the path is the newest run's folder below .swap, `{temp NAME}` the temporary file of NAME. text null: removed. */
  readonly change?: {
    readonly path: string;
    readonly text?: string | null;
    /** In place of a text: the bytes of this file. */
    readonly from?: string;
    /** With `from`: another file is renamed over it; else it is rewritten in place. */
    readonly over?: boolean;
  };
  /** With `scan`: what the scanner holds; the run then has the patience that it has on Windows, on a clock that only waiting moves. */
  readonly scan?: Scan;
  /** A second fault, at the n-th operation that changes the disk after the first. */
  readonly second?: { readonly at: number; readonly how: "kill" | "torn" | "EIO" };
  /** A kill after the fault, when this step is reached. */
  readonly dies?: string;
}

/** How long a run tries again while something holds a file, in milliseconds: what machineWorld has on Windows. */
export const PATIENCE = 30_000;

/**
 * A virus scanner that opens what was written or moved, so that nobody may move, replace or remove it: every file whose path ends with
 * `path` for a time, or any file, by chance. `milliseconds` null: it never lets go.
 */
export interface Scan {
  readonly path?: string;
  readonly milliseconds?: number | null;
  /** By chance: the same seed holds the same files of the same run. `percent` of them for at most `longest`, `stuck` percent for ever. */
  readonly seed?: number;
  readonly percent?: number;
  readonly longest?: number;
  readonly stuck?: number;
  /** Nobody may read it either. */
  readonly alone?: boolean;
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
