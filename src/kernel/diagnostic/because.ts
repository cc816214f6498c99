import type { RuleProblem } from "./finding.ts";
import { GROUPS, groupOf } from "./groups.ts";
import { subjectKey } from "./subject.ts";

/** Returns true if the definition of a finding, or that of its group, names the cause's id or group in `because`. */
export function isBecause({ rule, because = [] }: RuleProblem, cause: RuleProblem): boolean {
  const names = (id: string) => id === cause.rule || id === `${groupOf(cause.rule)}/*`;
  return because.some(names) || (GROUPS[groupOf(rule)]?.because ?? []).some(names);
}

/**
 * Returns the problems without those that are only consequences of others: a subject in their `restsOn` is also in `explains` of a problem
 * that can be their cause (`isBecause`).
 */
export function withoutMoot<P extends RuleProblem>(problems: readonly P[]): readonly P[] {
  const causes = new Map<string, P[]>();
  for (const problem of problems)
    for (const subject of problem.explains ?? []) {
      const key = subjectKey(subject);
      causes.set(key, [...(causes.get(key) ?? []), problem]);
    }
  if (causes.size === 0) return problems;
  return problems.filter(
    (problem) =>
      !(problem.restsOn ?? []).some((subject) => causes.get(subjectKey(subject))?.some((cause) => isBecause(problem, cause))),
  );
}
