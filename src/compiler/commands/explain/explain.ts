import {
  type Command,
  type ExitCode,
  type Invocation,
  type Look,
  NL,
  printResult,
  styleFor,
  visible,
} from "../../../report/index.ts";
import { type Example, nearest, wrongUse } from "../../../kernel/index.ts";
import { RULES } from "../../rules/registry.generated.ts";
import type { Rule } from "../../rules/rule.ts";

export const command: Command = {
  name: "explain",
  summary: "why a rule exists, its remedy, a failing and a passing example",
  group: "Every day",
  short: "gives the reason and remedy of a rule",
  arguments: [{ name: "RULE", summary: "a rule's id, as shown in findings (default: list all rules)", optional: true }],
  options: [],
  formats: ["text", "json"],
  examples: [
    { command: "explain tier/half-switch", does: "why sign-in and file transfer must reach one tier, with an example of each" },
    { command: "explain", does: "lists every rule with its severity" },
  ],
  run: runExplain,
};

function contentOf(example: Example): string {
  if (typeof example.with === "string") return example.with;
  return `(${example.with.length} bytes: ${Buffer.from(example.with.subarray(0, 24)).toString("hex")}${example.with.length > 24 ? "..." : ""})`;
}

/** Returns an example for people: the file and its text, at most 30 lines. */
export function exampleLines(example: Example): readonly string[] {
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

/** The printed facts of a rule. */
type ShownRule = ReturnType<typeof ruleJson>;

function ruleText({ rules: [shown] }: { readonly rules: readonly ShownRule[] }, { color }: Look): string {
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

const rulesText = ({ rules }: { readonly rules: readonly ShownRule[] }): string =>
  `${rules.map(({ id, severity, title }) => `${id.padEnd(34)}${severity.padEnd(9)}${title}`).join(NL)}${NL}`;

const ruleJson = (rule: Rule) => ({
  id: rule.id,
  severity: rule.severity,
  title: rule.title,
  why: rule.why,
  remedy: rule.remedy,
  clauses: rule.clauses,
  scope: rule.scope,
});

/** Returns the id of the rule that was most likely meant, or null. The text can lack the rule's group. */
function meantRule(text: string): string | null {
  const ids = RULES.map((item) => item.id);
  const nameOf = (id: string) => id.slice(id.indexOf("/") + 1);
  const name = text.includes("/") ? null : nearest(text, ids.map(nameOf));
  return (name === null ? null : ids.find((id) => nameOf(id) === name)) ?? nearest(text, ids);
}

/** Prints one rule (`explain RULE`) or the list of all rules (`explain`). Throws a Refusal for an unknown id. */
async function runExplain(invocation: Invocation): Promise<ExitCode> {
  const [id] = invocation.args;
  const rule = RULES.find((item) => item.id === id);
  if (id !== undefined && !rule) {
    const near = meantRule(id);
    throw wrongUse(
      `there is no rule '${id}'${near === null ? "" : `; did you mean '${near}'?`}`,
      "`tierwright explain` lists them all",
    );
  }
  const document = { schema: "tierwright/rules/v1", rules: (rule ? [rule] : RULES).map(ruleJson) };
  printResult(invocation, document, rule ? ruleText : rulesText);
  return 0;
}
