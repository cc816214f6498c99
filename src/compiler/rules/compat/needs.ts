import type { Need } from "../../../kernel/index.ts";
import type { Matrix, MatrixRow } from "../../model/matrix.ts";

/** Returns the cell of one row as a need: if the cell cannot be read, findings about the pair are unfounded. */
export function cellOf(matrix: Matrix, row: MatrixRow, connector: string): Need {
  const at = row.tool.pointer.slice(0, row.tool.pointer.lastIndexOf("/"));
  return { file: matrix.path, pointer: `${at}/connectors/${connector}` };
}
