import { isAbsolute, normalize, sep } from "node:path";

/** Where the places of a record may lie, as the command line, the bundle's manifest or site.yaml say. */
export interface Anchor {
  /** --root: everything lies below it; null: nobody named one. */
  readonly root: string | null;
  readonly windows: boolean;
  /** Native paths that the invocation or the bundle's manifest name. */
  readonly named: readonly string[];
  /** Files that somebody gathered are read in place of the machine's own: a path of theirs opens nothing here. */
  readonly gathered?: boolean;
}

/** The longest path of Windows, in characters; no system has a longer one. */
const LONGEST = 32_767;

/** Returns one spelling of a path: names have no case on Windows. */
export const spelled = (path: string, windows: boolean): string => (windows ? normalize(path).toLowerCase() : normalize(path));

export const isBelow = (path: string, folder: string, windows: boolean): boolean =>
  spelled(path, windows).startsWith(spelled(folder + sep, windows));

/** Returns `\\SERVER` of a path that leads to another machine or to a device, null of every other path. */
const serverOf = (path: string): string | null => /^[\\/]{2}([^\\/]*)/.exec(path)?.[1]?.toLowerCase() ?? null;

/** Returns a text for a message: a record may hold one of any length. */
export const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}... (${text.length} characters)` : text);

/**
 * Returns why a text of a record is no place of this machine that may be opened, or null: it is absolute, without '..', below the root where
 * there is one, and leads to no other machine that the invocation does not name.
 */
export function placeFault(path: string, { root, windows, named, gathered }: Anchor): string | null {
  const none = `'${cut(path)}' is not a place of this installation`;
  if (gathered) return path.length > LONGEST ? none : null;
  if (path.length > LONGEST || !isAbsolute(path) || path.split(/[\\/]/).includes("..")) return none;
  if (root !== null) return isBelow(path, root, windows) ? null : none;
  const server = serverOf(path);
  if (server === null || !windows) return null;
  return named.some((one) => serverOf(one) === server && !/^[?.]?$/.test(server))
    ? null
    : `'${cut(path)}' leads to another machine, and neither the command line nor a bundle names it`;
}

/** Returns why a text is not the path of a file below a folder of the repository, or null: plain names with '/', and no '..'. */
export function belowFault(path: string, folder: string): string | null {
  const names = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/") : [];
  const plain = names.length > 0 && path.length <= LONGEST && names.every((name) => !/^\.{0,2}$|[\\:]/.test(name));
  return plain ? null : `'${cut(path)}' is no file below ${folder}`;
}
