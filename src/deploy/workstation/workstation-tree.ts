import { join } from "node:path";
import { type ByteSource, contentOf, gate, isRefusal, readZip, withSlashes } from "../../kernel/index.ts";
import { LARGEST_FILE, diskTree, isFolder, readingFileAsync } from "../../platform/index.ts";

/** The files of one workstation, in a folder or an archive. Names are compared without case, as on the workstation. Paths have '/'. */
export interface WorkstationTree {
  /** Returns the names in a folder of the workstation; null if the folder does not exist. */
  list(folder: string): readonly string[] | null;
  /** Returns the bytes of a file with the actual spelling of its path; null if the file does not exist. Throws Unreadable. */
  read(path: string): Promise<{ readonly path: string; readonly bytes: Buffer } | null>;
}

/** Thrown if a file or the whole tree cannot be read, with the reasons as text. */
export class Unreadable extends Error {
  constructor(readonly why: readonly string[]) {
    super(why.join("; "));
  }
}

/** Returns a path of a workstation in its actual spelling, found without regard to case; null if it does not exist. */
function spelt(list: WorkstationTree["list"], path: string): string | null {
  let at = "";
  for (const part of path.split("/")) {
    const names = list(at) ?? [];
    const found = names.find((name) => name === part) ?? names.find((name) => name.toLowerCase() === part.toLowerCase());
    if (found === undefined) return null;
    at = at === "" ? found : `${at}/${found}`;
  }
  return at;
}

/** Returns `list` extended to accept paths in any upper and lower case. */
const listing =
  (list: WorkstationTree["list"]): WorkstationTree["list"] =>
  (path) => {
    const own = path === "" ? "" : spelt(list, path);
    return own === null ? null : list(own);
  };

/**
 * Returns the reason why a file of a workstation is unreadable. `why` is worded for a config repository, so its words about a repository
 * are replaced.
 */
const told = (why: string): string =>
  why.replace(/^a link leads out of the repository, .*$/, "it is a link that leads elsewhere, and links are not followed");

function folderTree(folder: string): WorkstationTree {
  const files = diskTree(folder);
  const list = (path: string): readonly string[] | null => {
    const listed = files.list(path === "" ? "." : path);
    if (listed.kind === "unreadable" && path !== "" && !/a folder is expected/.test(listed.why))
      throw new Unreadable([`${path}: ${told(listed.why)}`]);
    return listed.kind === "entries" ? listed.entries.map(({ name }) => name) : null;
  };
  return {
    list: listing(list),
    read: async (path) => {
      const own = spelt(list, path);
      if (own === null) return null;
      const read = files.read(own);
      if (read.kind === "missing") return null;
      if (read.kind === "too-large") throw new Unreadable([`${own}: has ${read.size} bytes, more than any configuration`]);
      if (read.kind === "unreadable") throw new Unreadable([`${own}: ${told(read.why)}`]);
      return { path: own, bytes: read.bytes };
    },
  };
}

function zipTree(source: ByteSource): WorkstationTree {
  const archive = readZip(source);
  const faults = gate(archive, "kit");
  if (faults.length > 0)
    throw new Unreadable(faults.map(({ entry, problem }) => `${entry === null ? "the archive" : `'${entry}'`} ${problem}`));
  const entries = new Map(archive.entries.flatMap((entry) => (entry.folder ? [] : [[withSlashes(entry.name), entry] as const])));
  const folders = new Map<string, Set<string>>();
  for (const path of entries.keys()) {
    const parts = path.split("/");
    for (const [i, name] of parts.entries()) {
      const folder = parts.slice(0, i).join("/");
      folders.set(folder, (folders.get(folder) ?? new Set()).add(name));
    }
  }
  const list = (folder: string): readonly string[] | null => {
    const names = folders.get(folder);
    return names ? [...names].sort() : null;
  };
  return {
    list: listing(list),
    read: async (path) => {
      const own = spelt(list, path);
      const entry = own === null ? undefined : entries.get(own);
      if (own === null || !entry) return null;
      if (entry.size > LARGEST_FILE) throw new Unreadable([`${own}: has ${entry.size} bytes, more than any configuration`]);
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of contentOf(source, entry)) chunks.push(chunk);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        throw new Unreadable([error.message]);
      }
      return { path: own, bytes: Buffer.concat(chunks) };
    },
  };
}

/** Returns an error message without the path at its start, because the caller reports the path as the user typed it. */
function withoutPath(message: string, path: string): string {
  const failed = `${path} cannot be read: `;
  if (message.startsWith(failed)) return message.slice(failed.length);
  return message.startsWith(`${path} `) ? `it ${message.slice(path.length + 1)}` : message;
}

/**
 * Opens the folder or zip archive with a workstation's files while `use` runs. Throws Unreadable if it cannot be opened; rethrows errors of
 * `use` unchanged.
 */
export async function withTree<T>(path: string, use: (tree: WorkstationTree) => Promise<T>): Promise<T> {
  if (isFolder(path)) return use(folderTree(path));
  let opened = false;
  try {
    return await readingFileAsync(path, (source) => {
      const tree = zipTree(source);
      opened = true;
      return use(tree);
    });
  } catch (error) {
    if (opened || !isRefusal(error, 2)) throw error;
    throw new Unreadable([withoutPath(error.message, path)]);
  }
}

const DRIVE = /^[A-Za-z]$/;

/** Names that show that a folder holds a workstation's files: folders that `deploy.ps1 -Collect` writes, or the system drive `C`. */
const SURE = /^(connector|client|c)$/i;

/**
 * Returns whether a folder holds a workstation's files: folders that `deploy.ps1 -Collect` writes, or drives. A folder of one letter is a
 * drive, unless it holds a workstation's files itself.
 */
function looksLikeWorkstation(tree: WorkstationTree, folder: string): boolean {
  const holds = (path: string) => (tree.list(path) ?? []).some((name) => SURE.test(name));
  const within = (name: string) => (folder === "" ? name : `${folder}/${name}`);
  return (tree.list(folder) ?? []).some(
    (name) => /^(connector|client)$/i.test(name) || (DRIVE.test(name) && !holds(within(name))),
  );
}

/**
 * Returns the paths of the zip archives and workstation folders in a folder; only `path` itself if it is a file or a workstation folder, or
 * contains none.
 */
export function listWorkstations(path: string): readonly string[] {
  if (!isFolder(path)) return [path];
  const tree = folderTree(path);
  const names = tree.list("") ?? [];
  if (looksLikeWorkstation(tree, "")) return [path];
  const within = names.filter((name) => /\.zip$/i.test(name) || looksLikeWorkstation(tree, name));
  return within.length === 0 ? [path] : within.map((name) => join(path, name));
}
