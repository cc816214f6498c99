import {
  type Finding,
  type Fix,
  type Severity,
  type Verdict,
  addTo,
  affectedEnvironments,
  atLeast,
  plain,
  plural,
  verdictLine,
} from "../kernel/index.ts";
import { type OutputReport, type Report, type TierReport, countBySeverity } from "./report.ts";

/** The verdict, tier check, output folder and findings of one environment in a report. */
export interface EnvironmentReport {
  readonly verdict: Verdict;
  readonly tier: TierReport | undefined;
  readonly output: OutputReport | undefined;
  readonly findings: readonly Finding[];
  /** The reason why the environment is blocked; undefined if it is not. */
  readonly blocked: string | undefined;
  /** True if the environment has an error, a gate that is `block`, or another reason why it is blocked. */
  readonly bad: boolean;
}

/**
 * Returns the verdict of an environment in one line. For an environment with an error or another blocker (`bad`), omits a gate that is
 * `pass`, so that the line does not look like an approval.
 */
export function environmentLine({ verdict, bad }: EnvironmentReport, today: string): string {
  const line = verdictLine(verdict, { today });
  return bad && verdict.gate === "pass" ? line.slice(0, line.lastIndexOf(" · ")) : line;
}

/**
 * Groups the findings by the environments that they affect, in the order of the report. A finding of several environments is in the group
 * of each.
 */
export function findingsByEnvironment(report: Report): ReadonlyMap<string, readonly Finding[]> {
  const findings = new Map<string, Finding[]>();
  for (const finding of report.findings) {
    for (const name of affectedEnvironments(finding)) addTo(findings, name, finding);
  }
  return findings;
}

/**
 * Returns the results for each environment, collected in one pass, because there can be many environments.
 * @param findings The report's findings by environment, if the caller needs them, too.
 */
export function environmentsOf(report: Report, findings = findingsByEnvironment(report)): readonly EnvironmentReport[] {
  const tiers = new Map(report.tiers.map((tier) => [tier.environment, tier]));
  const outputs = new Map(report.outputs.map((output) => [output.environment, output]));
  return report.verdicts.map((verdict) => {
    const name = verdict.environment;
    const own = findings.get(name) ?? [];
    const blocked = report.blocked.get(name);
    return {
      verdict,
      tier: tiers.get(name),
      output: outputs.get(name),
      findings: own,
      blocked,
      bad: verdict.gate === "block" || blocked !== undefined || own.some(({ severity }) => severity === "error"),
    };
  });
}

export function countWords(of: { errors: number; warnings: number; infos: number }): string {
  return [plural(of.errors, "error"), plural(of.warnings, "warning"), ...(of.infos > 0 ? [plural(of.infos, "info")] : [])].join(
    ", ",
  );
}

/** Returns the number of files, workstations or environments that a command checked, in words. */
export function subjectOf({ files, workstations, environments }: Report): string {
  if (files !== undefined) return plural(files, "file");
  return workstations === undefined ? plural(environments, "environment") : plural(workstations, "workstation");
}

/** Returns the counts of a report in words, such as '3 environments: 1 error, 0 warnings, 2 infos, 1 suppressed'. */
export function countsLine(report: Report): string {
  const subject = subjectOf(report);
  const suppressed = report.suppressed > 0 ? `, ${report.suppressed} suppressed` : "";
  return `${subject}: ${countWords(countBySeverity(report.findings))}${suppressed}`;
}

/** Returns true if there is no error, no gate that is `block` and no environment without a verdict, each of which leads to exit code 1. */
export function mayBeUsed(report: Report): boolean {
  const { errors } = countBySeverity(report.findings);
  return errors === 0 && report.unread.length === 0 && !report.verdicts.some((verdict) => verdict.gate === "block");
}

/**
 * Returns true if a report lets the change pass: no finding at or above --fail-on, no error, no gate that is `block` and no environment
 * without a verdict.
 */
export function passes(report: Report, failOn: Severity): boolean {
  return mayBeUsed(report) && !report.findings.some(({ severity }) => atLeast(severity, failOn));
}

/** Returns the verdicts whose gate is `block` if the report has no error that explains the exit code; otherwise an empty list. */
export function closedInSilence(report: Report): readonly Verdict[] {
  if (report.findings.some(({ severity }) => severity === "error")) return [];
  return report.verdicts.filter(({ gate }) => gate === "block");
}

/** Returns, in words, whether an environment's output folder was written, and if not, why. */
export function outputWords(output: OutputReport): string {
  if (output.state === "written") return `written to ${output.folder}`;
  if (output.state === "unchanged") return `up to date in ${output.folder}`;
  return `not written: ${output.why}${output.state === "kept" ? `; ${output.folder} stays as it was` : ""}`;
}

/** Returns at most `most` findings, the most severe ones, in their original order. */
export function gravest(findings: readonly Finding[], most: number): readonly Finding[] {
  if (findings.length <= most) return findings;
  const grades = (["error", "warning", "info"] as const).map((grade) => findings.filter(({ severity }) => severity === grade));
  const chosen = new Set(grades.flat().slice(0, most));
  return findings.filter((finding) => chosen.has(finding));
}

/**
 * Returns the lines below a finding's headline: the evidence, related places, the instruction and the fix.
 * @param prefix the prefix of the paths of related files
 */
export function linesBelow({ notes = [], related = [], help, fix }: Finding, prefix = ""): readonly string[] {
  return [
    ...notes.map(plain),
    ...related.map(({ message, place }) => `${plain(message)}: ${prefix}${place.file}:${place.line}:${place.column}`),
    ...(help ? [`help: ${plain(help)}`] : []),
    ...(fix ? [`fix: ${fix.title} (${howToApply(fix)})`] : []),
  ];
}

/**
 * Returns how people apply a fix, in words: by --fix or --fix-review, or in the vendor's kit, because base files must stay equal to the
 * kit's.
 */
export function howToApply(fix: Fix): string {
  if (/^releases\/[^/]+\/(base|kit)\//.test(fix.edits[0]?.place.file ?? "")) return "in the kit: base files are not edited here";
  return `${fix.safe ? "--fix" : "--fix-review"} applies it`;
}

/**
 * Returns the environments that a finding affects, for the end of a line: up to four by name; of five or more, the first two, the last and
 * their number.
 */
export function ownerWords(finding: Finding): string {
  const names = affectedEnvironments(finding);
  if (names.length < 2) return names.length === 0 ? "" : ` (environment ${names[0]})`;
  const shown = names.length <= 4 ? names.join(", ") : `${names[0]}, ${names[1]} ... ${names.at(-1)}`;
  return ` (affects ${names.length} environments: ${shown})`;
}
