import { inCodePoints, ownShells, quotedWord, type Shells } from "../kernel/shell-words.ts";
import type { Found } from "./text.ts";

/** One word of a printed command. */
export interface CommandWord {
  readonly text: string;
  /** True for a name or value that was read; false for a word of our own. */
  readonly given: boolean;
}

/** A path in a printed command: one that begins with '-' would be read as an option. */
export interface CommandPath {
  readonly path: string;
}

export const path = (text: string): CommandPath => ({ path: text });

type Value = string | number | CommandPath | readonly string[];

const isPath = (value: Value): value is CommandPath => typeof value === "object" && "path" in value;

function textOf(value: string | number | CommandPath): string {
  if (!isPath(value)) return String(value);
  return value.path.startsWith("-") ? `./${value.path}` : value.path;
}

/**
 * A command that a person may paste into a shell, as a part of a Text: our own words as they stand, divided at spaces, and in `${}` what was
 * found, each one word however it is spelled (a list: each of its members). It is quoted where the Text becomes a string, and nowhere else.
 */
export function shellCommand(strings: TemplateStringsArray, ...values: readonly Value[]): Found {
  const found: { text: string; given: boolean }[] = [];
  let open = false; // the next piece belongs to the last word
  const add = (text: string, given: boolean) => {
    const last = found.at(-1);
    if (open && last) {
      last.text += text;
      last.given ||= given;
    } else found.push({ text, given });
    open = true;
  };
  for (const [i, string] of strings.entries()) {
    for (const [j, piece] of string.split(" ").entries()) {
      if (j > 0) open = false;
      if (piece !== "") add(piece, false);
    }
    const value = values[i];
    if (value === undefined) continue;
    if (typeof value === "object" && !isPath(value))
      for (const word of value) found.push({ text: /^-(?!-[a-z-]+$)/.test(word) ? UNFIT + word : word, given: true });
    // an option's name before it says that it is no option of its own
    else add(!open && isOptionLike(value) ? UNFIT + textOf(value) : textOf(value), true);
  }
  return { text: found.map(({ text }) => text).join(" "), command: found };
}

/** Marks a word that a program would read as an option; no shell has a spelling for it, so that the command is told in words. */
const UNFIT = "\0";

const isOptionLike = (value: Value): boolean => !isPath(value) && String(value).startsWith("-");

/**
 * Returns a word as it is printed. A backtick would end the place in a sentence that is to be copied, and outputs spell '##name[' otherwise,
 * because build services obey it.
 */
const printedWord = (text: string, shells: Shells): string | null =>
  /`|##\w{0,12}\[/.test(text) ? null : quotedWord(text, shells);

/** Tells a command that cannot be printed: its own words, and each name in characters that no shell acts on. */
function inWords(words: readonly CommandWord[], shells: Shells): string {
  const unfit = words.filter(({ text }) => printedWord(text, shells) === null);
  const names = unfit.map((_, i) => (unfit.length === 1 ? "NAME" : `NAME${i + 1}`));
  const shown = words.map((word) => names[unfit.indexOf(word)] ?? printedWord(word.text, shells));
  const told = unfit.map(({ text }, i) => `${names[i]} for ${inCodePoints(text.replace(UNFIT, ""))}`);
  return `(in words, because no shell can be given the name safely) ${shown.join(" ")}, with ${told.join(" and ")}`;
}

/** Returns the command as one line for these shells, or null where one of its words has no spelling for all of them. */
function shellLine({ command: words = [] }: Found, shells: Shells): string | null {
  const printed = words.map(({ text }) => printedWord(text, shells));
  return printed.includes(null) ? null : printed.join(" ");
}

/** The command on a line of its own, or what to type told in words. */
export const printedCommand = (part: Found, shells: Shells = ownShells()): string =>
  shellLine(part, shells) ?? inWords(part.command ?? [], shells);

/** The command inside of a sentence. */
export function commandInSentence(part: Found, shells: Shells = ownShells()): string {
  const line = shellLine(part, shells);
  return line === null ? inWords(part.command ?? [], shells) : `\`${line}\``;
}
