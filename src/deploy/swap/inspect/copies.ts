import { dirname, join } from "node:path";
import { LARGEST_TEXT, PropertiesDocument, pluginId, systemCode } from "../../../kernel/index.ts";
import { refusal } from "../protocol/outcome.ts";
import { type Where, nativePath, type Targets } from "../protocol/targets.ts";
import type { SwapFiles, SwapWorld } from "../../../platform/index.ts";
import { foldedPath } from "../protocol/paths.ts";

/**
 * Returns the path that the modeling tool would open: the target of a symbolic link, else `path`; null if no entry of this `kind` is there.
 */
function asTheTool(files: SwapFiles, path: string, kind: "file" | "folder"): string | null {
  const stat = files.stat(path);
  const at = stat?.kind === "link" ? files.real(path) : path;
  return at !== null && (at === path ? stat : files.stat(at))?.kind === kind ? at : null;
}

function namesIn(files: SwapFiles, folder: string): readonly string[] {
  const at = asTheTool(files, folder, "folder");
  return at === null ? [] : [...files.list(at)].sort();
}

/** Returns the result of `read`, or `otherwise` if access is denied, as it is for folders of other users without elevated rights. */
function tolerant<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (["EACCES", "EPERM"].includes(systemCode(error))) return otherwise;
    throw error;
  }
}

/** The Java option -Dmd.plugins.dir with its value; quotation marks enclose either the whole option or only the value. */
const ROOTS_OPTION = /"-Dmd\.plugins\.dir=([^"]*)"|-Dmd\.plugins\.dir=(?:"([^"]*)"|(\S+))/;

/** Returns the plug-in roots of -Dmd.plugins.dir in JAVA_ARGS of bin/*.properties, a list that replaces the modeling tool's own roots. */
function argumentRoots(files: SwapFiles, { install }: Pick<Targets, "install">, where: Where): readonly string[] {
  const bin = join(install, "bin");
  return (
    namesIn(files, bin)
      .filter((name) => name.toLowerCase().endsWith(".properties"))
      .flatMap((name) => {
        const path = asTheTool(files, join(bin, name), "file");
        if (path === null) return [];
        const args = PropertiesDocument.parse(files.read(path, LARGEST_TEXT)).load().map.get("JAVA_ARGS")?.value ?? "";
        const list = ROOTS_OPTION.exec(args);
        return (list?.[1] ?? list?.[2] ?? list?.[3] ?? "").split(";").filter((item) => item !== "");
      })
      // a relative path in JAVA_ARGS starts from the folder of the modeling tool
      .map((path) => nativePath(path, { ...where, cwd: install }))
  );
}

/** Returns the plug-in folders that the modeling tool reads for each user: AppData/Local/.<tool>/<version>/plugins. */
function userRoots(files: SwapFiles, where: Where): readonly string[] {
  const users = nativePath("C:\\Users", where);
  const own = (folder: string) => tolerant(() => namesIn(files, folder), []);
  return own(users).flatMap((user) => {
    const local = join(users, user, "AppData", "Local");
    return own(local)
      .filter((name) => name.startsWith("."))
      .flatMap((tool) => own(join(local, tool)).map((version) => join(local, tool, version, "plugins")));
  });
}

function copiesIn(files: SwapFiles, root: string, id: string): readonly string[] {
  return namesIn(files, root)
    .map((name) => join(root, name))
    .filter((folder) => {
      const descriptor = asTheTool(files, join(folder, "plugin.xml"), "file");
      return descriptor !== null && pluginId(files.read(descriptor, LARGEST_TEXT)) === id;
    });
}

/**
 * Second copies of the plug-in: `beside` the live folder in the modeling tool's `plugins`, or `elsewhere` in another root that the tool
 * scans.
 */
export interface Copies {
  readonly beside: readonly string[];
  readonly elsewhere: readonly string[];
}

/** Finds every second copy of the plug-in that the modeling tool would load (docs/rollout.md). */
export function findCopies(
  { files, windows }: Pick<SwapWorld, "files" | "windows">,
  id: string,
  targets: Pick<Targets, "install" | "live" | "plugins" | "roots">,
  where: Where,
): Copies {
  const fold = (path: string) => foldedPath(path, windows);
  const ofTool = [targets.plugins, ...targets.roots, ...argumentRoots(files, targets, where)];
  const found = [
    ...ofTool.flatMap((root) => copiesIn(files, root, id)),
    ...userRoots(files, where).flatMap((root) => tolerant(() => copiesIn(files, root, id), [])),
  ];
  // the key of the map is the folded path, because Windows allows several spellings of one folder
  const copies = [...new Map(found.map((folder) => [fold(folder), folder])).values()].filter(
    (folder) => fold(folder) !== fold(targets.live),
  );
  const isBeside = (folder: string) => fold(dirname(folder)) === fold(targets.plugins);
  return { beside: copies.filter(isBeside), elsewhere: copies.filter((folder) => !isBeside(folder)) };
}

/**
 * Returns the second copies of the plug-in next to the live folder, which a deploy moves into quarantine. Throws a refusal for a copy in
 * another plug-in root, which possibly belongs to a user.
 */
export function secondCopies(
  world: Pick<SwapWorld, "files" | "windows">,
  id: string,
  targets: Targets,
  where: Where,
): readonly string[] {
  const { beside, elsewhere } = findCopies(world, id, targets, where);
  if (elsewhere.length > 0) {
    throw refusal(
      `a second copy of ${id} is in another plug-in root: the tool would load it, too`,
      "move it out of that root (it may belong to a user, and a root may be a link that leads elsewhere), then run this again; nothing was written",
      elsewhere,
    );
  }
  return beside;
}
