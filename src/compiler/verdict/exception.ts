import { isDay, saysSomething } from "../../kernel/index.ts";
import type { AcceptedException, Exceptions } from "../model/matrix.ts";
import { sameToolRow } from "./tool-row.ts";

/** What an exception must name to the letter. `code` is the cell's code as written; an empty `environment` is covered by none. */
export interface ExceptionQuestion {
  readonly environment: string;
  readonly tool: string;
  readonly connector: string;
  readonly code: string;
}

/** Returns whether somebody answers for the exception: an owner and a reason hold a letter or a digit. Blanks and dashes name nobody. */
export const isAnsweredFor = ({ owner, reason }: AcceptedException): boolean =>
  saysSomething(owner.text) && saysSomething(reason.text);

/** True when the exception is for exactly this tool row, connector, code and environment. Says nothing of its date. */
export function covers(exception: AcceptedException, question: ExceptionQuestion): boolean {
  return (
    question.environment !== "" &&
    exception.connector.text === question.connector &&
    exception.verdict.text === question.code &&
    exception.environments.some((environment) => environment.text === question.environment) &&
    sameToolRow(exception.tool.text, question.tool)
  );
}

/** True through the last day (inclusive, UTC). An `until` or a `today` that is not a day is never in force. */
export function inForce(exception: AcceptedException, today: string): boolean {
  return isDay(exception.until.text) && isDay(today) && exception.until.text >= today;
}

/**
 * Of all exceptions for the question that somebody answers for, the one that counts: the one that ends last, of equal ones the first written.
 * It does not depend on the day, so that what is compiled does not either.
 */
export function exceptionFor(exceptions: Exceptions | null, question: ExceptionQuestion): AcceptedException | null {
  let best: AcceptedException | null = null;
  for (const exception of exceptions?.exceptions ?? []) {
    if (!covers(exception, question) || !isAnsweredFor(exception)) continue;
    if (best === null || endOf(exception) > endOf(best)) best = exception;
  }
  return best;
}

/** Days compare as text; what is not a day ends before all of them. */
function endOf(exception: AcceptedException): string {
  return isDay(exception.until.text) ? exception.until.text : "";
}
