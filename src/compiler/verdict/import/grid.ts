/** The place of a cell: its name in a sheet, and for a table in a text file also line and column (from 1), otherwise null. */
export interface CellPlace {
  /** The cell's name, such as B7. */
  readonly cell: string;
  readonly line: number | null;
  readonly column: number | null;
}

export interface GridCell {
  /** The text without spaces around it. */
  readonly text: string;
  readonly at: CellPlace;
  /** Why the text can differ from the text that was typed, and the expected text; null for an ordinary cell. */
  readonly fault: { readonly problem: string; readonly expected: string } | null;
}

/** The cells of a table, row by row, before they are read as a matrix. A row can be shorter than others. */
export interface Grid {
  readonly rows: readonly (readonly GridCell[])[];
  /** The ranges of merged cells, such as A3:A5; empty for a table in a text file. */
  readonly merged: readonly string[];
}

/** A fault of one cell of an imported table, with the cell's text and the expected text. */
export interface CellProblem {
  readonly at: CellPlace;
  readonly found: string;
  readonly problem: string;
  readonly expected: string;
}

/** Returns the name of a column by its index from 0: A to Z, AA and so on. */
export function columnName(index: number): string {
  let name = "";
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

/** Returns the row and column, from 0, that a cell's name such as B7 means; null if the text is not such a name. */
export function cellIndex(name: string): { readonly row: number; readonly column: number } | null {
  const [, letters = "", digits = ""] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(name) ?? [];
  if (letters === "") return null;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(digits) - 1, column };
}

/** Returns a text without white space around it and with single spaces within, no-break spaces included. */
export const plainCell = (text: string): string => text.replaceAll(/[\s\u00a0]+/g, " ").trim();

/** Returns a table with rows and columns exchanged. Each cell keeps its place. */
export function transpose({ rows, merged }: Grid): Grid {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const empty: GridCell = { text: "", at: { cell: "", line: null, column: null }, fault: null };
  return { rows: Array.from({ length: width }, (_, i) => rows.map((row) => row[i] ?? empty)), merged };
}
