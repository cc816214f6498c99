import { withoutTrailing } from "../kernel/index.ts";

/** Characters that some file systems ignore when they compare names (HFS+). */
const LEFT_OUT = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g;

/**
 * Returns whether some file system treats a name as `.git`: in other case, with dots or spaces at its end, with an NTFS stream name after a
 * colon, with ignored characters, or as the short name that Windows gives it (GIT~1). git itself refuses these names too.
 */
export function isGitName(name: string): boolean {
  const plain = withoutTrailing(name.replace(LEFT_OUT, "").replace(/:.*$/s, ""), ". ").toLowerCase();
  return plain === ".git" || /^git~\d+$/.test(plain);
}

/** Returns a name in the form in which a case-insensitive file system compares it. */
export const foldName = (path: string): string => path.normalize("NFC").toLowerCase();
