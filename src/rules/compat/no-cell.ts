import { cellOf } from "./needs.ts";
import { placeOf } from "../../source/tree.ts";
import { lookUp, rowsOf } from "../../verdict/cell.ts";
import { listWords, pairWords, passingConnectors } from "../../verdict/words.ts";
import type { VerdictRule } from "./verdict-rule.ts";

export const rule: VerdictRule = {
  id: "compat/no-cell",
  scope: "environment",
  severity: "error",
  title: "the matrix row of this tool release has no cell for this connector",
  why:
    "The matrix says nothing about the pairing, which is not the same as allowing it: a cell of another row or of another connector is no evidence, " +
    "and no exception can accept a missing one.",
  remedy: "Use a connector that the row has a passing cell for, or add the cell when the matrix's source has it.",
  clauses: ["C2"],
  fails: { file: "environments/demo/environment.yaml", replace: "tool: 2024x Refresh3", with: "tool: 2024x" },
  passes: [{ file: "releases/matrix.yaml", replace: '"2506": A, "2606": P', with: '"2606": P, "2506": X' }],
  *check(env) {
    const { tool, connector } = env.environment;
    const { matrix } = env.shared;
    const { row, cell } = lookUp(matrix, tool.text, connector.text);
    if (!matrix || !row || cell) return;
    // neither a release nor anywhere in the matrix: mistyped, which compat/no-release says with the nearest name
    const known = env.release !== null || matrix.rows.some((one) => one.cells.has(connector.text));
    if (!known && env.environment.name !== "") return;
    const has = [...row.cells.keys()];
    const passing = passingConnectors(matrix, row);
    const elsewhere = matrix.rows.filter((one) => one !== row && one.cells.has(connector.text)).map((one) => one.tool.text);
    yield {
      needs: cellOf(matrix, row, connector.text),
      at: placeOf(connector.span),
      pointer: connector.pointer,
      message:
        `${matrix.path} has no cell for ${pairWords(tool.text, connector.text)}: row '${row.tool.text}' speaks of ` +
        `${has.length > 0 ? `connector ${listWords(has)}` : "no connector"} only, so nobody has certified this pairing`,
      help:
        (passing.length > 0 ? `Connector ${listWords(passing)} passes on this row. ` : "") +
        (elsewhere.length > 0
          ? `Connector ${connector.text} stands in row ${listWords(elsewhere)}, which says nothing about this one. `
          : "") +
        "If the source of the matrix has the cell, add it; no exception can accept a missing cell.",
      related: rowsOf(matrix, tool.text).map((one) => ({
        message: `the row, without ${connector.text}`,
        place: placeOf(one.tool.span),
      })),
    };
  },
};
