import { ownShells, quotedWord, type Shells } from "../text/shell-words.ts";
import { codePoint } from "./code-point.ts";

/** One word of a printed command. */
export interface CommandWord {
  readonly text: string;
  /** True for a name or value that was read; false for a word of our own. */
  readonly given: boolean;
}

/** Marks a word that a program would read as an option; no shell has a spelling for it, so that the command is told in words. */
export const UNFIT = "\0";

/**
 * Returns a word as it is printed. A backtick would end the place in a sentence that is to be copied, and outputs spell '##name[' and '](' otherwise:
 * build services obey the one, and viewers of SARIF make a link of the other.
 */
const printedWord = (text: string, shells: Shells): string | null =>
  /`|##\w{0,12}\[|\]\(/.test(text) ? null : quotedWord(text, shells);

/** No more of a name is told: outputs cut what is longer. */
const LONGEST_NAME = 1_000;

/** Returns a name in characters that no shell, terminal or form acts on; every other character is its code point. */
export const inCodePoints = (name: string): string =>
  [...name.slice(0, LONGEST_NAME)]
    .map((character) => (/^[A-Za-z0-9._:/ -]$/.test(character) ? character : `<${codePoint(character)}>`))
    .join("") + (name.length > LONGEST_NAME ? " ..." : "");

/** Tells a command that cannot be printed: its own words, and each name in characters that no shell acts on. */
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
 * Returns the command as one line for these shells, or null where one of its words has no spelling for all of them. The spelling that every
 * shell reads comes first, so that most commands are the same on every system.
 */
function shellLine(words: readonly CommandWord[], shells: Shells): string | null {
  const printed = words.map(({ text }) => printedWord(text, "every") ?? printedWord(text, shells));
  return printed.includes(null) ? null : printed.join(" ");
}

/** The command on a line of its own, or what to type told in words. */
export const printedWords = (words: readonly CommandWord[], shells: Shells = ownShells()): string =>
  shellLine(words, shells) ?? inWords(words, shells);

/** The command inside of a sentence. */
export function wordsInSentence(words: readonly CommandWord[], shells: Shells = ownShells()): string {
  const line = shellLine(words, shells);
  return line === null ? inWords(words, shells) : `\`${line}\``;
}
