import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Place, Subject } from "../../../kernel/index.ts";
import type { FileRole } from "../../model/files.ts";
import type { Release } from "../../model/release.ts";

/** Returns the parts of a release that an address depends on: its write table or its files. The environment itself does not set such an address. */
export function tableSubjects(
  { release }: Pick<CompiledEnvironment, "release">,
  { file, key }: { readonly file: FileRole; readonly key: string },
  layer: string,
  place: Place | null,
): readonly Subject[] {
  if (!release) return [];
  return [...(layer === "write" ? [{ release: release.name, file, key }] : []), ...ofRelease(release, place)];
}

/** Returns the release whose files hold the place, or an empty list. */
export const ofRelease = (release: Release | null, place: Place | null): readonly Subject[] =>
  release && place?.file.startsWith(release.path.slice(0, release.path.lastIndexOf("/") + 1)) ? [{ release: release.name }] : [];
