import type { Problem } from "../../diagnostic/finding.ts";
import { MATRIX_PATH } from "../../model/paths.ts";
import { placeOf } from "../../source/tree.ts";
import { lookUp } from "../../verdict/cell.ts";
import { listWords } from "../../verdict/words.ts";
import type { VerdictContext, VerdictRule } from "./verdict-rule.ts";

function withoutMatrix(env: VerdictContext): Problem {
  const { tool } = env.environment;
  return {
    at: placeOf(tool.span),
    pointer: tool.pointer,
    needs: { file: MATRIX_PATH, pointer: "/rows" },
    message: `${MATRIX_PATH} is missing or cannot be read: there is no row to look '${tool.text}' up in, so no pairing is certified and the gate blocks`,
    help: `Write ${MATRIX_PATH} (kind: CompatibilityMatrix) with the rows of the vendor's matrix, or mend what is said about it.`,
  };
}

export const rule: VerdictRule = {
  id: "compat/no-row",
  scope: "environment",
  severity: "error",
  title: "the compatibility matrix has no row for exactly this tool release",
  why:
    "A family's base row and its refreshes carry different support (2024x is certified where 2024x Refresh3 is not), so a row is matched on all its levels: " +
    "family, refresh, hot fix. Spelling is normalised, levels never are, and a range or 'and later' is never expanded. Without a row there is no verdict, and no exception can make one.",
  remedy:
    "Write the tool release as the matrix has it; where the matrix really lacks it, the release is not certified for anything.",
  clauses: ["C2"],
  fails: { file: "environments/demo/environment.yaml", replace: "tool: 2024x Refresh3", with: "tool: 2024x Refresh4" },
  passes: [
    { file: "environments/demo/environment.yaml", replace: "tool: 2024x Refresh3", with: "tool: 2024X-refresh 3" },
    { file: "releases/matrix.yaml", replace: "tool: 2024x Refresh3", with: "tool: 2024xR3" },
  ],
  *check(env) {
    const { tool, connector } = env.environment;
    const { matrix } = env.shared;
    if (!matrix) return yield withoutMatrix(env);
    const { row, nearest } = lookUp(matrix, tool.text, connector.text);
    if (row) return;
    const names = matrix.rows.map((one) => one.tool.text);
    yield {
      at: placeOf(tool.span),
      pointer: tool.pointer,
      needs: { file: matrix.path, pointer: "/rows/*/tool" },
      message:
        `${matrix.path} has no row '${tool.text}'; ` +
        (nearest
          ? `the nearest is '${nearest.tool.text}', and another row's code says nothing about this one`
          : `its rows are ${listWords(names) || "none"}`),
      help: nearest
        ? `If '${nearest.tool.text}' is what is installed, write that. If '${tool.text}' is, it is certified for no connector until the matrix has its row; no exception can accept a missing row.`
        : "Write the installed tool release as the matrix spells it; no exception can accept a missing row.",
      ...(nearest && { related: [{ message: "the nearest row", place: placeOf(nearest.tool.span) }] }),
    };
  },
};
