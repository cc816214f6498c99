import { NL, betweenMarks, lengthWithoutMarks, shorten } from "./style.ts";

/** The width in columns for output that is no terminal. */
const PAPER = 80;
const NARROWEST = 40;

/** Returns the width in columns for tables and help pages: that of the terminal, at least 40; 80 without a terminal (null). */
export const columnsOf = (width: number | null): number => Math.max(NARROWEST, width ?? PAPER);

/**
 * Matches a text in backticks, such as a command. No letter, digit or backtick stands directly before the first backtick or behind the
 * second, so that a backtick inside a name does not count as one of the two.
 */
const IN_BACKTICKS = /((?<![\p{L}\p{N}`])`[^`]+`(?![\p{L}\p{N}`]))/u;

/**
 * Returns the words of a text, with a command in backticks as one word: broken across lines, it would become another command when people
 * paste it.
 */
function unbroken(text: string): readonly string[] {
  const found = [""];
  for (const [i, piece] of text.split(IN_BACKTICKS).entries()) {
    const [first = "", ...more] = i % 2 === 1 ? [piece] : piece.split(/(?<! ) (?! )/);
    found[found.length - 1] += first;
    for (const word of more) found.push(word);
  }
  return found;
}

/**
 * Returns prose wrapped at single spaces; every line but the first begins with `indent`. Longer words are not broken, and very long texts
 * are shortened.
 * @param from the column at which the text begins
 */
export function wrap(text: string, width: number, indent: string, from = indent.length): string {
  const lines: string[] = [];
  let line = "";
  let at = from;
  const short = betweenMarks(text, (piece) => shorten(piece));
  for (const word of unbroken(short)) {
    const length = lengthWithoutMarks(word);
    if (line !== "" && at + 1 + length > width) {
      lines.push(line);
      line = word;
      at = indent.length + length;
    } else {
      at += length + (line === "" ? 0 : 1);
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join(`${NL}${indent}`);
}

/** Returns a name with its meaning at `column`, or below the name if the rest of the width is less than 30 columns. */
export function definition(name: string, text: string, column: number, width: number): string {
  if (width - column < 30) return `${name}${NL}      ${wrap(text, width, "      ")}`;
  const indent = " ".repeat(column);
  return name.length < column - 1
    ? name.padEnd(column) + wrap(text, width, indent)
    : `${name}${NL}${indent}${wrap(text, width, indent)}`;
}
