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

/** Its last part takes everything, so that the pattern never goes back: a line may have megabytes. */
const COMMENT = /(?:#|!|<!--)\s*tierwright-ignore\b[ \t]*:?[ \t]*([^\s:]*)[ \t]*:?[ \t]*([\s\S]*)/;

/** The words of a comment without its end in XML. */
const withoutEnd = (text: string): string => {
  const words = text.trimEnd();
  return words.endsWith("-->") ? words.slice(0, -3).trimEnd() : words;
};

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
      reason: withoutEnd(match[2] ?? ""),
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

/** One suppression is one place, however many environments inherit it. */
export const placeKey = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;

/** Errors stay, and every finding of some groups (docs/rules.md). */
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

/** Suppressions by what a finding can be asked for: its rule and line, or its rule where the suppression names no line. */
function indexed(suppressions: readonly Suppression[]): ReadonlyMap<string, readonly Suppression[]> {
  const reasoned = suppressions.filter(({ reason }) => saysSomething(reason));
  return groupedBy(reasoned, ({ rule, line }) => `${rule} ${line ?? ""}`);
}

/** Takes suppressed findings out and says which suppressions did so. */
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

/** Suppressions that held back nothing anywhere, each once: several environments may inherit one, and one of them may need it. */
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
