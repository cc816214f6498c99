import { diskTree } from "../../../platform/index.ts";
import { sha256 } from "../../../kernel/index.ts";
import { type MappingCounts, mappingCounts } from "../../kit/mapping.ts";
import { kitPath } from "../../kit/places.ts";
import type { Release } from "../../model/release.ts";
import type { KitState } from "../../run/kit-state.ts";

/** Highest size in bytes of a kit's mapping definition that is read; no real one is larger. */
const LARGEST_MAPPING = 64 * 1024 * 1024;

/** Returns the counts of a kit's mapping definition; null if the kit is not available or the file does not match kit.lock.yaml. */
export function mappingOf(release: Release, state: KitState): MappingCounts | null {
  const path = kitPath(release, "mapping");
  if (path === null || state.folder === null) return null;
  const read = diskTree(state.folder).read(path, LARGEST_MAPPING);
  if (read.kind !== "file") return null;
  // a file that does not match kit.lock.yaml must not be described as the recorded one
  return release.lock?.files.some((file) => file.path === path && file.sha256 === sha256(read.bytes))
    ? mappingCounts(read.bytes)
    : null;
}
