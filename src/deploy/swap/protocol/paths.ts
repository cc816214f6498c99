import { dirname, win32 } from "node:path";
import { withoutTrailing } from "../../../kernel/index.ts";

const DRIVE = /^([A-Za-z]):/;
const UNC = /^[\\/]{2}(?=[^\\/])/;
const DEVICE = /^[\\/]{2}[?.][\\/]+(?:UNC[\\/]+(?=[^\\/])|(?=[A-Za-z]:))/i;

/** Returns whether a path starts with a Windows drive or names a share. */
export const isWindowsPath = (path: string): boolean => DRIVE.test(path) || UNC.test(path);

/**
 * Returns the parent folder of a path. Handles Windows paths on every system, because receipts in archives of workstations contain them.
 */
export const parentFolder = (path: string): string => (isWindowsPath(path) ? win32.dirname(path) : dirname(path));

/**
 * Normalizes a Windows path: backslashes, none at the end, no empty parts, no '.' or '..', no spaces or dots at the end of a name (Windows
 * ignores them), no \\?\ prefix. Keeps upper and lower case, which `samePath` ignores.
 */
export function plainWindowsPath(path: string): string {
  const bare = path.replace(DEVICE, (prefix) => (/UNC/i.test(prefix) ? "\\\\" : ""));
  const drive = DRIVE.exec(bare)?.[1];
  const parts: string[] = [];
  // '..' cannot leave the server and share of a UNC path, its first two parts
  const fixed = drive === undefined ? 2 : 0;
  for (const part of (drive === undefined ? bare : bare.slice(2)).split(/[\\/]+/)) {
    if (part === "..") parts.length = Math.max(fixed, parts.length - 1);
    else if (part !== "" && part !== ".") parts.push(parts.length < fixed ? part : withoutTrailing(part, ". ") || part);
  }
  return (drive === undefined ? "\\\\" : `${drive.toUpperCase()}:\\`) + parts.join("\\");
}

/** Returns whether two paths are equal; on Windows, two spellings of one path are. */
export const samePath = (a: string, b: string, windows: boolean): boolean => foldedPath(a, windows) === foldedPath(b, windows);

/** Returns a path as a map key: normalized and in lower case on Windows. */
export function foldedPath(path: string, windows: boolean): string {
  return windows ? (isWindowsPath(path) ? plainWindowsPath(path) : path).toLowerCase() : path;
}
