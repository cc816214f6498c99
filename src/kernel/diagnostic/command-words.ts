import { ownShells, quotedWord, type Shells } from "../text/shell-words.ts";
import { codePoint } from "../text/escapes.ts";

/** One word of a command that Tierwright prints for the user to run. */
export interface CommandWord {
  readonly text: string;
  /** True if the word is a name or value that Tierwright read, for example from a file; false for a word of Tierwright's own. */
  readonly given: boolean;
}

/**
 * The marker before a word that a program would read as an option. No shell can be given the marker, so the command is described in words.
 */
export const UNFIT = "\0";

/**
 * Returns the spelling of a command's word for the shells; null if no spelling is safe in every output: a backtick would end the quotation
 * in a sentence, build services obey '##name[', and SARIF viewers make a link of ']('.
 */
const printedWord = (text: string, shells: Shells): string | null =>
  /`|##\w{0,12}\[|\]\(/.test(text) ? null : quotedWord(text, shells);

/** The most characters of a name in a command that is described in words; longer ones are cut. */
const LONGEST_NAME = 1_000;

/** Returns a name with every character that a shell, terminal or output format could interpret replaced by its code point. */
export const inCodePoints = (name: string): string =>
  [...name.slice(0, LONGEST_NAME)]
    .map((character) => (/^[A-Za-z0-9._:/ -]$/.test(character) ? character : `<${codePoint(character)}>`))
    .join("") + (name.length > LONGEST_NAME ? " ..." : "");

/**
 * Returns the description of a command that cannot be printed: the program's words, and each unsafe name in characters that no shell
 * interprets.
 */
function inWords(words: readonly CommandWord[], shells: Shells): string {
  const unfit = words.filter(({ text }) => printedWord(text, shells) === null);
  const names = unfit.map((_, i) => (unfit.length === 1 ? "NAME" : `NAME${i + 1}`));
  const shown = words.map(
    (word) => names[unfit.indexOf(word)] ?? printedWord(word.text, "every") ?? printedWord(word.text, shells),
  );
  const told = unfit.map(({ text }, i) => `${names[i]} for ${inCodePoints(text.replace(UNFIT, ""))}`);
  return `(in words, because no shell can be given the name safely) ${shown.join(" ")}, with ${told.join(" and ")}`;
}

/**
 * Returns a command as one line that the given shells can read; null if one of its words has no spelling for all of them. Prefers the
 * spelling that every shell reads, so that most commands are the same on every system.
 */
function shellLine(words: readonly CommandWord[], shells: Shells): string | null {
  const printed = words.map(({ text }) => printedWord(text, "every") ?? printedWord(text, shells));
  return printed.includes(null) ? null : printed.join(" ");
}

/** Returns a command as text for a separate line; a description in words if it cannot be printed. */
export const printedWords = (words: readonly CommandWord[], shells: Shells = ownShells()): string =>
  shellLine(words, shells) ?? inWords(words, shells);

/** Returns a command for use inside a sentence, between backticks; a description in words if it cannot be printed. */
export function wordsInSentence(words: readonly CommandWord[], shells: Shells = ownShells()): string {
  const line = shellLine(words, shells);
  return line === null ? inWords(words, shells) : `\`${line}\``;
}
