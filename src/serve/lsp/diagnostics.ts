import { type Finding, type Refusal, addTo } from "../../kernel/index.ts";
import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver";
import { rangeOf, START } from "./place.ts";
import { shownText, shownWords } from "./shown.ts";

const SEVERITY = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

/** Converts a finding to an LSP diagnostic: message, evidence and help, each on a line of its own. */
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

/** Returns the diagnostic for a repository that cannot be checked at all. */
export const refusalDiagnostic = ({ message, help }: Refusal): Diagnostic => ({
  range: START,
  severity: DiagnosticSeverity.Error,
  source: "tierwright",
  message: [`this repository cannot be checked: ${shownWords(message)}`, ...(help ? [`help: ${shownWords(help)}`] : [])].join(
    "\n",
  ),
});

/**
 * Returns the diagnostics of findings by the path of their file. A file of `before` without a finding gets an empty list, which removes its
 * old diagnostics in the editor.
 * @param site file that shows the findings without a file of their own.
 */
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
