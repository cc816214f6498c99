import { type PluginDescriptor, type PluginText, inertLocalFirst, libraryPath } from "../../kernel/index.ts";

/** One mismatch between a kit's plugin.xml and the files of its plug-in folder. */
export interface DescriptorFault {
  readonly kind: "outside" | "absent" | "inert" | "unlisted";
  /** The text in plugin.xml that is at fault; null for a jar that plugin.xml does not list (`unlisted`). */
  readonly at: PluginText | null;
  /** The path inside the plug-in folder that the mismatch is about; for `outside` the text as written, for `inert` `LocalFirst`. */
  readonly what: string;
}

/**
 * Returns the mismatches between a plugin.xml and its folder: listed libraries that are absent or outside the folder, jars that are not
 * listed, and a class lookup LocalFirst that has no effect (docs/kits.md).
 * @param paths The files of the plug-in folder, relative to it, as the kit spells them. Their case is ignored, as on Windows.
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
      // a library in plugin.xml can also be a folder with classes or resources
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

/** Returns the paths below a folder, relative to it. The folder "" contains all paths. */
export function filesBelow(folder: string, paths: readonly string[]): readonly string[] {
  if (folder === "") return paths;
  return paths.flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : []));
}
