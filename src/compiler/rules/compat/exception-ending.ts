import {
  type Problem,
  daysBetween,
  daysLeftWords,
  defineDiagnostic,
  name,
  namesText,
  pairText,
  placeOf,
  say,
  words,
} from "../../../kernel/index.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { exceptionUses } from "../../verdict/exception-use.ts";
import type { RepositoryRule } from "../rule.ts";
import { withException } from "./example.ts";

/** The number of days before an exception's end from which the rule warns. */
const NOTICE = 14;

function* check(view: RepositoryView): Iterable<Problem & { environment?: string }> {
  for (const { exception, inForce, applies } of exceptionUses(view)) {
    const { until, tool, connector, owner, verdict } = exception;
    const days = daysBetween(view.today, until.text);
    if (!inForce || applies.length === 0 || days > NOTICE) continue;
    const args: Args = {
      pair: [tool.text, connector.text],
      code: verdict.text,
      until: until.text,
      left: days,
      owner: owner.text,
      environments: applies,
    };
    const problem = exceptionEnding.at(placeOf(until.span), args, { pointer: until.pointer });
    yield { ...problem, ...(applies.length === 1 && { environment: applies[0] as string }) };
  }
}

interface Args {
  readonly pair: readonly [tool: string, connector: string];
  readonly code: string;
  readonly until: string;
  /** The number of days that are left. */
  readonly left: number;
  readonly owner: string;
  /** The environments that rely on the exception. */
  readonly environments: readonly string[];
}

const exceptionEnding = defineDiagnostic({
  id: "compat/exception-ending",
  severity: "warning",
  title: "an exception that an environment relies on ends soon",
  why: `From the next day on the gate blocks. Nothing of the environment can then be published, not even an urgent fix. The warning comes ${NOTICE} days ahead.`,
  remedy: "Move to a certified pair, or get a new end date from the exception's owner.",
  clauses: ["C4"],
  message: ({ pair, code, until, left, owner, environments }: Args) => ({
    message: say`the exception for ${pairText(...pair)} (${name(code)}) ends on ${name(until)}, ${words(daysLeftWords(left))}`,
    notes: [say`from the next day on ${namesText(environments)} is blocked`],
    help: say`ask ${name(owner)} for a new end date, or move ${namesText(environments)} to a certified pair before then`,
  }),
  fails: withException({ today: "2036-12-17" }),
  passes: [withException({ today: "2036-12-16" }), withException({ today: "2037-01-01" })],
});

export const rule: RepositoryRule = { ...exceptionEnding, scope: "repository", check };
