import { named } from "../../diagnostic/topics.ts";
import type { Related } from "../../diagnostic/finding.ts";
import type { AcceptedException, Matrix, MatrixCode, MatrixRow } from "../../model/matrix.ts";
import { EXCEPTIONS_PATH } from "../../model/paths.ts";
import { placeOf } from "../../source/tree.ts";
import { lookUp, passes } from "../../verdict/cell.ts";
import { isDay } from "../../verdict/day.ts";
import { exceptionFor } from "../../verdict/exception.ts";
import { codeWords, listWords, pairWords, passingConnectors, revisionWords } from "../../verdict/words.ts";
import { pairWithCode, withException } from "./example.ts";
import { exceptionFor as exceptionTopic } from "./topics.ts";
import type { VerdictContext, VerdictRule } from "./verdict-rule.ts";

/** What somebody could do: a passing pair on the row, and an exception where the legend allows one. */
function remedies(
  env: VerdictContext,
  matrix: Matrix,
  row: MatrixRow,
  code: MatrixCode,
  ended: AcceptedException | null,
): string {
  const { name, tool, connector } = env.environment;
  const passing = passingConnectors(matrix, row);
  const other =
    passing.length > 0
      ? `Row ${row.tool.text} passes with connector ${listWords(passing)}: move the environment there. `
      : `No connector passes on row ${row.tool.text}: stay on the release that is installed, or move the tool. `;
  const file = EXCEPTIONS_PATH;
  const words = codeWords(code.code, code.means?.text ?? null);
  if (!code.acceptable) return `${other}The legend does not mark ${code.code} as acceptable, so no exception can accept it.`;
  if (ended)
    return `${other}Or ${ended.owner.text} decides on a new \`until\` in ${EXCEPTIONS_PATH}; the verdict stays ${code.code}.`;
  return (
    `${other}Or whoever owns ${file} accepts ${words} for exactly this pair: { tool: ${tool.text}, connector: "${connector.text}", ` +
    `verdict: ${code.code}, environments: [${name || "..."}], reason, owner, until: YYYY-MM-DD } lets it through until that day; the verdict stays ${code.code}.`
  );
}

export const rule: VerdictRule = {
  id: "compat/blocked",
  scope: "environment",
  severity: "error",
  title: "the compatibility matrix does not certify this tool and connector",
  why:
    "The matrix is the authority on which tool release works with which connector release. A clean sign-in, a completed check-out or a wider claim " +
    "in an installation guide does not make a pairing certified; engineers would find out during work what was never tested.",
  remedy:
    "Use a pair whose code passes, or have an acceptable code accepted for exactly this pair, with reason, owner and end date.",
  clauses: ["C1", "C4"],
  fails: pairWithCode("P"),
  passes: [withException({ today: "2036-12-31" })],
  *check(env) {
    const { tool, connector, name } = env.environment;
    const { matrix, exceptions } = env.shared;
    const { row, cell, code } = lookUp(matrix, tool.text, connector.text);
    if (!matrix || !row || !cell || !code || passes(code) || (env.verdict.exception && !env.verdict.exception.expired)) return;
    // a gate that cannot be read blocks, and is said where it is written; nobody knows whether the pair is certified
    if (code.gate.text !== "block") return;
    const words = codeWords(code.code, code.means?.text ?? null);
    const revision = revisionWords(matrix);
    const related: { message: string; place: Related["place"] }[] = [
      { message: `${pairWords(row.tool.text, cell.connector)} is ${words}`, place: placeOf(cell.code.span) },
      { message: `the legend gives ${code.code} the gate '${code.gate.text}'`, place: placeOf(code.gate.span) },
    ];
    const question = { environment: name, tool: tool.text, connector: connector.text, code: code.code };
    const entry = env.verdict.exception ? exceptionFor(exceptions, question) : null;
    const ended = entry && isDay(entry.until.text) ? entry : null;
    if (ended)
      related.push({
        message: `the exception for this pair was valid through ${ended.until.text}`,
        place: placeOf(ended.until.span),
      });
    // an environment under another name than its own is none that an exception could accept
    const declared = env.environment.nameScalar?.text ?? name;
    const misnamed = declared !== name && exceptionFor(exceptions, { ...question, environment: declared }) !== null;
    yield {
      // an exception that cannot be read may be for this pair
      ...(code.acceptable ? { needs: { file: EXCEPTIONS_PATH, pointer: "/exceptions/*/*" } } : {}),
      follows: [exceptionTopic(name), ...(misnamed ? [named(declared)] : [])],
      at: placeOf(connector.span),
      pointer: connector.pointer,
      message:
        `${pairWords(tool.text, connector.text)} is ${words} in ${matrix.path}${revision && ` (${revision})`}, which blocks` +
        `${ended ? `; its exception was valid through ${ended.until.text} and today is ${env.options.today}` : ""}: ` +
        "engineers would work on a pairing that nobody has certified, and a sign-in that works proves nothing about it",
      help: remedies(env, matrix, row, code, ended),
      related,
    };
  },
};
