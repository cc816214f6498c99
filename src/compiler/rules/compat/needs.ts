import type { Need } from "../../../kernel/index.ts";
import type { Matrix, MatrixRow } from "../../model/matrix.ts";

/** Returns the matrix cell of a tool row and a connector as a need: if that cell cannot be read, a finding with this need is not shown. */
export function cellOf(matrix: Matrix, row: MatrixRow, connector: string): Need {
  const at = row.tool.pointer.slice(0, row.tool.pointer.lastIndexOf("/"));
  return { file: matrix.path, pointer: `${at}/connectors/${connector}` };
}
