import { type Finding, type Verdict, XML_ENTITIES, affected, atLeast, plain } from "../../kernel/index.ts";
import { findingsByEnvironment, linesBelow, subjectOf } from "../environments.ts";
import type { Report, ReportContext, ReportForm } from "../report.ts";
import { pathInCheckout } from "../sarif/location.ts";
import { asLine } from "../style.ts";
import { verdictLine } from "../verdict.ts";

/** What a page of test results shows as one line. */
interface Case {
  readonly name: string;
  /** Where it is, for services that lead to the line. */
  readonly at: { readonly file: string; readonly line: number } | null;
  /** Why it failed: the headline, and all of it. */
  readonly failed: { readonly type: string; readonly message: string } | null;
  readonly text: readonly string[];
}

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
}

/** Text of XML 1.0, which has no control characters and no halves of surrogate pairs in any spelling: they are shown as pictures. */
const xml = (text: string): string => asLine(text).replace(/[&<>"']/g, (c) => XML_ENTITIES[c] ?? c);

/** A name by which a service compares two runs: it holds no line, and none stands twice in a suite. */
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

/** What makes the exit code is a failure; the rest is told and passes. */
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

function verdictCase(verdict: Verdict, today: string): Case {
  const text = verdictLine(verdict, { today });
  return {
    name: "verdict",
    at: null,
    failed: verdict.gate === "block" ? { type: "verdict", message: text } : null,
    text: [text],
  };
}

const unread: Case = {
  name: "verdict",
  at: null,
  failed: { type: "verdict", message: "no verdict: it cannot be read as an environment" },
  text: ["no verdict: it cannot be read as an environment"],
};

/** What is told of nothing in particular, so that a run without a finding is a run, and not an empty report that services take for a failure. */
const looked = (what: string): Case => ({ name: "all findings are told", at: null, failed: null, text: [`${what} looked at`] });

/** What all environments share comes first, then each environment, with everything that affects it. */
function suitesOf(report: Report, context: ReportContext): readonly Suite[] {
  const cases = (findings: readonly Finding[]) => named(findings).map((item) => caseOf(item, context));
  const own = findingsByEnvironment(report);
  const verdicts = new Map(report.verdicts.map((verdict) => [verdict.environment, verdictCase(verdict, context.today)]));
  const without = new Map(report.unread.map((name) => [name, unread]));
  const names = [...new Set([...verdicts.keys(), ...without.keys(), ...own.keys()])];
  const shared = report.findings.filter((finding) => affected(finding).length === 0);
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
