import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Place, Subject } from "../../../kernel/index.ts";
import type { FileRole } from "../../model/files.ts";
import type { Release } from "../../model/release.ts";

/** Returns, as subjects of a finding, the parts of a release that decide an address outside environment.yaml: its write and its files. */
export function tableSubjects(
  { release }: Pick<CompiledEnvironment, "release">,
  { file, key }: { readonly file: FileRole; readonly key: string },
  layer: string,
  place: Place | null,
): readonly Subject[] {
  if (!release) return [];
  return [...(layer === "write" ? [{ release: release.name, file, key }] : []), ...ofRelease(release, place)];
}

/** Returns the release as the subject of a finding if `place` is in a file below the release's folder; otherwise an empty list. */
export const ofRelease = (release: Release | null, place: Place | null): readonly Subject[] =>
  release && place?.file.startsWith(release.path.slice(0, release.path.lastIndexOf("/") + 1)) ? [{ release: release.name }] : [];
