import { systemCode } from "../../kernel/index.ts";
import type { Lying, OpenFolder, SweepFiles } from "../../platform/index.ts";

/** A file to delete, with its file stamp and that of its folder when the sweep was planned. Only `removePlanned` deletes such files. */
export interface Planned {
  /** The absolute real path of the folder that contains the file. */
  readonly folder: string;
  readonly folderWas: Lying;
  readonly name: string;
  readonly was: Lying;
}

/**
 * The result of deleting one file. `gone`: another program deleted it; `changed`: it was written since the plan; `exchanged`: its name now
 * belongs to another file; `moved`: its folder was replaced; `stopped`: not tried, because another file of its folder was `exchanged` or
 * `moved`; `kept`: not tried, because an earlier file of its capture could not be deleted.
 */
export type Outcome =
  | { readonly kind: "deleted" | "gone" | "changed" | "exchanged" | "moved" | "in-use" | "stopped" | "kept" }
  | { readonly kind: "failed"; readonly code: string };

const sameThing = (a: Lying, b: Lying): boolean => a.kind === b.kind && a.device === b.device && a.inode === b.inode;

/** Compares a file just before its deletion with its file stamp in the plan. Returns null if file and folder are unchanged. */
function differs(open: OpenFolder, { folderWas, name, was }: Planned): Outcome | null {
  if (!sameThing(open.itself, folderWas)) return { kind: "moved" };
  const now = open.stat(name);
  if (now === null) return { kind: "gone" };
  if (!sameThing(now, was)) return { kind: "exchanged" };
  return now.size === was.size && now.modified === was.modified ? null : { kind: "changed" };
}

/** The error codes of a deletion that fails because a program has the file open; POSIX systems usually delete such a file. */
const HELD: readonly string[] = ["EBUSY", "ETXTBSY"];

function failure(error: unknown): Outcome {
  const code = systemCode(error);
  if (code === "") throw error;
  if (code === "ENOENT") return { kind: "gone" };
  return HELD.includes(code) ? { kind: "in-use" } : { kind: "failed", code };
}

/**
 * Deletes one file if it and its folder are unchanged since planning. Keeps the folder open from the comparison to the deletion, so that no
 * symbolic link or other folder can replace it in between.
 */
export function removePlanned(files: SweepFiles, planned: Planned): Outcome {
  try {
    // a symbolic link or junction in the path means that the folder was replaced since planning
    if (files.real(planned.folder) !== planned.folder) return { kind: "moved" };
    return files.within(planned.folder, (open): Outcome => {
      const difference = differs(open, planned);
      if (difference) return difference;
      open.remove(planned.name);
      return { kind: "deleted" };
    });
  } catch (error) {
    return failure(error);
  }
}

/**
 * The files that a sweep deletes together: a single log file, or the files of a capture with events.ndjson last. Once one cannot be
 * deleted, those after it are kept.
 */
export interface Removal {
  readonly files: readonly Planned[];
  /** The capture's folder, which is deleted after all its files; null for a log file. */
  readonly folder: PlannedFolder | null;
}

export interface PlannedFolder {
  readonly path: string;
  readonly was: Lying;
}

export interface Removed {
  readonly done: readonly { readonly planned: Planned; readonly outcome: Outcome }[];
  /** The result of deleting the capture's folder; null for a log file. */
  readonly folder: Outcome | null;
}

/** The results that show a race with another program: the sweep then deletes no further file of that folder. */
const RACE: readonly Outcome["kind"][] = ["exchanged", "moved"];
/** The results after which the file does not exist any more. */
export const AWAY: readonly Outcome["kind"][] = ["deleted", "gone"];

function removeFolder(files: SweepFiles, { path, was }: PlannedFolder): Outcome {
  try {
    const now = files.stat(path);
    if (now === null || !sameThing(now, was) || files.real(path) !== path) return { kind: "moved" };
    files.removeFolder(path);
    return { kind: "deleted" };
  } catch (error) {
    return failure(error);
  }
}

/** Deletes the planned log files and captures in order. If one fails, still tries later ones, except in a folder with a race. */
export function removeAll(files: SweepFiles, removals: readonly Removal[]): readonly Removed[] {
  const stopped = new Set<string>();
  return removals.map((removal) => {
    let stays = false;
    const done = removal.files.map((planned) => {
      const outcome: Outcome = stopped.has(planned.folder)
        ? { kind: "stopped" }
        : stays
          ? { kind: "kept" }
          : removePlanned(files, planned);
      if (RACE.includes(outcome.kind)) stopped.add(planned.folder);
      if (!AWAY.includes(outcome.kind)) stays = true;
      return { planned, outcome };
    });
    const { folder } = removal;
    return { done, folder: folder === null ? null : stays ? { kind: "kept" } : removeFolder(files, folder) };
  });
}
