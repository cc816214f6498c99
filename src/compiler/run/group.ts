import {
  type Finding,
  type HeldFinding,
  type Related,
  affectedEnvironments,
  compareFindings,
  groupedBy,
  must,
} from "../../kernel/index.ts";

/** Highest number of notes (`related`) of a merged finding of several environments. */
const MOST_NOTES = 12;

/**
 * Returns a text that is equal for findings of several environments about one mistake: one rule, one place, one message. The message does
 * not count for a finding that is shown once per place.
 */
function keyOf({ rule, severity, at, message, environment, oncePerPlace }: Finding): string {
  const place = at && [at.file, at.line, at.column, at.endLine, at.endColumn];
  return JSON.stringify([rule, severity, place, oncePerPlace ? "" : message, environment === null]);
}

/** Merges findings on a line that many environments inherit into one finding, with the names of the affected environments. */
export function groupFindings(findings: readonly Finding[]): Finding[] {
  const first = new Map<string, Finding>();
  const names = new Map<string, Set<string>>();
  const related = new Map<string, Map<string, Related>>();
  const about = new Map<string, Map<string, readonly string[]>>();
  for (const finding of findings) {
    const key = keyOf(finding);
    if (!first.has(key)) {
      first.set(key, finding);
      names.set(key, new Set());
      related.set(key, new Map());
      about.set(key, new Map());
    }
    for (const note of finding.related ?? []) related.get(key)?.set(JSON.stringify(note), note);
    for (const name of affectedEnvironments(finding)) {
      names.get(key)?.add(name);
      const own = finding.aboutEach?.[name] ?? finding.about;
      if (own) about.get(key)?.set(name, own);
    }
  }
  return [...first].map(([key, finding]) => {
    const all = [...(names.get(key) ?? [])].sort();
    if (all.length < 2) return finding;
    const notes = [...(related.get(key)?.values() ?? [])].slice(0, MOST_NOTES);
    return {
      ...finding,
      environment: must(all[0], "the first of several environments"),
      environments: all,
      ...(finding.about ? { aboutEach: Object.fromEntries(about.get(key) ?? []) } : {}),
      ...(finding.related || notes.length > 0 ? { related: notes } : {}),
    };
  });
}

/** Merges suppressed findings in the way of `groupFindings`: one for each mistake and suppression. */
export function groupedHeld(held: readonly HeldFinding[]): readonly HeldFinding[] {
  const groups = groupedBy(held, ({ by, reason, place }) => JSON.stringify([by, reason, place]));
  const told = [...groups.values()].flatMap((group) =>
    groupFindings(group.map(({ finding }) => finding)).map((finding) => ({ ...(group[0] as HeldFinding), finding })),
  );
  return told.sort((a, b) => compareFindings(a.finding, b.finding));
}
