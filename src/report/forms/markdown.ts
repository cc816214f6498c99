import { type Finding, affectedEnvironments, atLeast, plural } from "../../kernel/index.ts";
import {
  closedInSilence,
  countWords,
  countsLine,
  environmentLine,
  type EnvironmentReport,
  environmentsOf,
  gravest,
  howToApply,
  outputWords,
  ownerWords,
  passes,
} from "../environments.ts";
import { foldFiles } from "../also-in.ts";
import { Excerpts } from "../excerpt.ts";
import { block, HTML, MARKDOWN, prose, sentence } from "../markdown.ts";
import { type Report, type ReportContext, type ReportForm, countBySeverity } from "../report.ts";
import { AS_EMOJI, NL } from "../style.ts";

/**
 * The highest number of bytes of a Markdown report. GitHub refuses a job summary above 1 MiB; the difference is room for a step's other
 * output.
 */
export const MOST_BYTES = 1_000_000;

const MARK = { error: "❌", warning: `⚠${AS_EMOJI}`, info: `ℹ${AS_EMOJI}` } as const;

type Lines = readonly string[];
export const bytesOf = (lines: Lines): number => lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);

/** Returns the notes and related places of a finding as list items. */
const evidenceLines = ({ notes = [], related = [] }: Finding): Lines => [
  ...notes.map((note) => `- ${sentence(note)}`),
  ...related.map(
    ({ message: text, place: { file, line, column } }) => `- ${sentence(text)}: ${MARKDOWN.code(`${file}:${line}:${column}`)}`,
  ),
];

/**
 * Returns a finding as Markdown, with its details collapsed below its headline.
 * @param open true to show the quoted line and the help, and to collapse only the evidence
 */
export function findingLines(finding: Finding, excerpts: Excerpts, open = false): Lines {
  const { rule, severity, message, at, help, fix } = finding;
  const place = at ? `<br>${HTML.code(`${at.file}:${at.line}:${at.column}`)}${prose(ownerWords(finding), HTML)}` : "";
  const excerpt = excerpts.of(finding);
  const gutter = " ".repeat(String(excerpt?.line ?? "").length);
  const shown = excerpt
    ? [
        "",
        ...block([`${excerpt.line} | ${excerpt.text}`, `${gutter} | ${" ".repeat(excerpt.start)}${"^".repeat(excerpt.length)}`]),
      ]
    : [];
  const evidence = evidenceLines(finding);
  const advice = [
    ...(help ? [`- **help:** ${sentence(help)}`] : []),
    ...(fix ? [`- **fix:** ${prose(fix.title)} (${prose(howToApply(fix))})`] : []),
  ];
  const why =
    evidence.length === 0 ? [] : [`<details><summary>why (${evidence.length})</summary>`, "", ...evidence, "", "</details>"];
  return [
    open ? "<details open>" : "<details>",
    `<summary>${MARK[severity]} ${severity} <code>${rule}</code>: ${sentence(message, HTML)}${place}</summary>`,
    "",
    ...(open ? [...shown, "", ...advice, "", ...why] : [...evidence, ...advice, ...shown]),
    "",
    "</details>",
    "",
  ];
}

function environmentLines(environment: EnvironmentReport, today: string): Lines {
  const { verdict, tier, output, findings, bad } = environment;
  const own = countBySeverity(findings);
  const wrong = (tier?.hosts ?? []).filter((host) => host.verdict === "half-switch" || host.verdict === "not-proven");
  const said = [
    ...(own.errors + own.warnings > 0 ? [countWords(own)] : []),
    ...wrong.slice(0, 3).map(({ host, verdict: judged }) => `${judged}: ${MARKDOWN.code(host)}`),
    ...(output ? [prose(outputWords(output))] : []),
  ];
  const name = MARKDOWN.code(verdict.environment);
  return [`- ${bad ? "❌" : "✅"} ${[`${name} ${prose(environmentLine(environment, today))}`, ...said].join("; ")}`];
}

/**
 * The part of a report about one environment, or about findings without an environment (`name` is null): its summary line and its findings.
 */
interface Part {
  readonly name: string | null;
  readonly line: Lines;
  readonly bad: boolean;
  readonly findings: readonly Finding[];
}

