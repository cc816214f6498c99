import { join } from "node:path";
import { parentFolder } from "./paths.ts";

/** The places of the profile, and the folders in which the tool looks for plug-ins. */
export interface ProfilePlaces {
  readonly plugins: string;
  readonly roots: readonly string[];
  readonly profiles: readonly { readonly path: string }[];
}

/** Returns the folders with stale profiles that the tool would load: plug-in roots, profile folders, and Documents below those. */
export function looseFolders({ plugins, roots, profiles }: ProfilePlaces): readonly string[] {
  const own = profiles.map(({ path }) => parentFolder(path));
  return [...new Set([plugins, ...roots, ...own, ...own.map((folder) => join(folder, "Documents"))])];
}
