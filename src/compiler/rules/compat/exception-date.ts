import { type Problem, defineDiagnostic, isDay, pairText, placeOf, say, value } from "../../../kernel/index.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import type { RepositoryRule } from "../rule.ts";
import { withException } from "./example.ts";

function* check({ exceptions }: RepositoryView): Iterable<Problem & { environment?: string }> {
  for (const { until, tool, connector, environments } of exceptions?.exceptions ?? []) {
    if (isDay(until.text)) continue;
    yield exceptionDate.at(
      placeOf(until.span),
      { until: until.text, tool: tool.text, connector: connector.text },
      { pointer: until.pointer, explains: environments.map(({ text }) => ({ environment: text })) },
    );
  }
}

const exceptionDate = defineDiagnostic({
  id: "compat/exception-date",
  severity: "error",
  title: "an exception's end is not a day",
  why: "`until` is the last valid day, in UTC. Text that is not a calendar day has no end that could be checked, so the exception is not in force.",
  remedy: "Write the last day as YYYY-MM-DD.",
  clauses: ["C4"],
  message: ({ until, tool, connector }: { readonly until: string; readonly tool: string; readonly connector: string }) => ({
    message: say`${value(until)} is not a calendar day of the form YYYY-MM-DD`,
    notes: [say`the exception for ${pairText(tool, connector)} has no end that can be checked, so it accepts nothing`],
    help: say`write the last day on which it is valid, e.g. 2026-12-31; it ends with that day in UTC`,
  }),
  fails: withException({ until: "2036-02-30" }),
  passes: [withException({ until: "2036-02-29", today: "2036-01-01" })],
});

export const rule: RepositoryRule = { ...exceptionDate, scope: "repository", check };
