import { RULES } from "../../../src/compiler/rules/registry.generated.ts";
import type { Finding } from "../../../src/kernel/diagnostic/finding.ts";
import { name, say, value } from "../../../src/kernel/diagnostic/text.ts";
import type { Report, ReportContext } from "../../../src/report/report.ts";
import type { Verdict } from "../../../src/kernel/verdict/verdict.ts";

export const PLACE = { file: "environments/demo/environment.yaml", line: 3, column: 5, endLine: 3, endColumn: 9 };

/** A finding on a line of its own. */
export function finding(given: Partial<Finding> = {}): Finding {
  const line = given.at?.line ?? 3;
  return {
    rule: "tier/context-root",
    severity: "error",
    environment: "demo",
    message: say`${name("TC_SERVER_URL")} does not end at the context root: ${value("https://a:1/tc/")}`,
    at: { ...PLACE, line, endLine: line },
    pointer: "/tier/signIn",
    ...given,
  };
}

export const verdict = (environment: string, given: Partial<Verdict> = {}): Verdict => ({
  environment,
  tool: "2022x",
  connector: "2506",
  tier: "2506",
  matrix: "A",
  reason: null,
  cell: "A",
  means: null,
  row: "2022x",
  nearestRow: null,
  tierRange: true,
  gate: "pass",
  exception: null,
  claims: [],
  ...given,
});

export const report = (findings: readonly Finding[], given: Partial<Report> = {}): Report => ({
  findings,
  suppressed: 0,
  environments: 1,
  unread: [],
  blocked: new Map(),
  verdicts: [],
  tiers: [],
  outputs: [],
  removed: [],
  ...given,
});

export const context = (given: Partial<ReportContext> = {}): ReportContext => ({
  color: false,
  width: null,
  quiet: false,
  failOn: "error",
  today: "2026-11-21",
  command: "check",
  prefix: "",
  mostBytes: null,
  rules: RULES,
  readText: () => null,
  ...given,
});
