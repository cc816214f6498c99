import type { Finding, Problem, RuleProblem, Severity } from "../diagnostic/finding.ts";
import { readable } from "../diagnostic/readable.ts";
import type { Log4j2File, PropertiesFile } from "../model/files.ts";
import { RULES } from "../rules/registry.generated.ts";
import type { EnvironmentRule, Log4j2Rule, PropertiesRule, RepositoryRule, Rule } from "../rules/rule.ts";

export const PROPERTIES_RULES = RULES.filter((rule): rule is PropertiesRule => rule.scope === "properties");
export const LOG4J2_RULES = RULES.filter((rule): rule is Log4j2Rule => rule.scope === "log4j2");
export const ENVIRONMENT_RULES = RULES.filter((rule): rule is EnvironmentRule => rule.scope === "environment");
export const REPOSITORY_RULES = RULES.filter((rule): rule is RepositoryRule => rule.scope === "repository");
/** Rules about files or about reading that judge what an environment's YAML sets, too. */
export const COMPILED_RULES = RULES.filter((rule) => rule.checkCompiled !== undefined);

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

export const RULE_IDS: ReadonlySet<string> = new Set(BY_ID.keys());

export function ruleById(id: string): Rule | undefined {
  return BY_ID.get(id);
}

/** Message and help, whatever the values are that they quote. */
const wording = ({ message, help }: Problem) => ({
  message: readable(message),
  ...(help === undefined ? {} : { help: readable(help) }),
});

export function toFinding(rule: Rule, problem: Problem, environment: string | null): Finding {
  return {
    ...problem,
    ...wording(problem),
    rule: rule.id,
    severity: problem.severity ?? rule.severity,
    environment,
  };
}

/** Problems of the reading stages; a problem whose rule is unknown would be a fault of ours and is an error. */
export function readFindings(problems: readonly RuleProblem[], environment: string | null): Finding[] {
  return problems.map((problem) => {
    const severity: Severity = problem.severity ?? BY_ID.get(problem.rule)?.severity ?? "error";
    return { ...problem, ...wording(problem), severity, environment };
  });
}

export function propertiesFindings(file: PropertiesFile, environment: string | null): Finding[] {
  return PROPERTIES_RULES.flatMap((rule) => [...rule.check(file)].map((problem) => toFinding(rule, problem, environment)));
}

export function log4j2Findings(file: Log4j2File, environment: string | null): Finding[] {
  return LOG4J2_RULES.flatMap((rule) => [...rule.check(file)].map((problem) => toFinding(rule, problem, environment)));
}
