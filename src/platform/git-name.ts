import { withoutTrailing } from "../kernel/index.ts";

/** Characters that some file systems leave out of a name when they compare it (HFS+). */
const LEFT_OUT = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g;

/**
 * True for a name that some file system takes for `.git`: in other case, with dots or spaces at its end, with a stream after a colon,
 * with characters that are not compared, and the short name that Windows gives it (GIT~1). The same names that git itself refuses.
 */
export function isGitName(name: string): boolean {
  const plain = withoutTrailing(name.replace(LEFT_OUT, "").replace(/:.*$/s, ""), ". ").toLowerCase();
  return plain === ".git" || /^git~\d+$/.test(plain);
}

/** Returns a name as a file system compares it that takes no notice of case. */
export const folded = (path: string): string => path.normalize("NFC").toLowerCase();
