import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Place, Subject } from "../../../kernel/index.ts";
import type { FileRole } from "../../model/files.ts";
import type { Release } from "../../model/release.ts";

/** Returns what an address rests on that a release's table, or its files, decide: nobody of the environment wrote it. */
export function inTable(
  { release }: Pick<CompiledEnvironment, "release">,
  { file, key }: { readonly file: FileRole; readonly key: string },
  layer: string,
  place: Place | null,
): readonly Subject[] {
  if (!release) return [];
  return [...(layer === "write" ? [{ release: release.name, file, key }] : []), ...ofRelease(release, place)];
}

/** Returns the release whose files hold the place. */
export const ofRelease = (release: Release | null, place: Place | null): readonly Subject[] =>
  release && place?.file.startsWith(release.path.slice(0, release.path.lastIndexOf("/") + 1)) ? [{ release: release.name }] : [];
