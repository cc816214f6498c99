import { isAbsolute, normalize, sep, win32 } from "node:path";

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
export const spelled = (path: string, windows: boolean): string =>
  windows ? win32.normalize(path).toLowerCase() : normalize(path);

export const isBelow = (path: string, folder: string, windows: boolean): boolean =>
  spelled(path, windows).startsWith(spelled(folder + sep, windows));

/** Returns `\\SERVER` of a path that leads to another machine or to a device, null of every other path. */
const serverOf = (path: string): string | null => /^[\\/]{2}([^\\/]*)/.exec(path)?.[1]?.toLowerCase() ?? null;

/** Returns a text for a message: a record may hold one of any length. */
export const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}... (${text.length} characters)` : text);

/** Returns why a text of a record is no place at all, or null: it is absolute, without '..', and below the root where there is one. */
export function shapeFault(path: string, { root, windows, gathered }: Anchor): string | null {
  const none = `'${cut(path)}' is not a place of this installation`;
  if (gathered) return path.length > LONGEST ? none : null;
  // as Windows has it where the places are Windows': its paths are judged the same on every system
  const isWhole = windows ? win32.isAbsolute : isAbsolute;
  if (path.length > LONGEST || !isWhole(path) || path.split(/[\\/]/).includes("..")) return none;
  return root === null || isBelow(path, root, windows) ? null : none;
}

/** Returns whether a place lies on another machine, or is a device, that neither the command line nor a bundle names. */
export function leadsAway(path: string, { root, windows, named, gathered }: Anchor): boolean {
  const server = gathered || root !== null || !windows ? null : serverOf(path);
  return server !== null && (/^[?.]?$/.test(server) || !named.some((one) => serverOf(one) === server));
}

/** Returns why a text of a record is no place of this machine that may be opened, or null: it is a place, and leads to no other machine. */
export function placeFault(path: string, anchor: Anchor): string | null {
  const fault = shapeFault(path, anchor);
  if (fault !== null || !leadsAway(path, anchor)) return fault;
  return `'${cut(path)}' leads to another machine, and neither the command line nor a bundle names it`;
}

/** Returns whether the command line or a bundle names this very file; a record alone may name any file of the machine. */
export const isNamed = (path: string, { named, windows }: Anchor): boolean =>
  named.some((one) => spelled(one, windows) === spelled(path, windows));

/** Returns whether values of a file may be shown: it is named, lies below a root, or is a copy that somebody gathered. */
export const mayShow = (path: string, anchor: Anchor): boolean =>
  anchor.root !== null || anchor.gathered === true || isNamed(path, anchor);

/** Returns why a text is not the path of a file below a folder of the repository, or null: plain names with '/', and no '..'. */
export function belowFault(path: string, folder: string): string | null {
  const names = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/") : [];
  const plain = names.length > 0 && path.length <= LONGEST && names.every((name) => !/^\.{0,2}$|[\\:]/.test(name));
  return plain ? null : `'${cut(path)}' is no file below ${folder}`;
}
