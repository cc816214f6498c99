import type { Problem } from "../../diagnostic/finding.ts";
import { didYouMean } from "../../diagnostic/nearest.ts";
import type { Matrix, MatrixCell, MatrixRow } from "../../model/matrix.ts";
import type { EnvironmentSummary } from "../../compile/summary.ts";
import { placeOf } from "../../source/tree.ts";
import { lookUp } from "../../verdict/cell.ts";
import { listWords, pairWords } from "../../verdict/words.ts";
import type { RepositoryRule } from "../rule.ts";
import { pairWithCode } from "./example.ts";

/** The problem of a cell whose code the legend lacks; `consequence` says what follows from it. */
export function unknownCode(matrix: Matrix, row: MatrixRow, cell: MatrixCell, consequence: string): Problem {
  const code = cell.code.text;
  const known = [...matrix.codes.keys()];
  return {
    at: placeOf(cell.code.span),
    pointer: cell.code.pointer,
    needs: { file: matrix.path, pointer: `/codes/${code}/gate` },
    message: `${pairWords(row.tool.text, cell.connector)} has the code '${code}', which the legend does not know: ${consequence}`,
    help:
      `Codes of the legend: ${listWords(known) || "none"}${didYouMean(code, known) || "."} ` +
      `Or add '${code}' under \`codes\` with its gate (pass or block).`,
  };
}

/** The same for one environment that is this pair, or for none. */
function problemOf(
  matrix: Matrix,
  row: MatrixRow,
  cell: MatrixCell,
  user: EnvironmentSummary | null,
): Problem & { environment?: string } {
  if (!user) return { ...unknownCode(matrix, row, cell, "no environment uses this pair yet"), severity: "info" };
  const consequence = `whether it passes is not said, so an environment of this pair has no verdict and is blocked`;
  return {
    ...unknownCode(matrix, row, cell, consequence),
    environment: user.name,
    related: [{ message: `environment ${user.name} is this pair`, place: user.place }],
  };
}

export const rule: RepositoryRule = {
  id: "compat/unknown-code",
  scope: "repository",
  severity: "error",
  title: "a cell of the matrix has a code that the legend does not know",
  why: "The legend is data: it says which code passes and which blocks. A code without an entry decides nothing, and what is undecided blocks. Codes are compared as written.",
  remedy: "Write a code of the legend, or add the code to it.",
  clauses: ["C2"],
  fails: pairWithCode("a"),
  passes: [{ file: "releases/matrix.yaml", replace: "X: { gate: block }", with: "N: { means: never tried, gate: block }" }],
  *check({ matrix, environments }) {
    if (!matrix) return;
    const users = new Map<MatrixCell, EnvironmentSummary[]>();
    for (const environment of environments) {
      const { cell, code } = lookUp(matrix, environment.verdict.tool, environment.verdict.connector);
      if (cell && !code) users.set(cell, [...(users.get(cell) ?? []), environment]);
    }
    for (const row of matrix.rows) {
      for (const cell of row.cells.values()) {
        if (matrix.codes.has(cell.code.text)) continue;
        for (const user of users.get(cell) ?? [null]) yield problemOf(matrix, row, cell, user);
      }
    }
  },
};
