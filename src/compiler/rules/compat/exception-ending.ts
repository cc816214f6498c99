import {
  type Problem,
  daysBetween,
  daysLeftWords,
  defineDiagnostic,
  name,
  namesText,
  placeOf,
  say,
  words,
} from "../../../kernel/index.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { type ExceptionUse, exceptionText, exceptionUses } from "../../verdict/exception-use.ts";
import type { RepositoryRule } from "../rule.ts";
import { withException } from "./example.ts";

/** The number of days before the end of an exception from which on the rule compat/exception-ending warns. */
const NOTICE = 14;

function* check(view: RepositoryView): Iterable<Problem & { environment?: string }> {
  for (const { exception, inForce, applies } of exceptionUses(view)) {
    const { until } = exception;
    const left = daysBetween(view.today, until.text);
    if (!inForce || applies.length === 0 || left > NOTICE) continue;
    const problem = exceptionEnding.at(placeOf(until.span), { exception, applies, left }, { pointer: until.pointer });
    yield { ...problem, ...(applies.length === 1 && { environment: applies[0] as string }) };
  }
}

interface Args extends Pick<ExceptionUse, "exception" | "applies"> {
  /** Number of days until the exception ends. */
  readonly left: number;
}

const exceptionEnding = defineDiagnostic({
  id: "compat/exception-ending",
  severity: "warning",
  title: "an exception that an environment relies on ends soon",
  why: `From the next day on the gate blocks. Nothing of the environment can then be published, not even an urgent fix. The warning comes ${NOTICE} days ahead.`,
  remedy: "Move to a certified pair, or get a new end date from the exception's owner.",
  clauses: ["C4"],
  message: ({ exception, applies, left }: Args) => ({
    message: say`${exceptionText(exception)} ends on ${name(exception.until.text)}, ${words(daysLeftWords(left))}`,
    notes: [say`from the next day on ${namesText(applies)} is blocked`],
    help: say`ask ${name(exception.owner.text)} for a new end date, or move ${namesText(applies)} to a certified pair before then`,
  }),
  fails: withException({ today: "2036-12-17" }),
  passes: [withException({ today: "2036-12-16" }), withException({ today: "2037-01-01" })],
});

export const rule: RepositoryRule = { ...exceptionEnding, scope: "repository", check };
