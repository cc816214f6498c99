import { join } from "node:path";
import { parentFolder } from "./paths.ts";

/** The paths of the installed profiles, and the folders in which the modeling tool looks for plug-ins. */
export interface ProfilePlaces {
  readonly plugins: string;
  readonly roots: readonly string[];
  readonly profiles: readonly { readonly path: string }[];
}

/**
 * Returns the folders from which the modeling tool would load a stale profile: plug-in roots, profile folders, and Documents below those.
 */
export function looseFolders({ plugins, roots, profiles }: ProfilePlaces): readonly string[] {
  const own = profiles.map(({ path }) => parentFolder(path));
  return [...new Set([plugins, ...roots, ...own, ...own.map((folder) => join(folder, "Documents"))])];
}
