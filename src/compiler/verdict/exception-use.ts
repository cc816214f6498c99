import {
  type Scalar,
  type Text,
  type Verdict,
  codeText,
  isDay,
  name,
  nearest,
  orMeant,
  pairText,
  quotedName,
  say,
} from "../../kernel/index.ts";
import type { AcceptedException, Exceptions, Matrix } from "../model/matrix.ts";
import { passes } from "./cell.ts";
import { covers, exceptionFor, isInForce, isAnsweredFor } from "./exception.ts";
import { sameToolRow } from "./tool-row.ts";

/** The part of the repository that exceptions are compared with; a RepositoryView has all of it. */
export interface ExceptionContext {
  readonly matrix: Matrix | null;
  readonly exceptions: Exceptions | null;
  readonly environments: readonly { readonly verdict: Verdict }[];
  /** Names of all environments, including unreadable ones. */
  readonly environmentNames: readonly string[];
  /** Date for the check of exceptions (YYYY-MM-DD, UTC). */
  readonly today: string;
}

/**
 * An environment name of an exception's list for which the exception has no effect. `meant` is the environment that the author most likely
 * intended.
 */
export interface Idle {
  readonly name: Scalar;
  readonly why: Text;
  readonly meant?: string;
}

/** The effect of one well-formed exception today. */
export interface ExceptionUse {
  readonly exception: AcceptedException;
  readonly inForce: boolean;
  /** Names of the listed environments that the exception applies to. */
  readonly applies: readonly string[];
  /** Listed names for which the exception has no effect, each with the reason. */
  readonly idle: readonly Idle[];
}

/** Returns the words by which a message names an exception. */
export const exceptionText = ({ tool, connector, verdict }: AcceptedException): Text =>
  say`the exception for ${pairText(tool.text, connector.text)} (${name(verdict.text)})`;

/** Returns why the matrix does not let an exception accept a code; null if it does. */
export function whyNotAcceptable(matrix: Matrix | null, code: string): Text | null {
  const known = matrix?.codes.get(code);
  if (!known) return say`the legend has no code ${quotedName(code)}${orMeant(nearest(code, matrix?.codes.keys() ?? []))}`;
  const words = codeText(code, known.means?.text);
  if (passes(known)) return say`${words} already passes; there is nothing to accept`;
  return known.acceptable ? null : say`${words} is not marked \`acceptable: true\` in the legend`;
}

/**
 * Returns the effect of every exception whose date, code, owner and reason are valid. The rules compat/exception-date and
 * compat/exception-not-acceptable report the others.
 */
export function exceptionUses(context: ExceptionContext): readonly ExceptionUse[] {
  const verdicts = new Map(context.environments.map(({ verdict }) => [verdict.environment, verdict]));
  return (context.exceptions?.exceptions ?? [])
    .filter((one) => isDay(one.until.text) && isAnsweredFor(one) && whyNotAcceptable(context.matrix, one.verdict.text) === null)
    .map((exception) => useOf(exception, context, verdicts));
}

function useOf(exception: AcceptedException, context: ExceptionContext, verdicts: ReadonlyMap<string, Verdict>): ExceptionUse {
  const applies: string[] = [];
  const idle: Idle[] = [];
  for (const listed of exception.environments) {
    const verdict = verdicts.get(listed.text);
    if (!verdict) {
      // An unreadable environment has its own findings; its tool and connector release are unknown.
      if (context.environmentNames.includes(listed.text)) continue;
      const meant = nearest(listed.text, context.environmentNames);
      const why = say`there is no environment ${quotedName(listed.text)}${orMeant(meant)}`;
      idle.push({ name: listed, why, ...(meant ? { meant } : {}) });
      continue;
    }
    // A tool or connector that the matrix does not have is most likely mistyped and has its own finding.
    const known = context.matrix?.rows.some((row) => row.cells.has(verdict.connector)) ?? false;
    if (verdict.reason === "no-row" || !known || verdict.cell === "") continue;
    const why = whyIdle(exception, verdict, context);
    if (why === null) applies.push(listed.text);
    else idle.push({ name: listed, why, ...(nearlyFor(exception, verdict) ? { meant: listed.text } : {}) });
  }
  return { exception, inForce: isInForce(exception, context.today), applies, idle };
}

/** Returns true if exactly one field of an exception, its tool or its connector, keeps it from accepting the pair of a verdict. */
function nearlyFor({ tool, connector, verdict: code }: AcceptedException, verdict: Verdict): boolean {
  return code.text === verdict.cell && sameToolRow(tool.text, verdict.tool) !== (connector.text === verdict.connector);
}

function whyIdle(exception: AcceptedException, verdict: Verdict, context: ExceptionContext): Text | null {
  const { environment, tool, connector, cell } = verdict;
  if (!sameToolRow(exception.tool.text, tool) || exception.connector.text !== connector) {
    return say`${name(environment)} is ${pairText(tool, connector)}, another pair`;
  }
  if (cell !== exception.verdict.text) {
    return cell === null
      ? say`the matrix has no cell for this pair`
      : say`the matrix has ${codeText(cell, verdict.means)} for this pair`;
  }
  const question = { environment, tool, connector, code: cell };
  const counting = exceptionFor(context.exceptions, question);
  if (!counting || counting === exception || !covers(exception, question)) return null;
  return say`another entry for the same pair, through ${name(counting.until.text)}, applies instead`;
}
