import { DIRECTORY_KEYS } from "../model/directories.ts";
import {
  type RuleProblem,
  type Scalar,
  SourceText,
  append,
  basePath,
  lockPath,
  missingFile,
  parsePlugin,
  placeOf,
  plainNameFault,
  releaseName,
  releasePath,
} from "../../kernel/index.ts";
import type { SourceTree } from "../../platform/index.ts";
import { scalarAt } from "./fields.ts";
import { FILE_ROLES, type FileRole, type PluginFile, type PropertiesFile } from "../model/files.ts";
import { readLock } from "./read-lock.ts";
import { readRelease } from "./read-release.ts";
import type { Release } from "../model/release.ts";
import { type Site, importWorkingDirKey } from "../model/site.ts";
import { type Profiles, profileOf } from "./connector.ts";
import { readDocument } from "./document.ts";
import type { Gathering } from "./gathering.ts";
import { log4j2File, propertiesFile, readBytes } from "./files.ts";
import { isNearName, nearFile } from "./near-names.ts";
import { findMisnamed, missing } from "./unread-files.ts";

/** The names of the properties files in releases/RELEASE/base/, by role. */
export const BASE_FILES: Readonly<Record<FileRole, string>> = {
  connector: "connector.properties",
  client: "client.properties",
  logger: "logger.properties",
};

/** Returns the names that a base file has on a workstation, because people copy it into base/ under such a name. */
function alsoCalled(file: string, site: Site | null): readonly string[] {
  const conf = site?.connector.conf.text;
  if (file === BASE_FILES.connector) return conf === undefined ? [] : [`${conf}.properties`];
  const client = site?.client.file.text.split(/[\\/]/).at(-1);
  return file === BASE_FILES.client ? ["CommonClient.properties", ...(client === undefined ? [] : [client])] : [];
}

type ReleaseWithoutBase = Omit<Release, "base">;

function reportStray(files: SourceTree, path: string, also: readonly string[], into: Gathering): void {
  const stray = findMisnamed(files, path, also);
  if (stray) into.problems.push(stray);
}

function loadProperties(
  files: SourceTree,
  release: ReleaseWithoutBase,
  role: FileRole,
  keys: ReadonlySet<string>,
  site: Site | null,
  into: Gathering,
): PropertiesFile | null {
  const path = basePath(release.name, BASE_FILES[role]);
  const bytes = readBytes(files, path, into.problems);
  if (bytes) {
    const file = propertiesFile(path, bytes, "base", role, keys);
    into.sources.push(file.source);
    return file;
  }
  const write = release.writes.find((item) => item.file === role);
  if (into.problems.some((problem) => problem.at?.file === path)) return null;
  const also = alsoCalled(BASE_FILES[role], site);
  if (write) {
    const file = nearFile(files, path, also);
    const near = file === null ? null : ({ is: "file", file, wanted: path } as const);
    const found = { seen: "base-file", file: path, key: write.key, role, release: release.name, near } as const;
    into.problems.push(missingFile.at(placeOf(write.span), found));
  } else reportStray(files, path, also, into);
  return null;
}

function loadPlugin(files: SourceTree, name: string, into: Gathering): PluginFile | null {
  const path = basePath(name, "plugin.xml");
  const bytes = readBytes(files, path, into.problems);
  return bytes && { path, bytes, source: new SourceText(path, bytes.toString("latin1")), parsed: parsePlugin(bytes) };
}

function loadBase(files: SourceTree, release: ReleaseWithoutBase, site: Site | null, into: Gathering): Release["base"] {
  const keys = new Set([
    ...DIRECTORY_KEYS,
    ...release.directories.map((key) => key.text),
    ...(site ? [importWorkingDirKey(site)] : []),
  ]);
  const [connector, client, logger] = FILE_ROLES.map((role) => loadProperties(files, release, role, keys, site, into));
  const path = basePath(release.name, "log4j2.xml");
  const bytes = readBytes(files, path, into.problems);
  const log4j2 = bytes ? log4j2File(path, bytes, "base") : null;
  if (!bytes && !into.problems.some((problem) => problem.at?.file === path)) reportStray(files, path, [], into);
  if (log4j2) into.sources.push(log4j2.source);
  const plugin = loadPlugin(files, release.name, into);
  return { connector: connector ?? null, client: client ?? null, logger: logger ?? null, log4j2, plugin };
}

/** Returns one finding if the folder base/ of a release with writes is missing, instead of one for each file; otherwise null. */
function missingBase(files: SourceTree, { name, writes }: ReleaseWithoutBase): RuleProblem | null {
  const folder = `releases/${name}/base`;
  const [first] = writes;
  if (!first || files.list(folder).kind !== "missing") return null;
  const listed = files.list(`releases/${name}`);
  const near = (listed.kind === "entries" ? listed.entries : []).find(
    (entry) => entry.kind === "directory" && entry.name !== "kit" && isNearName(entry.name, "base"),
  );
  const instead = near ? ({ is: "folder", file: `releases/${name}/${near.name}`, wanted: folder } as const) : null;
  return missingFile.at(placeOf(first.span), { seen: "base", folder, release: name, near: instead });
}

/** Reports a release.yaml and a kit.lock.yaml whose field `release` differs from the folder's name. */
function nameProblems({ name, release }: ReleaseWithoutBase, locked: Scalar | null, { problems }: Gathering): void {
  // if kit.lock.yaml and release.yaml agree, the folder has the wrong name, which is reported below
  if (locked && locked.text !== name && locked.text !== release.text) {
    const found = { seen: "lock", found: locked.text, release: name, usable: true } as const;
    problems.push(releaseName.at(placeOf(locked.span), found, { pointer: locked.pointer }));
  }
  if (release.text !== name) {
    const { text, span, pointer } = release;
    const found = { seen: "release", found: text, release: name, usable: plainNameFault(text) === null } as const;
    problems.push(releaseName.at(placeOf(span), found, { pointer, explains: [{ is: "name", release: name }] }));
  }
}

/**
 * Reads one release with its kit.lock.yaml and base files; null if release.yaml cannot be read. Faults are added to `into` and never
 * thrown.
 */
export function loadRelease(
  files: SourceTree,
  name: string,
  { site, profiles }: { readonly site: Site | null; readonly profiles: Profiles },
  into: Gathering,
): Release | null {
  const path = releasePath(name);
  const document = readDocument(files, path, "ConnectorRelease");
  append(into.problems, document.problems);
  if (document.source) into.sources.push(document.source);
  if (document.missing) {
    into.problems.push(missing(files, { seen: "release", file: path, folder: `releases/${name}` }));
  }
  if (!document.tree) return null;
  const lock = readDocument(files, lockPath(name), "KitLock");
  append(into.problems, lock.problems);
  if (lock.missing) reportStray(files, lockPath(name), [], into);
  const connector = profileOf(files, document.tree, profiles, into);
  const locked = lock.tree && readLock(lock.path, lock.tree);
  const release = readRelease({ name, path, tree: document.tree }, locked, connector);
  if (!release) return null;
  nameProblems(release, scalarAt(lock.tree ?? undefined, "release"), into);
  const base = missingBase(files, release);
  if (base) {
    into.problems.push(base);
    return { ...release, base: { connector: null, client: null, logger: null, log4j2: null, plugin: null } };
  }
  return { ...release, base: loadBase(files, release, site, into) };
}
