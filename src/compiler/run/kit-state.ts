import { type RuleProblem, lockPath, notLocked, startOf } from "../../kernel/index.ts";
import { type KitDifference, compareKit, describeError, locateKit } from "../../platform/index.ts";
import { differenceProblems, unavailableProblem } from "../kit/differences.ts";
import { kitFolder } from "../kit/places.ts";
import type { Release } from "../model/release.ts";

/** A release's kit compared with its lock. */
export interface KitState {
  readonly release: string;
  /** Absolute; null where the kit is not here. */
  readonly folder: string | null;
  readonly where: "repository" | "TIERWRIGHT_KITS" | null;
  /** Files that the lock names. */
  readonly files: number;
  readonly differences: readonly KitDifference[];
  readonly problems: readonly RuleProblem[];
}

const unlocked = ({ name, path }: Release): RuleProblem =>
  notLocked.at(startOf(path), { seen: "no-lock", release: name, lock: lockPath(name) });

/** Finds the kit of a release and compares every file with the lock (`names`: names only). `kits`: TIERWRIGHT_KITS. Never throws. */
export function kitState(
  root: string,
  release: Release,
  kits: string | undefined,
  how: { readonly names?: boolean } = {},
): KitState {
  const nothing = { release: release.name, folder: null, where: null, files: release.lock?.files.length ?? 0, differences: [] };
  if (!release.lock) return { ...nothing, problems: [unlocked(release)] };
  const found = locateKit(root, release.name, kitFolder(release), kits);
  if (found.kind === "unavailable") return { ...nothing, problems: [unavailableProblem(release, found.looked)] };
  const { folder, where } = found;
  try {
    const differences = compareKit(folder, release.lock.files, how);
    return { ...nothing, folder, where, differences, problems: differenceProblems(release, differences) };
  } catch (error) {
    const why = `${where === "repository" ? kitFolder(release) : `the folder of ${release.name} in TIERWRIGHT_KITS`}: ${describeError(error)}`;
    return { ...nothing, problems: [unavailableProblem(release, [why])] };
  }
}
