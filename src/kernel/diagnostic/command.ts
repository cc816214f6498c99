import type { Shells } from "../text/shell-words.ts";
import { printedWords, UNFIT, wordsInSentence } from "./command-words.ts";
import type { Found } from "./text.ts";

/** A path in a printed command. If it begins with '-', it gets './' before it, because it would be read as an option. */
export interface CommandPath {
  readonly path: string;
}

export const path = (text: string): CommandPath => ({ path: text });

/** Returns a path as an argument of git: marked as literal if it has a '*' or the like, with which git would match other files, too. */
export const pathspec = (text: string): string => (/[*?[\\]/.test(text) ? `:(literal)${text}` : text);

type Value = string | number | CommandPath | readonly string[];

const isPath = (value: Value): value is CommandPath => typeof value === "object" && "path" in value;

function textOf(value: string | number | CommandPath): string {
  if (!isPath(value)) return String(value);
  return value.path.startsWith("-") ? `./${value.path}` : value.path;
}

/**
 * Returns a command that a person can paste into a shell, as a part of a `Text` (a message). Splits the template's own words at spaces.
 * Each value in `${}` is one word, however it is spelled; each member of a list is one word. The words are quoted only when the `Text`
 * becomes a string.
 */
export function shellCommand(strings: TemplateStringsArray, ...values: readonly Value[]): Found {
  const found: { text: string; given: boolean }[] = [];
  let open = false; // true if the next piece of the template continues the last word of the command
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
    // a value that is joined to an option's name (--x=VALUE) cannot be read as an option
    else add(!open && isOptionLike(value) ? UNFIT + textOf(value) : textOf(value), true);
  }
  return { text: found.map(({ text }) => text).join(" "), command: found };
}

const isOptionLike = (value: Value): boolean => !isPath(value) && String(value).startsWith("-");

/** Returns a command as text for a separate line; a description in words if it cannot be printed. */
export const printedCommand = ({ command = [] }: Found, shells?: Shells): string => printedWords(command, shells);

/** Returns a command for use inside a sentence; a description in words if it cannot be printed. */
export const commandInSentence = ({ command = [] }: Found, shells?: Shells): string => wordsInSentence(command, shells);
