import { BYTE_ORDER_MARK } from "../about-rules.ts";
import { say } from "../../../kernel/index.ts";
import type { Check } from "../check.ts";
import { textAnswer } from "../text-rules.ts";
import { agreeing, describeCount } from "../words.ts";

export const check: Check = {
  id: "files/bom",
  asks: "neither settings file begins with a byte order mark or is UTF-16",
  otherwise: "Java reads the mark as part of the first key: that key is missing, and the message says that a setting is missing",
  control: "the entries that Java reads are counted and said",
  needs: [],
  order: 20,
  run: (looked) =>
    textAnswer(
      looked,
      (rule) => BYTE_ORDER_MARK.includes(rule),
      (files) => say`${describeCount(files, "file")} ${agreeing(files, "begins with its", "begin with their")} first key`,
    ),
};
