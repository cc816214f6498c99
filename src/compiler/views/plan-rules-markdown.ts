import type { Plan } from "../plan/plan.ts";
import { AS_EMOJI, MARKDOWN, prose } from "../../report/index.ts";
import * as words from "./plan-words.ts";

type Lines = readonly string[];

const { code } = MARKDOWN;

/** Number of changed rules (`OwnRule`), and of changed cells and codes of the matrix, that are listed; the rest is counted. */
const MOST_RULES = 30;

/** Returns the changed cells and codes of the matrix, as list items below the line that reports its change. */
function matrixLines({ matrix }: Plan): Lines {
  const all = words.matrixLines(matrix);
  const more = all.length > MOST_RULES ? [`  - and ${all.length - MOST_RULES} more: ${code("--format json")} has them`] : [];
  return [...all.slice(0, MOST_RULES).map((line) => `  - ${prose(line)}`), ...more];
}

/**
 * Returns the changed files, suppressions and declarations that decide what can be merged (`OwnRule`), as Markdown; empty if there are
 * none.
 */
export function ownRules(plan: Plan): Lines {
  const { ownRules: rules } = plan;
  if (rules.length === 0) return [];
  const more = rules.length > MOST_RULES ? [`- and ${rules.length - MOST_RULES} more: ${code("--format json")} has them`] : [];
  return [
    `**⚠${AS_EMOJI} ${words.OWN_RULES}:**`,
    "",
    ...rules
      .slice(0, MOST_RULES)
      .flatMap((rule) => [
        `- ${code(words.ownRulePlace(rule))} ${prose(words.ownRuleWords(rule))}`,
        ...(rule.what === "matrix" ? matrixLines(plan) : []),
      ]),
    ...more,
    "",
  ];
}
