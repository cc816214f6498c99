import { wrongUse } from "../../kernel/index.ts";
import { isRecordingName } from "../model/recording.ts";
import { type SourceTree, mayBeFolder } from "../../platform/index.ts";

/** The folders below environments/, sorted; hidden ones do not count. What cannot be listed is an input error (exit 2). */
function folderNames(files: SourceTree): readonly string[] {
  const listed = files.list("environments");
  if (listed.kind === "unreadable")
    throw wrongUse(`the folder environments cannot be read: ${listed.why}`, "make it a folder that you may read");
  if (listed.kind === "missing") return [];
  // a link that leads nowhere is kept: the run then says what is wrong with it
  return listed.entries.filter(mayBeFolder).map((entry) => entry.name);
}

/** What lies below environments/: the environments, and the recordings beside them. */
export interface EnvironmentFolders {
  readonly names: readonly string[];
  readonly recordings: readonly string[];
}

/** Both, listed once. */
export function environmentFolders(files: SourceTree): EnvironmentFolders {
  const all = folderNames(files);
  return { names: all.filter((name) => !isRecordingName(name)), recordings: all.filter(isRecordingName) };
}

/** The environments of a repository: its folders without recordings. */
export const environmentNames = (files: SourceTree): readonly string[] =>
  folderNames(files).filter((name) => !isRecordingName(name));

/** The recordings that lie beside them. */
export const recordingNames = (files: SourceTree): readonly string[] => folderNames(files).filter(isRecordingName);
