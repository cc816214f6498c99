import { named } from "../../diagnostic/topics.ts";
import { placeOf } from "../../source/tree.ts";
import { lookUp } from "../../verdict/cell.ts";
import { exceptionUses } from "../../verdict/exception-use.ts";
import { pairWords } from "../../verdict/words.ts";
import type { RepositoryRule } from "../rule.ts";
import { withException } from "./example.ts";
import { cellOf } from "./needs.ts";
import { exceptionFor } from "./topics.ts";

export const rule: RepositoryRule = {
  id: "compat/exception-unused",
  scope: "repository",
  severity: "error",
  title: "an exception lists an environment that it does nothing for",
  why:
    "An exception is for one exact pair, code and environment. One that meets none of them waits silently for somebody to move an environment onto it, " +
    "and nobody decides anew. The matrix may also have changed under it.",
  remedy: "Take the environment out of the list, or remove the entry when it is the last one.",
  clauses: ["C4"],
  fails: withException({ cell: "A" }),
  passes: [withException({ tool: "2024x-R3" })],
  *check(view) {
    for (const { exception: entry, idle } of exceptionUses(view)) {
      const { row, cell } = lookUp(view.matrix, entry.tool.text, entry.connector.text);
      const needs = view.matrix && row && !cell ? { needs: cellOf(view.matrix, row, entry.connector.text) } : {};
      const what = `${entry.verdict.text} for ${pairWords(entry.tool.text, entry.connector.text)}`;
      for (const { name, why, meant } of idle) {
        yield {
          at: placeOf(name.span),
          pointer: name.pointer,
          ...needs,
          follows: [named(name.text)],
          ...(meant === undefined ? {} : { explains: [exceptionFor(meant)] }),
          message: `the exception that accepts ${what} does nothing for '${name.text}': ${why}`,
          help:
            entry.environments.length > 1
              ? `Take '${name.text}' out of the list.`
              : why.includes("did you mean")
                ? "Write the name that is meant, or remove the entry."
                : "Remove the entry; it can be written anew when it is needed and decided.",
        };
      }
      if (entry.environments.length > 0) continue;
      yield {
        at: placeOf(entry.span),
        message: `the exception that accepts ${what} lists no environment, so it does nothing: no list does not mean all`,
        help: "Name the environments that it is for, or remove the entry.",
      };
    }
  },
};
