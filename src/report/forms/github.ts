import type { Finding } from "../../diagnostic/finding.ts";
import { plural } from "../../diagnostic/plural.ts";
import { plain } from "../../diagnostic/text.ts";
import { closedInSilence, countsLine, linesBelow, ownerWords } from "../environments.ts";
import type { Report, ReportContext, ReportForm } from "../report.ts";
import { inLine } from "../style.ts";
import { verdictLine } from "../verdict.ts";

/** GitHub shows so many annotations of each type for one step, and drops the rest without a word. */
const MOST = 10;

type Kind = "error" | "warning" | "notice";

interface Annotation {
  readonly kind: Kind;
  readonly properties: Readonly<Record<string, string | number>>;
  readonly message: string;
}

/** The escapes that the runner takes back in a message (docs/output-forms.md). */
const data = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

/** The same in a property, which a colon or a comma would end. */
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

function lineOf({ kind, properties, message }: Annotation): string {
  const words = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${kind} ${words.join(",")}::${data(message)}`;
}

const KIND: Record<Finding["severity"], Kind> = { error: "error", warning: "warning", info: "notice" };

function annotationOf(finding: Finding, prefix: string): Annotation {
  const { rule, severity, at, message } = finding;
  const lines = [plain(message), ...linesBelow(finding, prefix)];
  const columns = at && at.endLine === at.line ? { col: at.column, endColumn: at.endColumn } : {};
  const place = at ? { file: inLine(prefix + at.file), line: at.line, endLine: at.endLine, ...columns } : {};
  return {
    kind: KIND[severity],
    properties: { ...place, title: inLine(rule + ownerWords(finding)) },
    message: lines.map(inLine).join("\n"),
  };
}

/** What closes a gate and is no finding. */
const closed = (report: Report, today: string): readonly Annotation[] =>
  closedInSilence(report).map((verdict) => ({
    kind: "error",
    properties: { title: inLine(`${verdict.environment} may not be used`) },
    message: inLine(verdictLine(verdict, { today })),
  }));

/** Errors first, then warnings, then what is only to be known, each in the order of all forms; what there is no room for is counted in the last notice. */
function annotations(report: Report, { prefix, today }: ReportContext): readonly Annotation[] {
  const gates = closed(report, today);
  const kinds = (["error", "warning", "notice"] as const).map((kind) => {
    const findings = report.findings.filter(({ severity }) => KIND[severity] === kind);
    return { kind, own: kind === "error" ? gates : [], findings, count: findings.length + (kind === "error" ? gates.length : 0) };
  });
  const room = (kind: Kind) => (kind === "notice" && kinds.some(({ count }) => count > MOST) ? MOST - 1 : MOST);
  const shown = kinds.flatMap(({ kind, own, findings }) => {
    const first = own.slice(0, room(kind));
    return [...first, ...findings.slice(0, room(kind) - first.length).map((finding) => annotationOf(finding, prefix))];
  });
  const left = kinds.flatMap(({ kind, count }) => (count > room(kind) ? [plural(count - room(kind), kind)] : []));
  if (left.length === 0) return shown;
  const message = `${left.join(", ")} more, not shown here: GitHub shows ${MOST} of a type for one step`;
  return [...shown, { kind: "notice", properties: { title: "tierwright" }, message }];
}

export const form: ReportForm = {
  name: "github",
  summary: "annotations of a GitHub workflow: at most 10 errors, warnings and notices each, the gravest first",
  readers: "programs",
  exact: true,
  render(report, context) {
    const lines = annotations(report, context).map(lineOf);
    return `${[...lines, countsLine(report)].join("\n")}\n`;
  },
};
