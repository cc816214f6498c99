import type { RuleProblem } from "../diagnostic/finding.ts";
import { type Place, startOf } from "../diagnostic/place.ts";
import { lockPath } from "../model/paths.ts";
import type { Release } from "../model/release.ts";
import { placeOf } from "../source/tree.ts";
import { kitFolder } from "./places.ts";

/** How a kit on disk differs from its lock, as reading it found out (io/kit-files.ts). */
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

/** A file lies in another state than the kit that was locked: what it means and what to do. */
function changed({ path, expected, found }: Difference): Pick<RuleProblem, "message" | "help"> {
  const other =
    expected && found && expected.size !== found.size
      ? `${found.size} bytes, and the kit that was locked had ${expected.size}`
      : "other bytes than the kit that was locked";
  return {
    message: `${path} has ${other}: what a bundle installs would not be what the vendor shipped`,
    help: "restore the file from the vendor's kit, or import the kit again when the vendor sent another one",
  };
}

const foreignPointer = ({ expected, found }: Difference): boolean =>
  expected !== null && found !== null && expected.sha256 !== found.sha256;

/** One finding for all Git LFS pointers: fetching mends them together. */
function pointerProblem(release: Locked, pointers: readonly Difference[]): readonly RuleProblem[] {
  const [first] = pointers;
  if (!first) return [];
  const which =
    pointers.length === 1 ? `${first.path} is a Git LFS pointer` : `${pointers.length} files of the kit are Git LFS pointers`;
  return [
    {
      rule: "kit/unavailable",
      at: placeIn(release, first.path),
      message: `${which}: ${pointers.length === 1 ? "its" : "their"} content has not been fetched, so the kit of release ${release.name} is not here`,
      help: `run \`git lfs pull --include "${kitFolder(release) ?? "releases"}/**"\``,
    },
  ];
}

function problemOf(release: Locked, difference: Difference): RuleProblem {
  const { path, problem, why } = difference;
  const at = placeIn(release, path);
  if (problem === "extra") {
    return {
      rule: "kit/extra-file",
      at,
      message: `${path} lies in the kit and is not in ${start(release).file}: a bundle holds exactly what was locked, and nobody knows where this file comes from`,
      help: "take it out of the kit; when the vendor sent it, import the kit again",
    };
  }
  if (problem === "missing") {
    return {
      rule: "kit/changed",
      at,
      message: `${path} is missing in the kit: a plug-in folder without it is not the one that the vendor shipped`,
      help: "restore it from the vendor's kit, or import the kit again",
    };
  }
  if (problem === "unreadable") {
    return {
      rule: "kit/changed",
      at,
      message: `${path} cannot be compared with the lock: ${why}`,
      help: "make it an ordinary, readable file",
    };
  }
  if (problem === "pointer") {
    return {
      rule: "kit/changed",
      at,
      message: `${path} is a Git LFS pointer to other bytes than the kit that was locked: fetching it would not bring the vendor's file`,
      help: "import the kit again, or restore the pointer from the commit that brought the lock",
    };
  }
  return { rule: "kit/changed", at, ...changed(difference) };
}

/** The differences of a kit as findings of the rules kit/changed, kit/extra-file and, for Git LFS pointers, kit/unavailable. */
export function differenceProblems(release: Locked, differences: readonly Difference[]): readonly RuleProblem[] {
  const unfetched = differences.filter((item) => item.problem === "pointer" && !foreignPointer(item));
  const others = differences.filter((item) => !unfetched.includes(item));
  return [...pointerProblem(release, unfetched), ...others.map((item) => problemOf(release, item))];
}

/** A kit that is nowhere: `looked` says where it was looked for. */
export function unavailableProblem(release: Locked, looked: readonly string[]): RuleProblem {
  const root = release.kit.get("root");
  return {
    rule: "kit/unavailable",
    at: root ? placeOf(root.span) : startOf(release.path),
    ...(root ? { pointer: root.pointer } : {}),
    message: `the kit of release ${release.name} is not here (${looked.join("; ")}): nothing can be proven about it, and no bundle can be built from it`,
    help: `put the kit into ${kitFolder(release) ?? "releases/<release>/kit"}, or set TIERWRIGHT_KITS to a folder that holds ${release.name}/`,
  };
}
