import { join } from "node:path";
import { systemCode } from "../../../kernel/index.ts";
import type { SwapFiles, SwapWorld } from "../../../platform/index.ts";
import { looseFolders, type ProfilePlaces } from "../protocol/loose-folders.ts";
import { foldedPath } from "../protocol/paths.ts";
import type { KnownContent, Receipt } from "../protocol/receipt.ts";
import { isProfile } from "../protocol/targets.ts";

/** Returns size and digest of the profiles in all lists, each once, sorted by digest. */
export function differentContents(...lists: readonly (readonly KnownContent[] | undefined)[]): readonly KnownContent[] {
  const byDigest = new Map(lists.flatMap((list) => list ?? []).map(({ size, sha256 }) => [sha256, { size, sha256 }]));
  return [...byDigest.values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
}

/** Returns size and digest of the profiles in a receipt: those of its bundle's `knownProfiles`, and the installed ones. */
export const contentsOf = (receipt: Receipt | null): readonly KnownContent[] =>
  differentContents(receipt?.paths.knownProfiles, receipt?.state?.files.filter(isProfile));

/** Returns size and digest of the profiles that are at their installed paths on the workstation now. */
export const lyingContents = (files: SwapFiles, { profiles }: ProfilePlaces): readonly KnownContent[] =>
  profiles.flatMap(({ path }) => (files.stat(path)?.kind === "file" ? [files.hash(path)] : []));

/** Returns the paths in a folder, sorted; empty if the folder is missing, a symbolic link, or not readable for this account. */
function filesIn(files: SwapFiles, folder: string): readonly string[] {
  try {
    if (files.stat(folder)?.kind !== "folder") return [];
    return [...files.list(folder)].sort().map((name) => join(folder, name));
  } catch (error) {
    if (["EACCES", "EPERM"].includes(systemCode(error))) return [];
    throw error;
  }
}

/**
 * Returns the paths of copies of known profiles, under any name, in folders from which the modeling tool would load them, without the
 * profiles at their installed paths.
 */
export function looseProfiles(
  { files, windows }: Pick<SwapWorld, "files" | "windows">,
  places: ProfilePlaces,
  known: readonly KnownContent[],
): readonly string[] {
  if (known.length === 0) return [];
  const fold = (path: string) => foldedPath(path, windows);
  const own = new Set(places.profiles.map(({ path }) => fold(path)));
  const sizes = new Set(known.map(({ size }) => size));
  const digests = new Set(known.map(({ sha256 }) => sha256));
  const folders = new Map(looseFolders(places).map((folder) => [fold(folder), folder]));
  return [...folders.values()]
    .flatMap((folder) => filesIn(files, folder))
    .filter((path) => {
      const stat = own.has(fold(path)) ? null : files.stat(path);
      return stat?.kind === "file" && sizes.has(stat.size) && digests.has(files.hash(path).sha256);
    });
}
