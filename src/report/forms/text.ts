import { plural } from "../../diagnostic/plural.ts";
import { append } from "../../diagnostic/lists.ts";
import { cutWords } from "../../diagnostic/readable.ts";
import { plain } from "../../diagnostic/text.ts";
import { type Finding, type Fix, affected, atLeast } from "../../diagnostic/finding.ts";
import { Excerpts } from "../excerpt.ts";
import {
  type OutputReport,
  type Report,
  type ReportContext,
  type ReportForm,
  type TierReport,
  countBySeverity,
} from "../report.ts";
import { NL, type Style, betweenMarks, lengthWithoutMarks, styleFor, visible } from "../style.ts";
import { verdictLine } from "../verdict.ts";
import { wrap as broken } from "../wrap.ts";
import type { Verdict } from "../../verdict/verdict.ts";

const SEVERITY_WORD = { error: "error", warning: "warning", info: "info" } as const;

/** Prose after its head, broken at spaces so that it fits; only for terminals. */
const wrap = (head: string, text: string, width: number | null, indent: string): string =>
  head + (width === null || width < 60 ? text : broken(text, width, indent, lengthWithoutMarks(head)));

/** Which option applies a fix; base files are the kit's own bytes and are fixed where they come from. */
function howToApply(fix: Fix): string {
  if (/^releases\/[^/]+\/(base|kit)\//.test(fix.edits[0]?.place.file ?? "")) return "in the kit: base files are not edited here";
  return `${fix.safe ? "--fix" : "--fix-review"} applies it`;
}

/** Whom it affects: a few by name, many by the first, the last and their number. */
function ownerWords(names: readonly string[]): string {
  if (names.length < 2) return names.length === 0 ? "" : ` (environment ${names[0]})`;
  const shown = names.length <= 4 ? names.join(", ") : `${names[0]}, ${names[1]} ... ${names.at(-1)}`;
  return ` (affects ${names.length} environments: ${shown})`;
}

function findingText(finding: Finding, excerpts: Excerpts, style: Style, width: number | null): string {
  const paint = style[finding.severity];
  const rule = `${paint(style.bold(`${SEVERITY_WORD[finding.severity]}[${finding.rule}]`))}: `;
  const lines = [wrap(rule, style.bold(visible(plain(finding.message))), width, "  ")];
  const excerpt = excerpts.of(finding);
  const gutter = " ".repeat(String(finding.at?.line ?? 1).length);
  const owner = ownerWords(affected(finding));
  if (finding.at)
    lines.push(`${gutter}${style.dim("-->")} ${finding.at.file}:${finding.at.line}:${finding.at.column}${style.dim(owner)}`);
  if (excerpt) {
    lines.push(style.dim(`${gutter} |`));
    lines.push(`${style.dim(`${excerpt.line} |`)} ${excerpt.text}`);
    lines.push(`${style.dim(`${gutter} |`)} ${" ".repeat(excerpt.start)}${paint("^".repeat(excerpt.length))}`);
  }
  const told = (text: string, head = "") =>
    lines.push(wrap(`${gutter} ${style.dim("=")} ${head}`, text, width, `${gutter}   ${" ".repeat(head.length)}`));
  for (const note of finding.notes ?? []) told(visible(plain(note)));
  for (const { message, place } of finding.related ?? [])
    told(`${visible(plain(message))}: ${visible(place.file)}:${place.line}:${place.column}`);
  if (finding.help) told(visible(plain(finding.help)), "help: ");
  if (finding.fix) told(`${visible(finding.fix.title)} (${howToApply(finding.fix)})`, "fix: ");
  return lines.join(NL);
}

function outputText(output: OutputReport): string {
  if (output.state === "written") return `written to ${output.folder}`;
  if (output.state === "unchanged") return `up to date in ${output.folder}`;
  return `not written: ${output.why}${output.state === "kept" ? `; ${output.folder} stays as it was` : ""}`;
}

/** A tier has a handful of file servers; each that is wrong is a finding, too. */
const MOST_HOSTS = 50;

interface Environment {
  readonly verdict: Verdict;
  readonly tier: TierReport | undefined;
  readonly output: OutputReport | undefined;
  readonly findings: readonly Finding[];
  /** Why it may not be used as it is. */
  readonly blocked: string | undefined;
}

function environmentText(
  { verdict, tier, output, findings, blocked }: Environment,
  context: ReportContext,
  style: Style,
): string {
  const own = countBySeverity(findings);
  const bad = verdict.gate === "block" || own.errors > 0 || blocked !== undefined;
  const mark = bad ? style.error("✗") : style.good("✓");
  const lines = [`${mark} ${style.bold(verdict.environment)}  ${verdictLine(verdict, { today: context.today })}`];
  if (tier) {
    lines.push(`    sign-in        ${tier.signIn}`);
    for (const host of tier.hosts.slice(0, MOST_HOSTS)) {
      const paint = host.verdict === "half-switch" ? style.error : host.verdict === "not-proven" ? style.warning : style.good;
      lines.push(`    file transfer  ${host.host}: ${paint(host.verdict)} ${style.dim(`(${host.evidence})`)}`);
    }
  }
  const more = (tier?.hosts.length ?? 0) - MOST_HOSTS;
  if (more > 0) lines.push(`    file transfer  and ${more} more: --format json has them`);
  if (own.errors + own.warnings > 0) lines.push(`    findings       ${counts(own)}`);
  if (blocked !== undefined && own.errors === 0 && verdict.gate !== "block" && !output)
    lines.push(`    stopped        ${blocked}`);
  if (output) lines.push(`    artifacts      ${outputText(output)}`);
  return lines.join(NL);
}

/** Everything about each environment, put together in one pass: there may be ten thousand. */
function environmentsOf(report: Report): readonly Environment[] {
  const tiers = new Map(report.tiers.map((tier) => [tier.environment, tier]));
  const outputs = new Map(report.outputs.map((output) => [output.environment, output]));
  const findings = new Map<string, Finding[]>();
  for (const finding of report.findings) {
    for (const name of affected(finding)) {
      const own = findings.get(name);
      if (own) own.push(finding);
      else findings.set(name, [finding]);
    }
  }
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

function counts(of: { errors: number; warnings: number; infos: number }): string {
  return [plural(of.errors, "error"), plural(of.warnings, "warning"), ...(of.infos > 0 ? [plural(of.infos, "info")] : [])].join(
    ", ",
  );
}

/** More findings than anybody reads; the rest is counted. */
const MOST_FINDINGS = 2_000;

/** The findings that are shown, in their order: the gravest, where there are too many for all of them. */
function gravest(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= MOST_FINDINGS) return findings;
  const grades = (["error", "warning", "info"] as const).map((grade) => findings.filter(({ severity }) => severity === grade));
  const chosen = new Set(grades.flat().slice(0, MOST_FINDINGS));
  return findings.filter((finding) => chosen.has(finding));
}

function summaryText(report: Report, style: Style): string {
  const total = countBySeverity(report.findings);
  const suppressed = report.suppressed > 0 ? `, ${report.suppressed} suppressed` : "";
  const subject = report.files === undefined ? plural(report.environments, "environment") : plural(report.files, "file");
  const line = `${subject}: ${counts(total)}${suppressed}`;
  return total.errors > 0 || report.unread.length > 0 || report.verdicts.some((verdict) => verdict.gate === "block")
    ? style.error(line)
    : style.good(line);
}

export const form: ReportForm = {
  name: "text",
  summary: "for people: verdicts, findings with their source line, what to do",
  readers: "people",
  render(report, context) {
    const style = styleFor(context.color);
    const excerpts = new Excerpts((path) => context.readText(path));
    const blocks: string[] = [];
    if (!context.quiet) {
      blocks.push(
        ...report.unread.map(
          (name) => `${style.error("✗")} ${style.bold(name)}  no verdict: it cannot be read as an environment`,
        ),
      );
    }
    // a closed gate that no finding explains would leave the exit code without words
    const silent = !report.findings.some(({ severity }) => severity === "error");
    const environments = environmentsOf(report).filter(
      (environment) => !context.quiet || (silent && environment.verdict.gate === "block"),
    );
    append(
      blocks,
      environments.map((environment) => environmentText(environment, context, style)),
    );
    // quietly: what made the exit code, and nothing else
    const counts = (finding: Finding) => finding.severity === "error" || atLeast(finding.severity, context.failOn);
    const shown = context.quiet ? report.findings.filter(counts) : report.findings;
    const told = gravest(shown);
    append(
      blocks,
      told.map((finding) => findingText(finding, excerpts, style, context.width)),
    );
    if (told.length < shown.length)
      blocks.push(`${plural(shown.length - told.length, "finding")} more, not shown here: --format json has them all`);
    for (const name of report.removed) blocks.push(`removed ${name}: its environment is gone`);
    blocks.push(summaryText(report, style));
    return `${blocks.map((block) => betweenMarks(block, cutWords)).join(NL + NL)}${NL}`;
  },
};
