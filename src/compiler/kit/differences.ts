import {
  type Place,
  type RuleProblem,
  changedFile,
  extraFile,
  lockPath,
  placeOf,
  startOf,
  unavailable,
} from "../../kernel/index.ts";
import type { Release } from "../model/release.ts";
import { kitFolder } from "./places.ts";

/** A difference between a kit's folder on disk and its kit.lock.yaml, as platform/kit-files.ts reports it. */
export interface Difference {
  readonly path: string;
  readonly problem: "changed" | "missing" | "extra" | "pointer" | "unreadable";
  readonly expected: { readonly size: number; readonly sha256: string } | null;
  readonly found: { readonly size: number; readonly sha256: string | null } | null;
  readonly why: string;
}

type Locked = Pick<Release, "name" | "path" | "kit" | "lock">;

const start = ({ name, lock }: Locked): Place => startOf(lock?.path ?? lockPath(name));

function placeIn(release: Locked, path: string): Place {
  const file = release.lock?.files.find((item) => item.path === path);
  return file ? placeOf(file.span) : start(release);
}

const foreignPointer = ({ expected, found }: Difference): boolean =>
  expected !== null && found !== null && expected.sha256 !== found.sha256;

/** Returns one finding for all files of a kit that are Git LFS pointers, because one `git lfs` fetch replaces them all; or none. */
function pointerProblem(release: Locked, pointers: readonly Difference[]): readonly RuleProblem[] {
  const [first] = pointers;
  if (!first) return [];
  const found = { seen: "pointers", first: first.path, count: pointers.length } as const;
  return [unavailable.at(placeIn(release, first.path), { ...found, release: release.name, folder: kitFolder(release) })];
}

function problemOf(release: Locked, { path, problem, why, expected, found }: Difference): RuleProblem {
  const at = placeIn(release, path);
  switch (problem) {
    case "extra":
      return extraFile.at(at, { path, lock: start(release).file });
    case "missing":
    case "pointer":
      return changedFile.at(at, { seen: problem, path });
    case "unreadable":
      return changedFile.at(at, { seen: problem, path, why });
    case "changed":
      if (!expected || !found || expected.size === found.size) return changedFile.at(at, { seen: "bytes", path });
      return changedFile.at(at, { seen: "size", path, size: found.size, locked: expected.size });
  }
}

/** Returns the differences of a kit as findings of the rules kit/changed, kit/extra-file and, for Git LFS pointers, kit/unavailable. */
export function differenceProblems(release: Locked, differences: readonly Difference[]): readonly RuleProblem[] {
  const unfetched = differences.filter((item) => item.problem === "pointer" && !foreignPointer(item));
  const others = differences.filter((item) => !unfetched.includes(item));
  return [...pointerProblem(release, unfetched), ...others.map((item) => problemOf(release, item))];
}

/**
 * Returns the finding for a release whose kit is not available.
 * @param looked The folders that were searched for the kit, in words.
 */
export function unavailableProblem(release: Locked, looked: readonly string[]): RuleProblem {
  const root = release.kit.get("root");
  const found = { seen: "nowhere", release: release.name, looked, folder: kitFolder(release) } as const;
  const at = root ? placeOf(root.span) : startOf(release.path);
  return unavailable.at(at, found, { pointer: root?.pointer ?? null });
}
