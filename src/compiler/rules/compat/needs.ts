import type { Need } from "../../../kernel/index.ts";
import type { Matrix, MatrixRow } from "../../model/matrix.ts";

/** Returns a need: a finding that has it is not shown if the matrix cell of the tool row and connector release cannot be read. */
export function cellOf(matrix: Matrix, row: MatrixRow, connector: string): Need {
  const at = row.tool.pointer.slice(0, row.tool.pointer.lastIndexOf("/"));
  return { file: matrix.path, pointer: `${at}/connectors/${connector}` };
}
