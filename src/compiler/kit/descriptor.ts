import { type PluginDescriptor, type PluginText, inertLocalFirst, libraryPath } from "../../kernel/index.ts";

/** One thing about a plug-in descriptor that does not fit the files beside it. */
export interface DescriptorFault {
  readonly kind: "outside" | "absent" | "inert" | "unlisted";
  /** The text of plugin.xml that it is about; null: plugin.xml does not speak of it. */
  readonly at: PluginText | null;
  /** Path inside the plug-in folder; for `inert` the class-lookup as written. */
  readonly what: string;
}

/**
 * Libraries that are listed and absent or lead out of the folder, jars that are there and not listed, and a LocalFirst that has no
 * effect (docs/kits.md). `paths`: the files of the plug-in folder, relative to it, as the kit spells them; the case is compared as Windows does.
 */
export function descriptorFaults(descriptor: PluginDescriptor, paths: readonly string[]): readonly DescriptorFault[] {
  const present = new Set(paths.map((path) => path.toLowerCase()));
  const listed = new Set<string>();
  const faults: DescriptorFault[] = [];
  for (const library of descriptor.libraries) {
    const path = libraryPath(library.text);
    if (path === null) faults.push({ kind: "outside", at: library, what: library.text });
    else {
      const lower = path.toLowerCase();
      listed.add(lower);
      // a listed folder holds classes or resources
      const there = present.has(lower) || path === "" || [...present].some((file) => file.startsWith(`${lower}/`));
      if (!there) faults.push({ kind: "absent", at: library, what: path });
    }
  }
  if (inertLocalFirst(descriptor)) faults.push({ kind: "inert", at: descriptor.classLookup, what: "LocalFirst" });
  for (const path of paths) {
    if (/\.jar$/i.test(path) && !listed.has(path.toLowerCase())) faults.push({ kind: "unlisted", at: null, what: path });
  }
  return faults;
}

/** The paths below a folder, relative to it; "" is everything. */
export function below(folder: string, paths: readonly string[]): readonly string[] {
  if (folder === "") return paths;
  return paths.flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : []));
}
