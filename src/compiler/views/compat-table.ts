import type { CompatDocument } from "./compat-document.ts";
import { greatest, groupedBy } from "../../kernel/index.ts";
import { type Cell, type Style, columnWidths, tableLines } from "../../report/index.ts";

const NONE = "-";

type Row = CompatDocument["rows"][number];
type Answer = CompatDocument["verdicts"][number];

/**
 * Returns the connector releases that get a column, sorted: all that have a cell in the matrix, and those of environments whose tool has a
 * row.
 */
function connectorsOf({ rows, verdicts }: CompatDocument): readonly string[] {
  const cells = rows.flatMap((row) => Object.keys(row.connectors));
  const asked = verdicts.filter((verdict) => verdict.row !== null).map((verdict) => verdict.connector);
  return [...new Set([...cells, ...asked])].sort((a, b) => (a < b ? -1 : 1));
}

function gatePaint({ gate }: Answer, style: Style): Cell["paint"] {
  return gate === "pass" ? style.good : gate === "accepted" ? style.warning : style.error;
}

function rowCells({ tool, java, connectors: cells }: Row, known: Known, connectors: readonly string[], style: Style): Cell[] {
  const codes = connectors.map((connector): Cell => {
    if (!Object.hasOwn(cells, connector)) return { text: NONE, paint: style.dim };
    const code = cells[connector] ?? "";
    const gate = known.get(code);
    return gate ? { text: code, paint: gate === "pass" ? style.good : undefined } : { text: `${code}?`, paint: style.error };
  });
  return [{ text: tool, paint: style.bold }, { text: java ?? NONE }, ...codes];
}

/** Returns the line of an environment below its row of the matrix, with its gate in the column of its connector release. */
function environmentCells(verdict: Answer, connectors: readonly string[], style: Style): Cell[] {
  const gate = { text: verdict.gate, paint: gatePaint(verdict, style) };
  return [
    { text: `  ${verdict.environment}` },
    { text: "" },
    ...connectors.map((one) => (one === verdict.connector ? gate : { text: "" })),
  ];
}

/**
 * Returns the indexes of the columns with codes in groups, one table each, that fit beside the names of the rows, so that every row stays
 * on one line.
 */
function groupsThatFit(rows: readonly (readonly Cell[])[], names: number, columns: number): readonly (readonly number[])[] {
  const widths = columnWidths(rows);
  const room = columns + 2 - widths.slice(0, names).reduce((sum, width) => sum + width, 0);
  const each = Math.max(1, Math.floor(room / Math.max(1, greatest(widths.slice(names)))));
  const indexes = widths.map((_, i) => i).slice(names);
  return Array.from({ length: Math.max(1, Math.ceil(indexes.length / each)) }, (_, i) => indexes.slice(i * each, (i + 1) * each));
}

/** The gate of each code that the matrix's legend defines. */
type Known = ReadonlyMap<string, string>;

/**
 * Returns the row of the matrix that a verdict is based on; if the matrix has the row twice, the one with the code of the verdict. Returns
 * undefined if the matrix lacks the row.
 */
function rowOf(rows: ReadonlyMap<string, readonly Row[]>, { row, connector, cell }: Answer): Row | undefined {
  const same = rows.get(row ?? "") ?? [];
  return same.find(({ connectors }) => (connectors[connector] ?? null) === cell) ?? same[0];
}

/** Highest number of matrix cells that are printed. An ordinary matrix has about ten rows and columns. */
const MOST_CELLS = 20_000;

/**
 * Returns the compatibility matrix as aligned lines: one line for each row with its codes, and below it the environments whose tool has
 * that row. Environments whose tool has no row are not included. A code followed by '?' is not in the legend. Returns several tables if one
 * would be too wide.
 */
export function matrixTable(document: CompatDocument, style: Style, columns: number): readonly (readonly string[])[] {
  const connectors = connectorsOf(document);
  if (connectors.length * document.rows.length > MOST_CELLS)
    return [[`table not shown: ${document.rows.length} rows × ${connectors.length} connectors are too many`]];
  const java = new Map(document.releases.map((release) => [release.connector, release.java]));
  const needs = connectors.map((connector) => ({ text: String(java.get(connector) ?? NONE), paint: style.dim }));
  const known: Known = new Map(Object.entries(document.codes).map(([code, { gate }]) => [code, gate]));
  const rowsOf = groupedBy(document.rows, ({ tool }) => tool);
  const byRow = groupedBy(document.verdicts, (verdict) => rowOf(rowsOf, verdict));
  const rows = [
    [
      { text: "tool", paint: style.dim },
      { text: "Java", paint: style.dim },
      ...connectors.map((text) => ({ text, paint: style.bold })),
    ],
    [{ text: "  Java that the connector needs", paint: style.dim }, { text: "" }, ...needs],
    ...document.rows.flatMap((row) => [
      rowCells(row, known, connectors, style),
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

/** Returns the legend of the matrix: the meaning and the gate of each code. */
export function legendLines(codes: CompatDocument["codes"], style: Style, columns: number): readonly string[] {
  const rows = Object.entries(codes).map(([code, { means, gate, acceptable }]): Cell[] => [
    { text: code, paint: style.bold },
    { text: means ?? "" },
    {
      text:
        gate === "pass"
          ? "passes"
          : acceptable
            ? "blocks; an exception for the exact pair can accept it"
            : "blocks; no exception can accept it",
    },
  ]);
  return tableLines(rows, columns);
}