function partsOf(report: Report, context: ReportContext, told: readonly Finding[]): readonly Part[] {
  const silent = new Set(closedInSilence(report));
  const known = environmentsOf(report).filter(({ verdict }) => !context.quiet || silent.has(verdict));
  const lines = new Map(known.map((item) => [item.verdict.environment, environmentLines(item, context.today)]));
  for (const { name, why } of report.unread) lines.set(name, [`- ❌ ${MARKDOWN.code(name)} no verdict: ${prose(why)}`]);
  const bad = new Set([
    ...report.unread.map(({ name }) => name),
    ...known.filter((item) => item.bad).map(({ verdict }) => verdict.environment),
  ]);
  const firsts = new Map<string | null, Finding[]>([[null, []]]);
  for (const name of lines.keys()) firsts.set(name, []);
  for (const finding of told) {
    const [name = null] = affectedEnvironments(finding);
    const own = firsts.get(name);
    if (own) own.push(finding);
    else firsts.set(name, [finding]);
  }
  return [...firsts].map(([name, findings]) => {
    const line = name === null ? [] : (lines.get(name) ?? []);
    return { name, line, findings, bad: name === null || bad.has(name) || findings.some(({ severity }) => severity === "error") };
  });
}

/**
 * Returns the sections (one for each environment) and findings of a report that fit into `room` bytes, sections with problems first, and at
 * least the most severe findings of one section.
 */
function fitting(parts: readonly Part[], sizes: ReadonlyMap<Finding, number>, room: number) {
  const shown = new Set<Part>();
  const findings = new Set<Finding>();
  let left = room;
  for (const part of [...parts.filter(({ bad }) => bad), ...parts.filter(({ bad }) => !bad)]) {
    const size = (list: readonly Finding[]) => list.reduce((sum, finding) => sum + (sizes.get(finding) ?? 0), bytesOf(part.line));
    let told = part.findings;
    while (findings.size === 0 && told.length > 0 && size(told) > left) told = gravest(told, told.length >> 1);
    if (size(told) > left) continue;
    left -= size(told);
    shown.add(part);
    for (const finding of told) findings.add(finding);
  }
  return { shown, findings };
}

/** Returns the lines that say how many environments and findings were left out; no lines if there are none. */
function leftOut(environments: number, findings: number): Lines {
  const what = [
    ...(environments > 0 ? [plural(environments, "environment")] : []),
    ...(findings > 0 ? [plural(findings, "finding")] : []),
  ];
  return what.length === 0
    ? []
    : [`${what.join(" and ")} more, not shown here: there was no room. \`--format json\` has everything.`, ""];
}

/** Returns a report as Markdown within a limit of bytes. Environments that do not fit are left out whole, and counted. */
export function markdownReport(report: Report, context: ReportContext, mostBytes = MOST_BYTES): string {
  const counts = ({ severity }: Finding) => severity === "error" || atLeast(severity, context.failOn);
  const told = foldFiles(context.quiet ? report.findings.filter(counts) : report.findings);
  const excerpts = new Excerpts((path) => context.readText(path));
  const lines = new Map(told.map((finding) => [finding, findingLines(finding, excerpts)]));
  const sizes = new Map([...lines].map(([finding, own]) => [finding, bytesOf(own)]));
  const parts = partsOf(report, context, told);
  const title = passes(report, context.failOn) ? "✅ tierwright * passed" : "❌ tierwright * failed";
  const head = [`## ${title.replace("*", context.command)}`, "", countsLine(report), ""];
  const fixed = [...head, ...report.removed.map((name) => `- removed ${MARKDOWN.code(name)}: the environment no longer exists`)];
  const { shown, findings } = fitting(parts, sizes, mostBytes - bytesOf(fixed) - 300);
  const environments = parts.filter((part) => shown.has(part)).flatMap(({ line }) => line);
  const all = [
    ...fixed,
    ...environments,
    ...(environments.length > 0 ? [""] : []),
    ...leftOut(parts.filter((part) => part.name !== null && !shown.has(part)).length, told.length - findings.size),
    ...told.flatMap((finding) => (findings.has(finding) ? (lines.get(finding) ?? []) : [])),
  ];
  return all.map((line) => line + NL).join("");
}

export const form: ReportForm = {
  name: "markdown",
  summary: "for people on a page: a job's summary or a comment, findings folded below their headlines, at most 1 MB",
  readers: "people",
  render: (report, context) => markdownReport(report, context, context.mostBytes ?? MOST_BYTES),
};
