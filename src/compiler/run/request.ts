import type { RunOptions } from "../compile/compiled.ts";
import { VERSION } from "../../kernel/index.ts";
import type { TreeDescription } from "../../platform/index.ts";

/** Input of a `check` or `compile`. Plain data: it is sent unchanged to worker threads. */
export interface RunRequest {
  /** The repository to read: a folder, a commit, or a folder with unsaved editor contents. */
  readonly tree: TreeDescription;
  /**
   * Absolute path of the repository on this machine: the cache is stored there, and paths of secret files are relative to it. null means
   * that nothing is cached and no secret is looked up.
   */
  readonly root: string | null;
  readonly version: string;
  readonly options: RunOptions;
  /** Names of all environments, sorted. */
  readonly names: readonly string[];
  /** Names of the environments to report on. All others are read only for the rules that compare environments. */
  readonly selected: readonly string[];
  /** True to resolve the hosts of all environments with DNS, as evidence for the tier to which they belong. */
  readonly resolve: boolean;
  /** Name of the environment whose compiled form the caller needs; it is computed in this thread even if its result is cached. */
  readonly keep?: string;
  /**
   * Settings for compiling; null means check only. `folder` is the output folder; null keeps the files in the outcome instead of writing
   * them.
   */
  readonly output: { readonly folder: string | null; readonly withSecrets: boolean } | null;
}

/** Returns the fields of a `RunRequest` for a repository on this machine: its source tree and the folder of its cache. */
export const repositoryAt = (root: string): Pick<RunRequest, "tree" | "root"> => ({ tree: { kind: "disk", folder: root }, root });

export type { RunWorld } from "../../platform/index.ts";

/** Returns the options of a `check` on the day `today` that requires no proof of tier membership and uses neither a hosts file nor DNS. */
export const plainOptions = (today: string): RunOptions => ({ today, requireProof: false, hostsFile: null, resolved: null });

/** Returns the request of a `check`, which writes nothing, for the selected environments. */
export const plainRequest = (
  { directory, today }: { readonly directory: string; readonly today: string },
  names: readonly string[],
  selected: readonly string[],
): RunRequest => ({
  ...repositoryAt(directory),
  version: VERSION,
  names,
  selected,
  options: plainOptions(today),
  resolve: false,
  output: null,
});
