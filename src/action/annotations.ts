/** A finding as the commands' JSON documents have it, as far as an annotation needs it. */
export interface FoundJson {
  readonly rule: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly notes: readonly string[];
  readonly help: string | null;
  readonly environments: readonly string[];
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly endLine: number | null;
  readonly endColumn: number | null;
}

/** A mark on a line of the pull request. */
export interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly message: string;
  readonly title: string;
  readonly file?: string;
  readonly startLine?: number;
  readonly endLine?: number;
  readonly startColumn?: number;
  readonly endColumn?: number;
}

/** GitHub shows ten of a type for each step, and drops the rest without a word. */
const MOST = 10;
const LEVELS = { error: "error", warning: "warning", info: "notice" } as const;

function annotationOf(finding: FoundJson, prefix: string): Annotation {
  const { rule, environments, message, notes, help, file, line, endLine, column, endColumn } = finding;
  const of =
    environments.length === 0 ? "" : ` (${environments.slice(0, 4).join(", ")}${environments.length > 4 ? ", ..." : ""})`;
  return {
    level: LEVELS[finding.severity],
    title: rule,
    message: [message + of, ...notes, ...(help === null ? [] : [`help: ${help}`])].join("\n"),
    ...(file !== null && {
      file: prefix + file,
      startLine: line ?? 1,
      endLine: endLine ?? line ?? 1,
      // columns are for one line alone
      ...(line !== null && line === endLine && column !== null && endColumn !== null && { startColumn: column, endColumn }),
    }),
  };
}

/** At most ten of each type, errors first, and how many are left out. `prefix`: the config repository below the checkout, '' or 'config/'. */
export function annotationsOf(
  findings: readonly FoundJson[],
  prefix: string,
): { readonly shown: readonly Annotation[]; readonly leftOut: number } {
  const all = findings.map((finding) => annotationOf(finding, prefix));
  const shown = (["error", "warning", "notice"] as const).flatMap((level) =>
    all.filter((item) => item.level === level).slice(0, MOST),
  );
  return { shown, leftOut: all.length - shown.length };
}
