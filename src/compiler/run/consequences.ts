import { type Finding, type Need, type Place, SITE_PATH } from "../../kernel/index.ts";

/** Reading stages own the group `repo`: what they could not read, nobody can judge. */
const isUnread = ({ rule, severity }: Finding): boolean => severity === "error" && rule.startsWith("repo/");

/** Of such a file nothing else is worth saying: it is two files in one. */
const SPOILS_THE_FILE = "repo/merge-conflict";

const before = (a: Place, line: number, column: number): boolean => a.line < line || (a.line === line && a.column <= column);
const after = (a: Place, line: number, column: number): boolean =>
  a.endLine > line || (a.endLine === line && a.endColumn > column);

/** True when `at` begins inside the range that could not be read. */
function standsOn(at: Place, pointer: string | undefined, cause: Finding): boolean {
  // a name is where things stand that have no line of their own
  if (cause.rule === "repo/environment-name") return false;
  const range = cause.at;
  if (cause.pointer !== undefined && cause.pointer === pointer && range?.file === at.file) return true;
  return range !== null && range.file === at.file && before(range, at.line, at.column) && after(range, at.line, at.column);
}

/** The pointer of an unknown key, as the key that was most likely meant. */
function meantPointer({ rule, pointer, fix }: Finding): string | undefined {
  const key = rule === "repo/unknown-key" ? fix?.edits[0]?.text : undefined;
  return key === undefined || pointer === undefined ? undefined : `${pointer.slice(0, pointer.lastIndexOf("/"))}/${key}`;
}

/** The pointer of an unknown key at the top of the document, where its indentation is all that is wrong. */
function misplacedPointer({ rule, pointer }: Finding): string | undefined {
  return rule === "repo/unknown-key" ? pointer?.slice(pointer.lastIndexOf("/")) : undefined;
}

/** True when `pointer` is the wanted value or something that holds it. */
function holds(pointer: string | undefined, wanted: string): boolean {
  if (pointer === undefined) return false;
  const parts = pointer.split("/");
  const pattern = wanted.split("/");
  return parts.length <= pattern.length && parts.every((part, i) => pattern[i] === "*" || pattern[i] === part);
}

function explains(cause: Finding, need: Need, finding: Finding): boolean {
  const pointers = [cause.pointer, meantPointer(cause), misplacedPointer(cause)];
  if (need.file !== undefined) {
    if (cause.at?.file !== need.file) return false;
    // a file that is missing or not YAML has no pointers
    return cause.pointer === undefined || pointers.some((pointer) => holds(pointer, need.pointer));
  }
  if (cause.at?.file === SITE_PATH) return pointers.some((pointer) => holds(pointer, `/defaults${need.pointer}`));
  return cause.environment === finding.environment && pointers.some((pointer) => holds(pointer, need.pointer));
}

/** What rests on something that another finding spoils: of a write that is wrong the text of the release is judged, which nobody meant. */
function withoutSpoiled(findings: readonly Finding[]): readonly Finding[] {
  const spoiled = new Set(findings.flatMap(({ spoils = [] }) => spoils));
  return spoiled.size === 0 ? findings : findings.filter(({ restsOn = [] }) => !restsOn.some((topic) => spoiled.has(topic)));
}

/** The findings without those that only follow from a file or value that could not be read: its own finding says it all. */
export function withoutConsequences(all: readonly Finding[]): readonly Finding[] {
  const findings = withoutSpoiled(all);
  const causes = findings.filter(isUnread);
  if (causes.length === 0) return findings;
  const spoiled = new Set(causes.filter(({ rule }) => rule === SPOILS_THE_FILE).map(({ at }) => at?.file));
  const byFile = new Map<string, Finding[]>();
  for (const cause of causes) if (cause.at) byFile.set(cause.at.file, [...(byFile.get(cause.at.file) ?? []), cause]);
  return findings.filter((finding) => {
    const { at, needs, rule } = finding;
    if (rule === SPOILS_THE_FILE) return true;
    if (at && spoiled.has(at.file)) return false;
    if (needs && causes.some((cause) => cause !== finding && explains(cause, needs, finding))) return false;
    return isUnread(finding) || !at || !(byFile.get(at.file) ?? []).some((cause) => standsOn(at, finding.pointer, cause));
  });
}
