import { type Mapping, type Scalar, type Tree, child } from "../../kernel/index.ts";
import { itemsAt, scalarAt, scalarMapAt, scalarsAt } from "./fields.ts";
import { FILE_ROLES, type FileRole } from "../model/files.ts";
import type { ReleaseLock } from "../model/kit-lock.ts";
import type { ConnectorProfile } from "../model/connector-profile.ts";
import { BUILT_IN_CONNECTOR, profileWrite } from "../model/connector-profile.ts";
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

/**
 * Returns the jars whose class-file version is in kit.lock.yaml, so that `check` never opens a jar; an empty list without kit.lock.yaml.
 */
function lockedJars(lock: ReleaseLock | null): readonly LockedJar[] {
  return (lock?.files ?? []).flatMap(({ path, class: version, span }) =>
    version === undefined ? [] : [{ path, classVersion: version, span }],
  );
}

/**
 * Returns the writes of a release whose release.yaml states none: the (file, key) pairs of its connector. The place of such a write is its
 * line in the connector profile; for the built-in connector, the field `release` of release.yaml.
 */
function writesOf({ writes }: ConnectorProfile, release: Scalar): readonly Write[] {
  return writes.map((write) => {
    const { file, key, decides, value } = write;
    const { leaf = release, span = release.span, keySpan = release.span } = profileWrite(write) ?? {};
    return { file, key, decides, span, keySpan, value: { ...leaf, text: `{{${value}}}` } };
  });
}

/**
 * The connector profile that a release names: its path with its model, which is null if it cannot be used; undefined if the release names
 * none.
 */
export type NamedConnector = { readonly path: string; readonly profile: ConnectorProfile | null } | undefined;

/** Returns the model of release.yaml without its base files; null if a required field is missing, which `readDocument` has reported. */
export function readRelease(
  { name, path, tree }: { readonly name: string; readonly path: string; readonly tree: Mapping },
  lock: ReleaseLock | null,
  connector: NamedConnector,
): Omit<Release, "base"> | null {
  const release = scalarAt(tree, "release");
  const writes = child(tree, "writes");
  if (!release || (writes && writes.type !== "list")) return null;
  const profile = connector ? connector.profile : BUILT_IN_CONNECTOR;
  const own = writes?.items.flatMap((item) => readWrite(item) ?? []);
  return {
    name,
    path,
    profile,
    profilePath: connector?.path ?? null,
    release,
    java: scalarAt(tree, "java"),
    certifiedTiers: scalarsAt(tree, "certifiedTiers"),
    claims: itemsAt(tree, "claims").flatMap((item) => readClaim(item) ?? []),
    writes: own ?? (profile ? writesOf(profile, release) : []),
    writesSpan: tree.entries.get("writes")?.keySpan ?? null,
    directories: [...scalarsAt(tree, "directories"), ...(profile?.directories ?? [])],
    known: scalarsAt(tree, "known"),
    kit: new Map([...scalarMapAt(tree, "kit")].map(([key, { value }]) => [key, value])),
    lock,
    lockedJars: lockedJars(lock),
  };
}
