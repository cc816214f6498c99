import type { Finding } from "../diagnostic/finding.ts";
import { readable } from "../diagnostic/readable.ts";
import type { Place } from "../diagnostic/place.ts";
import type { IgnoreEntry } from "../model/environment.ts";
import type { SourceText } from "../source/text.ts";
import { placeOf } from "../source/tree.ts";

/** One suppression, from a comment on the line above or from `ignore:`. Plain data: it crosses threads. */
export interface Suppression {
  readonly rule: string;
  /** The file and, for a comment, the line below it that it speaks of. */
  readonly file: string | null;
  readonly line: number | null;
  readonly key: string | null;
  readonly reason: string;
  /** Where the suppression itself stands. */
  readonly place: Place;
  readonly pointer: string | null;
}

const COMMENT = /(?:#|!|<!--)\s*tierwright-ignore\b[ \t]*:?[ \t]*([^\s:]*)[ \t]*:?[ \t]*(.*?)\s*(?:-->)?\s*$/;

/** The comments `# tierwright-ignore rule-id: reason` of a file; they speak of the next line. */
export function commentsOf(source: SourceText): readonly Suppression[] {
  if (!source.text.includes("tierwright-ignore")) return [];
  const found: Suppression[] = [];
  for (let line = 1; line <= source.lineStarts.length; line++) {
    const text = source.line(line);
    const match = text.includes("tierwright-ignore") ? COMMENT.exec(text) : null;
    if (!match || !/^\s*(#|!|<!--)/.test(text)) continue;
    const start = (source.lineStarts[line - 1] ?? 0) + match.index;
    found.push({
      rule: match[1] ?? "",
      file: source.path,
      line: line + 1,
      key: null,
      reason: match[2] ?? "",
      place: source.placeOf(start, start + match[0].trimEnd().length),
      pointer: null,
    });
  }
  return found;
}

/** The `ignore:` entries of an environment, for files that cannot carry a comment. */
export function entriesOf(ignore: readonly IgnoreEntry[]): readonly Suppression[] {
  return ignore.map((entry) => ({
    rule: entry.rule.text,
    file: entry.file?.text ?? null,
    line: null,
    key: entry.key?.text ?? null,
    reason: entry.reason?.text ?? "",
    place: placeOf(entry.span),
    pointer: null,
  }));
}

/** Errors and everything of compat and secret stay (DESIGN 4). */
export function suppressible(finding: Finding): boolean {
  return finding.severity !== "error" && !/^(compat|secret)\//.test(finding.rule);
}

function speaksOf(suppression: Suppression, finding: Finding, lineText: (place: Place) => string): boolean {
  if (suppression.rule !== finding.rule || !finding.at) return false;
  const { file, line, key } = suppression;
  if (file && finding.at.file !== file && !finding.at.file.endsWith(`/${file}`)) return false;
  if (line !== null && finding.at.line !== line) return false;
  return key === null || lineText(finding.at).includes(key);
}

export interface Suppressed {
  readonly findings: readonly Finding[];
  readonly suppressed: number;
  readonly used: ReadonlySet<Suppression>;
}

/** Takes suppressed findings out and says which suppressions did so. */
export function suppress(
  findings: readonly Finding[],
  suppressions: readonly Suppression[],
  lineText: (place: Place) => string,
): Suppressed {
  const used = new Set<Suppression>();
  if (suppressions.length === 0) return { findings, suppressed: 0, used };
  const kept = findings.filter((finding) => {
    if (!suppressible(finding)) return true;
    const hit = suppressions.find((suppression) => suppression.reason !== "" && speaksOf(suppression, finding, lineText));
    if (hit) used.add(hit);
    return !hit;
  });
  return { findings: kept, suppressed: findings.length - kept.length, used };
}

/** One finding for each suppression that suppressed nothing: it hides the next real fault, or never worked. */
export function unusedFindings(
  unused: readonly Suppression[],
  all: readonly Finding[],
  known: ReadonlySet<string>,
): readonly Finding[] {
  return unused.map((suppression) => {
    const stands = all.find((finding) => finding.rule === suppression.rule && !suppressible(finding));
    const message =
      suppression.rule === ""
        ? "this suppression names no rule, so it does nothing"
        : !known.has(suppression.rule)
          ? `there is no rule '${suppression.rule}', so this suppression does nothing`
          : suppression.reason === ""
            ? `the suppression of ${suppression.rule} gives no reason, so it does nothing`
            : stands
              ? `${suppression.rule} is an error here or concerns a verdict or a secret: it cannot be suppressed`
              : `nothing is found that ${suppression.rule} would report here, so this suppression does nothing`;
    return {
      rule: "repo/unused-suppression",
      severity: "warning",
      environment: null,
      at: suppression.place,
      ...(suppression.pointer === null ? {} : { pointer: suppression.pointer }),
      message: readable(message),
      help: "write `tierwright-ignore rule-id: reason` on the line above a warning, or remove it",
    };
  });
}
