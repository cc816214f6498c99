import { type PluginDescriptor, parsePlugin } from "../../kernel/index.ts";
import { type Candidate, type KnownNames, ROLES, type Role } from "./roles.ts";

/**
 * The files of the folder or archive that `kit import` reads: paths with '/', and a reader that returns null for a file that is too large.
 */
export interface SourceFiles {
  readonly files: readonly { readonly path: string; readonly size: number }[];
  read(path: string): Uint8Array | null;
}

export interface PluginCandidate {
  /** Folder of plugin.xml in the imported source; "" is the source itself. */
  readonly folder: string;
  readonly path: string;
  readonly descriptor: PluginDescriptor;
}

/** A kit found in an imported folder or archive: its folder there, and the paths of its files inside the kit. */
export interface FoundKit {
  /** Folder of the imported source that becomes the kit's folder; "" is the source itself. */
  readonly root: string;
  /** Name of the folder of the kit that gets the files, if the source is itself the plug-in folder; otherwise "". */
  readonly wrap: string;
  readonly plugin: PluginCandidate;
  /** Path of the plug-in folder inside the kit. `paths` and `also` are relative to the kit, too. */
  readonly pluginFolder: string;
  readonly paths: Readonly<Record<Role, string | null>>;
  /** For a role, the other files of the kit that match it, best match first. */
  readonly also: Readonly<Partial<Record<Role, readonly string[]>>>;
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** Returns every folder with a plugin.xml that can be parsed as a plug-in descriptor. */
export function pluginCandidates(source: SourceFiles): readonly PluginCandidate[] {
  return source.files.flatMap(({ path }) => {
    if (!/(^|\/)plugin\.xml$/i.test(path)) return [];
    const bytes = source.read(path);
    const descriptor = bytes && parsePlugin(bytes).descriptor;
    return descriptor ? [{ folder: folderOf(path), path, descriptor }] : [];
  });
}

/** Returns the longest folder path that all files have in common; "" if they have none. */
function commonFolder(paths: readonly string[]): string {
  const [first = "", ...others] = paths.map(folderOf);
  let common = first === "" ? [] : first.split("/");
  for (const folder of others) {
    const parts = folder.split("/");
    const end = common.findIndex((part, i) => part !== parts[i]);
    if (end >= 0) common = common.slice(0, end);
  }
  return common.join("/");
}

function rootOf(paths: readonly string[], plugin: string): { readonly root: string; readonly wrap: string } {
  const common = commonFolder(paths);
  if (common !== plugin) return { root: common, wrap: "" };
  return plugin === "" ? { root: "", wrap: "plugin" } : { root: folderOf(plugin), wrap: "" };
}

function best(candidates: readonly Candidate[]): readonly string[] {
  const found = candidates.filter(({ score }) => score > 0);
  const order = (a: Candidate, b: Candidate) =>
    b.score - a.score || a.path.split("/").length - b.path.split("/").length || (a.path < b.path ? -1 : 1);
  return found.sort(order).map(({ path }) => path);
}

/** Finds the kit's file for each role that release.yaml names, by the files' names and contents. A role without a match is null. */
export function findKit(source: SourceFiles, plugin: PluginCandidate, names: KnownNames): FoundKit {
  const all = source.files.map(({ path }) => path);
  const { root, wrap } = rootOf(all, plugin.folder);
  const inKit = (path: string) => (wrap === "" ? "" : `${wrap}/`) + (root === "" ? path : path.slice(root.length + 1));
  const taken = new Set([plugin.path]);
  const paths: Partial<Record<Role, string | null>> = {};
  const also: Partial<Record<Role, readonly string[]>> = {};
  for (const { role, score } of ROLES) {
    const candidates = source.files.map(({ path }) => ({
      path,
      score: taken.has(path) ? 0 : score({ path, plugin: plugin.folder, names, read: () => source.read(path) }),
    }));
    const [first, ...others] = best(candidates);
    paths[role] = first === undefined ? null : inKit(first);
    if (first !== undefined) taken.add(first);
    if (others.length > 0) also[role] = others.map(inKit);
  }
  const pluginFolder = inKit(plugin.path).slice(0, -"/plugin.xml".length);
  return { root, wrap, plugin, pluginFolder, paths: paths as FoundKit["paths"], also };
}
