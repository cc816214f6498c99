import { MATRIX_PATH, didYouMean, nearest, wrongUse } from "../../../kernel/index.ts";
import type { SharedModel } from "../../model/repository.ts";
import { type Selection, columnOf, connectorsOf, rowOf } from "../../verdict/selection.ts";
import { nearestToolRow } from "../../verdict/tool-row.ts";

/** Returns the row or column of the matrix that --tool or --connector alone selects; null for any other options. */
export function selectionAsked(
  options: ReadonlyMap<string, string>,
): { readonly by: Selection["by"]; readonly name: string } | null {
  if (options.has("tier") || options.has("matrix-json")) return null;
  const [tool, connector] = [options.get("tool"), options.get("connector")];
  if (connector !== undefined && tool === undefined) return { by: "connector", name: connector };
  return tool !== undefined && connector === undefined ? { by: "tool", name: tool } : null;
}

const listed = (what: string, names: readonly string[]): string =>
  names.length === 0
    ? `the matrix has no ${what}`
    : `${what}: ${names.slice(0, 20).join(", ")}${names.length > 20 ? ", ..." : ""}`;

/** Returns a row or column of the matrix. Throws a Refusal if there is no matrix, or no such row or column. */
export function selectionOf(
  { by, name }: NonNullable<ReturnType<typeof selectionAsked>>,
  { matrix, exceptions }: SharedModel,
  today: string,
): Selection {
  if (!matrix)
    throw wrongUse(
      `${MATRIX_PATH} cannot be read, so it has no ${by === "tool" ? "row" : "column"}`,
      "run `tierwright check`, which shows why",
    );
  const source = { matrix, exceptions, today };
  const found = by === "tool" ? rowOf(source, name) : columnOf(source, name);
  if (found) return found;
  if (by === "connector") {
    const names = connectorsOf(matrix);
    throw wrongUse(`${MATRIX_PATH} has no column '${name}'${didYouMean(name, names)}`, listed("connectors", names));
  }
  const rows = matrix.rows.map(({ tool }) => tool.text);
  const near = nearestToolRow(name, rows) ?? nearest(name, rows);
  throw wrongUse(`${MATRIX_PATH} has no row '${name}'${near === null ? "" : `; did you mean '${near}'?`}`, listed("rows", rows));
}
