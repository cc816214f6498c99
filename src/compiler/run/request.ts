import type { RunOptions } from "../compile/compiled.ts";
import type { Host } from "../../platform/index.ts";

/** What a run shall do. Plain data: it is handed to worker threads as it is. */
export interface RunRequest {
  /** Absolute path of the config repository. */
  readonly root: string;
  readonly version: string;
  readonly options: RunOptions;
  /** Every environment folder, sorted. */
  readonly names: readonly string[];
  /** Those that were asked for; all others are read only to be compared with. */
  readonly selected: readonly string[];
  /** Ask DNS for every host before judging. */
  readonly resolve: boolean;
  /** Nothing is taken from the cache, and nothing put there: the files lie in a folder of ours. */
  readonly forget?: true;
  /** Texts by path that stand in an editor and not on the disk yet: results rest on them, and nothing of that is remembered. */
  readonly unsaved?: ReadonlyMap<string, Buffer>;
  /** The environment whose model the caller goes on with: it is computed in this thread, whatever is remembered of it. */
  readonly keep?: string;
  /** Compile, too; absent: check only. */
  readonly output: { readonly folder: string; readonly withSecrets: boolean } | null;
}

/** What a run may use of the outside world, beside files. */
export type RunWorld = Pick<Host, "env" | "run" | "processors" | "resolve" | "now">;
