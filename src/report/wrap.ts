import { NL, betweenMarks, lengthWithoutMarks, shortened } from "./style.ts";

/** What a text is broken at where no terminal says how wide it is. */
const PAPER = 80;
const NARROWEST = 40;

/** The columns that a table or a page of help may use. */
export const columnsOf = (width: number | null): number => Math.max(NARROWEST, width ?? PAPER);

/** Breaks prose at single spaces so that it fits; every line but the first begins with `indent`. Longer words stay whole, and a flood is shortened. `from`: the column where it begins. */
export function wrap(text: string, width: number, indent: string, from = indent.length): string {
  const lines: string[] = [];
  let line = "";
  let at = from;
  const short = betweenMarks(text, (piece) => shortened(piece));
  for (const word of short.split(/(?<! ) (?! )/)) {
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
