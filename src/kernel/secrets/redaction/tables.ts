import { beforeSpaces, pastBlanks } from "./anchors.ts";
import { lineEnd } from "./lines.ts";
import { type Kind, kindOfName, type Shape, valueOf } from "./shape.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;
const MOST_COLUMNS = 500;
const LONGEST_CELL = 120;
const CELL = /^[\w .:/()*"'-]*$/;

/** Returns the cells of a row of a CSV-like table and the offset of the next row; null if it has too many cells or an unclosed quote. */
function cellsAt(
  text: string,
  from: number,
  sign: string,
): { readonly cells: readonly (readonly [number, number])[]; readonly next: number } | null {
  const cells: [number, number][] = [];
  let at = from;
  for (;;) {
    if (cells.length >= MOST_COLUMNS) return null;
    const begins = at;
    if (text[at] === '"') {
      const close = closeOfCell(text, at);
      if (close < 0) return null;
      at = close + 1;
    }
    while (at < text.length && text[at] !== sign && text[at] !== "\n") at++;
    cells.push([begins, text[at] === "\n" && text[at - 1] === "\r" ? at - 1 : at]);
    if (at >= text.length || text[at] === "\n") return { cells, next: at + 1 };
    at += 1;
  }
}

/** Returns the offset of the closing quote of a cell, in which a doubled quote is one quote; -1 if there is none. */
function closeOfCell(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return -1;
}

/** Yields the values of table columns whose heading is the name of a secret. */
export function* tables(text: string): Generator<Shape> {
  let until = 0;
  for (let start = 0; start < text.length; start = lineEnd(text, start) + 1) {
    if (start < until) continue;
    const line = text.slice(start, Math.min(lineEnd(text, start), start + 20_000));
    const sign = DELIMITERS.find((one) => line.includes(one));
    if (sign === undefined) continue;
    const names = line.split(sign).map((cell) => cell.replace(/\r$/, ""));
    if (names.length > MOST_COLUMNS || !names.every((cell) => cell.length <= LONGEST_CELL && CELL.test(cell))) continue;
    const kinds = names.map((cell) => kindOfName(cell.replace(/["' ]/g, "")));
    if (!kinds.some((kind) => kind !== "none")) continue;
    until = yield* column(text, lineEnd(text, start) + 1, sign, kinds);
  }
}

function* column(text: string, from: number, sign: string, kinds: readonly Kind[]): Generator<Shape, number> {
  let at = from;
  while (at < text.length) {
    const row = cellsAt(text, at, sign);
    if (!row || row.cells.length < kinds.length || row.cells.length > kinds.length + 1) return at;
    for (const [i, [begins, to]] of row.cells.entries()) {
      const kind = kinds[i] ?? "none";
      if (kind === "none") continue;
      const first = pastBlanks(text, begins);
      const last = Math.max(first, beforeSpaces(text, to));
      if (!/^[-: ]*$/.test(text.slice(first, Math.min(last, first + 200)))) yield* valueOf(kind, text, first, last);
    }
    at = row.next;
  }
  return at;
}
