import type { ReportingDescriptor } from "sarif";
import { type Documentation, type Example, type Severity, VERSION, greatest } from "../../kernel/index.ts";

export const LEVEL = { error: "error", warning: "warning", info: "note" } as const satisfies Record<Severity, string>;

/** Returns a text as a code block of Markdown, which the text itself cannot end. */
function fenced(text: string): string {
  const longest = greatest(
    [...text.matchAll(/`+/g)].map(([run]) => run.length),
    2,
  );
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text.replace(/\n$/, "")}\n${fence}`;
}

function exampleText(example: Example): string {
  if (typeof example.with !== "string" || example.with.trim() === "" || example.with.length > 1_000) return "";
  return `\n\n${example.file}:\n\n${fenced(example.with)}`;
}

/** Returns the anchor that GitHub creates for the heading of a rule in docs/rules.md. */
const anchorOf = (id: string): string => id.replace(/[^a-z0-9-]/g, "");

/** Returns the SARIF name of a rule: TierContextRoot for 'tier/context-root' (validation rule SARIF1001: a name must differ from the id). */
const nameOf = (id: string): string => id.replace(/(?:^|[/-])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns the SARIF description of a rule, which contains nothing about a single result.
 * @param home the address of the project's repository; null if it is not known
 */
export function descriptor(rule: Documentation, home: string | null): ReportingDescriptor {
  const { id, severity, title, why, remedy } = rule;
  const silent = rule.passes[0] ? exampleText(rule.passes[0]) : "";
  const markdown = [
    `${why}\n\n**What to do:** ${remedy}`,
    exampleText(rule.fails) && `**Reported for** ${exampleText(rule.fails).trimStart()}`,
    silent && `**Silent for** ${silent.trimStart()}`,
    `\`tierwright explain ${id}\` prints this in a terminal.`,
  ];
  return {
    id,
    name: nameOf(id),
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: `${why}\n\nWhat to do: ${remedy}`, markdown: markdown.filter((part) => part !== "").join("\n\n") },
    ...(home === null ? {} : { helpUri: `${home}/blob/v${VERSION}/docs/rules.md#${anchorOf(id)}` }),
    defaultConfiguration: { level: LEVEL[severity] },
    properties: { tags: [id.slice(0, id.indexOf("/"))] },
  };
}

/** Returns the SARIF descriptions of the named rules, in the order of `rules`, because results refer to them by index. */
export function rulesNamed(
  rules: readonly Documentation[],
  ids: Iterable<string>,
  home: string | null,
): readonly ReportingDescriptor[] {
  const named = new Set<string>(ids);
  return rules.filter(({ id }) => named.has(id)).map((rule) => descriptor(rule, home));
}
