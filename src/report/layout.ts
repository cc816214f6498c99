import { greatest } from "../kernel/index.ts";

/** Returns the rows of a table as lines with aligned columns; the last column is not padded. `right` has the columns of numbers. */
export function table(rows: readonly (readonly string[])[], right: readonly number[] = []): readonly string[] {
  const columns = greatest(rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, i) => greatest(rows.map((row) => row[i]?.length ?? 0)));
  const padded = (cell: string, i: number): string =>
    right.includes(i) ? cell.padStart(widths[i] ?? 0) : i === columns - 1 ? cell : cell.padEnd(widths[i] ?? 0);
  return rows.map((row) => row.map(padded).join("  "));
}

/** Returns a list of names with their texts as indented lines whose texts are aligned at a column. */
export const list = (rows: readonly (readonly [name: string, text: string])[], column: number): readonly string[] =>
  rows.map(([name, text]) => `  ${name.padEnd(column)}${text}`);
