import { defineDiagnostic } from "../../diagnostic/define.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { type Text, name, say } from "../../diagnostic/text.ts";
import { MATRIX_PATH } from "../../model/paths.ts";
import { placeOf } from "../../source/tree.ts";
import { whyNotAcceptable } from "../../verdict/exception-use.ts";
import { pairText } from "../../verdict/words.ts";
import type { RepositoryRule } from "../rule.ts";
import { withException } from "./example.ts";
import { exceptionFor } from "./topics.ts";

function* check({ matrix, exceptions }: RepositoryView): Iterable<Problem & { environment?: string }> {
  for (const { verdict, tool, connector, environments } of exceptions?.exceptions ?? []) {
    const why = whyNotAcceptable(matrix, verdict.text);
    if (why === null) continue;
    const code = matrix?.codes.get(verdict.text);
    yield exceptionNotAcceptable.at(
      placeOf(verdict.span),
      { pair: [tool.text, connector.text], why },
      {
        pointer: verdict.pointer,
        explains: environments.map(({ text }) => exceptionFor(text)),
        needs: { file: MATRIX_PATH, pointer: `/codes/${verdict.text}/*` },
        ...(code && { related: [{ message: say`the legend's entry for ${name(code.code)}`, place: placeOf(code.keySpan) }] }),
      },
    );
  }
}

const exceptionNotAcceptable = defineDiagnostic({
  id: "compat/exception-not-acceptable",
  severity: "error",
  title: "an exception names a code that cannot be accepted",
  why: "Only codes that the legend marks `acceptable: true` can be accepted for a pair. An entry for any other code accepts nothing, but reads as if it did.",
  remedy: "Remove the entry. Whether a code is acceptable is decided in the legend of the matrix, for all pairs at once.",
  clauses: ["C4"],
  message: ({ pair, why }: { readonly pair: readonly [tool: string, connector: string]; readonly why: Text }) => ({
    message: say`the exception for ${pairText(...pair)} accepts nothing`,
    notes: [why],
    help: say`remove the entry, or name the code that the cell has, where that one is acceptable`,
  }),
  fails: withException({ verdict: "X" }),
  passes: [withException({ verdict: "P" })],
});

export const rule: RepositoryRule = { ...exceptionNotAcceptable, scope: "repository", check };
