import { type Finding, type Fix, type Severity, type Verdict, addTo, affected, atLeast, plain, plural } from "../kernel/index.ts";
import { type OutputReport, type Report, type TierReport, countBySeverity } from "./report.ts";

/** Everything that is known of one environment. */
export interface EnvironmentReport {
  readonly verdict: Verdict;
  readonly tier: TierReport | undefined;
  readonly output: OutputReport | undefined;
  readonly findings: readonly Finding[];
  /** Why it may not be used as it is. */
  readonly blocked: string | undefined;
}

/** The findings by the environments that they affect, in their order. */
export function findingsByEnvironment(report: Report): ReadonlyMap<string, readonly Finding[]> {
  const findings = new Map<string, Finding[]>();
  for (const finding of report.findings) {
    for (const name of affected(finding)) addTo(findings, name, finding);
  }
  return findings;
}

/** Everything about each environment, put together in one pass: there may be ten thousand. */
export function environmentsOf(report: Report): readonly EnvironmentReport[] {
  const tiers = new Map(report.tiers.map((tier) => [tier.environment, tier]));
  const outputs = new Map(report.outputs.map((output) => [output.environment, output]));
  const findings = findingsByEnvironment(report);
  return report.verdicts.map((verdict) => {
    const name = verdict.environment;
    return {
      verdict,
      tier: tiers.get(name),
      output: outputs.get(name),
      findings: findings.get(name) ?? [],
      blocked: report.blocked.get(name),
    };
  });
}

export function countWords(of: { errors: number; warnings: number; infos: number }): string {
  return [plural(of.errors, "error"), plural(of.warnings, "warning"), ...(of.infos > 0 ? [plural(of.infos, "info")] : [])].join(
    ", ",
  );
}

/** What was looked at, and how many of them. */
export function subjectOf({ files, workstations, environments }: Report): string {
  if (files !== undefined) return plural(files, "file");
  return workstations === undefined ? plural(environments, "environment") : plural(workstations, "workstation");
}

/** '3 environments: 1 error, 0 warnings, 2 infos, 1 suppressed'. */
export function countsLine(report: Report): string {
  const subject = subjectOf(report);
  const suppressed = report.suppressed > 0 ? `, ${report.suppressed} suppressed` : "";
  return `${subject}: ${countWords(countBySeverity(report.findings))}${suppressed}`;
}

/** False where an error, a closed gate or an environment that cannot be read makes the exit code. */
export function mayBeUsed(report: Report): boolean {
  const { errors } = countBySeverity(report.findings);
  return errors === 0 && report.unread.length === 0 && !report.verdicts.some((verdict) => verdict.gate === "block");
}

/** True where the exit code is 0 (src/commands): nothing at or above --fail-on, no closed gate. */
export function passes(report: Report, failOn: Severity): boolean {
  return mayBeUsed(report) && !report.findings.some(({ severity }) => atLeast(severity, failOn));
}

/** Environments whose gate is closed without a finding that says so: the exit code would be without words. */
export function closedInSilence(report: Report): readonly Verdict[] {
  if (report.findings.some(({ severity }) => severity === "error")) return [];
  return report.verdicts.filter(({ gate }) => gate === "block");
}

/** What became of its folder. */
export function outputWords(output: OutputReport): string {
  if (output.state === "written") return `written to ${output.folder}`;
  if (output.state === "unchanged") return `up to date in ${output.folder}`;
  return `not written: ${output.why}${output.state === "kept" ? `; ${output.folder} stays as it was` : ""}`;
}

/** So many findings, in their order: the gravest, where there are more. */
export function gravest(findings: readonly Finding[], most: number): readonly Finding[] {
  if (findings.length <= most) return findings;
  const grades = (["error", "warning", "info"] as const).map((grade) => findings.filter(({ severity }) => severity === grade));
  const chosen = new Set(grades.flat().slice(0, most));
  return findings.filter((finding) => chosen.has(finding));
}

/** A finding below its headline, a line each: the evidence, other places, what to do. Related files stand below `prefix`. */
export function linesBelow({ notes = [], related = [], help, fix }: Finding, prefix = ""): readonly string[] {
  return [
    ...notes.map(plain),
    ...related.map(({ message, place }) => `${plain(message)}: ${prefix}${place.file}:${place.line}:${place.column}`),
    ...(help ? [`help: ${plain(help)}`] : []),
    ...(fix ? [`fix: ${fix.title} (${howToApply(fix)})`] : []),
  ];
}

/** Which option applies a fix; base files are the kit's own bytes and are fixed where they come from. */
export function howToApply(fix: Fix): string {
  if (/^releases\/[^/]+\/(base|kit)\//.test(fix.edits[0]?.place.file ?? "")) return "in the kit: base files are not edited here";
  return `${fix.safe ? "--fix" : "--fix-review"} applies it`;
}

/** Whom it affects: a few by name, many by the first, the last and their number. */
export function ownerWords(finding: Finding): string {
  const names = affected(finding);
  if (names.length < 2) return names.length === 0 ? "" : ` (environment ${names[0]})`;
  const shown = names.length <= 4 ? names.join(", ") : `${names[0]}, ${names[1]} ... ${names.at(-1)}`;
  return ` (affects ${names.length} environments: ${shown})`;
}
