/**
 * The swap protocol as data: the order of steps, their changes, and the effect of a failure. Tierwright executes these rows
 * (src/deploy/swap/run/interpret.ts), deploy.ps1 has an equal table, the model test explores them, and docs/swap-protocol.md is generated
 * from them.
 */

/** The objects that a deploy or rollback changes. `files` are all files that it exchanges one by one, `strays` all stale copies. */
export type Target = "live" | "staged" | "backup" | "files" | "temps" | "strays" | "journal" | "receipt" | "work";

/** The contents of a target (file or folder) that the swap protocol distinguishes. */
export type Content = "old" | "new" | "none" | "prepared" | "reverting" | "there" | "away";

/**
 * One indivisible change of a step of the swap protocol: a file or folder (the target) gets new content, or the content of another target.
 */
export interface Change {
  readonly target: Target;
  readonly becomes: Content | { readonly from: Target };
}

export type StepId =
  | "verify"
  | "lock"
  | "recover"
  | "preflight"
  | "stage"
  | "plan"
  | "journal"
  | "place"
  | "check"
  | "away"
  | "files"
  | "strays"
  | "enter"
  | "prove"
  | "receipt"
  | "close"
  | "prune"
  | "copy";

/**
 * The effect of a failure in a step of the swap protocol. refuse: nothing was written. drop: only the work folder is deleted. undo: the old
 * state is restored (`UNDO`). warn: the deploy or rollback still succeeds.
 */
export type OnFailure = "refuse" | "drop" | "undo" | "warn";

export interface Step {
  readonly id: StepId;
  readonly does: string;
  /** Set if the step is executed once for each file or each stale copy. */
  readonly each?: "files" | "strays";
  /** True if only a deploy or rollback that exchanges the plug-in folder executes the step. */
  readonly tree?: true;
  readonly changes: readonly Change[];
  readonly onFailure: OnFailure;
}

const none: readonly Change[] = [];

export const STEPS: readonly Step[] = [
  {
    id: "verify",
    does: "verifies the whole bundle: structure, names, exact set, hashes, signature",
    changes: none,
    onFailure: "refuse",
  },
  { id: "lock", does: "takes the lock of the installation; a second runner is refused", changes: none, onFailure: "refuse" },
  { id: "recover", does: "finishes or undoes an interrupted run", changes: none, onFailure: "refuse" },
  {
    id: "preflight",
    does: "compares tool row, plug-in id, environment, serial, live values, second copies, rights, space, lengths, running tool",
    changes: none,
    onFailure: "refuse",
  },
  {
    id: "stage",
    does: "writes the new tree and the new bytes of every file into the work folder, flushed, and reads them back",
    changes: [
      { target: "work", becomes: "there" },
      { target: "staged", becomes: "new" },
    ],
    onFailure: "drop",
  },
  {
    id: "plan",
    does: "writes plan, receipt and the mark for turning back into the work folder",
    changes: none,
    onFailure: "drop",
  },
  {
    id: "journal",
    does: "writes the journal: from here on, a later run can finish or undo this one",
    changes: [{ target: "journal", becomes: "prepared" }],
    onFailure: "undo",
  },
  {
    id: "place",
    does: "writes a temporary file next to every target: all are proven writable before one is changed",
    changes: [{ target: "temps", becomes: "there" }],
    onFailure: "undo",
  },
  { id: "check", does: "checks once more: nothing changed since, and the tool does not run", changes: none, onFailure: "undo" },
  {
    id: "away",
    does: "renames the live plug-in folder into the work folder: from here the tool finds no plug-in, so no half state can sign in",
    tree: true,
    changes: [
      { target: "backup", becomes: { from: "live" } },
      { target: "live", becomes: "none" },
    ],
    onFailure: "undo",
  },
  {
    id: "files",
    does: "renames each temporary file over its target",
    each: "files",
    changes: [{ target: "files", becomes: "new" }],
    onFailure: "undo",
  },
  {
    id: "strays",
    does: "moves each stale copy into quarantine",
    each: "strays",
    changes: [{ target: "strays", becomes: "away" }],
    onFailure: "undo",
  },
  {
    id: "enter",
    does: "renames the staged folder to its place: the commit point of a swap",
    tree: true,
    changes: [
      { target: "live", becomes: { from: "staged" } },
      { target: "staged", becomes: "none" },
    ],
    onFailure: "undo",
  },
  { id: "prove", does: "hashes the live tree and every file again", changes: none, onFailure: "undo" },
  {
    id: "receipt",
    does: "renames the prepared receipt to its place",
    changes: [{ target: "receipt", becomes: "new" }],
    onFailure: "undo",
  },
  { id: "close", does: "removes the journal", changes: [{ target: "journal", becomes: "none" }], onFailure: "warn" },
  { id: "prune", does: "removes backups that no rollback needs", changes: none, onFailure: "warn" },
  { id: "copy", does: "copies the receipt to the folder that was named", changes: none, onFailure: "warn" },
];

