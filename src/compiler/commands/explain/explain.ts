import { type Command, type ExitCode, type Invocation, printResult } from "../../../report/index.ts";
import { commandInSentence, nearest, shellCommand, wrongUse } from "../../../kernel/index.ts";
import { RULES } from "../../rules/registry.generated.ts";
import { ruleText, rulesDocument, rulesText } from "../../views/explain.ts";

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

/** Returns the id of the rule that was most likely meant by a mistyped id with or without the rule's group; null if no id is similar. */
function meantRule(text: string): string | null {
  const ids = RULES.map((item) => item.id);
  const nameOf = (id: string) => id.slice(id.indexOf("/") + 1);
  const name = text.includes("/") ? null : nearest(text, ids.map(nameOf));
  return (name === null ? null : ids.find((id) => nameOf(id) === name)) ?? nearest(text, ids);
}

/** Prints one rule (`explain RULE`) or the list of all rules (`explain`). Throws a Refusal for an unknown rule. */
async function runExplain(invocation: Invocation): Promise<ExitCode> {
  const [id] = invocation.args;
  const rule = RULES.find((item) => item.id === id);
  if (id !== undefined && !rule) {
    const near = meantRule(id);
    throw wrongUse(
      `there is no rule '${id}'${near === null ? "" : `; did you mean '${near}'?`}`,
      `${id.includes("/") ? "" : `if it is a page or a command, ${commandInSentence(shellCommand`tierwright help ${id}`)} prints it; `}\`tierwright explain\` lists all rules`,
    );
  }
  printResult(invocation, rulesDocument(rule ? [rule] : RULES), rule ? ruleText : rulesText);
  return 0;
}
