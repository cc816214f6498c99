import { diskTree } from "../../../platform/index.ts";
import { sha256 } from "../../../kernel/index.ts";
import { type MappingCounts, mappingCounts } from "../../kit/mapping.ts";
import { kitPath } from "../../kit/places.ts";
import type { Release } from "../../model/release.ts";
import type { KitState } from "../../run/kit-state.ts";

/** More than any mapping definition. */
const LARGEST_MAPPING = 64 * 1024 * 1024;

/** Counts of the mapping definition where the kit is at hand (C9). */
export function mappingOf(release: Release, state: KitState): MappingCounts | null {
  const path = kitPath(release, "mapping");
  if (path === null || state.folder === null) return null;
  const read = diskTree(state.folder).read(path, LARGEST_MAPPING);
  if (read.kind !== "file") return null;
  // what is not the locked file is not described as if it were
  return release.lock?.files.some((file) => file.path === path && file.sha256 === sha256(read.bytes))
    ? mappingCounts(read.bytes)
    : null;
}
