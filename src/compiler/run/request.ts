import type { RunOptions } from "../compile/compiled.ts";
import type { TreeDescription } from "../../platform/index.ts";

/** Input of a run. Plain data: it is sent unchanged to worker threads. */
export interface RunRequest {
  /** The files to read. */
  readonly tree: TreeDescription;
  /**
   * Absolute path of the repository on this machine: the cache is stored there, and paths of secret files are relative to it. null means that nothing
   * is cached and no secret is looked up.
   */
  readonly root: string | null;
  readonly version: string;
  readonly options: RunOptions;
  /** Every environment folder, sorted. */
  readonly names: readonly string[];
  /** Selected environments. All others are read only for comparison. */
  readonly selected: readonly string[];
  /** True to resolve every host with DNS before judging. */
  readonly resolve: boolean;
  /** The environment whose model the caller needs. This thread computes it even if the cache has its result. */
  readonly keep?: string;
  /** Settings for compiling; null means check only. `folder` is the output folder; null keeps the files in the outcome instead of writing them. */
  readonly output: { readonly folder: string | null; readonly withSecrets: boolean } | null;
}

/** Returns the tree and cache location of a run over a repository on this machine. */
export const repositoryAt = (root: string): Pick<RunRequest, "tree" | "root"> => ({ tree: { kind: "disk", folder: root }, root });

export type { RunWorld } from "../../platform/index.ts";
