import { isDay, saysSomething } from "../../kernel/index.ts";
import type { AcceptedException, Exceptions } from "../model/matrix.ts";
import { sameToolRow } from "./tool-row.ts";

/**
 * The fields that an exception must match exactly. `code` is the code of the matrix cell as written; no exception covers an empty
 * `environment`.
 */
export interface ExceptionQuestion {
  readonly environment: string;
  readonly tool: string;
  readonly connector: string;
  readonly code: string;
}

/** Returns true if the exception has an owner and a reason that contain a letter or a digit. Blanks and dashes do not count. */
export const isAnsweredFor = ({ owner, reason }: AcceptedException): boolean =>
  saysSomething(owner.text) && saysSomething(reason.text);

/** Returns true if an exception is for exactly the given tool row, connector, code and environment, whatever its date. */
export function covers(exception: AcceptedException, question: ExceptionQuestion): boolean {
  return (
    question.environment !== "" &&
    exception.connector.text === question.connector &&
    exception.verdict.text === question.code &&
    exception.environments.some((environment) => environment.text === question.environment) &&
    sameToolRow(exception.tool.text, question.tool)
  );
}

/**
 * Returns true if `today` is not after the last day of an exception (inclusive, UTC). Returns false if one of the two dates is not valid.
 */
export function isInForce(exception: AcceptedException, today: string): boolean {
  return isDay(exception.until.text) && isDay(today) && exception.until.text >= today;
}

/**
 * Returns the exception that counts for a pair of tool and connector release, or null: among those with an owner and a reason, the one that
 * ends last, and of those with equal end the first in the file. Today's date has no influence, so that compiled output does not depend on
 * it.
 */
export function exceptionFor(exceptions: Exceptions | null, question: ExceptionQuestion): AcceptedException | null {
  let best: AcceptedException | null = null;
  for (const exception of exceptions?.exceptions ?? []) {
    if (!covers(exception, question) || !isAnsweredFor(exception)) continue;
    if (best === null || endOf(exception) > endOf(best)) best = exception;
  }
  return best;
}

/** Returns the last day of an exception, for comparison as text; an invalid date is "", which sorts before all days. */
function endOf(exception: AcceptedException): string {
  return isDay(exception.until.text) ? exception.until.text : "";
}
