import { commandInSentence, shellCommand } from "../kernel/index.ts";
import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readOrdinaryFile } from "./ordinary-file.ts";

/** A checkout, found without running git. All paths are absolute and real. */
export interface GitFolder {
  /** The folder that contains `.git`. */
  readonly top: string;
  /** The git folder with HEAD and the index of this work tree. */
  readonly own: string;
  /** The folder with objects, refs and configuration, which all work trees of the checkout share. */
  readonly common: string;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function textOf(path: string): string | null {
  const read = readOrdinaryFile(path, 64 * 1024);
  return read.kind === "file" ? read.bytes.toString("utf8") : null;
}

/**
 * Returns the folder that `.git` refers to: itself, or the one in its `gitdir:` line (an additional work tree, a submodule). Returns null if
 * there is none.
 */
function meant(entry: string): string | null {
  const stat = lstatSync(entry, { throwIfNoEntry: false });
  if (!stat) return null;
  if (isFolder(entry)) return realpathSync.native(entry);
  const named = /^gitdir: (.+?)\r?\n?$/s.exec(textOf(entry) ?? "")?.[1];
  const folder = named === undefined ? null : resolve(dirname(entry), named);
  return folder !== null && isFolder(folder) ? realpathSync.native(folder) : null;
}

/**
 * Returns the checkout that contains a folder: the nearest `.git` above it. Git never writes a `.git` from a commit, so the user created
 * it. git's own search is not used, because it accepts any folder with ordinary files called HEAD, config, objects and refs as a
 * repository, and a commit can contain those. Returns null if there is none. Throws the file system's error.
 */
export function findGit(root: string): GitFolder | null {
  let top = realpathSync.native(root);
  for (;;) {
    const own = meant(join(top, ".git"));
    if (own !== null) {
      const shared = lstatSync(join(own, "commondir"), { throwIfNoEntry: false })
        ? textOf(join(own, "commondir"))?.trim()
        : undefined;
      const common = shared ? realpathSync.native(resolve(own, shared)) : own;
      return isFolder(join(common, "objects")) ? { top, own, common } : null;
    }
    const above = dirname(top);
    if (above === top) return null;
    top = above;
  }
}

/**
 * Returns whether checkout and history belong to the user of this process, as git checks (safe.directory). Returns true on Windows, which has
 * no user ids.
 */
export function belongsToUser({ top, own, common }: GitFolder): boolean {
  const user = process.getuid?.();
  if (user === undefined) return true;
  const users = new Set([
    user,
    ...(user === 0 && /^\d+$/.test(process.env.SUDO_UID ?? "") ? [Number(process.env.SUDO_UID)] : []),
  ]);
  return [top, own, common].every((path) => users.has(statSync(path).uid));
}

/** Returns the text of an ignore file; "" if it cannot be read. */
export function ignoreLines(path: string): string {
  try {
    return `${readFileSync(path, "utf8")}\n`;
  } catch {
    return "";
  }
}

/**
 * Returns the instruction how to make git trust a folder. For a folder that ends in '*' there is none: git would also trust every folder
 * next to it.
 */
export const howToTrust = (folder: string): string =>
  folder.endsWith("*")
    ? "git cannot trust it without also trusting every folder next to it: rename it"
    : `${commandInSentence(shellCommand`git config --global --add safe.directory ${folder}`)} trusts it`;
