import { type RuleProblem, lockPath, notLocked, startOf } from "../../kernel/index.ts";
import { type KitDifference, compareKit, describeError, locateKit } from "../../platform/index.ts";
import { differenceProblems, unavailableProblem } from "../kit/differences.ts";
import { kitFolder } from "../kit/places.ts";
import type { Release } from "../model/release.ts";

/** The comparison of a release's kit with its kit.lock.yaml. */
export interface KitState {
  readonly release: string;
  /** Absolute path of the kit; null if the kit is not available. */
  readonly folder: string | null;
  readonly where: "repository" | "TIERWRIGHT_KITS" | null;
  /** Number of files in kit.lock.yaml. */
  readonly files: number;
  readonly differences: readonly KitDifference[];
  readonly problems: readonly RuleProblem[];
}

const unlocked = ({ name, path }: Release): RuleProblem =>
  notLocked.at(startOf(path), { seen: "no-lock", release: name, lock: lockPath(name) });

/**
 * Finds the kit of a release and compares its files with kit.lock.yaml. Never throws: a missing kit.lock.yaml and an unreadable kit are
 * `problems`.
 * @param kits The value of the environment variable TIERWRIGHT_KITS; undefined if it is not set.
 * @param how `names`: true to compare the names of the files without their bytes.
 */
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
