import { sha256 } from "../../kernel/index.ts";
import { FILE_ROLES, type FileRole } from "../model/files.ts";
import type { Release } from "../model/release.ts";
import { type KitFacts, kitFacts } from "./facts.ts";
import { type KeyChanges, keyChanges } from "./keys.ts";
import type { MappingCounts } from "./mapping.ts";
import { libraryOf } from "./mixed-build.ts";

/**
 * A jar that differs between two kits, in which jars with the same library name belong together. `before` or `after` is null if that kit
 * lacks the jar; `version` is the one in the file name.
 */
export interface JarChange {
  readonly library: string;
  readonly change: "added" | "removed" | "changed";
  readonly before: { readonly path: string; readonly version: string | null; readonly java: number | null } | null;
  readonly after: { readonly path: string; readonly version: string | null; readonly java: number | null } | null;
}

/** The effect of a swap from one release to another on those keys of the conf that no environment decides. */
export interface SwapCarry {
  /** Keys in the confs of both kits, which keep the value of the previously installed conf. */
  readonly carried: readonly string[];
  /** Carried keys whose value in the new kit's conf differs from the old kit's; a swap does not apply the new value. */
  readonly otherDefault: readonly string[];
  /** Keys that only the new kit's conf has, which get its value. */
  readonly added: readonly string[];
  /** Keys that only the old kit's conf has, which a swap deletes. */
  readonly dropped: readonly string[];
}

export interface KitDiff {
  readonly before: KitFacts;
  readonly after: KitFacts;
  readonly keys: Readonly<Record<FileRole, KeyChanges>>;
  readonly log4j2: "same" | "changed" | "added" | "removed" | "absent";
  readonly jars: readonly JarChange[];
  /** Paths of files, other than jars, that differ between the kits. */
  readonly files: { readonly added: readonly string[]; readonly removed: readonly string[]; readonly changed: readonly string[] };
  readonly swap: SwapCarry;
}

type Jar = KitFacts["java"]["jars"][number] & { readonly sha256: string };

function jarsOf(release: Release, facts: KitFacts): ReadonlyMap<string, readonly Jar[]> {
  const hashes = new Map(release.lock?.files.map(({ path, sha256 }) => [path, sha256]));
  const byLibrary = new Map<string, Jar[]>();
  for (const jar of facts.java.jars) {
    const { library } = libraryOf(jar.path);
    byLibrary.set(library, [...(byLibrary.get(library) ?? []), { ...jar, sha256: hashes.get(jar.path) ?? "" }]);
  }
  return byLibrary;
}

const shown = (jar: Jar | undefined) => (jar ? { path: jar.path, version: libraryOf(jar.path).version, java: jar.java } : null);

function jarChanges(
  before: ReadonlyMap<string, readonly Jar[]>,
  after: ReadonlyMap<string, readonly Jar[]>,
): readonly JarChange[] {
  const libraries = [...new Set([...before.keys(), ...after.keys()])].sort();
  return libraries.flatMap((library) => {
    const old = before.get(library) ?? [];
    const now = after.get(library) ?? [];
    return Array.from({ length: Math.max(old.length, now.length) }, (_, i): JarChange | null => {
      const [a, b] = [old[i], now[i]];
      if (a && b && a.sha256 === b.sha256 && a.path === b.path) return null;
      return { library, change: !a ? "added" : !b ? "removed" : "changed", before: shown(a), after: shown(b) };
    }).filter((change) => change !== null);
  });
}

function fileChanges(before: Release, after: Release): KitDiff["files"] {
  const rows = ({ lock }: Release) =>
    new Map((lock?.files ?? []).filter(({ path }) => !/\.jar$/i.test(path)).map(({ path, sha256 }) => [path, sha256]));
  const old = rows(before);
  const now = rows(after);
  return {
    added: [...now.keys()].filter((path) => !old.has(path)),
    removed: [...old.keys()].filter((path) => !now.has(path)),
    changed: [...now].flatMap(([path, sha256]) => (old.has(path) && old.get(path) !== sha256 ? [path] : [])),
  };
}

function log4j2Change(before: Release, after: Release): KitDiff["log4j2"] {
  const hash = ({ base }: Release) => base.log4j2 && sha256(base.log4j2.bytes);
  const [old, now] = [hash(before), hash(after)];
  if (old === null && now === null) return "absent";
  if (old === null || now === null) return old === null ? "added" : "removed";
  return old === now ? "same" : "changed";
}

/**
 * Returns the differences between the kits of two releases, from their base files and locks.
 * @param counts Counts of each kit's mapping definition (`mappingCounts`); null for a kit that is not available.
 */
export function kitDiff(
  before: Release,
  after: Release,
  counts: { readonly before: MappingCounts | null; readonly after: MappingCounts | null },
): KitDiff {
  const keys = Object.fromEntries(
    FILE_ROLES.map((role) => [role, keyChanges(before.base[role]?.document ?? null, after.base[role]?.document ?? null)]),
  ) as Record<FileRole, KeyChanges>;
  const facts = { before: kitFacts(before, counts.before), after: kitFacts(after, counts.after) };
  const connector = keys.connector;
  const added = new Set(connector.added.map(({ key }) => key));
  const all = [...(after.base.connector?.document.load().map.keys() ?? [])];
  return {
    ...facts,
    keys,
    log4j2: log4j2Change(before, after),
    jars: jarChanges(jarsOf(before, facts.before), jarsOf(after, facts.after)),
    files: fileChanges(before, after),
    swap: {
      carried: all.filter((key) => !added.has(key)).sort(),
      otherDefault: connector.changed.map(({ key }) => key),
      added: connector.added.map(({ key }) => key),
      dropped: connector.removed.map(({ key }) => key),
    },
  };
}
