import { MATRIX_PATH } from "../../model/paths.ts";
import { placeOf } from "../../source/tree.ts";
import { whyNotAcceptable } from "../../verdict/exception-use.ts";
import { pairWords } from "../../verdict/words.ts";
import type { RepositoryRule } from "../rule.ts";
import { withException } from "./example.ts";
import { exceptionFor } from "./topics.ts";

export const rule: RepositoryRule = {
  id: "compat/exception-not-acceptable",
  scope: "repository",
  severity: "error",
  title: "an exception names a code that cannot be accepted",
  why: "Only codes that the legend marks `acceptable: true` can be accepted for a pair. An entry for any other code accepts nothing, but reads as if it did.",
  remedy: "Remove the entry. Whether a code is acceptable is decided in the legend of the matrix, for all pairs at once.",
  clauses: ["C4"],
  fails: withException({ verdict: "X" }),
  passes: [withException({ verdict: "P" })],
  *check({ matrix, exceptions }) {
    for (const { verdict, tool, connector, environments } of exceptions?.exceptions ?? []) {
      const why = whyNotAcceptable(matrix, verdict.text);
      if (why === null) continue;
      const code = matrix?.codes.get(verdict.text);
      yield {
        at: placeOf(verdict.span),
        pointer: verdict.pointer,
        explains: environments.map(({ text }) => exceptionFor(text)),
        needs: { file: MATRIX_PATH, pointer: `/codes/${verdict.text}/*` },
        message: `the exception for ${pairWords(tool.text, connector.text)} accepts nothing: ${why}`,
        help: "Remove the entry, or name the code that the cell has, where that one is acceptable.",
        ...(code && { related: [{ message: `the legend's entry for ${code.code}`, place: placeOf(code.keySpan) }] }),
      };
    }
  },
};
