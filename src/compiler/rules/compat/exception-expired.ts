import { type Problem, defineDiagnostic, name, namesText, placeOf, say } from "../../../kernel/index.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { type ExceptionUse, exceptionText, exceptionUses } from "../../verdict/exception-use.ts";
import type { RepositoryRule } from "../rule.ts";
import { withException } from "./example.ts";

function* check(view: RepositoryView): Iterable<Problem & { environment?: string }> {
  for (const { exception, inForce, applies } of exceptionUses(view)) {
    if (inForce || applies.length === 0) continue;
    const { until } = exception;
    const problem = exceptionExpired.at(
      placeOf(until.span),
      { exception, applies, today: view.today },
      { pointer: until.pointer },
    );
    yield { ...problem, ...(applies.length === 1 && { environment: applies[0] as string }) };
  }
}

interface Args extends Pick<ExceptionUse, "exception" | "applies"> {
  readonly today: string;
}

const exceptionExpired = defineDiagnostic({
  id: "compat/exception-expired",
  severity: "error",
  title: "an exception that an environment relies on has ended",
  why: "The code of the matrix applies again. An exception accepts an uncertified pair until its last day (UTC), so that somebody looks again; then the gate blocks.",
  remedy: "Move to a certified pair, or get a new end date from its owner.",
  clauses: ["C4"],
  message: ({ exception, applies, today }: Args) => ({
    message: say`${exceptionText(exception)} was valid through ${name(exception.until.text)}`,
    notes: [say`today is ${name(today)}: it no longer accepts ${namesText(applies)}`],
    help: say`move ${namesText(applies)} to a certified pair, or ask ${name(exception.owner.text)} to decide on a new end date`,
  }),
  fails: { ...withException({ today: "2037-01-01" }), beside: ["compat/blocked"] },
  passes: [withException({ today: "2036-12-31" })],
});

export const rule: RepositoryRule = { ...exceptionExpired, scope: "repository", check };
