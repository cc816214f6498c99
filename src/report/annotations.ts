import type { Finding } from "../diagnostic/finding.ts";
import { plural } from "../diagnostic/plural.ts";
import { plain } from "../diagnostic/text.ts";
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

function annotationOf(finding: Finding, prefix: string): Annotation {
  const { rule, severity, at, message } = finding;
  const lines = [plain(message), ...linesBelow(finding, prefix)];
  return {
    level: LEVEL[severity],
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

/** What closes a gate and is no finding. */
const closed = (report: Report, today: string): readonly Annotation[] =>
  closedInSilence(report).map((verdict) => ({
    level: "error",
    title: inLine(`${verdict.environment} may not be used`),
    message: inLine(verdictLine(verdict, { today })),
    place: null,
  }));

/** Errors first, then warnings, then what is only to be known, each in the order of all forms; what there is no room for is counted in the last notice. */
export function annotationsOf(report: Report, { prefix, today }: ReportContext): readonly Annotation[] {
  const gates = closed(report, today);
  const levels = (["error", "warning", "notice"] as const).map((level) => {
    const findings = report.findings.filter(({ severity }) => LEVEL[severity] === level);
    const own = level === "error" ? gates : [];
    return { level, own, findings, count: findings.length + own.length };
  });
  const room = (level: Level) => (level === "notice" && levels.some(({ count }) => count > MOST) ? MOST - 1 : MOST);
  const shown = levels.flatMap(({ level, own, findings }) => {
    const first = own.slice(0, room(level));
    return [...first, ...findings.slice(0, room(level) - first.length).map((finding) => annotationOf(finding, prefix))];
  });
  const left = levels.flatMap(({ level, count }) => (count > room(level) ? [plural(count - room(level), level)] : []));
  if (left.length === 0) return shown;
  const message = `${left.join(", ")} more, not shown here: GitHub shows ${MOST} of a type for one step`;
  return [...shown, { level: "notice", title: "tierwright", message, place: null }];
}
