import { type Finding, type Need, type Place, SITE_PATH, isUnread, withoutMoot } from "../../kernel/index.ts";

const before = (a: Place, line: number, column: number): boolean => a.line < line || (a.line === line && a.column <= column);
const after = (a: Place, line: number, column: number): boolean =>
  a.endLine > line || (a.endLine === line && a.endColumn > column);

/** Returns true if a finding is on the part of a file that an error (`cause`) left unread. */
function standsOn(at: Place, pointer: string | undefined, cause: Finding): boolean {
  if (cause.unread === "nothing") return false;
  const range = cause.at;
  if (cause.pointer !== undefined && cause.pointer === pointer && range?.file === at.file) return true;
  return range !== null && range.file === at.file && before(range, at.line, at.column) && after(range, at.line, at.column);
}

/**
 * Returns true if a JSON pointer is `wanted`, or leads to a map or list that contains the value at `wanted`. A '*' in `wanted` matches any
 * part.
 */
function holds(pointer: string | undefined, wanted: string): boolean {
  if (pointer === undefined) return false;
  const parts = pointer.split("/");
  const pattern = wanted.split("/");
  return parts.length <= pattern.length && parts.every((part, i) => pattern[i] === "*" || pattern[i] === part);
}

function explains(cause: Finding, need: Need, finding: Finding): boolean {
  const pointers = [cause.pointer, ...(cause.meant ?? [])];
  if (need.file !== undefined) {
    if (cause.at?.file !== need.file) return false;
    // A cause without a pointer is about the whole file (missing, not YAML), so it explains every finding that needs a value of this file.
    return cause.pointer === undefined || pointers.some((pointer) => holds(pointer, need.pointer));
  }
  if (cause.at?.file === SITE_PATH) return pointers.some((pointer) => holds(pointer, `/defaults${need.pointer}`));
  return cause.environment === finding.environment && pointers.some((pointer) => holds(pointer, need.pointer));
}

/** Returns the findings without those that only result from an unreadable file or value, which has a finding of its own. */
export function withoutConsequences(all: readonly Finding[]): readonly Finding[] {
  const findings = withoutMoot(all);
  const causes = findings.filter(isUnread);
  if (causes.length === 0) return findings;
  const spoiled = new Set(causes.filter(({ unread }) => unread === "file").map(({ at }) => at?.file));
  const byFile = new Map<string, Finding[]>();
  for (const cause of causes) if (cause.at) byFile.set(cause.at.file, [...(byFile.get(cause.at.file) ?? []), cause]);
  return findings.filter((finding) => {
    const { at, needs, unread } = finding;
    if (unread === "file") return true;
    if (at && spoiled.has(at.file)) return false;
    if (needs && causes.some((cause) => cause !== finding && explains(cause, needs, finding))) return false;
    return isUnread(finding) || !at || !(byFile.get(at.file) ?? []).some((cause) => standsOn(at, finding.pointer, cause));
  });
}
