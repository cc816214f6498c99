import type { TreeRecord } from "../../bundle/manifest.ts";

export const PLAN_SCHEMA = "tierwright/swap-plan/v1";
export const JOURNAL_SCHEMA = "tierwright/journal/v1";

export type RunKind = "swap" | "settings" | "rollback";

export interface ByteRecord {
  readonly size: number;
  readonly sha256: string;
}

/**
 * A key of a properties file with its decoded values before and after a deploy or rollback; null if the key is absent. A secret has null
 * for both; its values are in the copies of the file in the work folder.
 */
export interface ValueChange {
  readonly key: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly secret?: true;
}

/** Returns whether the deploy or rollback changes a value; always true for a secret, whose values are hidden. */
export const isChanged = ({ before, after, secret }: ValueChange): boolean => secret === true || before !== after;

/**
 * One file that a deploy or rollback exchanges by itself: outside the plug-in folder, or the conf in a settings switch. `staged` and
 * `backup` are the paths of its new and old bytes relative to .swap, with '/'.
 */
export interface PlannedFile {
  readonly id: string;
  readonly path: string;
  readonly as: "pairs" | "bytes" | "log4j2";
  /** The path of the temporary file next to the target. Its random name is recorded in the plan before the file is made. */
  readonly temp: string;
  readonly before: ByteRecord | null;
  readonly after: ByteRecord | null;
  readonly staged: string | null;
  readonly backup: string | null;
  readonly values: readonly ValueChange[];
}

/** The exchange of the plug-in folder. `before` or `after` is null if no folder exists then. */
export interface PlannedTree {
  readonly live: string;
  readonly staged: string | null;
  readonly backup: string;
  readonly before: TreeRecord | null;
  readonly after: TreeRecord | null;
}

export interface PlannedStray {
  readonly path: string;
  /** The path of the stale copy in quarantine, relative to .swap. */
  readonly to: string;
  readonly folder: boolean;
  /** The SHA-256 of a stale file, or the `treeDigest` of a folder, a second copy of the plug-in. */
  readonly sha256: string;
}

/** The intended changes of a deploy or rollback, written and flushed before the journal names them; never changed later. */
export interface SwapPlan {
  readonly schema: typeof PLAN_SCHEMA;
  readonly run: string;
  readonly kind: RunKind;
  readonly machine: string;
  readonly install: string;
  readonly tree: PlannedTree | null;
  readonly files: readonly PlannedFile[];
  readonly strays: readonly PlannedStray[];
  /** Folders that the deploy or rollback makes, outermost first. */
  readonly made: readonly string[];
}

/** The journal of a deploy or rollback, .swap/journal.json; it exists only while that run is unfinished. */
export interface Journal {
  readonly schema: typeof JOURNAL_SCHEMA;
  readonly run: string;
  readonly state: "prepared" | "reverting";
  readonly machine: string;
  /** SHA-256 of plan.json of the deploy or rollback. */
  readonly plan: string;
  readonly error: string | null;
}

export const jsonBytes = (document: unknown): Buffer => Buffer.from(`${JSON.stringify(document, null, 1)}\n`, "utf8");
