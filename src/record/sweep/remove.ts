import { systemCode } from "../../kernel/index.ts";
import type { Lying, OpenFolder, SweepFiles } from "../../platform/index.ts";

/** A file as it was when it was planned. The one function below is the only thing of a sweep that deletes. */
export interface Planned {
  /** Absolute, and its own real path. */
  readonly folder: string;
  readonly folderWas: Lying;
  readonly name: string;
  readonly was: Lying;
}

/**
 * What became of one file. `gone`: somebody else removed it; `changed`: it was written since; `exchanged`: something else has its name;
 * `moved`: its folder is another one; `stopped`: not tried, since in its folder something else is at work; `kept`: not tried, since a part
 * of the same capture could not go.
 */
export type Outcome =
  | { readonly kind: "deleted" | "gone" | "changed" | "exchanged" | "moved" | "in-use" | "stopped" | "kept" }
  | { readonly kind: "failed"; readonly code: string };

const sameThing = (a: Lying, b: Lying): boolean => a.kind === b.kind && a.device === b.device && a.inode === b.inode;

/** The last look at a file; null: it is what was planned. */
function differs(open: OpenFolder, { folderWas, name, was }: Planned): Outcome | null {
  if (!sameThing(open.itself, folderWas)) return { kind: "moved" };
  const now = open.stat(name);
  if (now === null) return { kind: "gone" };
  if (!sameThing(now, was)) return { kind: "exchanged" };
  return now.size === was.size && now.modified === was.modified ? null : { kind: "changed" };
}

/** Windows says the one or the other of a file that a program holds open; POSIX deletes such files. */
const HELD: readonly string[] = ["EBUSY", "ETXTBSY"];

function failure(error: unknown): Outcome {
  const code = systemCode(error);
  if (code === "") throw error;
  if (code === "ENOENT") return { kind: "gone" };
  return HELD.includes(code) ? { kind: "in-use" } : { kind: "failed", code };
}

/**
 * Deletes one file if nothing about it or its folder is other than planned. The folder is held open between the look and the deletion, so that
 * nobody can put a link or another folder in its way.
 */
export function removePlanned(files: SweepFiles, planned: Planned): Outcome {
  try {
    // a link or junction anywhere on the way: the folder's path is not its own any more
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

/** What goes together, or not at all any more once a part could not: a log alone, or the files of a capture with the one that marks it last. */
export interface Removal {
  readonly files: readonly Planned[];
  /** Taken away after them, if it is empty then. */
  readonly folder: PlannedFolder | null;
}

export interface PlannedFolder {
  readonly path: string;
  readonly was: Lying;
}

export interface Removed {
  readonly done: readonly { readonly planned: Planned; readonly outcome: Outcome }[];
  /** Of `folder`; null where there is none. */
  readonly folder: Outcome | null;
}

/** After these, something else is at work in the folder: the rest of it is left alone. */
const RACE: readonly Outcome["kind"][] = ["exchanged", "moved"];
/** It is no more there. */
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

/** Carries out a plan, one file after the other, in its order. What cannot go stays, and all else is still tried. */
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
