import { type Place, append, saysSecret } from "../../kernel/index.ts";
import { type Cause, type Change, causeOf } from "./plan.ts";
import type { CompiledSide, SideFile, SideKey } from "./side.ts";
import { unifiedDiff } from "./unified-diff.ts";

const unix = (text: string): string => text.replaceAll("\r\n", "\n");

/** What both values may show: a key that is secret on one side shows neither. */
function values(before: SideKey | undefined, after: SideKey | undefined): Pick<Change, "secret" | "before" | "after"> {
  if (before?.secret || after?.secret) return { secret: true };
  return { secret: false, before: before?.value ?? null, after: after?.value ?? null };
}

/** True when both say the same; of a secret of an installation is known that it is one, and nothing else. */
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

/** `kept`: keys whose value a deploy takes from the machine; an installation rightly has another one. */
function keyChanges(before: SideFile, after: SideFile, kept: ReadonlySet<string>): readonly Change[] {
  const [old, now] = [before.keys ?? new Map<string, SideKey>(), after.keys ?? new Map<string, SideKey>()];
  const names = [...now.keys(), ...[...old.keys()].filter((key) => !now.has(key))];
  return names.flatMap((key) => {
    if ((before.partial && !old.has(key)) || (kept.has(key) && old.has(key) && now.has(key))) return [];
    return keyChange(after.path, old.get(key), now.get(key)) ?? [];
  });
}

/** Where the YAML says what differs in a text: the first edit that is new or other, else one that is gone. */
function textCause(before: SideFile, after: SideFile): Cause | null {
  const differs = (list: SideFile["causes"], other: SideFile["causes"]) =>
    list.find(({ says }) => !other.some((known) => known.says === says));
  const found = differs(after.causes, before.causes) ?? differs(before.causes, after.causes);
  return found ? causeOf(found.place, found.layer) : null;
}

/** True when a value that is not shown may stand in the notes of an environment. */
const holdsPlainSecret = ({ files }: CompiledSide): boolean =>
  files.some(({ keys }) => [...(keys?.values() ?? [])].some((key) => key.secret && key.reference === null && key.value !== ""));

function textChange(before: SideFile, after: SideFile, hidden: boolean, otherwise: Cause | null): Change | null {
  if (before.settled === after.settled) return null;
  const cause = after.purpose === "note" ? null : (textCause(before, after) ?? otherwise);
  const common = { file: after.path, key: null, decides: null, cause };
  if (unix(before.settled) === unix(after.settled)) return { ...common, kind: "spelling", secret: false };
  if (hidden && after.purpose === "note") return { ...common, kind: "text", secret: true };
  return { ...common, kind: "text", secret: false, diff: unifiedDiff(after.path, before.text, after.text, saysSecret) };
}

const whole = (kind: "file-added" | "file-removed", file: string, place: Place | null): Change => {
  return { file, key: null, kind, secret: false, decides: null, cause: causeOf(place, "environment") };
};

/** Where the YAML says that a side has a file at all: sso.yaml for those of the sign-in, else the release that it comes from. */
const sourceOf = (path: string, { signInPlace, connectorPlace }: CompiledSide): Place | null =>
  path.startsWith("sso/") ? signInPlace : connectorPlace;

/** Every difference of two compiled sides, by file and key. */
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

/** Every file of a side, as added or removed with it. */
export const allFiles = (kind: "file-added" | "file-removed", side: CompiledSide): readonly Change[] =>
  side.files.map(({ path }) => whole(kind, path, sourceOf(path, side)));
