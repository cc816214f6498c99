import { PropertiesDocument, greatest, INSTALLED_SCHEMAS } from "../../../kernel/index.ts";
import type { LoadedShared } from "../../load/shared.ts";
import { type ReleaseFolder, type SourceTree, diskTree, readingFile } from "../../../platform/index.ts";
import { type Draft, draftRelease } from "../../kit/draft.ts";
import type { FoundKit, SourceFiles } from "../../kit/find.ts";
import { jarFacts } from "../../kit/jar.ts";
import { type KeyChanges, keyChanges } from "../../kit/keys.ts";
import { type KitLock, type LockedFile, byPath, lockText, parseLock } from "../../kit/lock.ts";
import { BASE_OF_KIT } from "../../kit/places.ts";
import { isStandIn } from "../../kit/stand-ins.ts";
import type { FileRole } from "../../model/files.ts";
import type { LockSource } from "../../model/kit-lock.ts";
import type { TakenFile } from "./source.ts";

/**
 * Returns the files of an import's source, with a reader for the search for a kit in them. `read` returns null for a file that cannot be
 * read or is too large to be a settings file.
 */
export function sourceFiles(folder: string, files: readonly TakenFile[]): SourceFiles {
  const reader = diskTree(folder);
  return {
    files,
    read(path) {
      const read = reader.read(path);
      return read.kind === "file" ? read.bytes : null;
    },
  };
}

/**
 * Returns the files of an import's source under their paths in the kit, with the class-file version of every jar. `unread` lists jars that
 * cannot be read.
 */
export function lockedFiles(
  taken: readonly TakenFile[],
  found: FoundKit,
  into: ReleaseFolder,
): { readonly files: readonly LockedFile[]; readonly unread: readonly string[] } {
  const unread: string[] = [];
  const files = taken.map(({ path: from, size, sha256 }): LockedFile => {
    const inside = found.root === "" ? from : from.slice(found.root.length + 1);
    const path = found.wrap === "" ? inside : `${found.wrap}/${inside}`;
    if (!/\.jar$/i.test(path)) return { path, size, sha256 };
    const { classVersion, fault } = readingFile(into.kitFile(path), jarFacts);
    if (fault !== null) unread.push(`${path} cannot be read as a jar: it ${fault}`);
    return classVersion === null ? { path, size, sha256 } : { path, size, sha256, class: classVersion };
  });
  return { files: [...files].sort(byPath), unread };
}

const same = (a: LockSource | null, b: LockSource): boolean => a?.name === b.name && a.size === b.size && a.sha256 === b.sha256;

/**
 * Returns the source to record in kit.lock.yaml. If the existing kit.lock.yaml has an equal source and equal files, its day of import
 * stays, so that a repeated import changes no byte.
 */
export function sourceOf(into: ReleaseFolder, source: LockSource, files: readonly LockedFile[]): LockSource {
  const standing = into.standing("kit.lock.yaml");
  const lock: KitLock | null = standing && parseLock("kit.lock.yaml", standing).lock;
  const imported = lock?.source?.imported;
  if (!lock || imported === undefined || !same(lock.source, source)) return source;
  const text = (of: KitLock["source"], rows: readonly LockedFile[]) => lockText({ release: "", source: of, files: rows });
  return text(null, lock.files) === text(null, files) ? { ...source, imported } : source;
}

/**
 * Writes the base files to the staging folder of the release, byte for byte as in the kit, and returns the parsed properties files among
 * them by role.
 */
export function writeBase(found: FoundKit, into: ReleaseFolder): Readonly<Partial<Record<FileRole, PropertiesDocument>>> {
  const kit = diskTree(into.kit);
  const documents: Partial<Record<FileRole, PropertiesDocument>> = {};
  for (const { base, field } of BASE_OF_KIT) {
    const name = found.plugin.path.slice(found.plugin.path.lastIndexOf("/") + 1);
    const path = field === "plugin" ? `${found.pluginFolder}/${name}` : found.paths[field];
    const read = path === null ? null : kit.read(path);
    if (read?.kind !== "file") continue;
    into.write(`base/${base}`, read.bytes);
    if (base.endsWith(".properties")) {
      documents[base.slice(0, -".properties".length) as FileRole] = PropertiesDocument.parse(read.bytes);
    }
  }
  return documents;
}

/**
 * Returns the path of a JSON schema for the first line of a generated document: in schemas/ of Tierwright's own repository, in
 * node_modules/ of a user's repository.
 */
export function schemaOf(files: SourceTree, kind: "kit-lock" | "connector-release"): string {
  const own = files.read(`schemas/${kind}.schema.json`).kind === "file";
  return `../../${own ? "schemas" : INSTALLED_SCHEMAS}/${kind}.schema.json`;
}

/** Returns true if a file of the existing release is a stand-in, unchanged since `init` wrote it. */
export function isStanding(into: ReleaseFolder, path: string): boolean {
  const bytes = into.standing(path);
  return bytes !== null && isStandIn(into.release, path, bytes);
}

/** Writes a drafted release.yaml; returns null if the release already has one that `init` did not write. */
export function writeDraft(
  found: FoundKit,
  files: readonly LockedFile[],
  documents: Readonly<Partial<Record<FileRole, PropertiesDocument>>>,
  into: ReleaseFolder,
  schema: string,
): Draft | null {
  if (into.standing("release.yaml") && !isStanding(into, "release.yaml")) return null;
  const versions = files.flatMap(({ path, class: version }) =>
    version !== undefined && path.startsWith(`${found.pluginFolder}/`) ? [version] : [],
  );
  const draft = draftRelease({
    release: into.release,
    pluginFolder: found.pluginFolder,
    paths: found.paths,
    classVersion: versions.length === 0 ? null : greatest(versions),
    files: documents,
    schema,
  });
  into.write("release.yaml", draft.text);
  return draft;
}

/**
 * Returns the changes of client.properties in the kit since the newest earlier release that has one; null if there is none, or if the kit
 * has no such file.
 */
export function clientChanges(
  { model }: LoadedShared,
  release: string,
  client: PropertiesDocument | undefined,
): { readonly release: string; readonly changes: KeyChanges } | null {
  const before = [...model.releases.values()]
    .filter(({ name, base }) => name < release && base.client !== null)
    .sort((a, b) => (a.name < b.name ? 1 : -1))[0];
  if (!before?.base.client || !client) return null;
  return { release: before.name, changes: keyChanges(before.base.client.document, client) };
}
