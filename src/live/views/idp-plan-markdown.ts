import { append } from "../../kernel/index.ts";
import type { Change } from "../idp/changes.ts";
import { changeWords, countWords, noteWords, type RealmPlanReport, type Thing, thingsOf } from "./idp-plan-words.ts";
import { AS_EMOJI, MARKDOWN, NL, prose } from "../../report/index.ts";

const { code } = MARKDOWN;
const SIGNS = { add: "+", set: "", remove: "−" } as const;
const MARKS = { new: "➕", changed: `✏${AS_EMOJI}`, removed: "➖" } as const;

/** The most rows of the table of changes, because a comment on a pull request has a limited size. */
const MOST_ROWS = 400;

/** Escapes bars, which would end a table cell even inside code. */
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

/** Returns a realm's plan as Markdown, such as for a comment on a pull request, with the content of the text form. */
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
