import { UNSEEN } from "./unseen.ts";

/**
 * Quotes words of a command that a person pastes into a shell. A word is quoted so that every shell of a group (see `Shells`) reads exactly
 * that word. A word for which this is impossible is refused, because quotes that are right in one shell can make part of a word a command
 * in another.
 */

/**
 * A group of shells. "posix": sh, bash, zsh and fish. "windows": PowerShell and cmd.exe, also if the called program is a .cmd file.
 * "every": all of these, for commands in compiled files, which have the same bytes on every machine.
 */
export type Shells = "posix" | "windows" | "every";

/** The most characters of a word in a printed command; a command with a longer word is only described in words. */
const LONGEST_WORD = 1_000;

/**
 * Returns a pattern for an invisible character, or one that a person cannot distinguish from another: format characters, and spaces other
 * than U+0020.
 */
const unseen = () => new RegExp(`[${UNSEEN}\\p{Cf}]|(?! )\\p{Zs}`, "u");

/** For each group of shells, the pattern of words that every shell of the group reads literally without quotes. */
const BARE: Readonly<Record<Shells, RegExp>> = {
  posix: /^[A-Za-z0-9_@+:,./-][A-Za-z0-9_@+:,./=-]*$/,
  windows: /^[A-Za-z0-9_.:/\\-][A-Za-z0-9_.+:/\\-]*$/,
  every: /^[A-Za-z0-9_.:/-][A-Za-z0-9_.+:/-]*$/,
};

/**
 * Returns a pattern for words that every shell reads literally in double quotes.
 * cmd.exe replaces %NAME% and !NAME! in double quotes. PowerShell interprets $, the backtick and U+201C to U+201E in them; it also drops
 * the quotes of a word without a space that it passes to a .cmd file, where & | < > ^ divide commands.
 */
const inDoubleQuotes = () => /^[\p{L}\p{M}\p{N} #'()*+,./:;=?@[\]_{}~\u2010-\u201B\u2026-]*$/u;

/**
 * Returns a pattern for words that PowerShell and cmd.exe read literally in double quotes. A backslash is literal except before the closing
 * quote:
 * programs on Windows read \" as a quote.
 */
const inWindowsQuotes = () => /^[\p{L}\p{M}\p{N} #'()*+,./:;=?@[\\\]_{}~\u2010-\u201B\u2026-]*(?<!\\)$/u;

/**
 * Returns a word for POSIX shells with single quotes around the parts that need them. A single quote, a backslash and '!' are outside the
 * quotes, each after a backslash: fish reads \\ in single quotes as one backslash, and bash and zsh expand the history ('!') before they
 * read quotes.
 */
function posixQuoted(word: string): string {
  if (word === "") return "''";
  return word.replace(/[^\\'!]+|[\\'!]/g, (piece) =>
    /^[\\'!]$/.test(piece) ? `\\${piece}` : /^[A-Za-z0-9_@+:,./-]+$/.test(piece) ? piece : `'${piece}'`,
  );
}

/** Returns a word, quoted if necessary, so that every shell of the group reads exactly this word; null if that is impossible. */
export function quotedWord(word: string, shells: Shells): string | null {
  if (word.length > LONGEST_WORD || unseen().test(word)) return null;
  if (BARE[shells].test(word)) return word;
  if (shells === "posix") return posixQuoted(word);
  const fits = shells === "windows" ? inWindowsQuotes() : inDoubleQuotes();
  return word !== "" && fits.test(word) ? `"${word}"` : null;
}

/** Returns the group of shells of this machine's operating system. Only printed text depends on the result, never a compiled file. */
export const ownShells = (): Shells => (process.platform === "win32" ? "windows" : "posix");
