import { placeOf } from "../../source/tree.ts";
import { daysBetween } from "../../verdict/day.ts";
import { exceptionUses } from "../../verdict/exception-use.ts";
import { daysLeftWords, listWords, pairWords } from "../../verdict/words.ts";
import type { RepositoryRule } from "../rule.ts";
import { withException } from "./example.ts";

/** Days before the end from which the end is announced. */
const NOTICE = 14;

export const rule: RepositoryRule = {
  id: "compat/exception-ending",
  scope: "repository",
  severity: "warning",
  title: "an exception that an environment relies on ends soon",
  why: `The day after an exception's end the gate blocks and nothing of the environment can be published, an urgent fix included. The warning comes ${NOTICE} days ahead.`,
  remedy: "Decide before that day: a certified pair, or a new end date by the exception's owner.",
  clauses: ["C4"],
  fails: withException({ today: "2036-12-17" }),
  passes: [withException({ today: "2036-12-16" }), withException({ today: "2037-01-01" })],
  *check(view) {
    for (const { exception, inForce, applies } of exceptionUses(view)) {
      const { until, tool, connector, owner, verdict } = exception;
      const days = daysBetween(view.today, until.text);
      if (!inForce || applies.length === 0 || days > NOTICE) continue;
      yield {
        ...(applies.length === 1 && { environment: applies[0] as string }),
        at: placeOf(until.span),
        pointer: until.pointer,
        message: `the exception for ${pairWords(tool.text, connector.text)} (${verdict.text}) ends on ${until.text}, ${daysLeftWords(days)}: from the next day on ${listWords(applies)} is blocked`,
        help: `Ask ${owner.text} for a new end date, or move ${listWords(applies)} to a certified pair before then.`,
      };
    }
  },
};
