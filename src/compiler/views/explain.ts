import type { Example } from "../../kernel/index.ts";
import { type Look, NL, styleFor, visible } from "../../report/index.ts";
import { RULES } from "../rules/registry.generated.ts";
import type { Rule } from "../rules/rule.ts";

/** Returns the document of `explain`, schema tierwright/rules/v1. */
export const rulesDocument = (rules: readonly Rule[]) => ({
  schema: "tierwright/rules/v1",
  rules: rules.map((rule) => ({
    id: rule.id,
    severity: rule.severity,
    title: rule.title,
    why: rule.why,
    remedy: rule.remedy,
    clauses: rule.clauses,
    scope: rule.scope,
  })),
});

type RulesDocument = ReturnType<typeof rulesDocument>;

function contentOf(example: Example): string {
  if (typeof example.with === "string") return example.with;
  return `(${example.with.length} bytes: ${Buffer.from(example.with.subarray(0, 24)).toString("hex")}${example.with.length > 24 ? "..." : ""})`;
}

/** Returns an example of a rule as lines of text: the file and at most 30 lines of its content. */
function exampleLines(example: Example): readonly string[] {
  const own = contentOf(example);
  const shown = own.trim() === "" && example.replace !== undefined ? `(without) ${example.replace}` : own;
  return [
    `  ${example.file}`,
    ...shown
      .replace(/\n$/, "")
      .split("\n")
      .slice(0, 30)
      .map((line) => `    ${visible(line)}`),
    ...(example.also ?? []).flatMap(exampleLines),
  ];
}

/**
 * Returns the first rule of a document as text, with an example that the rule reports and one that it does not report. Returns '' if the
 * document has no rule.
 */
export function ruleText({ rules: [shown] }: RulesDocument, { color }: Look): string {
  const rule = RULES.find(({ id }) => id === shown?.id);
  if (!shown || !rule) return "";
  const style = styleFor(color);
  return [
    `${style[shown.severity](style.bold(shown.id))} (${shown.severity}): ${shown.title}`,
    "",
    shown.why,
    "",
    `${style.bold("remedy")}: ${shown.remedy}`,
    "",
    style.bold("reported for"),
    ...exampleLines(rule.fails),
    "",
    style.bold("not reported for"),
    ...(rule.passes[0] ? exampleLines(rule.passes[0]) : []),
    "",
  ].join(NL);
}

/** Returns one line for each rule: its id, severity and title. */
export const rulesText = ({ rules }: RulesDocument): string =>
  `${rules.map(({ id, severity, title }) => `${id.padEnd(34)}${severity.padEnd(9)}${title}`).join(NL)}${NL}`;
