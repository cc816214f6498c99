import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Place, Subject } from "../../../kernel/index.ts";
import type { FileRole } from "../../model/files.ts";
import type { Release } from "../../model/release.ts";

/** Returns the parts of a release that decide an address which the environment itself does not set: its write table or its files. */
export function tableSubjects(
  { release }: Pick<CompiledEnvironment, "release">,
  { file, key }: { readonly file: FileRole; readonly key: string },
  layer: string,
  place: Place | null,
): readonly Subject[] {
  if (!release) return [];
  return [...(layer === "write" ? [{ release: release.name, file, key }] : []), ...ofRelease(release, place)];
}

/** Returns the release as a subject if the place is in one of its files; otherwise an empty list. */
export const ofRelease = (release: Release | null, place: Place | null): readonly Subject[] =>
  release && place?.file.startsWith(release.path.slice(0, release.path.lastIndexOf("/") + 1)) ? [{ release: release.name }] : [];
