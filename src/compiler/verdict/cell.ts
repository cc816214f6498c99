import { groupedBy } from "../../kernel/index.ts";
import type { Matrix, MatrixCell, MatrixCode, MatrixRow } from "../model/matrix.ts";
import { nearestToolRow, toolRowKey } from "./tool-row.ts";

/** The matrix cell for one pair of tool release and connector release. */
export interface CellLookup {
  /** The row of exactly the tool release; null if the matrix has none. */
  readonly row: MatrixRow | null;
  /** The row of the matrix that was most likely meant; null if the matrix has a row of exactly the tool release, or no similar one. */
  readonly nearest: MatrixRow | null;
  readonly cell: MatrixCell | null;
  /** The definition of the cell's code in the matrix; null if the matrix does not define it. */
  readonly code: MatrixCode | null;
}

/** Returns true if the matrix lets a code pass. Any gate other than the word 'pass' blocks, and so does an undefined code (null). */
export function passes(code: MatrixCode | null): boolean {
  return code?.gate.text === "pass";
}

const INDEX = new WeakMap<Matrix, ReadonlyMap<string, readonly MatrixRow[]>>();

/**
 * Returns the rows of a matrix by the key of their tool release (`toolRowKey`). The index is cached, because thousands of environments use
 * it.
 */
function indexOf(matrix: Matrix): ReadonlyMap<string, readonly MatrixRow[]> {
  const known = INDEX.get(matrix);
  if (known) return known;
  const index = groupedBy(matrix.rows, (row) => toolRowKey(row.tool.text));
  INDEX.set(matrix, index);
  return index;
}

/** Returns all matrix rows of a tool release, in any spelling; more than one is the finding compat/duplicate-row. */
export function rowsOf(matrix: Matrix | null, tool: string): readonly MatrixRow[] {
  const key = toolRowKey(tool);
  return (key === "" || !matrix ? undefined : indexOf(matrix).get(key)) ?? [];
}

/**
 * Returns the matrix cell of a tool release and a connector release. The row must equal the tool release in all three levels of its
 * version, and the column the connector release as text. If the matrix has a row twice with different codes, the code that blocks counts,
 * so that an added line cannot make an unsupported pair pass.
 */
export function lookUp(matrix: Matrix | null, tool: string, connector: string): CellLookup {
  if (!matrix) return lookedUp(matrix, tool, connector);
  const pairs = PAIRS.get(matrix) ?? new Map<string, Map<string, CellLookup>>();
  const ofTool = pairs.get(tool) ?? new Map<string, CellLookup>();
  let found = ofTool.get(connector);
  if (!found) {
    found = lookedUp(matrix, tool, connector);
    if (pairs.size >= MOST_TOOLS) pairs.clear();
    PAIRS.set(matrix, pairs.set(tool, ofTool.set(connector, found)));
  }
  return found;
}

/** The number of tool releases whose cells are cached for each matrix: the verdict and many rules look up the cell of every environment. */
const MOST_TOOLS = 1000;
const PAIRS = new WeakMap<Matrix, Map<string, Map<string, CellLookup>>>();

function lookedUp(matrix: Matrix | null, tool: string, connector: string): CellLookup {
  const rows = rowsOf(matrix, tool);
  const found = rows.flatMap((row) => {
    const cell = row.cells.get(connector);
    return cell ? [{ row, nearest: null, cell, code: matrix?.codes.get(cell.code.text) ?? null }] : [];
  });
  const counted = found.find((one) => !passes(one.code)) ?? found[0];
  if (counted) return counted;
  const row = rows[0] ?? null;
  return { row, nearest: row ? null : nearestRow(matrix, tool), cell: null, code: null };
}

function nearestRow(matrix: Matrix | null, tool: string): MatrixRow | null {
  const rows = matrix?.rows ?? [];
  const name = nearestToolRow(
    tool,
    rows.map((row) => row.tool.text),
  );
  return rows.find((row) => row.tool.text === name) ?? null;
}
