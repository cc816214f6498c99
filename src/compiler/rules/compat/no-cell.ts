import {
  type Problem,
  type Text,
  defineDiagnostic,
  joinTexts,
  name,
  namesText,
  pairText,
  placeOf,
  quotedName,
  say,
} from "../../../kernel/index.ts";
import { cellOf } from "./needs.ts";
import { lookUp, rowsOf } from "../../verdict/cell.ts";
import { passingConnectors } from "../../verdict/matrix-words.ts";
import { aboutPair, type VerdictContext, type VerdictRule } from "./verdict-rule.ts";

function* check(env: VerdictContext): Iterable<Problem> {
  const { tool, connector } = env.environment;
  const { matrix } = env.shared;
  const { row, cell } = lookUp(matrix, tool.text, connector.text);
  if (!matrix || !row || cell) return;
  // a connector that is neither a release nor in the matrix is mistyped; compat/no-release reports it with the nearest name
  const known = env.release !== null || matrix.rows.some((one) => one.cells.has(connector.text));
  if (!known && env.environment.name !== "") return;
  const has = [...row.cells.keys()];
  const passing = passingConnectors(matrix, row);
  const elsewhere = matrix.rows.filter((one) => one !== row && one.cells.has(connector.text)).map((one) => one.tool.text);
  const args: Args = { path: matrix.path, pair: [tool.text, connector.text], row: row.tool.text, has, passing, elsewhere };
  yield noCell.at(placeOf(connector.span), args, {
    needs: cellOf(matrix, row, connector.text),
    pointer: connector.pointer,
    about: aboutPair(env),
    related: rowsOf(matrix, tool.text).map((one) => ({
      message: say`the row, without ${name(connector.text)}`,
      place: placeOf(one.tool.span),
    })),
  });
}

interface Args {
  readonly path: string;
  readonly pair: readonly [tool: string, connector: string];
  readonly row: string;
  /** Connector releases that have a cell in the tool's row (`has`), and those of them that pass. */
  readonly has: readonly string[];
  readonly passing: readonly string[];
  /** Tool releases of the other rows of the matrix that have a cell for the connector release. */
  readonly elsewhere: readonly string[];
}

function help({ pair: [, connector], passing, elsewhere }: Args): Text {
  return joinTexts(
    [
      ...(passing.length > 0 ? [say`connector ${namesText(passing)} passes on this row`] : []),
      ...(elsewhere.length > 0
        ? [say`connector ${name(connector)} is in row ${namesText(elsewhere)}, which does not apply to this tool`]
        : []),
      say`if the source of the matrix has the cell, add it; no exception can accept a missing cell`,
    ],
    "; ",
  );
}

const noCell = defineDiagnostic({
  id: "compat/no-cell",
  severity: "error",
  title: "the matrix row of this tool has no cell for this connector",
  why: "A missing cell is not a permission. A cell of another row or connector is no evidence, and no exception can accept a missing one.",
  remedy: "Use a connector with a passing cell in the row, or add the cell when the matrix's source has it.",
  clauses: ["C2"],
  message: (found: Args) => ({
    message: say`${name(found.path)} has no cell for ${pairText(...found.pair)}`,
    notes: [
      say`row ${quotedName(found.row)} covers ${found.has.length > 0 ? say`connector ${namesText(found.has)}` : say`no connector`} only, so this pair is not certified`,
    ],
    help: help(found),
  }),
  fails: { file: "environments/demo/environment.yaml", replace: "tool: 2024x Refresh3", with: "tool: 2024x" },
  passes: [{ file: "releases/matrix.yaml", replace: '"2506": A, "2606": P', with: '"2606": P, "2506": X' }],
});

export const rule: VerdictRule = { ...noCell, scope: "environment", check };
