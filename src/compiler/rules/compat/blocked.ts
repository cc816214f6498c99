import {
  EXCEPTIONS_PATH,
  type Problem,
  type Related,
  type Text,
  codeText,
  defineDiagnostic,
  isDay,
  name,
  namedEnvironment,
  namesText,
  pairText,
  placeOf,
  quotedName,
  say,
  words,
  yamlScalar,
} from "../../../kernel/index.ts";
import type { MatrixCode } from "../../model/matrix.ts";
import { lookUp, passes } from "../../verdict/cell.ts";
import { exceptionFor } from "../../verdict/exception.ts";
import { javaGap } from "../../verdict/java-floor.ts";
import { passingConnectors, revisionWords, sourceOf } from "../../verdict/matrix-words.ts";
import { pairWithCode, withException } from "./example.ts";
import { aboutPair, type VerdictContext, type VerdictRule } from "./verdict-rule.ts";

function* check(env: VerdictContext): Iterable<Problem> {
  const { tool, connector, name: environment } = env.environment;
  const { matrix, exceptions } = env.shared;
  const { row, cell, code } = lookUp(matrix, tool.text, connector.text);
  if (!matrix || !row || !cell || !code || passes(code) || (env.verdict.exception && !env.verdict.exception.expired)) return;
  // A gate in the legend that is neither 'pass' nor 'block' also blocks, but does not show that tool and connector release are uncertified.
  // A finding at that gate reports it.
  if (code.gate.text !== "block") return;
  const words = codeText(code.code, code.means?.text);
  const related: Related[] = [
    { message: say`${pairText(row.tool.text, cell.connector)} is ${words}`, place: placeOf(cell.code.span) },
    { message: say`the legend gives ${name(code.code)} the gate ${quotedName(code.gate.text)}`, place: placeOf(code.gate.span) },
  ];
  const question = { environment, tool: tool.text, connector: connector.text, code: code.code };
  const entry = env.verdict.exception ? exceptionFor(exceptions, question) : null;
  const ended = entry && isDay(entry.until.text) ? entry : null;
  if (ended)
    related.push({
      message: say`the exception for this pair was valid through ${name(ended.until.text)}`,
      place: placeOf(ended.until.span),
    });
  // no exception applies to an environment whose `name` differs from the name of its folder
  const declared = env.environment.nameScalar?.text ?? environment;
  const misnamed = declared !== environment && exceptionFor(exceptions, { ...question, environment: declared }) !== null;
  const args: Args = {
    pair: [tool.text, connector.text],
    environment,
    code,
    path: matrix.path,
    revision: revisionWords(sourceOf(matrix)),
    row: row.tool.text,
    passing: passingConnectors(matrix, row),
    java: javaGap(env.release, row),
    ended: ended && { until: ended.until.text, owner: ended.owner.text, today: env.options.today },
  };
  yield blocked.at(placeOf(connector.span), args, {
    // An exception that cannot be read can be one that accepts this code, so the finding needs all exceptions to be readable.
    ...(code.acceptable ? { needs: { file: EXCEPTIONS_PATH, pointer: "/exceptions/*/*" } } : {}),
    follows: [{ environment }, ...(misnamed ? [namedEnvironment(declared)] : [])],
    pointer: connector.pointer,
    about: aboutPair(env),
    related,
  });
}

interface Args {
  readonly pair: readonly [tool: string, connector: string];
  readonly environment: string;
  readonly code: MatrixCode;
  readonly path: string;
  /** The revision of the matrix, '' if it names none. */
  readonly revision: string;
  readonly row: string;
  /** Connector releases whose code in the tool's row of the matrix passes. */
  readonly passing: readonly string[];
  /** The Java versions because of which the tool cannot load the connector; null if it can, or if one is not known. */
  readonly java: ReturnType<typeof javaGap>;
  /** The expired exception for the pair of tool and connector release; null if there is none. */
  readonly ended: { readonly until: string; readonly owner: string; readonly today: string } | null;
}

/** Returns a text as a YAML scalar, for a line that the user copies into a YAML file. */
const typed = (text: string) => name(yamlScalar(text));

/**
 * Returns the possible remedies: a connector release that passes in the tool's row of the compatibility matrix, and an exception if the
 * matrix's legend marks this code as acceptable.
 */
function remedies({ pair: [tool, connector], environment, code, row, passing, java, ended }: Args): Text {
  const other =
    passing.length > 0
      ? say`row ${name(row)} passes with connector ${namesText(passing)}: move the environment there`
      : say`no connector passes on row ${name(row)}: stay on the release that is installed, or move the tool`;
  const stays = say`the verdict stays ${name(code.code)}`;
  if (!code.acceptable)
    return say`${other}. The legend does not mark ${name(code.code)} as acceptable, so no exception can accept it`;
  if (java)
    return say`${other}. An exception would not make the connector load: it needs Java ${java.needed}, and the tool ships Java ${java.shipped}`;
  if (ended) return say`${other}. Or ${name(ended.owner)} decides on a new \`until\` in ${words(EXCEPTIONS_PATH)}; ${stays}`;
  const entry = say`{ tool: ${typed(tool)}, connector: ${typed(connector)}, verdict: ${typed(code.code)}, environments: [${environment ? typed(environment) : name("...")}], reason, owner, until: YYYY-MM-DD }`;
  return say`${other}. Or the owner of ${words(EXCEPTIONS_PATH)} accepts ${codeText(code.code, code.means?.text)} for exactly this pair: ${entry} allows it until that day; ${stays}`;
}

const blocked = defineDiagnostic({
  id: "compat/blocked",
  severity: "error",
  because: [
    "compat/exception-date",
    "compat/exception-not-acceptable",
    "compat/exception-unused",
    "repo/environment-name",
    "repo/misnamed-file",
    "repo/missing-file",
  ],
  title: "the compatibility matrix does not certify this tool and connector",
  why: "Only the matrix certifies a pair. A clean sign-in, a completed check-out or a wider claim in an installation guide does not; engineers would find out during work what was never tested.",
  remedy:
    "Use a pair whose code passes, or get an acceptable code accepted for exactly this pair, with reason, owner and end date.",
  clauses: ["C1", "C4"],
  message: (found: Args) => {
    const { code, revision, ended } = found;
    return {
      message: say`${pairText(...found.pair)} is ${codeText(code.code, code.means?.text)} in ${name(found.path)}, which blocks`,
      notes: [
        ...(ended ? [say`its exception was valid through ${name(ended.until)} and today is ${name(ended.today)}`] : []),
        say`the pair is not certified, and a working sign-in does not prove otherwise`,
        ...(revision === "" ? [] : [say`the matrix is ${name(revision)}`]),
      ],
      help: remedies(found),
    };
  },
  fails: pairWithCode("P"),
  passes: [withException({ today: "2036-12-31" })],
});

export const rule: VerdictRule = { ...blocked, scope: "environment", check };
