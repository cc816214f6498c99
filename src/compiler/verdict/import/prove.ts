import type { Matrix } from "../../model/matrix.ts";
import { toolRowKey } from "../tool-row.ts";
import type { Imported } from "./merge.ts";

interface Plain {
  readonly source: { readonly title: string | null; readonly revision: string | null; readonly date: string | null };
  readonly codes: readonly string[];
  readonly rows: readonly string[];
}

const codeLine = (code: string, gate: string, acceptable: boolean): string => JSON.stringify([code, gate, acceptable]);
const rowLine = (tool: string, java: string | null, cells: Iterable<readonly [string, string]>): string =>
  JSON.stringify([toolRowKey(tool), java, [...cells].sort(([a], [b]) => (a < b ? -1 : 1))]);

function plainOf(matrix: Matrix): Plain {
  const { title, revision, date } = matrix.source;
  return {
    source: { title: title?.text ?? null, revision: revision?.text ?? null, date: date?.text ?? null },
    codes: [...matrix.codes.values()].map(({ code, gate, acceptable }) => codeLine(code, gate.text, acceptable)),
    rows: matrix.rows.map(({ tool, java, cells }) =>
      rowLine(
        tool.text,
        java?.text ?? null,
        [...cells.values()].map((cell) => [cell.connector, cell.code.text] as const),
      ),
    ),
  };
}

/**
 * Returns the content that matrix.yaml must have after an import: everything of the old matrix, with the imported rows, codes and source
 * replaced or added.
 */
function wantedOf(old: Matrix | null, { rows, codes, source }: Imported): Plain {
  const own = old ? plainOf(old) : { codes: [], rows: [] };
  const left = new Map(rows.map((row) => [toolRowKey(row.tool), row]));
  const kept = (old?.rows ?? []).map(({ tool, java, cells }) => {
    const row = left.get(toolRowKey(tool.text));
    left.delete(toolRowKey(tool.text));
    const all = new Map([...cells.values()].map((cell) => [cell.connector, cell.code.text]));
    for (const [connector, code] of row?.cells ?? []) all.set(connector, code);
    return rowLine(tool.text, row?.java ?? java?.text ?? null, all);
  });
  return {
    source,
    codes: [
      ...own.codes,
      ...codes.flatMap((one) => (old?.codes.has(one.code) ? [] : [codeLine(one.code, one.gate, one.acceptable)])),
    ],
    rows: [...kept, ...[...left.values()].map((row) => rowLine(row.tool, row.java, row.cells))],
  };
}

/** Returns true if a new matrix states exactly the content of the old matrix with the import replaced or added. */
export const isProven = (written: Matrix, old: Matrix | null, imported: Imported): boolean =>
  JSON.stringify(plainOf(written)) === JSON.stringify(wantedOf(old, imported));
