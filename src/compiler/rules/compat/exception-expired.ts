import { type Problem, defineDiagnostic, name, namesText, pairText, placeOf, say } from "../../../kernel/index.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { exceptionUses } from "../../verdict/exception-use.ts";
import type { RepositoryRule } from "../rule.ts";
import { withException } from "./example.ts";

function* check(view: RepositoryView): Iterable<Problem & { environment?: string }> {
  for (const { exception, inForce, applies } of exceptionUses(view)) {
    if (inForce || applies.length === 0) continue;
    const { until, tool, connector, verdict, owner } = exception;
    const args: Args = {
      pair: [tool.text, connector.text],
      code: verdict.text,
      until: until.text,
      today: view.today,
      owner: owner.text,
      environments: applies,
    };
    const problem = exceptionExpired.at(placeOf(until.span), args, { pointer: until.pointer });
    yield { ...problem, ...(applies.length === 1 && { environment: applies[0] as string }) };
  }
}

interface Args {
  readonly pair: readonly [tool: string, connector: string];
  readonly code: string;
  readonly until: string;
  readonly today: string;
  readonly owner: string;
  /** The environments that relied on the exception. */
  readonly environments: readonly string[];
}

const exceptionExpired = defineDiagnostic({
  id: "compat/exception-expired",
  severity: "error",
  title: "an exception that an environment relies on has ended",
  why: "The code of the matrix applies again. An exception accepts an uncertified pair until its last day (UTC), so that somebody looks again; then the gate blocks.",
  remedy: "Move to a certified pair, or get a new end date from its owner.",
  clauses: ["C4"],
  message: ({ pair, code, until, today, owner, environments }: Args) => ({
    message: say`the exception for ${pairText(...pair)} (${name(code)}) was valid through ${name(until)}`,
    notes: [say`today is ${name(today)}: it no longer accepts ${namesText(environments)}`],
    help: say`move ${namesText(environments)} to a certified pair, or ask ${name(owner)} to decide on a new end date`,
  }),
  fails: { ...withException({ today: "2037-01-01" }), beside: ["compat/blocked"] },
  passes: [withException({ today: "2036-12-31" })],
});

export const rule: RepositoryRule = { ...exceptionExpired, scope: "repository", check };
