import { inColumn, visible } from "./style.ts";
import { wrap } from "./wrap.ts";

/** The text of a table's cell, with the function that colours it. The width of a column counts the text only, not the colours. */
export interface Cell {
  readonly text: string;
  readonly paint?: ((text: string) => string) | undefined;
}

const GAP = "  ";
/** The width in terminal columns below which the last column of a table is not wrapped. */
const NARROWEST = 30;

const shown = (row: readonly Cell[]): readonly Cell[] =>
  row.map((cell, i) => ({ ...cell, text: i === row.length - 1 ? visible(cell.text) : inColumn(cell.text) }));

/** Returns the width of each column of a table, with the gap after it. */
export function columnWidths(rows: readonly (readonly Cell[])[]): readonly number[] {
  const widths: number[] = [];
  for (const row of rows.map(shown))
    for (const [i, { text }] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, text.length + GAP.length);
  return widths;
}

/**
 * Returns the rows of a table as lines with aligned columns. The last column is not padded.
 * @param width the width to which the last column is wrapped, below its own start
 */
export function tableLines(rows: readonly (readonly Cell[])[], width = Number.POSITIVE_INFINITY): readonly string[] {
  const widths = columnWidths(rows);
  const before = widths.slice(0, -1).reduce((sum, one) => sum + one, 0);
  return rows.map((row) =>
    shown(row)
      .map(({ text, paint }, i) => {
        const last = i === row.length - 1;
        const whole = last && width - before >= NARROWEST ? wrap(text, width, " ".repeat(before)) : text;
        const painted = paint && whole !== "" ? paint(whole) : whole;
        return last ? painted : painted + " ".repeat((widths[i] ?? 0) - text.length);
      })
      .join("")
      .trimEnd(),
  );
}

/**
 * Returns names with their texts as indented lines, in which the texts begin at one column.
 * @param paint the function that colours a name
 */
export const list = (
  rows: readonly (readonly [name: string, text: string])[],
  column: number,
  paint: (name: string) => string = (name) => name,
): readonly string[] => rows.map(([name, text]) => `  ${paint(name.padEnd(column))}${text}`);
