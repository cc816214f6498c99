import { type RuleProblem, missingFile, namedEnvironment, startOf } from "../../kernel/index.ts";
import type { SourceTree } from "../../platform/index.ts";
import { nearFile } from "./near-names.ts";

/**
 * Returns the name of a subfolder that holds an environment.yaml one level too deep; null if there is none. Environments must be folders
 * side by side.
 */
function nested(files: SourceTree, folder: string): string | null {
  const listed = files.list(folder);
  if (listed.kind !== "entries") return null;
  const inner = listed.entries.filter(({ kind }) => kind === "directory").map(({ name }) => name);
  return inner.find((name) => files.read(`${folder}/${name}/environment.yaml`).kind === "file") ?? null;
}

/**
 * Returns the finding for a folder below environments/ without environment.yaml. It names the file beside or inside the folder that was
 * probably meant to be environment.yaml.
 */
export function missingEnvironment(files: SourceTree, path: string): RuleProblem {
  const folder = path.slice(0, path.lastIndexOf("/"));
  const beside = [`${folder}.yaml`, `${folder}.yml`].find((other) => files.read(other).kind === "file") ?? null;
  const near = nearFile(files, path) ?? beside;
  const inner = near === null ? nested(files, folder) : null;
  const found = {
    seen: "environment",
    folder,
    nested: inner,
    near: near === null ? null : ({ is: "file", file: near, wanted: path } as const),
  } as const;
  return missingFile.at(startOf(path), found, {
    follows: [namedEnvironment(folder.slice(folder.lastIndexOf("/") + 1))],
    ...(inner === null ? {} : { explains: [namedEnvironment(inner)] }),
  });
}
