import { type Finding, type Fix, type Place, type Related, affectedEnvironments, plain } from "../../kernel/index.ts";
import { type Report, type ReportForm, countBySeverity } from "../report.ts";
import { verdictJson } from "../verdict.ts";
import { jsonDocument } from "../document.ts";

/** The place fields of a finding without a place (docs/formats.md). */
const NOWHERE = { file: null, line: null, column: null, endLine: null, endColumn: null };

const placeJson = ({ file, line, column, endLine, endColumn }: Place) => ({ file, line, column, endLine, endColumn });

const fixJson = (fix: Fix) => ({
  title: fix.title,
  safe: fix.safe,
  edits: fix.edits.map((edit) => ({ ...placeJson(edit.place), text: edit.text })),
});

const relatedJson = (related: Related) => ({
  message: plain(related.message),
  file: related.place.file,
  line: related.place.line,
  column: related.place.column,
});

/** Returns a finding as `--format json` writes it. */
export function findingJson(finding: Finding) {
  return {
    rule: finding.rule,
    severity: finding.severity,
    message: plain(finding.message),
    notes: (finding.notes ?? []).map(plain),
    help: finding.help ? plain(finding.help) : null,
    environment: finding.environment,
    environments: affectedEnvironments(finding),
    ...(finding.at ? placeJson(finding.at) : NOWHERE),
    path: finding.pointer ?? null,
    fix: finding.fix ? fixJson(finding.fix) : null,
    related: (finding.related ?? []).map(relatedJson),
  };
}

/** Returns the JSON document of a report with findings, with the schema tierwright/findings/v1. */
export function findingsJson(report: Report) {
  return {
    schema: "tierwright/findings/v1" as const,
    summary: { environments: report.environments, ...countBySeverity(report.findings), suppressed: report.suppressed },
    ...(report.fixed ? { fixed: report.fixed } : {}),
    findings: report.findings.map(findingJson),
    verdicts: report.verdicts.map(verdictJson),
    tiers: report.tiers.map((tier) => ({
      environment: tier.environment,
      hosts: tier.hosts.map(({ host, role, verdict, evidence }) => ({ host, role, verdict, evidence })),
    })),
    ...(report.unread.length > 0 ? { unread: report.unread.map(({ name }) => name) } : {}),
    ...(report.outputs.length > 0 || report.removed.length > 0 ? { outputs: report.outputs, removed: report.removed } : {}),
  };
}

export const form: ReportForm = {
  name: "json",
  summary: "one document for programs, whose schema it names (`tierwright help output-forms`)",
  readers: "programs",
  render: (report) => jsonDocument(findingsJson(report)),
};
