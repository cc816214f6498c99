import { type Finding, plain, plural } from "../kernel/index.ts";
import { closedInSilence, linesBelow, ownerWords } from "./environments.ts";
import type { Report, ReportContext } from "./report.ts";
import { inLine } from "./style.ts";
import { verdictLine } from "./verdict.ts";

/** The number of annotations of each type that GitHub shows for one step; it drops further ones silently. */
const MOST = 10;

type Level = "error" | "warning" | "notice";

/** An annotation that GitHub shows beside a line of a pull request. The output form writes it as a workflow command (`::error ...`). */
export interface Annotation {
  readonly level: Level;
  readonly title: string;
  readonly message: string;
  /**
   * The place of the annotation: the file relative to the checkout, with columns only for a range within one line; null if it belongs to no
   * file.
   */
  readonly place: {
    readonly file: string;
    readonly line: number;
    readonly endLine: number;
    readonly columns: { readonly column: number; readonly endColumn: number } | null;
  } | null;
}

const LEVEL: Record<Finding["severity"], Level> = { error: "error", warning: "warning", info: "notice" };

function annotationOf(finding: Finding, level: Level, prefix: string): Annotation {
  const { rule, at, message } = finding;
  const lines = [plain(message), ...linesBelow(finding, prefix)];
  return {
    level,
    title: inLine(rule + ownerWords(finding)),
    message: lines.map(inLine).join("\n"),
    place: at
      ? {
          file: inLine(prefix + at.file),
          line: at.line,
          endLine: at.endLine,
          columns: at.endLine === at.line ? { column: at.column, endColumn: at.endColumn } : null,
        }
      : null,
  };
}

/** Returns true if a finding or gate of a plan is not new (`isOfBase`: the base commit has it, too) and therefore does not block. */
const isPast = ({ standing }: Report, isOfBase = false): boolean => isOfBase && standing !== undefined && !standing.counts;

/** Returns the annotations for environments whose gate is `block` although no error explains it. */
const closed = (report: Report, today: string): readonly Annotation[] =>
  closedInSilence(report).map((verdict) => ({
    level: isPast(report, report.standing?.closed.has(verdict.environment)) ? "notice" : "error",
    title: inLine(`${verdict.environment} is blocked`),
    message: inLine(verdictLine(verdict, { today })),
    place: null,
  }));

/** Returns annotations for the changes of a plan that a reviewer should read first, such as removals and renames. */
const looks = ({ planned }: Report, prefix: string): readonly Annotation[] =>
  (planned?.remarks ?? []).map(({ title, lines, place }) => ({
    level: "warning",
    title: inLine(title),
    message: lines.map(inLine).join("\n"),
    place: place && { file: inLine(prefix + place.file), line: place.line, endLine: place.line, columns: null },
  }));

/**
 * Returns the annotations of a report: errors, then warnings, then notices, each in the common order of findings. In a plan, new findings
 * come first, and findings that the base commit has, too, and that do not count are notices. If there are too many, the last notice counts
 * the others.
 * @param mostErrors the number of errors to return at most; a caller that adds an error of its own passes one less
 */
export function annotationsOf(report: Report, { prefix, today }: ReportContext, mostErrors = MOST): readonly Annotation[] {
  const gates = [...closed(report, today), ...looks(report, prefix)];
  const isOld = (finding: Finding) => report.standing?.findings.has(finding) ?? false;
  const levelOf = (finding: Finding) => (isPast(report, isOld(finding)) ? "notice" : LEVEL[finding.severity]);
  const levels = (["error", "warning", "notice"] as const).map((level) => {
    const all = report.findings.filter((finding) => levelOf(finding) === level);
    const findings = [...all.filter((finding) => !isOld(finding)), ...all.filter(isOld)];
    const own = gates.filter((gate) => gate.level === level);
    return { level, own, findings, count: findings.length + own.length };
  });
  const most = (level: Level) => (level === "error" ? mostErrors : MOST);
  const isFull = levels.some(({ level, count }) => count > most(level));
  const room = (level: Level) => (level === "notice" && isFull ? MOST - 1 : most(level));
  const shown = levels.flatMap(({ level, own, findings }) => {
    const first = own.slice(0, room(level));
    return [...first, ...findings.slice(0, room(level) - first.length).map((finding) => annotationOf(finding, level, prefix))];
  });
  const left = levels.flatMap(({ level, count }) => (count > room(level) ? [plural(count - room(level), level)] : []));
  if (left.length === 0) return shown;
  const message = `${left.join(", ")} more, not shown here: GitHub shows ${MOST} of a type for one step`;
  return [...shown, { level: "notice", title: "tierwright", message, place: null }];
}
