import { diskTree } from "../../../platform/index.ts";
import { sha256 } from "../../../kernel/index.ts";
import { type MappingCounts, mappingCounts } from "../../kit/mapping.ts";
import { kitPath } from "../../kit/places.ts";
import type { Release } from "../../model/release.ts";
import type { KitState } from "../../run/kit-state.ts";

/** Size limit of a mapping definition in bytes; no real one is larger. */
const LARGEST_MAPPING = 64 * 1024 * 1024;

/** Returns the counts of a release's mapping definition; null if the kit is not available or the file does not match the lock. */
export function mappingOf(release: Release, state: KitState): MappingCounts | null {
  const path = kitPath(release, "mapping");
  if (path === null || state.folder === null) return null;
  const read = diskTree(state.folder).read(path, LARGEST_MAPPING);
  if (read.kind !== "file") return null;
  // a file that does not match the lock must not be described as the locked one
  return release.lock?.files.some((file) => file.path === path && file.sha256 === sha256(read.bytes))
    ? mappingCounts(read.bytes)
    : null;
}
