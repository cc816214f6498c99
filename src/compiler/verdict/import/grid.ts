/** The place of a cell: its name in a sheet, and for a text also line and column. */
export interface CellPlace {
  /** Such as B7. */
  readonly cell: string;
  readonly line: number | null;
  readonly column: number | null;
}

export interface GridCell {
  /** The text without spaces around it. */
  readonly text: string;
  readonly at: CellPlace;
  /** Why the text is not what somebody typed, and what to do; null for an ordinary cell. */
  readonly fault: { readonly problem: string; readonly expected: string } | null;
}

/** A table as it was found, row by row. A row can be shorter than others. */
export interface Grid {
  readonly rows: readonly (readonly GridCell[])[];
  /** The ranges of merged cells, such as A3:A5; a text has none. */
  readonly merged: readonly string[];
}

/** A fault of one cell. */
export interface CellProblem {
  readonly at: CellPlace;
  readonly found: string;
  readonly problem: string;
  readonly expected: string;
}

/** Returns the name of a column: A to Z, AA and so on. */
export function columnName(index: number): string {
  let name = "";
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

/** Returns row and column of a cell's name, from 0; null if it is not one. */
export function cellIndex(name: string): { readonly row: number; readonly column: number } | null {
  const [, letters = "", digits = ""] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(name) ?? [];
  if (letters === "") return null;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(digits) - 1, column };
}

/** Returns a text without white space around it, no-break spaces included. */
export const plainCell = (text: string): string => text.replaceAll(/[\s\u00a0]+/g, " ").trim();
