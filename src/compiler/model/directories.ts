import { forbiddenSign } from "../../kernel/index.ts";

/**
 * Matches the start of an absolute Windows path: a drive or a share. Four backslashes before the server of a share are two that somebody
 * doubled by hand (conf/doubled-backslash).
 */
const ABSOLUTE = /^([A-Za-z]:[\\/]|(?:[\\/]{2}|\\{4})[^\\/]+[\\/]+[^\\/]+)/;

/** Returns true for an absolute Windows path, which begins with a drive or a share. */
export const isWholePath = (value: string): boolean => ABSOLUTE.test(value);

/**
 * Returns why a text cannot be the absolute Windows path of a directory (`fault`), and the folder that Java would use instead (`lies`);
 * null if it can. Returns null for an empty text as well, which another rule reports.
 */
export function directoryFault(value: string): { readonly fault: string; readonly lies: string } | null {
  if (/\S[ \t\f]$/.test(value))
    return { fault: "it ends in a space", lies: "Java keeps the space, and Windows has no folder whose name ends in one" };
  if (value === "") return null;
  const sign = forbiddenSign(value);
  if (sign !== null) return { fault: `it has a '${sign}'`, lies: "no path of Windows can have that character" };
  if (isWholePath(value)) return null;
  if (/^[A-Za-z]:/.test(value))
    return {
      fault: "no separator follows the drive",
      lies: "it is relative to the current folder of that drive, which is the tool's own",
    };
  if (/^[\\/]/.test(value)) return { fault: "it names no drive", lies: "it lies on whatever drive the tool was started from" };
  return { fault: "it is relative", lies: "it lies below the tool's own folder" };
}

/**
 * Returns why a directory is doubtful that has a '#' at the start of a folder's name or after a space; null for any other. Windows allows
 * such names, so the value can be intended; most often somebody wrote a comment after it.
 */
export function directoryDoubt(value: string): { readonly fault: string; readonly lies: string } | null {
  if (!/[\\/ \t\f]#/.test(value)) return null;
  return {
    fault: "it has a '#' where a comment could begin",
    lies: "no comment begins within a value: Java reads the '#' and all after it as part of the folder's name",
  };
}

/** Keys whose value is a directory in every release. */
export const DIRECTORY_KEYS: readonly string[] = ["STAGING_DIR", "jsonPayloaddir"];
