import { placeOf } from "../../source/tree.ts";
import { exceptionUses } from "../../verdict/exception-use.ts";
import { listWords, pairWords } from "../../verdict/words.ts";
import type { RepositoryRule } from "../rule.ts";
import { withException } from "./example.ts";

export const rule: RepositoryRule = {
  id: "compat/exception-expired",
  scope: "repository",
  severity: "error",
  title: "an exception that an environment relies on has ended",
  why: "An exception accepts an uncertified pair for a stated time, so that somebody looks again. After its last day (UTC) the code of the matrix counts by itself and the gate blocks.",
  remedy: "Move the environment to a certified pair, or have its owner decide on a new end date.",
  clauses: ["C4"],
  fails: { ...withException({ today: "2037-01-01" }), beside: ["compat/blocked"] },
  passes: [withException({ today: "2036-12-31" })],
  *check(view) {
    for (const { exception, inForce, applies } of exceptionUses(view)) {
      if (inForce || applies.length === 0) continue;
      const { until, tool, connector, verdict, owner } = exception;
      yield {
        ...(applies.length === 1 && { environment: applies[0] as string }),
        at: placeOf(until.span),
        pointer: until.pointer,
        message: `the exception for ${pairWords(tool.text, connector.text)} (${verdict.text}) was valid through ${until.text} and today is ${view.today}: it no longer accepts ${listWords(applies)}`,
        help: `Move ${listWords(applies)} to a certified pair, or ask ${owner.text} to decide on a new end date.`,
      };
    }
  },
};
