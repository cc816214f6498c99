import { type Finding, XML_ENTITIES, affectedEnvironments, atLeast, plain } from "../../kernel/index.ts";
import {
  type EnvironmentReport,
  environmentLine,
  environmentsOf,
  findingsByEnvironment,
  linesBelow,
  subjectOf,
} from "../environments.ts";
import type { Report, ReportContext, ReportForm } from "../report.ts";
import { pathInCheckout } from "../sarif/location.ts";
import { asLine } from "../style.ts";

/** One test in a report of test results. */
interface Case {
  readonly name: string;
  /** The place of the finding, for services that link to the source line; null if the finding has none. */
  readonly at: { readonly file: string; readonly line: number } | null;
  /** The failure with its type and headline; null if the test passes. */
  readonly failed: { readonly type: string; readonly message: string } | null;
  readonly text: readonly string[];
}

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
}

/**
 * Returns a text, escaped for XML 1.0. Control characters and unpaired surrogates, which XML 1.0 cannot contain at all, become visible
 * signs.
 */
const xml = (text: string): string => asLine(text).replace(/[&<>"']/g, (c) => XML_ENTITIES[c] ?? c);

/** Returns findings with test names by which a build service compares two builds: without line numbers, and unique within a suite. */
function named(findings: readonly Finding[]): readonly (readonly [string, Finding])[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const { rule, at, pointer } = finding;
    const name = `${rule} ${at?.file ?? ""}${pointer === undefined ? "" : `#${pointer}`}`;
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return [number === 1 ? name : `${name} (${number})`, finding];
  });
}

/** Returns a finding as a test. The test fails if the finding affects the exit code; otherwise it passes with the text. */
function caseOf([name, finding]: readonly [string, Finding], { failOn, prefix }: ReportContext): Case {
  const { rule, severity, at } = finding;
  const message = plain(finding.message);
  const counts = severity === "error" || atLeast(severity, failOn);
  const place = at ? [`${at.file}:${at.line}:${at.column}`] : [];
  return {
    name,
    at: at ? { file: pathInCheckout(at.file, prefix), line: at.line } : null,
    failed: counts ? { type: rule, message: `${severity}: ${message}` } : null,
    text: [...place, `${severity}[${rule}]: ${message}`, ...linesBelow(finding)],
  };
}

function verdictCase(environment: EnvironmentReport, today: string): Case {
  const text = environmentLine(environment, today);
  return {
    name: "verdict",
    at: null,
    failed: environment.verdict.gate === "block" ? { type: "verdict", message: text } : null,
    text: [text],
  };
}

function unreadCase(why: string): Case {
  const text = `no verdict: ${why}`;
  return { name: "verdict", at: null, failed: { type: "verdict", message: text }, text: [text] };
}

/** Returns a passing test, which every report contains, because build services treat a report without tests as a failure. */
const looked = (what: string): Case => ({ name: "all findings are reported", at: null, failed: null, text: [`${what} checked`] });

/**
 * Returns the JUnit suites of a report: first one with the findings without an environment, then one for each environment with all findings
 * that affect it.
 */
function suitesOf(report: Report, context: ReportContext): readonly Suite[] {
  const cases = (findings: readonly Finding[]) => named(findings).map((item) => caseOf(item, context));
  const own = findingsByEnvironment(report);
  const verdicts = new Map(
    environmentsOf(report, own).map((item) => [item.verdict.environment, verdictCase(item, context.today)]),
  );
  const without = new Map(report.unread.map(({ name, why }) => [name, unreadCase(why)]));
  const names = [...new Set([...verdicts.keys(), ...without.keys(), ...own.keys()])];
  const shared = report.findings.filter((finding) => affectedEnvironments(finding).length === 0);
  return [
    { name: `tierwright ${context.command}`, cases: [looked(subjectOf(report)), ...cases(shared)] },
    ...names.map((name) => {
      const verdict = verdicts.get(name) ?? without.get(name);
      return { name, cases: [...(verdict ? [verdict] : []), ...cases(own.get(name) ?? [])] };
    }),
  ];
}

function caseXml({ name, at, failed, text }: Case, suite: string): string {
  const body = text.map(xml).join("\n");
  const inner = failed
    ? `<failure type="${xml(failed.type)}" message="${xml(failed.message)}">${body}</failure>`
    : `<system-out>${body}</system-out>`;
  const place = at ? ` file="${xml(at.file)}" line="${at.line}"` : "";
  return `    <testcase classname="${xml(suite)}" name="${xml(name)}"${place} time="0">${inner}</testcase>\n`;
}

const failures = (cases: readonly Case[]): number => cases.filter(({ failed }) => failed !== null).length;

function suiteXml({ name, cases }: Suite): string {
  const counts = `tests="${cases.length}" failures="${failures(cases)}" errors="0" skipped="0" time="0"`;
  return `  <testsuite name="${xml(name)}" ${counts}>\n${cases.map((item) => caseXml(item, name)).join("")}  </testsuite>\n`;
}

export const form: ReportForm = {
  name: "junit",
  summary: "JUnit XML for GitLab, Jenkins and others that show tests: a suite for each environment, a test for each finding",
  readers: "programs",
  exact: true,
  render(report, context) {
    const suites = suitesOf(report, context);
    const all = suites.flatMap(({ cases }) => cases);
    const counts = `tests="${all.length}" failures="${failures(all)}" errors="0" time="0"`;
    const head = `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="tierwright" ${counts}>\n`;
    return `${head}${suites.map(suiteXml).join("")}</testsuites>\n`;
  },
};
