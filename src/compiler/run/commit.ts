import { isRecordingName } from "../model/recording.ts";
import type { OutputFolder } from "../../platform/index.ts";
import type { RunRequest } from "./request.ts";
import type { ShardResult } from "./shard.ts";

/** What became of one environment's folder. */
export interface Committed {
  readonly state: "written" | "unchanged" | "kept" | "not-written";
  /** Why it was not written. */
  readonly why: string | null;
}

export interface Outputs {
  /** By environment; empty when nothing was to be compiled. */
  readonly outputs: ReadonlyMap<string, Committed>;
  /** Folders of environments that are gone, removed on a full run. */
  readonly removed: readonly string[];
  /** What was compiled in memory, by ENV/path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export const NO_OUTPUTS: Outputs = { outputs: new Map(), removed: [], files: new Map() };

/**
 * Puts the staged environments into place, one rename each. A blocked one is not written: its old folder stays ('kept'), or there
 * is none ('not-written'). On a full run the folders of environments that are gone are removed when they carry our manifest.
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
  // a recording is compiled when it is named, and is in no full run
  const removed = full && folder ? folder.oursBeside(new Set(request.names)).filter((name) => !isRecordingName(name)) : [];
  for (const name of removed) folder?.remove(name);
  return { outputs, removed, files };
}
