import { dirname, win32 } from "node:path";
import { withoutTrailing } from "../../../kernel/index.ts";

const DRIVE = /^([A-Za-z]):/;
const UNC = /^[\\/]{2}(?=[^\\/])/;
const DEVICE = /^[\\/]{2}[?.][\\/]+(?:UNC[\\/]+(?=[^\\/])|(?=[A-Za-z]:))/i;

/** True for a path that means a drive or a share of Windows. */
export const isWindowsPath = (path: string): boolean => DRIVE.test(path) || UNC.test(path);

/** Returns the folder that a path lies in; an archive of a workstation names paths of Windows on every system. */
export const parentFolder = (path: string): string => (isWindowsPath(path) ? win32.dirname(path) : dirname(path));

/**
 * One spelling of a Windows path: backslashes, no last one, no empty parts, no '.' or '..', no spaces or dots at the end of a name (Windows
 * drops them), no \\?\ in front. Case is kept: paths are compared by `samePath`.
 */
export function plainWindowsPath(path: string): string {
  const bare = path.replace(DEVICE, (prefix) => (/UNC/i.test(prefix) ? "\\\\" : ""));
  const drive = DRIVE.exec(bare)?.[1];
  const parts: string[] = [];
  // a share's own two names are not folders that '..' could leave
  const fixed = drive === undefined ? 2 : 0;
  for (const part of (drive === undefined ? bare : bare.slice(2)).split(/[\\/]+/)) {
    if (part === "..") parts.length = Math.max(fixed, parts.length - 1);
    else if (part !== "" && part !== ".") parts.push(parts.length < fixed ? part : withoutTrailing(part, ". ") || part);
  }
  return (drive === undefined ? "\\\\" : `${drive.toUpperCase()}:\\`) + parts.join("\\");
}

/** Windows spells one folder in several ways. */
export const samePath = (a: string, b: string, windows: boolean): boolean => foldedPath(a, windows) === foldedPath(b, windows);

/** A path as it can be a key of a map. */
export function foldedPath(path: string, windows: boolean): string {
  return windows ? (isWindowsPath(path) ? plainWindowsPath(path) : path).toLowerCase() : path;
}
