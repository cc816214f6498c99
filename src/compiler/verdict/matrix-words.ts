import type { Matrix, MatrixRow } from "../model/matrix.ts";
import { passes } from "./cell.ts";

/** Returns the connector releases that pass on a row, as written. */
export function passingConnectors(matrix: Matrix, row: MatrixRow): readonly string[] {
  return [...row.cells.values()].filter((cell) => passes(matrix.codes.get(cell.code.text) ?? null)).map((cell) => cell.connector);
}

/** Returns 'revision 7 of 2026-09-01' for a matrix, or the empty text if its source states neither. */
export function revisionWords(matrix: Matrix): string {
  const { revision, date } = matrix.source;
  return [revision ? `revision ${revision.text}` : "", date ? `of ${date.text}` : ""].filter((part) => part !== "").join(" ");
}
