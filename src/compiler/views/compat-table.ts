import type { Matrix, MatrixRow } from "../model/matrix.ts";
import type { SharedModel } from "../model/repository.ts";
import { lookUp, passes } from "../verdict/cell.ts";
import { javaFloor } from "../verdict/java-floor.ts";
import { type Verdict, greatest } from "../../kernel/index.ts";
import { type Cell, type Style, columnWidths, tableLines } from "../../report/index.ts";

const NONE = "-";

/** Returns the connector columns: those of every cell, and those of environments whose row lacks the cell. */
function connectorsOf(matrix: Matrix, verdicts: readonly Verdict[]): readonly string[] {
  const cells = matrix.rows.flatMap((row) => [...row.cells.keys()]);
  const asked = verdicts.filter((verdict) => verdict.row !== null).map((verdict) => verdict.connector);
  return [...new Set([...cells, ...asked])].sort((a, b) => (a < b ? -1 : 1));
}

function gatePaint({ gate }: Verdict, style: Style): Cell["paint"] {
  return gate === "pass" ? style.good : gate === "accepted" ? style.warning : style.error;
}

function rowCells(matrix: Matrix, row: MatrixRow, connectors: readonly string[], style: Style): Cell[] {
  const codes = connectors.map((connector): Cell => {
    const cell = row.cells.get(connector);
    if (!cell) return { text: NONE, paint: style.dim };
    const code = matrix.codes.get(cell.code.text) ?? null;
    return code
      ? { text: code.code, paint: passes(code) ? style.good : undefined }
      : { text: `${cell.code.text}?`, paint: style.error };
  });
  return [{ text: row.tool.text, paint: style.bold }, { text: row.java?.text ?? NONE }, ...codes];
}

/** Returns the line of an environment below its row, with its gate in the column of its connector. */
function environmentCells(verdict: Verdict, connectors: readonly string[], style: Style): Cell[] {
  const gate = { text: verdict.gate, paint: gatePaint(verdict, style) };
  return [
    { text: `  ${verdict.environment}` },
    { text: "" },
    ...connectors.map((one) => (one === verdict.connector ? gate : { text: "" })),
  ];
}

/** Returns the code columns in groups that fit beside the names of the rows, so that each row stays on one line however many releases there are. */
function groupsThatFit(rows: readonly (readonly Cell[])[], names: number, columns: number): readonly (readonly number[])[] {
  const widths = columnWidths(rows);
  const room = columns + 2 - widths.slice(0, names).reduce((sum, width) => sum + width, 0);
  const each = Math.max(1, Math.floor(room / Math.max(1, greatest(widths.slice(names)))));
  const indexes = widths.map((_, i) => i).slice(names);
  return Array.from({ length: Math.max(1, Math.ceil(indexes.length / each)) }, (_, i) => indexes.slice(i * each, (i + 1) * each));
}

/** Highest number of cells that are drawn. An ordinary matrix has about ten rows and columns. */
const MOST_CELLS = 20_000;

/**
 * Returns the matrix as aligned lines: one line for each row with its codes, and below it the environments on that row. Environments without a row
 * are not included. A code followed by '?' is not in the legend. Returns several tables if one would be too wide.
 */
export function matrixTable(
  matrix: Matrix,
  shared: SharedModel,
  verdicts: readonly Verdict[],
  style: Style,
  columns: number,
): readonly (readonly string[])[] {
  const connectors = connectorsOf(matrix, verdicts);
  if (connectors.length * matrix.rows.length > MOST_CELLS)
    return [[`table not shown: ${matrix.rows.length} rows × ${connectors.length} connectors are too many`]];
  const needs = connectors.map((connector) => {
    const release = shared.releases.get(connector);
    return { text: String((release && javaFloor(release)?.version) ?? NONE), paint: style.dim };
  });
  const byRow = new Map<MatrixRow, Verdict[]>();
  for (const verdict of verdicts) {
    const { row } = lookUp(matrix, verdict.tool, verdict.connector);
    if (row) byRow.set(row, [...(byRow.get(row) ?? []), verdict]);
  }
  const rows = [
    [
      { text: "tool", paint: style.dim },
      { text: "Java", paint: style.dim },
      ...connectors.map((text) => ({ text, paint: style.bold })),
    ],
    [{ text: "  Java that the connector needs", paint: style.dim }, { text: "" }, ...needs],
    ...matrix.rows.flatMap((row) => [
      rowCells(matrix, row, connectors, style),
      ...(byRow.get(row) ?? []).map((verdict) => environmentCells(verdict, connectors, style)),
    ]),
  ];
  return groupsThatFit(rows, 2, columns).map((group) =>
    tableLines(
      rows.map((row) => [0, 1, ...group].flatMap((i) => row[i] ?? [])),
      columns,
    ),
  );
}

/** Returns the legend: the meaning and the gate of each code. */
export function legendLines(matrix: Matrix, style: Style, columns: number): readonly string[] {
  const rows = [...matrix.codes.values()].map((code): Cell[] => [
    { text: code.code, paint: style.bold },
    { text: code.means?.text ?? "" },
    {
      text: passes(code)
        ? "passes"
        : code.acceptable
          ? "blocks; an exception for the exact pair can accept it"
          : "blocks; no exception can accept it",
    },
  ]);
  return tableLines(rows, columns);
}
