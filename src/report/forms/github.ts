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

/** What there was no room for, counted in a notice that takes the last of its own places. */
function rest(annotations: ReadonlyMap<Kind, readonly Annotation[]>): { readonly shown: readonly Annotation[] } {
  const tooMany = [...annotations].some(([, list]) => list.length > MOST);
  const room = (kind: Kind) => (kind === "notice" && tooMany ? MOST - 1 : MOST);
  const left = [...annotations].flatMap(([kind, list]) =>
    list.length > room(kind) ? [plural(list.length - room(kind), kind)] : [],
  );
  const shown = [...annotations].flatMap(([kind, list]) => list.slice(0, room(kind)));
  if (left.length === 0) return { shown };
  const message = `${left.join(", ")} more, not shown here: GitHub shows ${MOST} of a type for one step`;
  return { shown: [...shown, { kind: "notice", properties: { title: "tierwright" }, message }] };
}

/** Errors first, then warnings, then what is only to be known; each in the order of all forms. */
function annotations(report: Report, { prefix, today }: ReportContext): readonly Annotation[] {
  const all = [...closed(report, today), ...report.findings.map((finding) => annotationOf(finding, prefix))];
  const kinds: readonly Kind[] = ["error", "warning", "notice"];
  return rest(new Map(kinds.map((kind) => [kind, all.filter((annotation) => annotation.kind === kind)]))).shown;
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
