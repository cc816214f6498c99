import { UNSEEN } from "./unseen.ts";

/**
 * Spellings of a command's words for pasting into a shell. A word is written so that every shell of the group reads exactly that word, or it is
 * refused: a spelling that is right in one shell could be an instruction in another.
 */

/**
 * A group of shells. "posix": sh, bash, zsh and fish. "windows": PowerShell and cmd.exe, also if the program is a .cmd file. "every": all of them,
 * for files that have the same bytes on every machine.
 */
export type Shells = "posix" | "windows" | "every";

/** The most characters of a word in a printed command; outputs cut longer ones, and nobody pastes them. */
const LONGEST_WORD = 1_000;

/**
 * Returns a pattern for an invisible character, or one that a person cannot distinguish from another: format characters, and spaces other than
 * U+0020.
 */
const unseen = () => new RegExp(`[${UNSEEN}\\p{Cf}]|(?! )\\p{Zs}`, "u");

/** The pattern, by group of shells, of words that every shell of the group reads literally without quotes. */
const BARE: Readonly<Record<Shells, RegExp>> = {
  posix: /^[A-Za-z0-9_@+:,./-][A-Za-z0-9_@+:,./=-]*$/,
  windows: /^[A-Za-z0-9_.:/\\-][A-Za-z0-9_.+:/\\-]*$/,
  every: /^[A-Za-z0-9_.:/-][A-Za-z0-9_.+:/-]*$/,
};

/**
 * Returns a pattern for words that are literal in the double quotes of every shell.
 * cmd.exe replaces %NAME% and !NAME! there. PowerShell reads $, the backtick and U+201C to U+201E; it also passes a word without a space to a .cmd
 * file without quotes, where & | < > ^ divide commands.
 */
const inDoubleQuotes = () => /^[\p{L}\p{M}\p{N} #'()*+,./:;=?@[\]_{}~\u2010-\u201B\u2026-]*$/u;

/**
 * Returns a pattern for words that are literal in the double quotes of Windows' shells. A backslash is literal except before the closing quote:
 * programs read \" as a quote.
 */
const inWindowsQuotes = () => /^[\p{L}\p{M}\p{N} #'()*+,./:;=?@[\\\]_{}~\u2010-\u201B\u2026-]*(?<!\\)$/u;

/**
 * Returns the word with single quotes around the parts that need them. A quote, a backslash and '!' are outside of them, each with a backslash:
 * fish reads \\ in single quotes as one backslash, and bash and zsh expand the history before they read quotes.
 */
function posixQuoted(word: string): string {
  if (word === "") return "''";
  return word.replace(/[^\\'!]+|[\\'!]/g, (piece) =>
    /^[\\'!]$/.test(piece) ? `\\${piece}` : /^[A-Za-z0-9_@+:,./-]+$/.test(piece) ? piece : `'${piece}'`,
  );
}

/** Returns the word in a spelling that every shell of the group reads as this word; null if there is none. */
export function quotedWord(word: string, shells: Shells): string | null {
  if (word.length > LONGEST_WORD || unseen().test(word)) return null;
  if (BARE[shells].test(word)) return word;
  if (shells === "posix") return posixQuoted(word);
  const fits = shells === "windows" ? inWindowsQuotes() : inDoubleQuotes();
  return word !== "" && fits.test(word) ? `"${word}"` : null;
}

/** Returns the group of shells that a person at this machine uses. Only printed text depends on it, never a compiled file. */
export const ownShells = (): Shells => (process.platform === "win32" ? "windows" : "posix");
