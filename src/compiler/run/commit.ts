import { isRecordingName } from "../model/recording.ts";
import type { OutputFolder } from "../../platform/index.ts";
import type { RunRequest } from "./request.ts";
import type { ShardResult } from "./shard.ts";

/** The result of writing the output folder of one environment. */
export interface Committed {
  readonly state: "written" | "unchanged" | "kept" | "not-written";
  /** Reason in words why the folder was not written; null if it was written or unchanged. */
  readonly why: string | null;
}

export interface Outputs {
  /** Results by the name of the environment; empty for a `check`, which compiles no files. */
  readonly outputs: ReadonlyMap<string, Committed>;
  /** Names of the output folders that a run over all environments removed, because their environments are no longer in the repository. */
  readonly removed: readonly string[];
  /** Compiled files that stay in memory, by ENV/path; empty if they are written to an output folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export const NO_OUTPUTS: Outputs = { outputs: new Map(), removed: [], files: new Map() };

/**
 * Moves the compiled folder of each environment into the output folder, with one rename. An environment that its verdict or an error blocks
 * is not written: its old folder remains ('kept'), or there is none ('not-written'). A run over all environments also removes the folder of
 * an environment that is no longer in the repository, if the folder has a manifest of Tierwright.
 */
export function commitOutputs(
  folder: OutputFolder | null,
  request: RunRequest,
  results: readonly ShardResult[],
  blocked: ReadonlyMap<string, string>,
): Outputs {
  const outputs = new Map<string, Committed>();
  const files = new Map<string, Uint8Array>();
  const byName = new Map(results.map((item) => [item.result.name, item.output]));
  for (const name of request.selected) {
    const output = byName.get(name);
    if (!output || blocked.has(name)) {
      outputs.set(name, {
        state: folder?.carries(name) ? "kept" : "not-written",
        why: blocked.get(name) ?? "it could not be read",
      });
      continue;
    }
    if (output.state === "staged") folder?.commit(name);
    for (const { path, bytes } of output.bytes ?? []) files.set(`${name}/${path}`, bytes);
    outputs.set(name, { state: output.state === "staged" ? "written" : "unchanged", why: null });
  }
  const full = request.selected.length === request.names.length;
  // A recording is compiled only if the command line names it, so a run over all environments must not remove the recording's folder.
  const removed = full && folder ? folder.oursBeside(new Set(request.names)).filter((name) => !isRecordingName(name)) : [];
  for (const name of removed) folder?.remove(name);
  return { outputs, removed, files };
}
