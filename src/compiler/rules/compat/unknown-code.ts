import {
  type Circumstances,
  type Problem,
  type RuleProblem,
  type Text,
  addTo,
  defineDiagnostic,
  name,
  namesText,
  nearest,
  orMeant,
  pairText,
  placeOf,
  quotedName,
  say,
} from "../../../kernel/index.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import type { Matrix, MatrixCell, MatrixRow } from "../../model/matrix.ts";
import type { EnvironmentSummary } from "../../compile/summary.ts";
import { lookUp } from "../../verdict/cell.ts";
import type { RepositoryRule } from "../rule.ts";
import { pairWithCode } from "./example.ts";

/**
 * Returns the problem of a matrix cell whose code the legend lacks.
 * @param who The user of the cell: an environment with its tool and connector release, nobody yet, or a question of `tierwright compat`.
 */
export function unknownCode(
  matrix: Matrix,
  row: MatrixRow,
  cell: MatrixCell,
  who: Args["who"],
  circumstances: Circumstances = {},
): RuleProblem {
  const code = cell.code.text;
  const known = [...matrix.codes.keys()];
  const args: Args = { pair: [row.tool.text, cell.connector], code, known, near: nearest(code, known), who };
  return unknownCodeDiagnostic.at(placeOf(cell.code.span), args, {
    pointer: cell.code.pointer,
    needs: { file: matrix.path, pointer: `/codes/${code}/gate` },
    ...circumstances,
  });
}

/**
 * Returns the finding on a matrix cell with an unknown code, for an environment that uses the cell's tool and connector release. If no
 * environment does (`user` is null), its severity is only info.
 */
function problemOf(
  matrix: Matrix,
  row: MatrixRow,
  cell: MatrixCell,
  user: EnvironmentSummary | null,
): Problem & { environment?: string } {
  if (!user) return unknownCode(matrix, row, cell, "nobody", { severity: "info" });
  const related = [{ message: say`environment ${name(user.name)} uses this pair`, place: user.place }];
  return { ...unknownCode(matrix, row, cell, "environment", { related }), environment: user.name };
}

function* check({ matrix, environments }: RepositoryView): Iterable<Problem & { environment?: string }> {
  if (!matrix) return;
  const users = new Map<MatrixCell, EnvironmentSummary[]>();
  for (const environment of environments) {
    const { cell } = lookUp(matrix, environment.verdict.tool, environment.verdict.connector);
    if (cell) addTo(users, cell, environment);
  }
  for (const row of matrix.rows) {
    for (const cell of row.cells.values()) {
      if (matrix.codes.has(cell.code.text)) continue;
      for (const user of users.get(cell) ?? [null]) yield problemOf(matrix, row, cell, user);
    }
  }
}

interface Args {
  readonly pair: readonly [tool: string, connector: string];
  readonly code: string;
  /** The codes of the matrix's legend, and the one of them that was most likely meant (`near`). */
  readonly known: readonly string[];
  readonly near: string | null;
  readonly who: "nobody" | "environment" | "question";
}

const FOLLOWS: Record<Args["who"], Text> = {
  nobody: say`no environment uses this pair yet`,
  environment: say`it is not known whether it passes, so an environment with this pair has no verdict and is blocked`,
  question: say`it is not known whether it passes, so the gate blocks`,
};

const unknownCodeDiagnostic = defineDiagnostic({
  id: "compat/unknown-code",
  severity: "error",
  title: "a cell of the matrix has a code that the legend does not define",
  why: "What is undecided blocks. The legend says which code passes and which blocks, so a code without an entry decides nothing. Codes are compared as written.",
  remedy: "Write a code of the legend, or add the code to it.",
  clauses: ["C2"],
  message: ({ pair, code, known, near, who }: Args) => ({
    message: say`${pairText(...pair)} has the code ${quotedName(code)}, which the legend does not define${orMeant(near)}`,
    notes: [FOLLOWS[who]],
    help: say`write a code of the legend (${known.length > 0 ? namesText(known) : say`it has none`}), or add ${quotedName(code)} under \`codes\` with its gate (pass or block)`,
  }),
  fails: pairWithCode("a"),
  passes: [{ file: "releases/matrix.yaml", replace: "X: { gate: block }", with: "N: { means: never tried, gate: block }" }],
});

export const rule: RepositoryRule = { ...unknownCodeDiagnostic, scope: "repository", check };
