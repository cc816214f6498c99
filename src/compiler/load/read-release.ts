import { type Mapping, type Tree, child } from "../../kernel/index.ts";
import { itemsAt, scalarAt, scalarMapAt, scalarsAt } from "./fields.ts";
import { FILE_ROLES, type FileRole } from "../model/files.ts";
import type { ReleaseLock } from "../model/kit-lock.ts";
import type { Claim, LockedJar, Release, Write } from "../model/release.ts";

function readWrite(item: Tree): Write | null {
  const file = scalarAt(item, "file");
  const key = scalarAt(item, "key");
  const value = scalarAt(item, "value");
  if (!file || !key || !value || !(FILE_ROLES as readonly string[]).includes(file.text)) return null;
  return {
    file: file.text as FileRole,
    key: key.text,
    value,
    decides: scalarAt(item, "decides")?.text ?? key.text,
    span: item.span,
    keySpan: key.span,
  };
}

function readClaim(item: Tree): Claim | null {
  const source = scalarAt(item, "source");
  return source && { source, tools: scalarsAt(item, "tools"), tiers: scalarsAt(item, "tiers") };
}

/** Returns the jars with a class version in kit.lock.yaml, which is generated: check never opens a jar (C5). */
function lockedJars(lock: ReleaseLock | null): readonly LockedJar[] {
  return (lock?.files ?? []).flatMap(({ path, class: version, span }) =>
    version === undefined ? [] : [{ path, classVersion: version, span }],
  );
}

/** Returns the model of release.yaml without its base files; null if a required field is missing, which the shape check has reported. */
export function readRelease(name: string, path: string, tree: Mapping, lock: ReleaseLock | null): Omit<Release, "base"> | null {
  const release = scalarAt(tree, "release");
  const writes = child(tree, "writes");
  if (!release || writes?.type !== "list") return null;
  return {
    name,
    path,
    release,
    java: scalarAt(tree, "java"),
    certifiedTiers: scalarsAt(tree, "certifiedTiers"),
    claims: itemsAt(tree, "claims").flatMap((item) => readClaim(item) ?? []),
    writes: writes.items.flatMap((item) => readWrite(item) ?? []),
    writesSpan: tree.entries.get("writes")?.keySpan ?? writes.span,
    directories: scalarsAt(tree, "directories"),
    known: scalarsAt(tree, "known"),
    kit: new Map([...scalarMapAt(tree, "kit")].map(([key, { value }]) => [key, value])),
    lock,
    lockedJars: lockedJars(lock),
  };
}
