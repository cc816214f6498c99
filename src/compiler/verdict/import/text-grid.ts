import { type Quotation, csvTable } from "../../../kernel/index.ts";
import { type Grid, type GridCell, columnName, plainCell } from "./grid.ts";

/** The form of a table in a text file, recognized by the first line that is not empty. */
export type TextForm = "csv" | "tabs" | "pipes";

interface Piece {
  readonly text: string;
  readonly start: number;
  readonly fault: Quotation | null;
}

const FAULTS: Record<Quotation, GridCell["fault"]> = {
  open: { problem: "its quotation mark is not closed", expected: 'a closing ", or none' },
  after: {
    problem: "text follows its closing quotation mark",
    expected: 'a comma behind it, or "" for a quotation mark inside the text',
  },
};

/**
 * Returns the cells of a line of a Markdown table: the texts between '|', without empty outer ones. A backslash before a '|' makes it a
 * part of the cell.
 */
function pipePieces(line: string, from: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (let at = 0; at <= line.length; at++) {
    if (line[at] === "\\" && line[at + 1] === "|") at++;
    else if (at === line.length || line[at] === "|") {
      pieces.push({ text: line.slice(start, at).replaceAll("\\|", "|"), start: from + start, fault: null });
      start = at + 1;
    }
  }
  const outer = line.trimStart().startsWith("|") ? pieces.slice(1) : pieces;
  return line.trimEnd().endsWith("|") ? outer.slice(0, -1) : outer;
}

function pipeTable(text: string): readonly (readonly Piece[])[] {
  const rows: (readonly Piece[])[] = [];
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; ) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    const line = text.slice(at, end);
    // the line of dashes below the head of a Markdown table is no row
    rows.push(/^[\s|:+-]+$/.test(line) && line.includes("|") && line.includes("-") ? [] : pipePieces(line, at));
    at = end + 1;
  }
  return rows;
}

/** Returns the form of a table in a text: tabs before '|' before commas, in the first line that is not empty. */
export function formOf(text: string): TextForm {
  const first = /^[\s\ufeff]*([^\n]*)/.exec(text)?.[1] ?? "";
  if (first.includes("\t")) return "tabs";
  return first.includes("|") ? "pipes" : "csv";
}

/** Returns the cells of a table in a text file (CSV, tabs, Markdown). Lines and columns count from 1, columns in UTF-16 units. */
export function textGrid(text: string): Grid {
  const records: readonly (readonly Piece[])[] = formOf(text) === "pipes" ? pipeTable(text) : csvTable(text);
  let [line, lineStart, at] = [1, text.charCodeAt(0) === 0xfeff ? 1 : 0, 0];
  const cellOf = ({ text: written, start, fault }: Piece, row: number, column: number): GridCell => {
    for (at = Math.max(at, lineStart); at < start; at++) if (text[at] === "\n") [line, lineStart] = [line + 1, at + 1];
    return {
      text: plainCell(written),
      at: { cell: `${columnName(column)}${row + 1}`, line, column: start - lineStart + 1 },
      fault: fault && FAULTS[fault],
    };
  };
  return { rows: records.map((pieces, row) => pieces.map((piece, column) => cellOf(piece, row, column))), merged: [] };
}
