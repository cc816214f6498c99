import { NL, betweenMarks, lengthWithoutMarks, shortened } from "./style.ts";

/** What a text is broken at where no terminal says how wide it is. */
const PAPER = 80;
const NARROWEST = 40;

/** The columns that a table or a page of help may use. */
export const columnsOf = (width: number | null): number => Math.max(NARROWEST, width ?? PAPER);

/** Words with everything between two backticks as one of them: a command that is broken would be another command where it is pasted. */
function unbroken(words: readonly string[]): readonly string[] {
  const found: string[] = [];
  const marks = words.map((word) => word.split("`").length - 1);
  const last = marks.findLastIndex((count) => count % 2 === 1);
  let open = false;
  for (const [i, word] of words.entries()) {
    if (open) found[found.length - 1] += ` ${word}`;
    else found.push(word);
    if ((marks[i] ?? 0) % 2 === 1) open = !open && i < last;
  }
  return found;
}

/** Breaks prose at single spaces so that it fits; every line but the first begins with `indent`. Longer words stay whole, and a flood is shortened. `from`: the column where it begins. */
export function wrap(text: string, width: number, indent: string, from = indent.length): string {
  const lines: string[] = [];
  let line = "";
  let at = from;
  const short = betweenMarks(text, (piece) => shortened(piece));
  for (const word of unbroken(short.split(/(?<! ) (?! )/))) {
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
