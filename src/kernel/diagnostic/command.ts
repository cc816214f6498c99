import type { Shells } from "../text/shell-words.ts";
import { printedWords, UNFIT, wordsInSentence } from "./command-words.ts";
import type { Found } from "./text.ts";

/** A path in a printed command: one that begins with '-' would be read as an option. */
export interface CommandPath {
  readonly path: string;
}

export const path = (text: string): CommandPath => ({ path: text });

/** A path as git takes it: a '*' in a name would mean other files as well. */
export const pathspec = (text: string): string => (/[*?[\\]/.test(text) ? `:(literal)${text}` : text);

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

const isOptionLike = (value: Value): boolean => !isPath(value) && String(value).startsWith("-");

/** The command on a line of its own, or what to type told in words. */
export const printedCommand = ({ command = [] }: Found, shells?: Shells): string => printedWords(command, shells);

/** The command inside of a sentence. */
export const commandInSentence = ({ command = [] }: Found, shells?: Shells): string => wordsInSentence(command, shells);
