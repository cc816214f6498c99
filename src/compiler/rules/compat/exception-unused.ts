import {
  type Problem,
  type Text,
  defineDiagnostic,
  name,
  namedEnvironment,
  pairText,
  placeOf,
  quotedName,
  say,
} from "../../../kernel/index.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { lookUp } from "../../verdict/cell.ts";
import { exceptionUses } from "../../verdict/exception-use.ts";
import type { RepositoryRule } from "../rule.ts";
import { withException } from "./example.ts";
import { cellOf } from "./needs.ts";

function* check(view: RepositoryView): Iterable<Problem & { environment?: string }> {
  for (const { exception: entry, idle } of exceptionUses(view)) {
    const { row, cell } = lookUp(view.matrix, entry.tool.text, entry.connector.text);
    const needs = view.matrix && row && !cell ? { needs: cellOf(view.matrix, row, entry.connector.text) } : {};
    const known = { code: entry.verdict.text, pair: [entry.tool.text, entry.connector.text] } as const;
    for (const { name: listed, why, meant } of idle) {
      const args: Args = {
        ...known,
        idle: {
          name: listed.text,
          why,
          meant: meant !== undefined && meant !== listed.text,
          alone: entry.environments.length < 2,
        },
      };
      yield exceptionUnused.at(placeOf(listed.span), args, {
        pointer: listed.pointer,
        ...needs,
        follows: [namedEnvironment(listed.text)],
        ...(meant === undefined ? {} : { explains: [{ environment: meant }] }),
      });
    }
    if (entry.environments.length > 0) continue;
    yield exceptionUnused.at(placeOf(entry.span), { ...known, idle: null });
  }
}

interface Args {
  readonly code: string;
  readonly pair: readonly [tool: string, connector: string];
  /**
   * An environment's name in the exception's list, for which the exception has no effect; null if the list is empty. `meant`: the author
   * most likely intended another environment. `alone`: the list has no other name.
   */
  readonly idle: { readonly name: string; readonly why: Text; readonly meant: boolean; readonly alone: boolean } | null;
}

function help(idle: NonNullable<Args["idle"]>): Text {
  if (!idle.alone) return say`remove ${quotedName(idle.name)} from the list`;
  return idle.meant
    ? say`write the intended name, or remove the entry`
    : say`remove the entry; add it again when it is needed and approved`;
}

const exceptionUnused = defineDiagnostic({
  id: "compat/exception-unused",
  severity: "error",
  because: ["repo/environment-name", "repo/misnamed-file", "repo/missing-file"],
  title: "an exception has no effect for an environment in its list",
  why: "An exception is for one exact pair, code and environment. One that meets none of them silently waits for an environment to move onto it, without a new decision. The matrix can also have changed under it.",
  remedy: "Remove the environment from the list, or the entry with its last one.",
  clauses: ["C4"],
  message: ({ code, pair, idle }: Args) => {
    const what = say`the exception that accepts ${name(code)} for ${pairText(...pair)}`;
    if (idle === null)
      return {
        message: say`${what} lists no environment, so it has no effect`,
        notes: [say`an empty list does not mean all environments`],
        help: say`name the environments that it is for, or remove the entry`,
      };
    return { message: say`${what} has no effect for ${quotedName(idle.name)}`, notes: [idle.why], help: help(idle) };
  },
  fails: withException({ cell: "A" }),
  passes: [withException({ tool: "2024x-R3" })],
});

export const rule: RepositoryRule = { ...exceptionUnused, scope: "repository", check };
