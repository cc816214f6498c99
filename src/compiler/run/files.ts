import { PlannedFiles, RepositoryFiles } from "../../platform/index.ts";
import type { RunRequest } from "./request.ts";

/** The repository's files as a run sees them: what an editor has not saved yet counts before what lies on the disk. */
export function filesOf({ root, unsaved }: Pick<RunRequest, "root" | "unsaved">): RepositoryFiles {
  return unsaved && unsaved.size > 0 ? new PlannedFiles(root, unsaved) : new RepositoryFiles(root);
}
