import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Problem } from "../../../src/kernel/diagnostic/finding.ts";
import { plain, type Text } from "../../../src/kernel/diagnostic/text.ts";
import { RULES } from "../../../src/compiler/rules/registry.generated.ts";
import type { Rule } from "../../../src/compiler/rules/rule.ts";

const line = (sign: string, text: Text | undefined): string => (text === undefined ? "" : `    ${sign}${plain(text)}\n`);

/** What is not read and decides how a run treats it: its range, its pointer, and what it has to do with other findings. */
export function effects(problem: Problem & { readonly environment?: string }): string {
  const { at, pointer, quote, needs, explains, follows, restsOn, environment } = problem;
  const lists = Object.entries({ explains, follows, restsOn }).flatMap(([key, subjects]) =>
    subjects?.length ? [`${key} ${subjects.map((subject) => Object.values(subject).join(" ")).join(", ")}`] : [],
  );
  const need = needs && `needs ${needs.file ?? "its own layers"} ${needs.pointer}`;
  const range = at && `to ${at.endLine}:${at.endColumn}`;
  return `    (${[range, environment && `of ${environment}`, pointer && `at ${pointer}`, quote === false && "not quoted", need, ...lists].filter(Boolean).join("; ")})\n`;
}

/** A finding as one reads it: place, headline, notes, help, further places. */
export function inWords({ at, severity, message, notes, help, related, fix }: Problem): string {
  const head = `  ${at?.file}:${at?.line}:${at?.column}: ${severity}: ${plain(message)}\n`;
  const places = (related ?? []).map(({ message: text, place }) => `    at ${place.file}:${place.line}: ${plain(text)}\n`);
  const edits = (fix?.edits ?? []).map(
    ({ place, text }) => `${place.line}:${place.column}-${place.endLine}:${place.endColumn} ${JSON.stringify(text)}`,
  );
  const fixed = fix ? `    ${fix.safe ? "fix" : "fix for review"}: ${fix.title}: ${edits.join(", ")}\n` : "";
  return `${head}${(notes ?? []).map((note) => line("", note)).join("")}${line("help: ", help)}${places.join("")}${fixed}`;
}

const UPDATE = process.env.UPDATE === "1";

/** What `told` says of each case of a rule is written down in messages/<kind>/, and nothing else is. */
export function expectWritten<Case extends { readonly title: string }>(
  kind: string,
  all: readonly (readonly [id: string, cases: readonly Case[]])[],
  told: (rule: Rule, one: Case) => string,
): void {
  describe.each(all)(`${kind} of %s (else: npm run update test/compiler/rules/${kind}.test.ts)`, (id, cases) => {
    const rule = RULES.find((one) => one.id === id) as Rule;
    const path = join(import.meta.dirname, "messages", kind, `${id.replace("/", "-")}.txt`);
    const written = existsSync(path) ? readFileSync(path, "utf8").split(/\n(?=\S)/) : [];

    test.each(cases.map((one) => [one.title, one] as const))("%s", (title, one) => {
      if (UPDATE) return expect(title).not.toBe("");
      expect(told(rule, one).trimEnd()).toBe(written.find((part) => part.startsWith(`${id}: ${title}\n`))?.trimEnd() ?? "");
    });

    test("are in their own file and in no other", () => {
      if (UPDATE) writeFileSync(path, cases.map((one) => told(rule, one)).join("\n"));
      else expect(written.map((part) => part.split("\n")[0])).toEqual(cases.map(({ title }) => `${id}: ${title}`));
      expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length);
    });
  });
}
