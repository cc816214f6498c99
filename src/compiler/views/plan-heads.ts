import { groupedBy, plural } from "../../kernel/index.ts";
import type { EnvironmentPlan } from "../plan/plan.ts";
import { amountWords } from "./plan-change.ts";
import type { Section } from "./plan-sections.ts";
import * as words from "./plan-words.ts";

/** Number of names that the head of a section lists. More are counted in the head and listed below it. */
export const MOST_NAMES = 6;

/** Names and number of the environments of a section. */
export interface Who {
  /** The environment names that the heading of the section lists; empty if there are too many. */
  readonly names: readonly string[];
  /** Number of environments in words; null for one environment. */
  readonly count: string | null;
  /** Workstations whose installed state the section is about; empty if the plan compares no installed state. */
  readonly machines: readonly string[];
}

export function whoOf(environments: readonly EnvironmentPlan[]): Who {
  const names = [...new Set(environments.map(({ name }) => name))];
  const machines = [...new Set(environments.flatMap((environment) => environment.machines))];
  return {
    names: names.length > MOST_NAMES ? [] : names,
    count: names.length === 1 ? null : plural(names.length, "environment"),
    machines,
  };
}

/** Returns the workstations that the head of a section names, like ' on WS-1, WS-2'; empty if there are none. */
export const onWords = ({ machines }: Who): string =>
  machines.length === 0
    ? ""
    : ` on ${machines.length > MOST_NAMES ? plural(machines.length, "workstation") : machines.join(", ")}`;

/**
 * Returns the numbers of new and resolved findings of environments, in words that follow the environments' status; empty if there are none.
 */
function findingWords(environments: readonly EnvironmentPlan[]): string {
  const sum = (state: "new" | "gone") => environments.reduce((count, { findings }) => count + findings[state], 0);
  const [added, gone] = [sum("new"), sum("gone")];
  return (added > 0 ? `; ${plural(added, "new finding")}` : "") + (gone > 0 ? `; ${plural(gone, "resolved finding")}` : "");
}

/** Returns the most important parts of a change in words, for the head of its section. */
export function changeWords({ shown, environments, parts }: Section): string {
  const { connector, tier, panel, status, verdict } = shown;
  if (status !== "changed") return words.statusWords(environments[0] ?? shown) + findingWords(environments);
  const amount = amountWords(shown);
  const kit = connector?.before === connector?.after ? ", another kit" : ` → ${connector?.after}`;
  const said = [
    ...(verdict.after?.gate === "block" ? ["blocked"] : []),
    ...(connector ? [`connector ${connector.before}${kit}`] : []),
    ...(tier ? [words.TIER_WORDS[tier.moves]] : []),
    ...(amount === null ? [] : [parts.length > 0 ? `${amount} in all of them` : amount]),
    ...(panel.length > 0 ? [plural(panel.length, "panel field")] : []),
  ];
  return said.length === 0 ? "only the compatibility changes" : said.join("; ");
}

/** Returns in words the changes of a part of a section (`Section.parts`) that the whole section does not share. */
export function partWords({ shown }: Section): string {
  const amount = amountWords(shown);
  const said = [...(shown.tier ? [words.TIER_WORDS[shown.tier.moves]] : []), ...(amount === null ? [] : [amount])];
  return said.join("; ") || "nothing more";
}

const GATES = [
  ["block", "blocked"],
  ["accepted", "accepted by an exception"],
  ["pass", "pass"],
] as const;

/** Returns the number of environments by the gate of their verdict, like 'matrix: 2 blocked, 28 pass'; empty if none has a verdict. */
export function gatesWords(environments: readonly EnvironmentPlan[]): string {
  const said = GATES.flatMap(([gate, word]) => {
    const count = environments.filter(({ verdict }) => verdict.after?.gate === gate).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return said.length === 0 ? "" : `matrix: ${said.join(", ")}`;
}

/** Returns the settings of an environment that stay, grouped by the reason why they stay. */
export const staysWords = ({ stays }: EnvironmentPlan): readonly (readonly [names: readonly string[], why: string])[] =>
  [...groupedBy(stays, ({ why }) => why)].map(([why, own]) => [own.map(({ what }) => what), why]);
