import {
  MATRIX_PATH,
  type Problem,
  type Text,
  defineDiagnostic,
  name,
  pairText,
  placeOf,
  say,
  saysSomething,
} from "../../../kernel/index.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { whyNotAcceptable } from "../../verdict/exception-use.ts";
import type { RepositoryRule } from "../rule.ts";
import { withException } from "./example.ts";

function* check({ matrix, exceptions }: RepositoryView): Iterable<Problem & { environment?: string }> {
  for (const exception of exceptions?.exceptions ?? []) {
    const { verdict, tool, connector, environments } = exception;
    const pair = [tool.text, connector.text] as const;
    for (const field of ["reason", "owner"] as const) {
      if (saysSomething(exception[field].text)) continue;
      const { span, pointer } = exception[field];
      const explains = environments.map(({ text }) => ({ environment: text }));
      yield exceptionNotAcceptable.at(placeOf(span), { pair, seen: field }, { pointer, explains });
    }
    const why = whyNotAcceptable(matrix, verdict.text);
    if (why === null) continue;
    const code = matrix?.codes.get(verdict.text);
    yield exceptionNotAcceptable.at(
      placeOf(verdict.span),
      { pair, seen: "code", why },
      {
        pointer: verdict.pointer,
        explains: environments.map(({ text }) => ({ environment: text })),
        needs: { file: MATRIX_PATH, pointer: `/codes/${verdict.text}/*` },
        ...(code && { related: [{ message: say`the legend's entry for ${name(code.code)}`, place: placeOf(code.keySpan) }] }),
      },
    );
  }
}

type Args = { readonly pair: readonly [tool: string, connector: string] } & (
  | { readonly seen: "code"; readonly why: Text }
  /** An exception with a field without any letter or digit: its `owner` or its `reason`. */
  | { readonly seen: "owner" | "reason" }
);

const exceptionNotAcceptable = defineDiagnostic({
  id: "compat/exception-not-acceptable",
  severity: "error",
  title: "an exception names a code that cannot be accepted, or has no owner or reason",
  why: "Such an entry accepts nothing, but looks as if it did. Only codes that the legend marks `acceptable: true` can be accepted for a pair, and only by a named owner for a stated reason.",
  remedy: "Remove the entry, or name its owner and reason. The legend decides for all pairs whether a code is acceptable.",
  clauses: ["C4"],
  message: (found: Args) => {
    const message = say`the exception for ${pairText(...found.pair)} accepts nothing`;
    if (found.seen === "code")
      return {
        message,
        notes: [found.why],
        help: say`remove the entry, or name the cell's own code if that is acceptable`,
      };
    return {
      message,
      notes: [say`its ${name(found.seen)} has no letter or digit, so nobody is accountable for it`],
      help:
        found.seen === "owner"
          ? say`name the person or team that is accountable`
          : say`write why the pair is accepted until then`,
    };
  },
  fails: withException({ verdict: "X" }),
  passes: [withException({ verdict: "P" }), withException({ owner: "Ω" })],
});

export const rule: RepositoryRule = { ...exceptionNotAcceptable, scope: "repository", check };