export type UndoId = "mark" | "out" | "restore" | "unstray" | "unreceipt" | "return" | "clear" | "drop" | "sweep";

export interface UndoStep {
  readonly id: UndoId;
  readonly does: string;
  readonly each?: "files" | "strays";
  readonly tree?: true;
  /** The condition under which the step of an undo is executed; null if it is always executed. */
  readonly when: { readonly target: Target; readonly is: readonly Content[] } | null;
  readonly changes: readonly Change[];
}

/** The steps that undo a deploy or rollback. A step with nothing to do is skipped, so an interrupted undo can be repeated. */
export const UNDO: readonly UndoStep[] = [
  {
    id: "mark",
    does: "marks the journal if a later run would otherwise go forward, into the same failure",
    when: null,
    changes: [{ target: "journal", becomes: "reverting" }],
  },
  {
    id: "out",
    does: "renames the new plug-in folder out of its place",
    tree: true,
    when: { target: "live", is: ["new"] },
    changes: [
      { target: "staged", becomes: { from: "live" } },
      { target: "live", becomes: "none" },
    ],
  },
  {
    id: "restore",
    does: "restores the old bytes, or the old values by logical line",
    each: "files",
    when: { target: "files", is: ["new"] },
    changes: [{ target: "files", becomes: "old" }],
  },
  {
    id: "unstray",
    does: "moves each stale copy back to its place",
    each: "strays",
    when: { target: "strays", is: ["away"] },
    changes: [{ target: "strays", becomes: "there" }],
  },
  {
    id: "unreceipt",
    does: "withdraws the receipt",
    when: { target: "receipt", is: ["new"] },
    changes: [{ target: "receipt", becomes: "old" }],
  },
  {
    id: "return",
    does: "renames the old plug-in folder back",
    tree: true,
    when: { target: "backup", is: ["old"] },
    changes: [
      { target: "live", becomes: { from: "backup" } },
      { target: "backup", becomes: "none" },
    ],
  },
  {
    id: "clear",
    does: "removes the temporary files next to the targets",
    when: null,
    changes: [{ target: "temps", becomes: "none" }],
  },
  { id: "drop", does: "removes the journal", when: null, changes: [{ target: "journal", becomes: "none" }] },
  { id: "sweep", does: "removes the work folder", when: null, changes: [{ target: "work", becomes: "none" }] },
];

export type FinishId = "files" | "strays" | "prove" | "receipt" | "clear" | "close";

export interface FinishStep {
  readonly id: FinishId;
  readonly does: string;
  readonly each?: "files" | "strays";
  readonly changes: readonly Change[];
}

/**
 * The steps that finish an interrupted deploy or rollback. A step whose work is done is skipped, so an interrupted recovery can be
 * repeated.
 */
export const FINISH: readonly FinishStep[] = [
  {
    id: "files",
    does: "sets the new bytes, or the new values by logical line",
    each: "files",
    changes: [{ target: "files", becomes: "new" }],
  },
  {
    id: "strays",
    does: "moves each stale copy that is still there into quarantine",
    each: "strays",
    changes: [{ target: "strays", becomes: "away" }],
  },
  { id: "prove", does: "hashes the live tree and every file again", changes: none },
  { id: "receipt", does: "renames the prepared receipt to its place", changes: [{ target: "receipt", becomes: "new" }] },
  {
    id: "clear",
    does: "removes the temporary files next to the targets",
    changes: [{ target: "temps", becomes: "none" }],
  },
  { id: "close", does: "removes the journal", changes: [{ target: "journal", becomes: "none" }] },
];

/**
 * The facts from which a recovery decides whether to finish or undo an interrupted deploy or rollback: the journal's state, and the files
 * on the disk.
 */
export interface Facts {
  readonly state: "prepared" | "reverting";
  /**
   * "after" if the live plug-in folder is the one that the interrupted deploy or rollback installs; null if that exchanges no plug-in
   * folder.
   */
  readonly live: "after" | "other" | null;
  /** True if every file of the plan already has the content that the interrupted deploy or rollback was to give it. */
  readonly filesAfter: boolean;
}

/**
 * Returns whether a recovery finishes the interrupted deploy or rollback (forward) or undoes it (backward). If the run exchanges the
 * plug-in folder, that folder decides, because it changes by one rename; otherwise the files decide. With a journal in the state
 * `reverting`, the recovery always undoes.
 */
export function directionOf({ state, live, filesAfter }: Facts): "forward" | "backward" {
  if (state === "reverting") return "backward";
  if (live !== null) return live === "after" ? "forward" : "backward";
  return filesAfter ? "forward" : "backward";
}
