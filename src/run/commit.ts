import type { OutputFolder } from "../io/output-folder.ts";
import type { RunRequest } from "./request.ts";
import type { ShardResult } from "./shard.ts";

/** What became of one environment's folder. */
export type Committed = "written" | "unchanged" | "kept" | "not-written";

/**
 * Puts the staged environments into place, one rename each. A blocked one is not written: its old folder stays ('kept'), or there
 * is none ('not-written'). On a full run the folders of environments that are gone are removed when they carry our manifest.
 */
export function commitOutputs(
  folder: OutputFolder,
  request: RunRequest,
  results: readonly ShardResult[],
  blocked: ReadonlySet<string>,
): { outputs: ReadonlyMap<string, Committed>; removed: readonly string[] } {
  const outputs = new Map<string, Committed>();
  const present = new Set(folder.ours());
  const byName = new Map(results.map((item) => [item.result.name, item.output]));
  for (const name of request.selected) {
    const output = byName.get(name);
    if (!output || blocked.has(name)) outputs.set(name, present.has(name) ? "kept" : "not-written");
    else if (output.state === "unchanged") outputs.set(name, "unchanged");
    else {
      folder.commit(name);
      outputs.set(name, "written");
    }
  }
  const names = new Set(request.names);
  const full = request.selected.length === request.names.length;
  const removed = full ? [...present].filter((name) => !names.has(name)) : [];
  for (const name of removed) folder.remove(name);
  return { outputs, removed };
}
