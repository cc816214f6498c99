import { type Finding, type Refusal, addTo } from "../../kernel/index.ts";
import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver";
import { rangeOf, START } from "./place.ts";
import { shownText, shownWords } from "./shown.ts";

const SEVERITY = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

/** A finding as an editor underlines it: what was found, its evidence and what to do, a line each. */
export function diagnosticOf(finding: Finding, uriOf: (path: string) => string): Diagnostic {
  const lines = [finding.message, ...(finding.notes ?? [])].map(shownText);
  const related = finding.related ?? [];
  return {
    range: finding.at ? rangeOf(finding.at) : START,
    severity: SEVERITY[finding.severity],
    code: finding.rule,
    source: "tierwright",
    message: [...lines, ...(finding.help ? [`help: ${shownText(finding.help)}`] : [])].join("\n"),
    ...(related.length > 0 && {
      relatedInformation: related.map(({ message, place }) => ({
        message: shownText(message),
        location: { uri: uriOf(place.file), range: rangeOf(place) },
      })),
    }),
  };
}

/** Why a repository cannot be checked at all. */
export const refusalDiagnostic = ({ message, help }: Refusal): Diagnostic => ({
  range: START,
  severity: DiagnosticSeverity.Error,
  source: "tierwright",
  message: [`this repository cannot be checked: ${shownWords(message)}`, ...(help ? [`help: ${shownWords(help)}`] : [])].join(
    "\n",
  ),
});

/** What an editor shows for each file; files of `before` that have nothing any more get an empty list. `site`: what has no file of its own. */
export function byFile(
  findings: readonly Finding[],
  before: Iterable<string>,
  uriOf: (path: string) => string,
  site: string,
): ReadonlyMap<string, readonly Diagnostic[]> {
  const files = new Map<string, Diagnostic[]>([...before].map((path) => [path, []]));
  for (const finding of findings) {
    addTo(files, finding.at?.file ?? site, diagnosticOf(finding, uriOf));
  }
  return files;
}
