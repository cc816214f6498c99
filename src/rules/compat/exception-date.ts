import { placeOf } from "../../source/tree.ts";
import { isDay } from "../../verdict/day.ts";
import { pairWords } from "../../verdict/words.ts";
import type { RepositoryRule } from "../rule.ts";
import { withException } from "./example.ts";
import { exceptionFor } from "./topics.ts";

export const rule: RepositoryRule = {
  id: "compat/exception-date",
  scope: "repository",
  severity: "error",
  title: "an exception's end is not a day",
  why: "An exception holds through its `until`, inclusive, in UTC. Text that is no calendar day has no end that could be checked, so the exception is not in force.",
  remedy: "Write the last day as YYYY-MM-DD.",
  clauses: ["C4"],
  fails: withException({ until: "2036-02-30" }),
  passes: [withException({ until: "2036-02-29", today: "2036-01-01" })],
  *check({ exceptions }) {
    for (const { until, tool, connector, environments } of exceptions?.exceptions ?? []) {
      if (isDay(until.text)) continue;
      yield {
        at: placeOf(until.span),
        pointer: until.pointer,
        explains: environments.map(({ text }) => exceptionFor(text)),
        message: `'${until.text}' is no calendar day of the form YYYY-MM-DD: the exception for ${pairWords(tool.text, connector.text)} has no end that can be checked, so it accepts nothing`,
        help: "Write the last day on which it holds, e.g. 2026-12-31; it counts through the end of that day in UTC.",
      };
    }
  },
};
