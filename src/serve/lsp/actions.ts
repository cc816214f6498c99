import { type CodeAction, CodeActionKind, type Range, type TextEdit } from "vscode-languageserver";
import type { Finding, Fix } from "../../kernel/index.ts";
import { diagnosticOf } from "./diagnostics.ts";
import { rangeOf, touches } from "./place.ts";
import { shownWords } from "./shown.ts";

function changesOf({ edits }: Fix, uriOf: (path: string) => string): Record<string, TextEdit[]> {
  const changes: Record<string, TextEdit[]> = {};
  for (const { place, text } of edits) {
    const uri = uriOf(place.file);
    changes[uri] = [...(changes[uri] ?? []), { range: rangeOf(place), newText: text }];
  }
  return changes;
}

/**
 * Returns the fixes of the findings that touch a range of a file, as LSP code actions. A safe fix is marked as preferred, so that an editor
 * can apply it without a prompt.
 */
export function actionsAt(
  path: string,
  range: Range,
  findings: readonly Finding[],
  uriOf: (path: string) => string,
): readonly CodeAction[] {
  return findings.flatMap((finding) => {
    const { at, fix } = finding;
    if (!fix || at?.file !== path || !touches(rangeOf(at), range)) return [];
    return [
      {
        title: shownWords(fix.safe ? fix.title : `${fix.title} (review it)`),
        kind: CodeActionKind.QuickFix,
        isPreferred: fix.safe,
        diagnostics: [diagnosticOf(finding, uriOf)],
        edit: { changes: changesOf(fix, uriOf) },
      },
    ];
  });
}
