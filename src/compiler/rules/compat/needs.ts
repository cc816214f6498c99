import type { Need } from "../../../kernel/index.ts";
import type { Matrix, MatrixRow } from "../../model/matrix.ts";

/** The cell of one row: whoever cannot read it knows nothing of the pair. */
export function cellOf(matrix: Matrix, row: MatrixRow, connector: string): Need {
  const at = row.tool.pointer.slice(0, row.tool.pointer.lastIndexOf("/"));
  return { file: matrix.path, pointer: `${at}/connectors/${connector}` };
}
