import { UNSEEN } from "./unseen.ts";

/**
 * Words of a command as a person pastes them into a shell. A word is either written so that every shell of the group reads exactly that
 * word, or it is refused: there is no spelling that is right in one of them and an instruction in another.
 */

/**
 * "posix": sh, bash, zsh and fish. "windows": PowerShell and cmd.exe, also where the program is a .cmd file. "every": all of them; files
 * that have the same bytes on every machine use it.
 */
export type Shells = "posix" | "windows" | "every";

/** Longer words are pasted by nobody, and outputs cut what is longer. */
const LONGEST_WORD = 1_000;

/** Matches an unseen character, and what a person cannot tell from another: format characters, and spaces other than U+0020. */
const unseen = () => new RegExp(`[${UNSEEN}\\p{Cf}]|(?! )\\p{Zs}`, "u");

/** Words that no shell of the group reads as anything else when they stand without quotes. */
const BARE: Readonly<Record<Shells, RegExp>> = {
  posix: /^[A-Za-z0-9_@+:,./-][A-Za-z0-9_@+:,./=-]*$/,
  windows: /^[A-Za-z0-9_.:/\\-][A-Za-z0-9_.+:/\\-]*$/,
  every: /^[A-Za-z0-9_.:/-][A-Za-z0-9_.+:/-]*$/,
};

/**
 * Characters that stand for themselves in double quotes, whoever reads them. cmd.exe replaces %NAME% and !NAME! there; PowerShell reads $,
 * the backtick and U+201C to U+201E; and it hands a word without a space to a .cmd file without quotes, where & | < > ^ divide commands.
 */
const inDoubleQuotes = () => /^[\p{L}\p{M}\p{N} #'()*+,./:;=?@[\]_{}~\u2010-\u201B\u2026-]*$/u;

/** Backslashes are ordinary in the double quotes of Windows' shells, save before the closing quote: programs read \" as a quote. */
const inWindowsQuotes = () => /^[\p{L}\p{M}\p{N} #'()*+,./:;=?@[\\\]_{}~\u2010-\u201B\u2026-]*(?<!\\)$/u;

/**
 * Returns the word with what needs it in single quotes. A quote and a backslash stand outside of them with a backslash each, and so does '!': fish reads \\ in
 * single quotes as one backslash, and the history of bash and zsh is replaced before quotes are read.
 */
function posixQuoted(word: string): string {
  if (word === "") return "''";
  return word.replace(/[^\\'!]+|[\\'!]/g, (piece) =>
    /^[\\'!]$/.test(piece) ? `\\${piece}` : /^[A-Za-z0-9_@+:,./-]+$/.test(piece) ? piece : `'${piece}'`,
  );
}

/** Returns the word as every shell of the group reads it, or null where there is no such spelling. */
export function quotedWord(word: string, shells: Shells): string | null {
  if (word.length > LONGEST_WORD || unseen().test(word)) return null;
  if (BARE[shells].test(word)) return word;
  if (shells === "posix") return posixQuoted(word);
  const fits = shells === "windows" ? inWindowsQuotes() : inDoubleQuotes();
  return word !== "" && fits.test(word) ? `"${word}"` : null;
}

/** Returns the words as one line, or null where one of them has no spelling. */
export function commandLine(words: readonly string[], shells: Shells): string | null {
  const quoted = words.map((word) => quotedWord(word, shells));
  return quoted.includes(null) ? null : quoted.join(" ");
}

/** Returns the group of shells that a person at this machine pastes into. Only what is printed here depends on it, never a compiled file. */
export const ownShells = (): Shells => (process.platform === "win32" ? "windows" : "posix");
