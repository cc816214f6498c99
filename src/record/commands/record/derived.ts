import { join } from "node:path";
import { type CompiledEnvironment, recordingName } from "../../../compiler/index.ts";
import { environmentNameFault, environmentPath, sha256, wrongUse } from "../../../kernel/index.ts";
import { type MadeFile, type SourceTree, diskTree, isPlainFolder, removeMade, writeNewFiles } from "../../../platform/index.ts";
import { recordingYaml } from "../../recording/environment-yaml.ts";
import type { MovedAddress, RecordingMode, WantedRelay } from "../../recording/moved.ts";

/**
 * The .gitignore of a recording's environment, which excludes the whole folder from commits, whatever the repository's own .gitignore has.
 */
const IGNORE_ALL = Buffer.from("*\n");

const folderOf = (name: string): string => `environments/${name}`;

/** Returns the paths of all files below a folder of the repository; does not follow symbolic links. */
function filesBelow(files: SourceTree, folder: string): readonly string[] {
  const listed = files.list(folder);
  if (listed.kind !== "entries") return [];
  return listed.entries.flatMap(({ name, kind }) =>
    kind === "directory" ? filesBelow(files, `${folder}/${name}`) : [`${folder}/${name}`],
  );
}

/** Returns the files of a recording's environment by path: those of the recorded one with another environment.yaml, and a .gitignore. */
export function derivedFiles(
  directory: string,
  { environment }: CompiledEnvironment,
  moved: readonly MovedAddress[],
  relays: readonly WantedRelay[],
  mode: RecordingMode,
): ReadonlyMap<string, Uint8Array> {
  const { name } = environment;
  const recording = recordingName(name);
  const fault = environmentNameFault(recording);
  if (fault !== null)
    throw wrongUse(`the recording of ${name} would be called ${recording}: ${fault}`, "give the environment a shorter name");
  const document = environment.layers.find((layer) => layer.name === "environment")?.tree;
  if (document?.type !== "map") throw new Error("an environment without a document");
  const files = diskTree(directory);
  const copied = filesBelow(files, folderOf(name)).flatMap((path): [string, Uint8Array][] => {
    const read = path === environmentPath(name) ? null : files.read(path);
    return read?.kind === "file" ? [[`${folderOf(recording)}${path.slice(folderOf(name).length)}`, read.bytes]] : [];
  });
  const yaml = Buffer.from(recordingYaml(environment, document, moved, relays, mode), "utf8");
  return new Map([[environmentPath(recording), yaml], ...copied, [`${folderOf(recording)}/.gitignore`, IGNORE_ALL]]);
}

/**
 * Writes the files of a recording's environment into the repository, all or none.
 * @returns The paths of the files with their digests, for `removeDerived`.
 */
export function saveDerived(directory: string, files: ReadonlyMap<string, Uint8Array>): readonly MadeFile[] {
  writeNewFiles(directory, files);
  return [...files].map(([path, bytes]) => ({ path, sha256: sha256(bytes) }));
}

/**
 * Deletes the files of a recording's environment.
 * @param environment The recorded environment, which stays.
 * @returns The paths of the files that are kept because somebody changed them.
 */
export const removeDerived = (directory: string, environment: string, made: readonly MadeFile[]): readonly string[] =>
  removeMade(directory, made, folderOf(recordingName(environment)));

/** Returns whether the repository has the folder of the environment that recording `environment` makes. */
export const isDerived = (directory: string, environment: string): boolean =>
  isPlainFolder(join(directory, folderOf(recordingName(environment))));
