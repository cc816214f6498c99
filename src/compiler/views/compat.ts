import { type Finding, type Verdict, append, listWords, plain } from "../../kernel/index.ts";
import type { SharedModel } from "../model/repository.ts";
import { exceptionFor, isInForce } from "../verdict/exception.ts";
import { whyNotAcceptable } from "../verdict/exception-use.ts";
import type { Selection } from "../verdict/selection.ts";
import { revisionWords } from "../verdict/matrix-words.ts";
import { type Reason, reasonsFor } from "./compat-reasons.ts";
import { legendLines, matrixTable } from "./compat-table.ts";
import { NL, type Style, columnsOf, lengthWithoutMarks, styleFor, verdictBlock, visible, wrap } from "../../report/index.ts";

/** The content of a `tierwright compat` report. */
export interface CompatReport {
  readonly shared: SharedModel;
  /** Verdicts on the environments, sorted by name, or on the one pair given on the command line. */
  readonly verdicts: readonly Verdict[];
  /** Environments without a verdict, because their YAML cannot be read. */
  readonly unread: readonly string[];
  /** Findings on the files that a verdict depends on. */
  readonly problems: readonly Finding[];
  /** The row or column that was asked for. */
  readonly selection?: Selection;
  /** Date for which the verdicts are judged (YYYY-MM-DD, UTC). */
  readonly today: string;
}

/** Settings for the extent and colour of the text report. */
export interface CompatTextOptions {
  readonly color: boolean;
  /** True to print only blocked and broken environments. */
  readonly quiet: boolean;
  /** Columns of the terminal; null if there is none. */
  readonly width: number | null;
}

function reasonLines(reasons: readonly Reason[], style: Style): readonly string[] {
  return reasons.flatMap((reason) => [
    `  ${style[reason.severity](`${reason.severity}[${reason.rule}]`)}: ${plain(reason.message)}`,
    ...(reason.notes ?? []).map((note) => `    ${style.dim("=")} ${plain(note)}`),
    ...(reason.related ?? []).map(
      ({ message, place }) => `    ${style.dim("=")} ${plain(message)}: ${place.file}:${place.line}:${place.column}`,
    ),
    ...(reason.help === undefined ? [] : [`    ${style.dim("=")} help: ${plain(reason.help)}`]),
  ]);
}

function verdictLines(verdict: Verdict, report: CompatReport, style: Style): readonly string[] {
  const certified = report.shared.releases.get(verdict.connector)?.certifiedTiers.map((tier) => tier.text);
  const [pair = "", ...axes] = verdictBlock(verdict, { today: report.today, ...(certified && { certified }) }).map(visible);
  const mark = verdict.gate === "block" ? style.error("✗") : style.good("✓");
  const name = verdict.environment === "" ? `${pair}, tier ${verdict.tier}` : `${verdict.environment}: ${pair}`;
  return [`${mark} ${style.bold(name)}`, ...axes, ...reasonLines(reasonsFor(verdict, report.shared, report.today), style)];
}

/** Returns the matrix with its revision and file, for the first line of a report. */
export function matrixHeading({ matrix }: SharedModel, style: Style): string {
  if (!matrix) return style.error("no readable compatibility matrix (releases/matrix.yaml)");
  const revision = revisionWords(matrix);
  return `${style.bold(matrix.source.title?.text ?? "compatibility matrix")}${revision && `, ${revision}`} ${style.dim(`(${matrix.path})`)}`;
}

/** Returns the lines that explain why the report is incomplete: faults of the files, unreadable environments. */
function openEnds({ problems, unread }: CompatReport, style: Style): readonly string[] {
  const faults = problems.map(({ rule, severity, message, notes, at }) => {
    const place = at ? ` ${style.dim(`(${at.file}:${at.line}:${at.column})`)}` : "";
    return `${style[severity](`${severity}[${rule}]`)}: ${plain(message)}${place}${(notes ?? []).map((note) => `${NL}    ${style.dim("=")} ${plain(note)}`).join("")}`;
  });
  if (unread.length === 0) return faults;
  return [...faults, style.error(`no verdict: ${listWords(unread)} cannot be read; \`tierwright check\` shows why`)];
}

/** Returns the matrix as a table with the environments on it, the legend, and each verdict with its reasons. */
export function compatText(report: CompatReport, { color, quiet, width }: CompatTextOptions): string {
  const style = styleFor(color);
  const columns = columnsOf(width);
  const { matrix } = report.shared;
  const shown = quiet ? report.verdicts.filter((verdict) => verdict.gate === "block") : report.verdicts;
  const blocks: (readonly string[])[] = quiet && matrix ? [] : [fitting([matrixHeading(report.shared, style)], columns)];
  if (matrix && !quiet) {
    append(blocks, matrixTable(matrix, report.shared, report.verdicts, style, columns));
    blocks.push(legendLines(matrix, style, columns));
  }
  append(
    blocks,
    shown.map((verdict) => fitting(verdictLines(verdict, report, style), columns)),
  );
  if (!quiet && report.verdicts.length === 0 && report.unread.length === 0) blocks.push(["no environments"]);
  blocks.push(fitting(openEnds(report, style), columns));
  return joined(blocks);
}

/** Returns the environments that have an exception in force for the pair. Such an exception covers no other environment. */
function acceptedElsewhere(verdict: Verdict, { shared, today }: CompatReport): readonly string[] {
  const { tool, connector, cell } = verdict;
  if (cell === null || whyNotAcceptable(shared.matrix, cell) !== null) return [];
  const names = new Set((shared.exceptions?.exceptions ?? []).flatMap((one) => one.environments.map((name) => name.text)));
  return [...names].flatMap((environment) => {
    const exception = exceptionFor(shared.exceptions, { environment, tool, connector, code: cell });
    if (!exception || !isInForce(exception, today)) return [];
    return [
      `  accepted for ${environment} until ${exception.until.text} (${exception.reason.text}, ${exception.owner.text}); another environment needs its own entry`,
    ];
  });
}

/** Returns the answer for a tool, a connector and a tier that no environment uses yet. */
export function compatAnswerText(report: CompatReport, { color, width }: Omit<CompatTextOptions, "quiet">): string {
  const style = styleFor(color);
  const blocks = report.verdicts.map((verdict) => [
    ...verdictLines(verdict, report, style),
    ...acceptedElsewhere(verdict, report).map(visible),
  ]);
  return joined([...blocks, openEnds(report, style)].map((lines) => fitting(lines, columnsOf(width))));
}

/** The first column of a line; wrapped text continues after it. */
const HEAD = /^ *(?:\S+ {2,}|\S* ?help: )?/;

/** Returns lines of prose wrapped to the width. A name at the start of a line keeps its column. */
function fitting(lines: readonly string[], columns: number): readonly string[] {
  return lines.map((line) => {
    const head = HEAD.exec(line)?.[0] ?? "";
    const indent = " ".repeat(head.trim() === "" ? head.length + 2 : lengthWithoutMarks(head));
    return head + wrap(line.slice(head.length), columns, indent, lengthWithoutMarks(head));
  });
}

function joined(blocks: readonly (readonly string[])[]): string {
  const full = blocks.filter((lines) => lines.length > 0);
  return full.map((lines) => `${lines.join(NL)}${NL}`).join(NL);
}
