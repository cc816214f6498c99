import { commandInSentence, shellCommand } from "../kernel/index.ts";
import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readOrdinaryFile } from "./ordinary-file.ts";

/** A checkout, found without git. All paths are absolute and real. */
export interface GitFolder {
  /** The folder that holds `.git`. */
  readonly top: string;
  /** HEAD and index of this work tree. */
  readonly own: string;
  /** Objects, refs and configuration that work trees share. */
  readonly common: string;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function textOf(path: string): string | null {
  const read = readOrdinaryFile(path, 64 * 1024);
  return read.kind === "file" ? read.bytes.toString("utf8") : null;
}

/** The folder that `.git` means: itself, or the one that its `gitdir:` line names (a further work tree, a submodule). */
function meant(entry: string): string | null {
  const stat = lstatSync(entry, { throwIfNoEntry: false });
  if (!stat) return null;
  if (isFolder(entry)) return realpathSync.native(entry);
  const named = /^gitdir: (.+?)\r?\n?$/s.exec(textOf(entry) ?? "")?.[1];
  const folder = named === undefined ? null : resolve(dirname(entry), named);
  return folder !== null && isFolder(folder) ? realpathSync.native(folder) : null;
}

/**
 * The checkout that a folder lies in: the nearest `.git` above it. Git writes no file of that name from a commit, so it is the user's own.
 * git's own search is not asked, because it takes any folder for a repository in which ordinary files called HEAD, config, objects and
 * refs lie, and a commit can hold those. null: there is none. Throws the file system's error.
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

/** True when checkout and history belong to the user of this process, as git asks (safe.directory). Windows keeps no such number. */
export function belongsToUser({ top, own, common }: GitFolder): boolean {
  const user = process.getuid?.();
  if (user === undefined) return true;
  const users = new Set([
    user,
    ...(user === 0 && /^\d+$/.test(process.env.SUDO_UID ?? "") ? [Number(process.env.SUDO_UID)] : []),
  ]);
  return [top, own, common].every((path) => users.has(statSync(path).uid));
}

/** Lines of an ignore file, or nothing. */
export function ignoreLines(path: string): string {
  try {
    return `${readFileSync(path, "utf8")}\n`;
  } catch {
    return "";
  }
}

/** Says how a folder is trusted; git takes a '*' at the end of one for every folder beside it, and has no other way to write it. */
export const howToTrust = (folder: string): string =>
  folder.endsWith("*")
    ? "git cannot trust it without every folder beside it: rename it"
    : `${commandInSentence(shellCommand`git config --global --add safe.directory ${folder}`)} trusts it`;
