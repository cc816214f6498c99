import { ownShells, quotedWord, type Shells } from "../text/shell-words.ts";
import { codePoint } from "../text/escapes.ts";

/** One word of a printed command. */
export interface CommandWord {
  readonly text: string;
  /** True for a name or value that was read; false for a word of our own. */
  readonly given: boolean;
}

/** Marker of a word that a program would read as an option. No shell has a spelling for it, so the command is described in words. */
export const UNFIT = "\0";

/**
 * Returns a word as it is printed, or null if it cannot be printed.
 * Refuses a backtick, which would end the quotation in a sentence, and '##name[' and '](', which outputs have to respell: build services obey the
 * first, and SARIF viewers make a link of the second.
 */
const printedWord = (text: string, shells: Shells): string | null =>
  /`|##\w{0,12}\[|\]\(/.test(text) ? null : quotedWord(text, shells);

/** Characters of a name that a message contains at most; outputs cut longer ones. */
const LONGEST_NAME = 1_000;

/** Returns a name with every character that a shell, terminal or form could act on replaced by its code point. */
export const inCodePoints = (name: string): string =>
  [...name.slice(0, LONGEST_NAME)]
    .map((character) => (/^[A-Za-z0-9._:/ -]$/.test(character) ? character : `<${codePoint(character)}>`))
    .join("") + (name.length > LONGEST_NAME ? " ..." : "");

/** Describes a command that cannot be printed: its own words, and each name in characters that no shell acts on. */
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
 * Returns the command as one line for these shells, or null if one of its words has no spelling for all of them.
 * Prefers the spelling that every shell reads, so that most commands are the same on every system.
 */
function shellLine(words: readonly CommandWord[], shells: Shells): string | null {
  const printed = words.map(({ text }) => printedWord(text, "every") ?? printedWord(text, shells));
  return printed.includes(null) ? null : printed.join(" ");
}

/** Returns the command for a line of its own, or a description in words if it cannot be printed. */
export const printedWords = (words: readonly CommandWord[], shells: Shells = ownShells()): string =>
  shellLine(words, shells) ?? inWords(words, shells);

/** Returns the command for use inside a sentence. */
export function wordsInSentence(words: readonly CommandWord[], shells: Shells = ownShells()): string {
  const line = shellLine(words, shells);
  return line === null ? inWords(words, shells) : `\`${line}\``;
}
