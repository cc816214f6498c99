import {
  MATRIX_PATH,
  type Problem,
  type Wording,
  defineDiagnostic,
  name,
  namesText,
  placeOf,
  quotedName,
  say,
} from "../../../kernel/index.ts";
import { lookUp } from "../../verdict/cell.ts";
import { aboutPair, type VerdictContext, type VerdictRule } from "./verdict-rule.ts";

function withoutMatrix(env: VerdictContext): Problem {
  const { tool } = env.environment;
  const needs = { file: MATRIX_PATH, pointer: "/rows" };
  return noRow.at(
    placeOf(tool.span),
    { path: MATRIX_PATH, tool: tool.text, rows: null },
    { pointer: tool.pointer, about: aboutPair(env), needs },
  );
}

function* check(env: VerdictContext): Iterable<Problem> {
  const { tool, connector } = env.environment;
  const { matrix } = env.shared;
  if (!matrix) return yield withoutMatrix(env);
  const { row, nearest } = lookUp(matrix, tool.text, connector.text);
  if (row) return;
  const names = matrix.rows.map((one) => one.tool.text);
  const args: Args = { path: matrix.path, tool: tool.text, rows: { names, nearest: nearest?.tool.text ?? null } };
  yield noRow.at(placeOf(tool.span), args, {
    pointer: tool.pointer,
    about: aboutPair(env),
    needs: { file: matrix.path, pointer: "/rows/*/tool" },
    ...(nearest && { related: [{ message: say`the nearest row`, place: placeOf(nearest.tool.span) }] }),
  });
}

interface Args {
  readonly path: string;
  readonly tool: string;
  /** The tool releases of the matrix's rows, and the one that is most similar to `tool`; null without a matrix. */
  readonly rows: { readonly names: readonly string[]; readonly nearest: string | null } | null;
}

function wording({ path, tool, rows }: Args): Wording {
  if (rows === null)
    return {
      message: say`${name(path)} is missing or cannot be read`,
      notes: [say`there is no row to look ${quotedName(tool)} up in, so no pairing is certified and the gate blocks`],
      help: say`write ${name(path)} (kind: CompatibilityMatrix) with the rows of the vendor's matrix, or fix the findings about it`,
    };
  const { names, nearest } = rows;
  return {
    message: say`${name(path)} has no row ${quotedName(tool)}`,
    notes: [
      nearest === null
        ? say`its rows are ${names.length > 0 ? namesText(names) : say`none`}`
        : say`the nearest row is ${quotedName(nearest)}; its code does not apply to this tool`,
    ],
    help:
      nearest === null
        ? say`write the installed tool release as the matrix spells it; no exception can accept a missing row`
        : say`if ${quotedName(nearest)} is installed, write that. If ${quotedName(tool)} is, no connector is certified for it until the matrix has its row; no exception can accept a missing row`,
  };
}

const noRow = defineDiagnostic({
  id: "compat/no-row",
  severity: "error",
  title: "the matrix has no row for exactly this tool release",
  why: "Rows match by family, refresh and hot fix. A family's base row and its refreshes carry different support (2024x is certified where 2024x Refresh3 is not). Spelling is normalised, levels never are, and a range or 'and later' is never expanded. Without a row there is no verdict, and no exception can make one.",
  remedy: "Write the tool release as in the matrix. A release that the matrix lacks is not certified for anything.",
  clauses: ["C2"],
  message: wording,
  fails: { file: "environments/demo/environment.yaml", replace: "tool: 2024x Refresh3", with: "tool: 2024x Refresh4" },
  passes: [
    { file: "environments/demo/environment.yaml", replace: "tool: 2024x Refresh3", with: "tool: 2024X-refresh 3" },
    { file: "releases/matrix.yaml", replace: "tool: 2024x Refresh3", with: "tool: 2024xR3" },
  ],
});

export const rule: VerdictRule = { ...noRow, scope: "environment", check };
