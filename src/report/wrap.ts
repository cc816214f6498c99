import { NL, betweenMarks, lengthWithoutMarks, shortened } from "./style.ts";

/** What a text is broken at where no terminal says how wide it is. */
const PAPER = 80;
const NARROWEST = 40;

/** The columns that a table or a page of help may use. */
export const columnsOf = (width: number | null): number => Math.max(NARROWEST, width ?? PAPER);

/**
 * Matches what stands in backticks. The first one has no letter before it and the second none behind it, so that a backtick in a name of
 * somebody's is not taken for the beginning or the end of a command behind it: a command begins with a letter and has no backtick in it.
 */
const IN_BACKTICKS = /((?<![\p{L}\p{N}`])`[^`]+`(?![\p{L}\p{N}`]))/u;

/** Words with everything between two backticks as one of them: a command that is broken would be another command where it is pasted. */
function unbroken(text: string): readonly string[] {
  const found = [""];
  for (const [i, piece] of text.split(IN_BACKTICKS).entries()) {
    const [first = "", ...more] = i % 2 === 1 ? [piece] : piece.split(/(?<! ) (?! )/);
    found[found.length - 1] += first;
    for (const word of more) found.push(word);
  }
  return found;
}

/** Breaks prose at single spaces so that it fits; every line but the first begins with `indent`. Longer words stay whole, and a flood is shortened. `from`: the column where it begins. */
export function wrap(text: string, width: number, indent: string, from = indent.length): string {
  const lines: string[] = [];
  let line = "";
  let at = from;
  const short = betweenMarks(text, (piece) => shortened(piece));
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

/** A name in a column of its own and what it means, in the column that begins at `column`; below the name where that leaves no room. */
export function definition(name: string, text: string, column: number, width: number): string {
  if (width - column < 30) return `${name}${NL}      ${wrap(text, width, "      ")}`;
  const indent = " ".repeat(column);
  return name.length < column - 1
    ? name.padEnd(column) + wrap(text, width, indent)
    : `${name}${NL}${indent}${wrap(text, width, indent)}`;
}
