import type { RunOptions } from "../compile/compiled.ts";
import type { Host, TreeDescription } from "../../platform/index.ts";

/** What a run shall do. Plain data: it is handed to worker threads as it is. */
export interface RunRequest {
  /** What is read. */
  readonly tree: TreeDescription;
  /**
   * Absolute path of the repository on this machine: what earlier runs found is kept there, and files of secrets are named from there. null: nothing
   * is remembered, and no secret is looked up.
   */
  readonly root: string | null;
  readonly version: string;
  readonly options: RunOptions;
  /** Every environment folder, sorted. */
  readonly names: readonly string[];
  /** Those that were asked for; all others are read only to be compared with. */
  readonly selected: readonly string[];
  /** Ask DNS for every host before judging. */
  readonly resolve: boolean;
  /** The environment whose model the caller goes on with: it is computed in this thread, whatever is remembered of it. */
  readonly keep?: string;
  /** Compile, too; null: check only. `folder`: where the files are written; null: nowhere, the outcome has them. */
  readonly output: { readonly folder: string | null; readonly withSecrets: boolean } | null;
}

/** Returns what a run over a repository on this machine reads and remembers. */
export const repositoryAt = (root: string): Pick<RunRequest, "tree" | "root"> => ({ tree: { kind: "disk", folder: root }, root });

/** What a run may use of the outside world, beside files. */
export type RunWorld = Pick<Host, "env" | "run" | "processors" | "resolve" | "now">;
