import { type Finding, append, atLeast, cutWords, hostWords, plain, plural } from "../../kernel/index.ts";
import { foldFiles } from "../also-in.ts";
import { Excerpts } from "../excerpt.ts";
import {
  type EnvironmentReport,
  closedInSilence,
  countWords,
  countsLine,
  environmentLine,
  environmentsOf,
  gravest,
  howToApply,
  mayBeUsed,
  outputWords,
  ownerWords,
} from "../environments.ts";
import { type Report, type ReportContext, type ReportForm, countBySeverity } from "../report.ts";
import { NL, type Style, betweenMarks, lengthWithoutMarks, styleFor, visible } from "../style.ts";
import { wrap as broken } from "../wrap.ts";

const SEVERITY_WORD = { error: "error", warning: "warning", info: "info" } as const;

/** Returns a line's fixed beginning (`head`) and a text, wrapped for a terminal of at least 60 columns; otherwise on one line. */
const wrap = (head: string, text: string, width: number | null, indent: string): string =>
  head + (width === null || width < 60 ? text : broken(text, width, indent, lengthWithoutMarks(head)));

export function findingText(finding: Finding, excerpts: Excerpts, style: Style, width: number | null): string {
  const paint = style[finding.severity];
  const rule = `${paint(style.bold(`${SEVERITY_WORD[finding.severity]}[${finding.rule}]`))}: `;
  const lines = [wrap(rule, style.bold(visible(plain(finding.message))), width, "  ")];
  const excerpt = excerpts.of(finding);
  const gutter = " ".repeat(String(finding.at?.line ?? 1).length);
  const owner = ownerWords(finding);
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

/** The highest number of file servers shown for one tier. A tier has few of them, and each wrong one has a finding, too. */
const MOST_HOSTS = 50;

function environmentText(environment: EnvironmentReport, context: ReportContext, style: Style): string {
  const { verdict, tier, output, findings, blocked, bad } = environment;
  const own = countBySeverity(findings);
  const mark = bad ? style.error("✗") : style.good("✓");
  const lines = [`${mark} ${style.bold(verdict.environment)}  ${environmentLine(environment, context.today)}`];
  if (tier) {
    lines.push(`    sign-in        ${tier.signIn}`);
    for (const host of tier.hosts.slice(0, MOST_HOSTS)) {
      const paint = host.verdict === "half-switch" ? style.error : host.verdict === "not-proven" ? style.warning : style.good;
      lines.push(`    file transfer  ${host.host}: ${paint(hostWords(host.verdict))} ${style.dim(`(${host.evidence})`)}`);
    }
  }
  const more = (tier?.hosts.length ?? 0) - MOST_HOSTS;
  if (more > 0) lines.push(`    file transfer  and ${more} more: --format json has them`);
  if (own.errors + own.warnings > 0) lines.push(`    findings       ${countWords(own)}`);
  if (blocked !== undefined && own.errors === 0 && verdict.gate !== "block" && !output)
    lines.push(`    stopped        ${blocked}`);
  if (output) lines.push(`    artifacts      ${outputWords(output)}`);
  return lines.join(NL);
}

/** The highest number of findings that the text form shows, more than anybody reads; the others are counted. */
const MOST_FINDINGS = 2_000;

function summaryText(report: Report, style: Style): string {
  const line = countsLine(report);
  return mayBeUsed(report) ? style.good(line) : style.error(line);
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
      append(
        blocks,
        report.unread.map(({ name, why }) => `${style.error("✗")} ${style.bold(name)}  no verdict: ${why}`),
      );
    }
    // with --quiet, a verdict whose gate is `block` is shown if there is no error, because nothing else would explain the exit code
    const silent = new Set(closedInSilence(report));
    const environments = environmentsOf(report).filter(({ verdict }) => !context.quiet || silent.has(verdict));
    append(
      blocks,
      environments.map((environment) => environmentText(environment, context, style)),
    );
    // --quiet shows only the findings that lead to the exit code
    const counts = (finding: Finding) => finding.severity === "error" || atLeast(finding.severity, context.failOn);
    const shown = context.quiet ? report.findings.filter(counts) : report.findings;
    const told = foldFiles(gravest(shown, MOST_FINDINGS));
    const left = Math.max(0, shown.length - MOST_FINDINGS);
    append(
      blocks,
      told.map((finding) => findingText(finding, excerpts, style, context.width)),
    );
    if (left > 0) blocks.push(`${plural(left, "finding")} more, not shown here: --format json has them all`);
    for (const name of report.removed) blocks.push(`removed ${name}: the environment no longer exists`);
    blocks.push(summaryText(report, style));
    return `${blocks.map((block) => betweenMarks(block, cutWords)).join(NL + NL)}${NL}`;
  },
};
