import { type Place, append, saysSecret } from "../../kernel/index.ts";
import { type Cause, type Change, causeOf } from "./plan.ts";
import type { CompiledSide, SideFile, SideKey } from "./side.ts";
import { unifiedDiff } from "./unified-diff.ts";

const unix = (text: string): string => text.replaceAll("\r\n", "\n");

/**
 * Returns the values of a key before and after a change as a plan can show them, null where the key is absent. Neither value is shown if
 * the key is secret before or after.
 */
function values(before: SideKey | undefined, after: SideKey | undefined): Pick<Change, "secret" | "before" | "after"> {
  if (before?.secret || after?.secret) return { secret: true };
  return { secret: false, before: before?.value ?? null, after: after?.value ?? null };
}

/**
 * Returns true if a key has an equal value before and after the change. The value of an installed secret is unknown (null), so it equals
 * any secret with a reference.
 */
function isSame(before: SideKey, after: SideKey): boolean {
  if (before.value === null) return after.reference !== null;
  if (before.value !== after.value) return false;
  return before.reference === after.reference || (before.reference === null && before.secret && after.secret);
}

function keyChange(file: string, before: SideKey | undefined, after: SideKey | undefined): Change | null {
  const said = after ?? before;
  if (!said) return null;
  const same = before && after && isSame(before, after);
  if (same && (before.raw === null || before.raw === after.raw)) return null;
  const kind = same ? "spelling" : !before ? "add" : !after ? "remove" : "set";
  const decides = after?.decides ?? before?.decides ?? null;
  return { file, key: said.key, kind, ...values(before, after), decides, cause: causeOf(said.place, said.layer) };
}

/**
 * Returns the changes of an environment's properties files, key by key. If only some keys of the old file are known, the other keys are
 * left out.
 * @param kept Keys whose value a deploy takes from the workstation; a different value after the change counts as no change.
 */
function keyChanges(before: SideFile, after: SideFile, kept: ReadonlySet<string>): readonly Change[] {
  const [old, now] = [before.keys ?? new Map<string, SideKey>(), after.keys ?? new Map<string, SideKey>()];
  const names = [...now.keys(), ...[...old.keys()].filter((key) => !now.has(key))];
  return names.flatMap((key) => {
    if ((before.partial && !old.has(key)) || (kept.has(key) && old.has(key) && now.has(key))) return [];
    return keyChange(after.path, old.get(key), now.get(key)) ?? [];
  });
}

/**
 * Returns the place in the YAML that explains a changed text file: that of the first edit of log4j2.xml that is new or different, otherwise
 * of the first that was removed. Returns null if there is none.
 */
function textCause(before: SideFile, after: SideFile): Cause | null {
  const differs = (list: SideFile["causes"], other: SideFile["causes"]) =>
    list.find(({ says }) => !other.some((known) => known.says === says));
  const found = differs(after.causes, before.causes) ?? differs(before.causes, after.causes);
  return found ? causeOf(found.place, found.layer) : null;
}

/**
 * Returns true if the compiled files before or after the change have a secret in plain text, which the notes for workstations can repeat.
 */
const holdsPlainSecret = ({ files }: CompiledSide): boolean =>
  files.some(({ keys }) => [...(keys?.values() ?? [])].some((key) => key.secret && key.reference === null && key.value !== ""));

function textChange(before: SideFile, after: SideFile, hidden: boolean, otherwise: Cause | null): Change | null {
  if (before.settled === after.settled) return null;
  const cause = after.purpose === "note" ? null : (textCause(before, after) ?? otherwise);
  const change = (kind: Change["kind"], secret: boolean, diff: Pick<Change, "diff"> = {}): Change => {
    return { file: after.path, key: null, kind, secret, ...diff, decides: null, cause };
  };
  if (unix(before.settled) === unix(after.settled)) return change("spelling", false);
  if (hidden && after.purpose === "note") return change("text", true);
  return change("text", false, { diff: unifiedDiff(after.path, before.text, after.text, saysSecret) });
}

const whole = (kind: "file-added" | "file-removed", file: string, place: Place | null): Change => {
  return { file, key: null, kind, secret: false, decides: null, cause: causeOf(place, "environment") };
};

/**
 * Returns the place in the YAML because of which a file is compiled: sso.yaml for the files of the federated sign-in, otherwise the line
 * with the connector release.
 */
const sourceOf = (path: string, { signInPlace, connectorPlace }: CompiledSide): Place | null =>
  path.startsWith("sso/") ? signInPlace : connectorPlace;

/** Returns every difference between the compiled files of an environment before and after a change, by file and key. */
export function changesBetween(before: CompiledSide, after: CompiledSide): readonly Change[] {
  const old = new Map(before.files.map((file) => [file.path, file]));
  const hidden = holdsPlainSecret(before) || holdsPlainSecret(after);
  const changes: Change[] = [];
  const otherwise = before.connector === after.connector ? null : causeOf(after.connectorPlace, "environment");
  const kept = (file: SideFile) => new Set(before.installed && file.role === "connector" ? after.keep : []);
  for (const file of after.files) {
    const was = old.get(file.path);
    old.delete(file.path);
    if (!was) {
      if (!before.installed) changes.push(whole("file-added", file.path, sourceOf(file.path, after)));
    } else if (file.keys && was.keys) append(changes, keyChanges(was, file, kept(file)));
    else
      append(
        changes,
        [textChange(was, file, hidden, otherwise)].filter((change) => change !== null),
      );
  }
  for (const path of old.keys()) changes.push(whole("file-removed", path, sourceOf(path, after) ?? sourceOf(path, before)));
  return changes;
}

/** Returns every compiled file of an environment as an added or removed file. */
export const allFiles = (kind: "file-added" | "file-removed", side: CompiledSide): readonly Change[] =>
  side.files.map(({ path }) => whole(kind, path, sourceOf(path, side)));
