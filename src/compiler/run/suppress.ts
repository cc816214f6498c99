import {
  type Finding,
  GROUPS,
  type HeldFinding,
  type Place,
  type SourceText,
  groupOf,
  groupedBy,
  placeOf,
  saysSomething,
} from "../../kernel/index.ts";
import type { IgnoreEntry } from "../model/environment.ts";

/** One suppression, from a comment on the line above or from `ignore:`. Plain data: it is sent between threads. */
export interface Suppression {
  readonly rule: string;
  /** File and line of the findings that are suppressed; null means any. For a comment, `line` is the line below it. */
  readonly file: string | null;
  readonly line: number | null;
  readonly key: string | null;
  readonly reason: string;
  /** The place of the suppression itself. */
  readonly place: Place;
  readonly pointer: string | null;
}

/**
 * Pattern of a suppression comment. Its last part matches the rest of the line, so that the pattern never backtracks: a line can have
 * megabytes.
 */
const COMMENT = /(?:#|!|<!--)\s*tierwright-ignore\b[ \t]*:?[ \t]*([^\s:]*)[ \t]*:?[ \t]*([\s\S]*)/;

/** Returns a comment's words without the end of an XML comment. */
const withoutEnd = (text: string): string => {
  const words = text.trimEnd();
  return words.endsWith("-->") ? words.slice(0, -3).trimEnd() : words;
};

/** Returns the `# tierwright-ignore rule-id: reason` comments of a file. Each applies to the next line. */
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
      reason: withoutEnd(match[2] ?? ""),
      place: source.placeOf(start, start + match[0].trimEnd().length),
      pointer: null,
    });
  }
  return found;
}

/** Returns the `ignore:` entries of an environment as suppressions, for files that cannot have a comment. */
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

/** Returns a text for the place of a suppression. It is equal in all environments that inherit the suppression. */
export const placeKey = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;

/** Returns true if a finding can be suppressed. Errors and all findings of some groups cannot (docs/rules.md). */
export function suppressible(finding: Finding): boolean {
  return finding.severity !== "error" && !GROUPS[groupOf(finding.rule)]?.kept;
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
  readonly held: readonly HeldFinding[];
  readonly used: ReadonlySet<Suppression>;
}

/** Returns the suppressions with a reason, by rule and line, or by rule alone if they name no line. */
function indexed(suppressions: readonly Suppression[]): ReadonlyMap<string, readonly Suppression[]> {
  const reasoned = suppressions.filter(({ reason }) => saysSomething(reason));
  return groupedBy(reasoned, ({ rule, line }) => `${rule} ${line ?? ""}`);
}

/** Separates the suppressed findings from the other findings and returns the suppressions that were used. */
export function suppress(
  findings: readonly Finding[],
  suppressions: readonly Suppression[],
  lineText: (place: Place) => string,
): Suppressed {
  const used = new Set<Suppression>();
  if (suppressions.length === 0) return { findings, held: [], used };
  const index = indexed(suppressions);
  const held: HeldFinding[] = [];
  const kept = findings.filter((finding) => {
    if (!suppressible(finding)) return true;
    const speaks = (suppression: Suppression) => speaksOf(suppression, finding, lineText);
    const hit =
      index.get(`${finding.rule} ${finding.at?.line ?? ""}`)?.find(speaks) ?? index.get(`${finding.rule} `)?.find(speaks);
    if (!hit) return true;
    used.add(hit);
    held.push({ finding, by: hit.line === null ? "entry" : "comment", reason: hit.reason, place: hit.place });
    return false;
  });
  return { findings: kept, held, used };
}

/**
 * Returns the suppressions that suppressed nothing, once each. Several environments can inherit one suppression; it counts as used if any
 * of them uses it.
 */
export function needlessOf(
  suppressions: readonly Suppression[],
  used: ReadonlySet<Suppression>,
  results: readonly { readonly used: readonly string[] }[],
): readonly Suppression[] {
  const places = new Set([...results.flatMap((result) => result.used), ...[...used].map(({ place }) => placeKey(place))]);
  const unused = new Map<string, Suppression>();
  for (const item of suppressions) if (!places.has(placeKey(item.place))) unused.set(placeKey(item.place), item);
  return [...unused.values()];
}
