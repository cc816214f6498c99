import { append } from "../../kernel/index.ts";
import type { Change } from "../idp/changes.ts";
import { changeWords, countWords, noteWords, type RealmPlanReport, type Thing, thingsOf } from "./idp-plan-words.ts";
import { AS_EMOJI, MARKDOWN, NL, prose } from "../../report/index.ts";

const { code } = MARKDOWN;
const SIGNS = { add: "+", set: "", remove: "−" } as const;
const MARKS = { new: "➕", changed: `✏${AS_EMOJI}`, removed: "➖" } as const;

/** A page or a comment has no room for more rows. */
const MOST_ROWS = 400;

/** A bar would end a cell, in code as well. */
const cell = (text: string): string => text.replaceAll("|", "\\|");

function rowsOf({ first, changes, title, how, plain }: Thing, all: readonly Change[]): readonly string[] {
  const head = `| ${MARKS[how]} | ${title} ${cell(code(first.id))} |  | ${how === "removed" ? "with --prune alone" : how} |`;
  if (plain) return [head];
  return [
    head,
    ...changes.map((change) => {
      const words = change.secret ? changeWords(change, all) : code(changeWords(change, all));
      return `| ${SIGNS[change.kind]} |  | ${cell(code(change.field))} | ${cell(words)} |`;
    }),
  ];
}

/** For a page or a comment: the same as the text. */
export function planMarkdown(report: RealmPlanReport): string {
  const { planned, base } = report;
  const { plan } = planned;
  const lines = [
    `### Realm ${code(plan.realm)}: ${countWords(planned)}`,
    "",
    `The realm at ${code(base)} as it is now, against sso.yaml of ${code(plan.environment)}.`,
    ...noteWords(report).map((note) => `- ${prose(note)}`),
  ];
  const rows = thingsOf(planned).flatMap((thing) => rowsOf(thing, plan.changes));
  if (rows.length > 0) append(lines, ["", "|  | thing | field | value |", "|---|---|---|---|", ...rows.slice(0, MOST_ROWS)]);
  if (rows.length > MOST_ROWS) append(lines, ["", `and ${rows.length - MOST_ROWS} more rows`]);
  return `${lines.join(NL)}${NL}`;
}
