import { join } from "node:path";
import { parentFolder } from "./paths.ts";

/** Where the profile belongs, and the folders in which the tool looks for plug-ins. */
export interface ProfilePlaces {
  readonly plugins: string;
  readonly roots: readonly string[];
  readonly profiles: readonly { readonly path: string }[];
}

/** Returns the folders in which a loose copy of a profile would be loaded: the plug-in roots, those of its places, and Documents below them. */
export function looseFolders({ plugins, roots, profiles }: ProfilePlaces): readonly string[] {
  const own = profiles.map(({ path }) => parentFolder(path));
  return [...new Set([plugins, ...roots, ...own, ...own.map((folder) => join(folder, "Documents"))])];
}
