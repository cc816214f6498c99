import { type Finding, plain, plural } from "../kernel/index.ts";
import { closedInSilence, linesBelow, ownerWords } from "./environments.ts";
import type { Report, ReportContext } from "./report.ts";
import { inLine } from "./style.ts";
import { verdictLine } from "./verdict.ts";

/** GitHub shows so many annotations of each type for one step, and drops the rest without a word. */
const MOST = 10;

type Level = "error" | "warning" | "notice";

/** What a pull request shows beside a line, before it is written as a command of the runner. */
export interface Annotation {
  readonly level: Level;
  readonly title: string;
  readonly message: string;
  /** The file from the top of the checkout; columns are for one line alone. null: of no file. */
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

/** Returns whether something is of the base and counts no more. */
const isPast = ({ standing }: Report, isOfBase = false): boolean => isOfBase && standing !== undefined && !standing.counts;

/** What closes a gate and is no finding. */
const closed = (report: Report, today: string): readonly Annotation[] =>
  closedInSilence(report).map((verdict) => ({
    level: isPast(report, report.standing?.closed.has(verdict.environment)) ? "notice" : "error",
    title: inLine(`${verdict.environment} may not be used`),
    message: inLine(verdictLine(verdict, { today })),
    place: null,
  }));

/** Removals, renames and what else a reviewer looks at first. */
const looks = ({ planned }: Report, prefix: string): readonly Annotation[] =>
  (planned?.remarks ?? []).map(({ title, lines, place }) => ({
    level: "warning",
    title: inLine(title),
    message: lines.map(inLine).join("\n"),
    place: place && { file: inLine(prefix + place.file), line: place.line, endLine: place.line, columns: null },
  }));

/**
 * Errors first, then warnings, then what is only to be known, each in the order of all forms; of a plan what the base does not have comes first,
 * and what counts no more is a notice. What there is no room for is counted in the last notice.
 * @param mostErrors How many errors there is room for: who writes one of its own below has room for one less.
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
