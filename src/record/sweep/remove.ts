import { systemCode } from "../../kernel/index.ts";
import type { Lying, OpenFolder, SweepFiles } from "../../platform/index.ts";

/** A file with its state when the sweep was planned. `removePlanned` is the only function of a sweep that deletes files. */
export interface Planned {
  /** The absolute real path of the folder below which files are deleted. */
  readonly folder: string;
  readonly folderWas: Lying;
  readonly name: string;
  readonly was: Lying;
}

/**
 * The result for one file. `gone`: another program deleted it; `changed`: it was written since the plan; `exchanged`: its name now belongs
 * to another file; `moved`: its folder was replaced; `stopped`: not tried, because another program is changing its folder; `kept`: not
 * tried, because a part of its capture could not be deleted.
 */
export type Outcome =
  | { readonly kind: "deleted" | "gone" | "changed" | "exchanged" | "moved" | "in-use" | "stopped" | "kept" }
  | { readonly kind: "failed"; readonly code: string };

const sameThing = (a: Lying, b: Lying): boolean => a.kind === b.kind && a.device === b.device && a.inode === b.inode;

/** Compares a file with its state in the plan just before its deletion; returns null if it is unchanged. */
function differs(open: OpenFolder, { folderWas, name, was }: Planned): Outcome | null {
  if (!sameThing(open.itself, folderWas)) return { kind: "moved" };
  const now = open.stat(name);
  if (now === null) return { kind: "gone" };
  if (!sameThing(now, was)) return { kind: "exchanged" };
  return now.size === was.size && now.modified === was.modified ? null : { kind: "changed" };
}

/** The error codes of Windows for a file that a program has open; POSIX deletes such files. */
const HELD: readonly string[] = ["EBUSY", "ETXTBSY"];

function failure(error: unknown): Outcome {
  const code = systemCode(error);
  if (code === "") throw error;
  if (code === "ENOENT") return { kind: "gone" };
  return HELD.includes(code) ? { kind: "in-use" } : { kind: "failed", code };
}

/**
 * Deletes one file if it and its folder are unchanged since planning. The folder is held open between the check and the deletion, so that no link
 * or other folder can take its place.
 */
export function removePlanned(files: SweepFiles, planned: Planned): Outcome {
  try {
    // a link or junction in the path means that the folder was replaced
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
 * The files that are deleted together: a single log file, or the files of a capture with its marker last. Once one cannot be deleted, the
 * rest are kept.
 */
export interface Removal {
  readonly files: readonly Planned[];
  /** The folder to delete after the files if it is empty; null for none. */
  readonly folder: PlannedFolder | null;
}

export interface PlannedFolder {
  readonly path: string;
  readonly was: Lying;
}

export interface Removed {
  readonly done: readonly { readonly planned: Planned; readonly outcome: Outcome }[];
  /** The result of deleting the folder; null if there is none to delete. */
  readonly folder: Outcome | null;
}

/** The results that show a race with another program: the rest of the folder is left as it is. */
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

/** Carries out the plan of a sweep in its order. A file that cannot be deleted is kept, and the others are still tried. */
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
