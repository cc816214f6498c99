import { ESCAPES } from "../about-rules.ts";
import { say } from "../../../kernel/index.ts";
import type { Check } from "../check.ts";
import { textAnswer } from "../text-rules.ts";
import { describeCount } from "../words.ts";

export const check: Check = {
  id: "files/escapes",
  asks: "paths and escapes are spelt so that Java reads what the eye sees",
  otherwise:
    "a single backslash is dropped or becomes a control character: a folder that nobody configured is missing; a wrong \\u makes the whole file unreadable",
  control: "the entries that Java reads are counted and said",
  needs: [],
  order: 20,
  run: (looked) =>
    textAnswer(
      looked,
      (rule) => ESCAPES.includes(rule),
      (files) => say`every path in ${describeCount(files, "file")} reads as it looks`,
    ),
};
