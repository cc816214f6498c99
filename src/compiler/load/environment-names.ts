import { wrongUse } from "../../kernel/index.ts";
import { isRecordingName } from "../model/recording.ts";
import { type SourceTree, mayBeFolder } from "../../platform/index.ts";

/**
 * Returns the sorted names of the folders below environments/, without hidden ones. Throws an input error (exit 2) if environments/ cannot
 * be listed.
 */
function folderNames(files: SourceTree): readonly string[] {
  const listed = files.list("environments");
  if (listed.kind === "unreadable")
    throw wrongUse(`the folder environments cannot be read: ${listed.why}`, "make it a folder that you can read");
  if (listed.kind === "missing") return [];
  // keeps a symbolic link without a target, so that reading the environment reports it
  return listed.entries.filter(mayBeFolder).map((entry) => entry.name);
}

/** The folders below environments/: the environments, and the recordings beside them. */
export interface EnvironmentFolders {
  readonly names: readonly string[];
  readonly recordings: readonly string[];
}

/** Returns the names of the environments and those of the recordings, from one listing of environments/. */
export function environmentFolders(files: SourceTree): EnvironmentFolders {
  const all = folderNames(files);
  return { names: all.filter((name) => !isRecordingName(name)), recordings: all.filter(isRecordingName) };
}

/** Returns the names of a repository's environments: the folders below environments/ without those of recordings. */
export const environmentNames = (files: SourceTree): readonly string[] =>
  folderNames(files).filter((name) => !isRecordingName(name));

/** Returns the names of the folders of environments/ that belong to recordings and not to environments. */
export const recordingNames = (files: SourceTree): readonly string[] => folderNames(files).filter(isRecordingName);
