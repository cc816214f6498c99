import type { Matrix, MatrixRow } from "../model/matrix.ts";
import { passes } from "./cell.ts";

/** Returns the connector releases that pass on a row of the matrix, as written. */
export function passingConnectors(matrix: Matrix, row: MatrixRow): readonly string[] {
  return [...row.cells.values()].filter((cell) => passes(matrix.codes.get(cell.code.text) ?? null)).map((cell) => cell.connector);
}

/** Returns the path of a matrix with the title, revision and date of its source, each null if not stated. */
export const sourceOf = ({ path, source: { title, revision, date } }: Matrix) => ({
  file: path,
  title: title?.text ?? null,
  revision: revision?.text ?? null,
  date: date?.text ?? null,
});

/** Returns revision and date of a matrix in words, such as 'revision 7 of 2026-09-01'; '' if the matrix states neither. */
export function revisionWords({ revision, date }: Omit<ReturnType<typeof sourceOf>, "file" | "title">): string {
  return [revision === null ? "" : `revision ${revision}`, date === null ? "" : `of ${date}`]
    .filter((part) => part !== "")
    .join(" ");
}
