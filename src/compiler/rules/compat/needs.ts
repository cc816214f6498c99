import type { Need } from "../../../kernel/index.ts";
import type { Matrix, MatrixRow } from "../../model/matrix.ts";

/** Returns the need for the matrix cell of a tool row and a connector: without that cell, findings that depend on it are left out. */
export function cellOf(matrix: Matrix, row: MatrixRow, connector: string): Need {
  const at = row.tool.pointer.slice(0, row.tool.pointer.lastIndexOf("/"));
  return { file: matrix.path, pointer: `${at}/connectors/${connector}` };
}
