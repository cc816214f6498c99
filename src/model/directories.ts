/** Four backslashes before the server are two that were doubled by hand (conf/doubled-backslash). */
const ABSOLUTE = /^([A-Za-z]:[\\/]|(?:[\\/]{2}|\\{4})[^\\/]+[\\/]+[^\\/]+)/;

/** Why a text is no whole Windows path of a directory, or null; a blank one is another fault. */
export function directoryFault(value: string): string | null {
  if (value === "" || ABSOLUTE.test(value)) return null;
  if (/^[A-Za-z]:/.test(value))
    return "no separator follows the drive: it is relative to the current folder of that drive, which is the tool's own";
  if (/^[\\/]/.test(value)) return "it names no drive: it lies on whatever drive the tool was started from";
  return "it is relative: it lies below the tool's own folder";
}

/** Keys whose value is a directory in every release (specification, other connector keys). */
export const DIRECTORY_KEYS: readonly string[] = ["STAGING_DIR", "jsonPayloaddir"];
