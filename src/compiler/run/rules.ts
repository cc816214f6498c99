import {
  type Finding,
  type Problem,
  type RuleProblem,
  type Severity,
  atLeast,
  findingOf,
  groupOf,
  say,
  startOf,
  words,
} from "../../kernel/index.ts";
import type { CompiledEnvironment } from "../compile/compiled.ts";
import type { RepositoryView } from "../compile/summary.ts";
import type { Log4j2File, PropertiesFile } from "../model/files.ts";
import type { Release } from "../model/release.ts";
import { RULES } from "../rules/registry.generated.ts";
import { foldFindings } from "./folds.ts";
import { withoutSecretLines } from "./redact.ts";
import type { EnvironmentRule, Log4j2Rule, PropertiesRule, RepositoryRule, Rule } from "../rules/rule.ts";

export const PROPERTIES_RULES = RULES.filter((rule): rule is PropertiesRule => rule.scope === "properties");
export const LOG4J2_RULES = RULES.filter((rule): rule is Log4j2Rule => rule.scope === "log4j2");
export const ENVIRONMENT_RULES = RULES.filter((rule): rule is EnvironmentRule => rule.scope === "environment");
export const REPOSITORY_RULES = RULES.filter((rule): rule is RepositoryRule => rule.scope === "repository");
/**
 * Rules on files, or on the reading of documents, that also check a compiled environment, because its YAML can contain the same mistake.
 */
const COMPILED_RULES = RULES.filter(
  (rule): rule is Rule & Required<Pick<Rule, "checkCompiled">> => rule.checkCompiled !== undefined,
);

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

export const RULE_IDS: ReadonlySet<string> = new Set(BY_ID.keys());

export function ruleById(id: string): Rule | undefined {
  return BY_ID.get(id);
}

export function toFinding(rule: Rule, problem: Problem, environment: string | null): Finding {
  return findingOf({ ...problem, rule: rule.id }, rule.severity, environment);
}

/**
 * Turns the problems of reading documents into findings. A problem with an unknown rule id would be a bug of Tierwright and becomes an
 * error.
 */
export function readFindings(problems: readonly RuleProblem[], environment: string | null): Finding[] {
  return problems.map((problem) => findingOf(problem, BY_ID.get(problem.rule)?.severity ?? "error", environment));
}

/** Number of findings of one rule in one file or environment that are listed one by one. */
const MOST_TOLD = 1_000;
/** Number of further findings of one rule after which counting stops: a file with so many is most likely the wrong file. */
const MOST_COUNTED = 20_000;

/**
 * Adds the findings of one rule in one file or environment: the first `MOST_TOLD`, and one that counts the rest. That one has the highest
 * severity of the rest (error if counting stopped early) and is at the start of the file, where no comment can suppress it. Allocates no
 * list, because most rules find nothing.
 */
export function tell(findings: Finding[], rule: Rule, problems: Iterable<Problem>, environment: string | null): void {
  let count = 0;
  let more = 0;
  let first: Problem | null = null;
  let severity: Severity = "info";
  for (const problem of problems) {
    if (count < MOST_TOLD) {
      count++;
      findings.push(toFinding(rule, problem, environment));
      continue;
    }
    more++;
    first ??= problem;
    const own = problem.severity ?? rule.severity;
    if (atLeast(own, severity)) severity = own;
    if (more < MOST_COUNTED) continue;
    severity = "error";
    break;
  }
  if (first) findings.push(rest(rule, first, { more, severity, environment }));
}

function rest(
  rule: Rule,
  first: Problem,
  { more, severity, environment }: Pick<Finding, "severity" | "environment"> & { more: number },
): Finding {
  const count = more < MOST_COUNTED ? say`${more} more` : say`at least ${more} more`;
  const line = first.at ? say`, from line ${first.at.line} on` : [];
  return {
    rule: rule.id,
    severity,
    environment,
    at: first.at && startOf(first.at.file),
    message: say`${count} findings like the ${MOST_TOLD} that are shown${line}`,
    notes: [words(rule.title)],
    help: say`check that this is the intended file; fix the common cause, and run again`,
    ...(groupOf(rule.id) === "secret" ? { quote: false as const } : {}),
  };
}

export function propertiesFindings(file: PropertiesFile, environment: string | null): readonly Finding[] {
  const findings: Finding[] = [];
  for (const rule of PROPERTIES_RULES) tell(findings, rule, rule.check(file), environment);
  return foldFindings(withoutSecretLines(findings, file.document));
}

export const log4j2Findings = (file: Log4j2File, environment: string | null): readonly Finding[] =>
  findingsOf(LOG4J2_RULES, file, environment);

/** Returns the findings on a log4j2.xml of the given log4j2 rules, and of rules for other files that also check log4j2.xml. */
function findingsOf(rules: readonly Log4j2Rule[], file: Log4j2File, environment: string | null): readonly Finding[] {
  const findings: Finding[] = [];
  for (const rule of rules) tell(findings, rule, rule.check(file), environment);
  for (const rule of RULES) if (rule.checkLog4j2) tell(findings, rule, rule.checkLog4j2(file), environment);
  return findings;
}

/** Rules on the deletion of old log files. They check a base file together with the environments of its release. */
const DELETION_RULES = LOG4J2_RULES.filter((rule) => rule.of === "deletion");
const OTHER_LOG4J2_RULES = LOG4J2_RULES.filter((rule) => rule.of !== "deletion");

/**
 * Returns the findings on appenders whose old log files the log4j2.xml in base/ does not delete, unless the release has environments and
 * every one of them deletes these files (logging.deleteAfter).
 */
export function deletionFindings({ releases, environments }: RepositoryView): readonly Finding[] {
  const findings: Finding[] = [];
  for (const release of releases.values()) {
    const { log4j2 } = release.base;
    if (!log4j2) continue;
    const [first, ...others] = environments.filter(({ connector }) => connector === release.name);
    const decided = first?.deleteAfter.filter((name) => others.every(({ deleteAfter }) => deleteAfter.includes(name)));
    for (const rule of DELETION_RULES) tell(findings, rule, rule.check(log4j2, new Set(decided)), null);
  }
  return findings;
}

/**
 * Returns the findings on the text of a release's base files. If `alone` is true, they include those on old log files that are not deleted;
 * otherwise `deletionFindings` reports these, because an environment can delete the files.
 */
export function baseFindings({ base }: Release, alone: boolean): readonly Finding[] {
  const files = [base.connector, base.client, base.logger].filter((file) => file !== null);
  const log4j2 = base.log4j2 ? findingsOf(alone ? LOG4J2_RULES : OTHER_LOG4J2_RULES, base.log4j2, null) : [];
  return [...files.flatMap((file) => propertiesFindings(file, null)), ...log4j2];
}

/** Environment rules that also apply to an environment without sso.yaml. */
const WITHOUT_SIGN_IN = ENVIRONMENT_RULES.filter((rule) => rule.of !== "sign-in");

/** Returns the findings on one compiled environment. */
export function compiledFindings(compiled: CompiledEnvironment, environment: string): readonly Finding[] {
  const findings: Finding[] = [];
  for (const rule of compiled.signIn ? ENVIRONMENT_RULES : WITHOUT_SIGN_IN)
    tell(findings, rule, rule.check(compiled), environment);
  for (const rule of COMPILED_RULES) tell(findings, rule, rule.checkCompiled(compiled), environment);
  return findings;
}
