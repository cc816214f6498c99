import { isAbsolute, normalize, sep, win32 } from "node:path";

/**
 * The paths that a record (receipt, journal, swap plan) is allowed to name, according to the command line, the bundle's manifest or
 * site.yaml.
 */
export interface Anchor {
  /** The folder of the option --root, which must contain every path of a record; null without --root. */
  readonly root: string | null;
  readonly windows: boolean;
  /** The paths that the command line or the bundle's manifest names. */
  readonly named: readonly string[];
  /** True if the record is a copy that `deploy.ps1 -Collect` gathered elsewhere: Tierwright opens none of its paths on this machine. */
  readonly gathered?: boolean;
}

/** The longest path, in characters, that Windows accepts; no other operating system accepts a longer one. */
const LONGEST = 32_767;

/** Returns a path in a form in which equal paths are equal texts: without `.` and `..`, and in lower case if it is a Windows path. */
export const normalizePath = (path: string, windows: boolean): string =>
  windows ? win32.normalize(path).toLowerCase() : normalize(path);

export const isBelow = (path: string, folder: string, windows: boolean): boolean =>
  normalizePath(path, windows).startsWith(normalizePath(folder + sep, windows));

/** Returns the server of a path `\\SERVER\...` that leads to another machine or to a device; null for every other path. */
const serverOf = (path: string): string | null => /^[\\/]{2}([^\\/]*)/.exec(path)?.[1]?.toLowerCase() ?? null;

/** Returns a text of a record for a message: if it has more than 200 characters, the first 200 and its length. */
export const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}... (${text.length} characters)` : text);

/** Returns why a text of a record is not a valid path; null if it is: absolute, without '..', and below the folder of --root if given. */
export function shapeFault(path: string, { root, windows, gathered }: Anchor): string | null {
  const none = `'${cut(path)}' is not a place of this installation`;
  if (gathered) return path.length > LONGEST ? none : null;
  // a Windows path is judged by the rules of Windows, also where Tierwright runs on Linux
  const isWhole = windows ? win32.isAbsolute : isAbsolute;
  if (path.length > LONGEST || !isWhole(path) || path.split(/[\\/]/).includes("..")) return none;
  return root === null || isBelow(path, root, windows) ? null : none;
}

/** Returns true if a path `\\SERVER\...` is a device, or is on a server that no path of the command line or of the bundle names. */
export function leadsAway(path: string, { root, windows, named, gathered }: Anchor): boolean {
  const server = gathered || root !== null || !windows ? null : serverOf(path);
  return server !== null && (/^[?.]?$/.test(server) || !named.some((one) => serverOf(one) === server));
}

/** Returns why Tierwright must not open a path of a record; null if it is valid and leads to no unnamed server or device. */
export function placeFault(path: string, anchor: Anchor): string | null {
  const fault = shapeFault(path, anchor);
  if (fault !== null || !leadsAway(path, anchor)) return fault;
  return `'${cut(path)}' leads to another machine, and neither the command line nor a bundle names it`;
}

/** Returns true if the command line or a bundle names exactly this file. A path that only a record names could be any file. */
export const isNamed = (path: string, { named, windows }: Anchor): boolean =>
  named.some((one) => normalizePath(one, windows) === normalizePath(path, windows));

/** Returns true if output can show values of a file: `isNamed` accepts its path, --root is given, or the file is a gathered copy. */
export const mayShow = (path: string, anchor: Anchor): boolean =>
  anchor.root !== null || anchor.gathered === true || isNamed(path, anchor);

/** Returns why a text is not the path of a file below a folder of the repository; null if it is: names without '\' and ':', no '..'. */
export function belowFault(path: string, folder: string): string | null {
  const names = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/") : [];
  const plain = names.length > 0 && path.length <= LONGEST && names.every((name) => !/^\.{0,2}$|[\\:]/.test(name));
  return plain ? null : `'${cut(path)}' is no file below ${folder}`;
}
