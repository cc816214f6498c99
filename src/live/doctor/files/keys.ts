import { say } from "../../../kernel/index.ts";
import type { Check } from "../check.ts";
import { textAnswer } from "../text-rules.ts";
import { describeCount } from "../words.ts";
import { BYTE_ORDER_MARK, ESCAPES, OF_REPOSITORY } from "../about-rules.ts";

export const check: Check = {
  id: "files/keys",
  asks: "each key appears once and as it is read, and no line ends or joins by accident",
  otherwise:
    "the later of two wins, a misspelt key is not read, a space at the end is part of the value, and a value of many lines ends early",
  control: "the entries that Java reads are counted and said",
  needs: [],
  order: 20,
  run: (looked) =>
    textAnswer(
      looked,
      (rule) => ![...BYTE_ORDER_MARK, ...ESCAPES, ...OF_REPOSITORY].includes(rule),
      (files) => say`every key in ${describeCount(files, "file")} appears once and as it is read`,
    ),
};
