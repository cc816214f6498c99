import { append, listWords } from "../../kernel/index.ts";
import { revisionWords } from "../verdict/matrix-words.ts";
import type { CompatDocument } from "./compat-document.ts";
import { selectionLines } from "./compat-selection.ts";
import { legendLines, matrixTable } from "./compat-table.ts";
import { type Look, NL, type Style, lengthWithoutMarks, styleFor, verdictBlock, visible, wrap } from "../../report/index.ts";

type Answer = CompatDocument["verdicts"][number];

function reasonLines(reasons: Answer["reasons"], style: Style): readonly string[] {
  return reasons.flatMap(({ rule, severity, message, notes, related, help }) => [
    `  ${style[severity](`${severity}[${rule}]`)}: ${message}`,
    ...[
      ...notes,
      ...related.map((one) => `${one.message}: ${one.file}:${one.line}:${one.column}`),
      ...(help === null ? [] : [`help: ${help}`]),
    ].map((note) => `    ${style.dim("=")} ${note}`),
  ]);
}

function verdictLines(verdict: Answer, { today, releases }: CompatDocument, style: Style): readonly string[] {
  const { environment, acceptedFor = [] } = verdict;
  const certified = releases.find(({ connector }) => connector === verdict.connector)?.certifiedTiers;
  const block = verdictBlock({ ...verdict, environment: environment ?? "" }, { today, ...(certified && { certified }) });
  const [pair = "", ...axes] = block.map(visible);
  const mark = verdict.gate === "block" ? style.error("✗") : style.good("✓");
  const name = environment === null ? `${pair}, tier ${verdict.tier}` : `${environment}: ${pair}`;
  const accepted = acceptedFor.map(
    (one) =>
      `  accepted for ${one.environment} until ${one.until} (${one.reason}, ${one.owner}); another environment needs its own entry`,
  );
  return [`${mark} ${style.bold(name)}`, ...axes, ...reasonLines(verdict.reasons, style), ...accepted.map(visible)];
}

/** Returns title, revision and file of the compatibility matrix, for the first line of a report. */
function matrixHeading(source: CompatDocument["source"], style: Style): string {
  if (!source) return style.error("no readable compatibility matrix (releases/matrix.yaml)");
  const { title, file } = source;
  const revision = revisionWords(source);
  return `${style.bold(title ?? "compatibility matrix")}${revision && `, ${revision}`} ${style.dim(`(${file})`)}`;
}

/** Returns the lines that explain why the report is incomplete: findings on files that verdicts depend on, unreadable environments. */
function openEnds({ problems, unread }: CompatDocument, style: Style): readonly string[] {
  const faults = problems.map(({ rule, severity, message, notes, file, line, column }) => {
    const place = file === null ? "" : ` ${style.dim(`(${file}:${line}:${column})`)}`;
    return `${style[severity](`${severity}[${rule}]`)}: ${message}${place}${notes.map((note) => `${NL}    ${style.dim("=")} ${note}`).join("")}`;
  });
  if (unread.length === 0) return faults;
  return [...faults, style.error(`no verdict: ${listWords(unread)} cannot be read; \`tierwright check\` shows why`)];
}

/** Returns the compatibility matrix as a table with the environments below their rows, and its legend. */
function tables(document: CompatDocument, style: Style, width: number): readonly (readonly string[])[] {
  const heading = fitting([matrixHeading(document.source, style)], width);
  if (!document.source) return [heading];
  return [heading, ...matrixTable(document, style, width), legendLines(document.codes, style, width)];
}

/**
 * Returns one of three reports: the selected row or column of the matrix, the verdict on a pair of releases from the command line, or the
 * matrix with its environments, the legend and each verdict with its reasons. With --quiet the last one has only environments that are
 * blocked or cannot be read.
 */
export function compatText(document: CompatDocument, { color, quiet, width }: Look): string {
  const style = styleFor(color);
  const { source, selection, verdicts, unread } = document;
  if (selection) return joined([selectionLines(document, selection, matrixHeading(source, style), style, width)]);
  const isAnswer = verdicts.some(({ environment }) => environment === null);
  const brief = quiet && !isAnswer;
  const blocks: (readonly string[])[] = [];
  if (!isAnswer && !(brief && source)) append(blocks, tables(document, style, width));
  append(
    blocks,
    verdicts
      .filter(({ gate }) => !brief || gate === "block")
      .map((verdict) => fitting(verdictLines(verdict, document, style), width)),
  );
  if (!quiet && verdicts.length === 0 && unread.length === 0) blocks.push(["no environments"]);
  blocks.push(fitting(openEnds(document, style), width));
  return joined(blocks);
}

/** Pattern of the start of a line (a name, or `help:`) below whose end wrapped text continues. */
const HEAD = /^ *(?:\S+ {2,}|\S* ?help: )?/;

/** Returns lines of prose wrapped to the width. Wrapped text continues in the column after the name at the start of the line. */
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
