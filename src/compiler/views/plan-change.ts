import { plural } from "../../kernel/index.ts";
import { type Change, type EnvironmentPlan, isNote } from "../plan/plan.ts";
import { namesWords } from "./plan-words.ts";

/** Returns the change of a whole file in words. */
export function fileWords({ kind, secret, diff }: Change): string {
  if (kind === "file-added") return "is new";
  if (kind === "file-removed") return "is removed";
  if (kind === "spelling") return "differs only in its line ends";
  return secret || diff === undefined ? "changes; its lines can contain a secret and are not shown" : "changes";
}

/**
 * Changes of one compiled file: `whole` is the change of the file itself (null if only keys change), `spelt` has the keys whose lines are
 * written differently with an equal value.
 */
export interface FileChanges {
  readonly file: string;
  readonly whole: Change | null;
  readonly keys: readonly Change[];
  readonly spelt: readonly string[];
}

/**
 * Returns the changes of an environment by file, in the order of the files. Generated notes (compiled pages for people) that only follow
 * other changes, and added or removed files, are listed by name alone.
 */
export function byFile({ changes, panel }: EnvironmentPlan): {
  readonly files: readonly FileChanges[];
  readonly notes: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
} {
  // the diff of a workstation note is shown in full if only notes change
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

/**
 * Returns the place in the YAML that explains a change, like 'environments/production/environment.yaml:8 (environment)'; null if there is
 * none.
 */
export const causeWords = ({ cause }: Change): string | null => cause && `${cause.file}:${cause.line} (${cause.layer})`;

/** Returns the number of changed keys and files of an environment in words, like '3 keys, 1 file'; null if there are none. */
export function amountWords(environment: EnvironmentPlan): string | null {
  const { files, added, removed } = byFile(environment);
  const keys = files.reduce((sum, file) => sum + file.keys.length, 0);
  const texts = files.filter(({ whole }) => whole !== null && whole.kind !== "spelling").length;
  const parts = [
    ...(keys > 0 ? [plural(keys, "key")] : []),
    ...(texts > 0 ? [plural(texts, "file")] : []),
    ...(added.length > 0 ? [plural(added.length, "new file")] : []),
    ...(removed.length > 0 ? [plural(removed.length, "removed file")] : []),
  ];
  return parts.length === 0 ? null : parts.join(", ");
}
