import { listChangesText } from "../diagnostic/list-changes.ts";
import type { Change, EnvironmentPlan } from "../plan/plan.ts";

const quoted = (value: string | null | undefined): string => (value === "" ? "(empty)" : `'${value ?? ""}'`);

/** What happens to a value, in words; long lists by their elements. A secret's values are never at hand here. */
export function valueWords({ kind, secret, before, after }: Change): string {
  if (secret) return { add: "a secret is added", remove: "a secret is removed" }[kind as string] ?? "a secret changes";
  if (kind === "add") return quoted(after);
  if (kind === "remove") return `was ${quoted(before)}`;
  if (kind === "spelling") return `${quoted(after)}, spelt otherwise: Java reads the same`;
  return listChangesText(before ?? null, after ?? null, "before it was") ?? `${quoted(before)} -> ${quoted(after)}`;
}

export const SIGN: Readonly<Record<Change["kind"], "+" | "-" | "~" | "=">> = {
  add: "+",
  set: "~",
  remove: "-",
  spelling: "=",
  "file-added": "+",
  "file-removed": "-",
  text: "~",
};

/** What happens to a whole file, in words. */
export function fileWords({ kind, secret, diff }: Change): string {
  if (kind === "file-added") return "is new";
  if (kind === "file-removed") return "is gone";
  if (kind === "spelling") return "has other line ends: it reads the same";
  return secret || diff === undefined ? "changes; it may hold a secret, so its lines are not shown" : "changes";
}

/** Notes for people follow what is set; they are named and not shown line by line. */
const isNote = (file: string): boolean => file.endsWith(".md");

/** The changes of an environment by file, in the order of the files; notes are apart. */
export function byFile({ changes }: EnvironmentPlan): {
  readonly files: ReadonlyMap<string, readonly Change[]>;
  readonly notes: readonly string[];
} {
  const files = new Map<string, Change[]>();
  const notes: string[] = [];
  // a change of nothing but the note is what there is to show
  const onlyNotes = changes.every(({ file }) => isNote(file));
  for (const change of changes) {
    if (isNote(change.file) && change.kind === "text" && !onlyNotes) notes.push(change.file);
    else files.set(change.file, [...(files.get(change.file) ?? []), change]);
  }
  return { files, notes };
}

/** 'environments/production/environment.yaml:8:11 (environment)' */
export const causeWords = ({ cause }: Change): string | null =>
  cause && `${cause.file}:${cause.line}:${cause.column} (${cause.layer})`;
