import { basename, dirname, join, relative, sep } from "node:path";
import type { BundleManifest } from "../../bundle/manifest.ts";
import { shownReceipt } from "../records/receipts.ts";
import { Layout } from "../protocol/layout.ts";
import { looksInUse, refusal } from "../protocol/outcome.ts";
import { type Where, nativePath } from "../protocol/targets.ts";
import type { SwapFiles } from "../../../platform/index.ts";

const DEEPEST = 5;

/** The levels to search in a folder above the folder of --root: enough for `Program Files/VENDOR/TOOL` below a drive. */
const ABOVE_ROOT = 3;

/** Returns the folders that have .swap/receipts or .swap/journal.json, at most `depth` levels below `folder`; follows no symbolic links. */
function installationsBelow(files: SwapFiles, folder: string, depth: number): readonly string[] {
  if (files.stat(folder)?.kind !== "folder") return [];
  const swap = join(folder, ".swap");
  if (files.stat(join(swap, "receipts"))?.kind === "folder" || files.stat(join(swap, "journal.json"))) return [folder];
  if (depth === 0) return [];
  let names: readonly string[];
  try {
    names = files.list(folder);
  } catch (error) {
    if (looksInUse(error)) return []; // a folder that belongs to another user is skipped
    throw error;
  }
  return [...names].sort().flatMap((name) => installationsBelow(files, join(folder, name), depth - 1));
}

/**
 * Finds the installation for a command without a bundle: the one named with --install, else the only one that a deploy has worked on, below
 * --root or in the program folders of Windows. Throws a refusal if there is none or more than one.
 */
export function findInstallation(files: SwapFiles, where: Where, programFolders: readonly string[]): string {
  if (where.install !== null) return nativePath(where.install, where);
  const found =
    where.root === null
      ? programFolders.flatMap((folder) => installationsBelow(files, folder, 1))
      : installationsBelow(files, where.root, DEEPEST);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const searched = where.root ?? (programFolders.join(", ") || "the program folders of Windows");
  throw refusal(
    found.length === 0 ? `no Tierwright-managed installation found in ${searched}` : `${found.length} installations were found`,
    "name the tool's folder with --install; nothing was written",
    found,
  );
}

/**
 * Throws a refusal if --install names a missing folder, and --root has another folder of the modeling tool: the bundle's, or that of an
 * earlier deploy. A deploy would make a second one.
 */
export function refuseSecondTool(files: SwapFiles, { paths }: BundleManifest, where: Where, install: string): void {
  if (where.root === null || where.install === null || files.stat(install)) return;
  const known = [nativePath(paths.install, where), ...installationsBelow(files, where.root, DEEPEST)];
  const others = [...new Set(known)].filter((folder) => files.stat(folder));
  if (others.length === 0) return;
  throw refusal(
    `the tool's folder '${install}' does not exist, but the root has another one`,
    "a deploy would make a second one: correct --install, or create the folder first; nothing was written",
    others,
  );
}

/** Returns whether the name of a folder below --root stands for a drive or for shares: one letter, or UNC. */
const isDriveFolder = (name: string, windows: boolean): boolean => /^(?:[A-Z]|UNC)$/.test(windows ? name.toUpperCase() : name);

/** Returns a folder and the folders above it, the nearest first. */
const upwards = (folder: string): readonly string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...upwards(dirname(folder))];

/**
 * Returns the path of the client file in an installation's newest receipt, whatever --root its deploy had; "" if no receipt can be read.
 */
function clientOnRecord(files: SwapFiles, install: string, windows: boolean): string {
  return shownReceipt(files, new Layout(join(install, ".swap"), { root: null, windows, named: [] }))?.paths.client ?? "";
}

/**
 * Searches `folder` for an installation whose deploy had a --root that encloses `root`, and returns that --root; null if there is none or
 * the folder cannot be read. An installation below a drive folder of `root` belongs to `root` itself.
 */
function rootFrom(files: SwapFiles, folder: string, root: string, windows: boolean): string | null {
  try {
    for (const install of installationsBelow(files, folder, folder === root ? DEEPEST : ABOVE_ROOT)) {
      const client = clientOnRecord(files, install, windows);
      const drive = upwards(dirname(client)).find((above) => isDriveFolder(basename(above), windows));
      if (drive === undefined) continue;
      const [outer = "", ...deeper] = relative(dirname(drive), root).split(sep);
      const [inner = ""] = relative(root, install).split(sep);
      if (isDriveFolder(outer, windows) && (deeper.length === 0 || !isDriveFolder(inner, windows))) return dirname(drive);
    }
  } catch {
    return null; // the deploy command reports later that it cannot read the folder
  }
  return null;
}

/**
 * Returns the --root of an earlier deploy, such as `ws`, if `root` lies inside it, such as `ws/C`; null if there is none. The name of a
 * drive folder alone proves nothing: only the client file in a receipt shows which --root an installation has.
 */
export function rootAround(files: SwapFiles, root: string, windows: boolean): string | null {
  const way = upwards(root);
  const top = way.findLastIndex((folder) => isDriveFolder(basename(folder), windows));
  for (const folder of way.slice(0, top + 1)) {
    const own = rootFrom(files, folder, root, windows);
    if (own !== null) return own;
  }
  return null;
}
