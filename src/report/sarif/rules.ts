import type { ReportingDescriptor } from "sarif";
import { type Documentation, type Example, type Severity, VERSION, greatest } from "../../kernel/index.ts";

export const LEVEL = { error: "error", warning: "warning", info: "note" } as const satisfies Record<Severity, string>;

/** A block of code that the example itself cannot end. */
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

/** docs/rules.md has a heading for each rule; GitHub makes its anchor so. */
const anchorOf = (id: string): string => id.replace(/[^a-z0-9-]/g, "");

/** 'tier/context-root' as SARIF names rules: TierContextRoot (validation rule SARIF1001: a name is not the id again). */
const nameOf = (id: string): string => id.replace(/(?:^|[/-])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** What is known of a rule without an occurrence. `home`: the address of the project's repository, null where that is not known. */
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

/** The rules that a run speaks of, in the order of their ids: results name them by number. */
export function rulesNamed(
  rules: readonly Documentation[],
  ids: Iterable<string>,
  home: string | null,
): readonly ReportingDescriptor[] {
  const named = new Set<string>(ids);
  return rules.filter(({ id }) => named.has(id)).map((rule) => descriptor(rule, home));
}
