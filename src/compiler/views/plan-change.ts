import { listChangesText, plural } from "../../kernel/index.ts";
import { type Change, type EnvironmentPlan, isNote } from "../plan/plan.ts";
import { namesWords } from "./plan-words.ts";

const quoted = (value: string | null | undefined): string => (value === "" ? "(empty)" : `'${value ?? ""}'`);

/** Returns the change of a value in words; for a long list, only the changed elements. A secret's change is named without its values. */
export function valueWords({ kind, secret, before, after }: Change): string {
  if (secret) return { add: "a secret is added", remove: "a secret is removed" }[kind as string] ?? "a secret changes";
  if (kind === "add") return quoted(after);
  if (kind === "remove") return `was ${quoted(before)}`;
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

/** Returns the change of a whole file in words. */
export function fileWords({ kind, secret, diff }: Change): string {
  if (kind === "file-added") return "is new";
  if (kind === "file-removed") return "is removed";
  if (kind === "spelling") return "differs only in its line ends";
  return secret || diff === undefined ? "changes; its lines can contain a secret and are not shown" : "changes";
}

/** Changes of one file. Keys that are only spelt differently are separate. */
export interface FileChanges {
  readonly file: string;
  readonly whole: Change | null;
  readonly keys: readonly Change[];
  readonly spelt: readonly string[];
}

/**
 * Returns the changes of an environment by file, in the order of the files. Notes that only follow other changes and added or removed files are
 * returned by name.
 */
export function byFile({ changes, panel }: EnvironmentPlan): {
  readonly files: readonly FileChanges[];
  readonly notes: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
} {
  // If only notes change, they are shown in full.
  const onlyNotes = panel.length === 0 && changes.every(({ file }) => isNote(file, panel));
  const named = (kind: Change["kind"], note: boolean) =>
    changes.flatMap((change) => (change.kind === kind && (!note || isNote(change.file, panel)) ? [change.file] : []));
  const notes = onlyNotes ? [] : named("text", true);
  const shown = changes.filter(({ file, kind }) => kind !== "file-added" && kind !== "file-removed" && !notes.includes(file));
  const files = [...new Set(shown.map(({ file }) => file))].map((file): FileChanges => {
    const own = shown.filter((change) => change.file === file);
    const keys = own.filter(({ key }) => key !== null);
    return {
      file,
      whole: own.find(({ key }) => key === null) ?? null,
      keys: keys.filter(({ kind }) => kind !== "spelling"),
      spelt: keys.flatMap(({ kind, key }) => (kind === "spelling" ? [key ?? ""] : [])),
    };
  });
  return { files, notes, added: named("file-added", false), removed: named("file-removed", false) };
}

/** Returns the keys that are only spelt differently, in words. */
export const speltWords = (keys: readonly string[]): string =>
  `${plural(keys.length, "key")} spelled differently; Java reads the same values: ${namesWords(keys, 6)}`;

/** Returns the place of a change, like 'environments/production/environment.yaml:8:11 (environment)'; null if it has none. */
export const causeWords = ({ cause }: Change): string | null =>
  cause && `${cause.file}:${cause.line}:${cause.column} (${cause.layer})`;
