import type { Matrix } from "../../model/matrix.ts";
import { rowsOf } from "../cell.ts";
import type { ImportedRow } from "./table.ts";
import type { StatedCode } from "./words.ts";

export interface StatedSource {
  readonly title: string;
  readonly revision: string;
  readonly date: string | null;
}

/** One difference between the existing matrix and an import. */
export interface MatrixChange {
  readonly kind: "row" | "cell" | "java" | "code" | "source";
  readonly tool: string | null;
  readonly connector: string | null;
  readonly field: string | null;
  readonly before: string | null;
  /**
   * The value after the import; null for a date that the import does not state: the old date is removed, because it belongs to the old
   * revision.
   */
  readonly after: string | null;
}

/** A row or cell of the existing matrix that the import lacks. It stays in the matrix. */
export interface Absent {
  readonly tool: string;
  readonly connector: string | null;
}

/** The difference between the existing matrix and an import. An import removes no row, no cell and no code. */
export interface MatrixMerge {
  readonly changes: readonly MatrixChange[];
  readonly absent: readonly Absent[];
}

/** The content of an import: rows, codes, and the stated source of the matrix. */
export interface Imported {
  readonly rows: readonly ImportedRow[];
  readonly codes: readonly StatedCode[];
  readonly source: StatedSource;
}

const change = (kind: MatrixChange["kind"], given: Partial<MatrixChange> & Pick<MatrixChange, "after">): MatrixChange => ({
  kind,
  tool: null,
  connector: null,
  field: null,
  before: null,
  ...given,
});

function rowChanges(matrix: Matrix | null, row: ImportedRow): readonly MatrixChange[] {
  const [own] = rowsOf(matrix, row.tool);
  const tool = own?.tool.text ?? row.tool;
  const changes: MatrixChange[] = own ? [] : [change("row", { tool, after: tool })];
  if (row.java !== null && own?.java?.text !== row.java)
    changes.push(change("java", { tool, before: own?.java?.text ?? null, after: row.java }));
  for (const [connector, after] of row.cells) {
    const before = own?.cells.get(connector)?.code.text ?? null;
    if (before !== after) changes.push(change("cell", { tool, connector, before, after }));
  }
  return changes;
}

function absentOf(matrix: Matrix | null, rows: readonly ImportedRow[]): readonly Absent[] {
  return (matrix?.rows ?? []).flatMap((own): Absent[] => {
    const tool = own.tool.text;
    const row = rows.find((one) => rowsOf(matrix, one.tool)[0] === own);
    if (!row) return rowsOf(matrix, tool)[0] === own ? [{ tool, connector: null }] : [];
    return [...own.cells.keys()].flatMap((connector) => (row.cells.has(connector) ? [] : [{ tool, connector }]));
  });
}

/** Compares an import with the existing matrix; null means that there is none, so that everything is a change. */
export function mergeOf(matrix: Matrix | null, { rows, codes, source }: Imported): MatrixMerge {
  const fields = (["title", "revision", "date"] as const).flatMap((field) => {
    const [before, after] = [matrix?.source[field]?.text ?? null, source[field]];
    return before === after ? [] : [change("source", { field, before, after })];
  });
  const legend = codes.flatMap(({ code }) => (matrix?.codes.has(code) ? [] : [change("code", { field: code, after: code })]));
  return { changes: [...fields, ...legend, ...rows.flatMap((row) => rowChanges(matrix, row))], absent: absentOf(matrix, rows) };
}

/** Returns true for a change of a code in a cell or of a Java version that the matrix already states. */
export const replaces = ({ kind, before }: MatrixChange): boolean => before !== null && kind !== "source";
