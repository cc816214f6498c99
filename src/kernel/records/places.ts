import { isAbsolute, normalize, sep, win32 } from "node:path";

/**
 * The places that a record (receipt, journal, plan) is allowed to name, according to the command line, the bundle's manifest or site.yaml.
 */
export interface Anchor {
  /** The folder of --root, which must contain every place; null without --root. */
  readonly root: string | null;
  readonly windows: boolean;
  /** The paths that the command line or the bundle's manifest names. */
  readonly named: readonly string[];
  /** True if gathered copies are read instead of the machine's own files: a path in them opens nothing on this machine. */
  readonly gathered?: boolean;
}

/** The longest path in characters that Windows knows; no other system has a longer one. */
const LONGEST = 32_767;

/** Returns a path normalized for comparison, on Windows in lower case. */
export const normalizePath = (path: string, windows: boolean): string =>
  windows ? win32.normalize(path).toLowerCase() : normalize(path);

export const isBelow = (path: string, folder: string, windows: boolean): boolean =>
  normalizePath(path, windows).startsWith(normalizePath(folder + sep, windows));

/** Returns the server of a path `\\SERVER\...` that leads to another machine or to a device; null for every other path. */
const serverOf = (path: string): string | null => /^[\\/]{2}([^\\/]*)/.exec(path)?.[1]?.toLowerCase() ?? null;

/** Returns a text of a record shortened to 200 characters for a message, with its length. */
export const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}... (${text.length} characters)` : text);

/** Returns why a text of a record is not a valid place; null if it is: absolute, without '..', and below the root if there is one. */
export function shapeFault(path: string, { root, windows, gathered }: Anchor): string | null {
  const none = `'${cut(path)}' is not a place of this installation`;
  if (gathered) return path.length > LONGEST ? none : null;
  // paths of Windows are judged by its rules on every system
  const isWhole = windows ? win32.isAbsolute : isAbsolute;
  if (path.length > LONGEST || !isWhole(path) || path.split(/[\\/]/).includes("..")) return none;
  return root === null || isBelow(path, root, windows) ? null : none;
}

/** Returns true if a place is on another machine, or is a device, that neither the command line nor a bundle names. */
export function leadsAway(path: string, { root, windows, named, gathered }: Anchor): boolean {
  const server = gathered || root !== null || !windows ? null : serverOf(path);
  return server !== null && (/^[?.]?$/.test(server) || !named.some((one) => serverOf(one) === server));
}

/** Returns why a text of a record is not a place that this machine can open safely; null if it is a valid place on this machine. */
export function placeFault(path: string, anchor: Anchor): string | null {
  const fault = shapeFault(path, anchor);
  if (fault !== null || !leadsAway(path, anchor)) return fault;
  return `'${cut(path)}' leads to another machine, and neither the command line nor a bundle names it`;
}

/** Returns true if the command line or a bundle names exactly this file; a record alone could name any file of the machine. */
export const isNamed = (path: string, { named, windows }: Anchor): boolean =>
  named.some((one) => normalizePath(one, windows) === normalizePath(path, windows));

/** Returns true if values of a file can be shown: the file is named, is below the root, or is a gathered copy. */
export const mayShow = (path: string, anchor: Anchor): boolean =>
  anchor.root !== null || anchor.gathered === true || isNamed(path, anchor);

/** Returns why a text is not the path of a file below a folder of the repository; null if it is: plain names with '/', without '..'. */
export function belowFault(path: string, folder: string): string | null {
  const names = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/") : [];
  const plain = names.length > 0 && path.length <= LONGEST && names.every((name) => !/^\.{0,2}$|[\\:]/.test(name));
  return plain ? null : `'${cut(path)}' is no file below ${folder}`;
}
