import { releaseFolder } from "../diagnostic/topics.ts";
import { DIRECTORY_KEYS } from "../model/directories.ts";
import { append } from "../diagnostic/lists.ts";
import type { RuleProblem } from "../diagnostic/finding.ts";
import { startOf } from "../diagnostic/place.ts";
import { parsePlugin } from "../formats/plugin/descriptor.ts";
import type { RepositoryFiles } from "../io/repository-files.ts";
import { scalarAt } from "./fields.ts";
import { FILE_ROLES, type FileRole, type PluginFile, type PropertiesFile } from "../model/files.ts";
import { basePath, lockPath, releasePath, plainNameFault } from "../model/paths.ts";
import { readLock } from "./read-lock.ts";
import { readRelease } from "./read-release.ts";
import type { Release } from "../model/release.ts";
import { type Site, importWorkingDirKey } from "../model/site.ts";
import { SourceText } from "../source/text.ts";
import { placeOf } from "../source/tree.ts";
import { elsewhere, isNearName, misnamed, nearFile, nearWords } from "./near-names.ts";
import { readDocument } from "./document.ts";
import { log4j2File, propertiesFile, readBytes } from "./files.ts";

/** What reading gathers on its way. */
export interface Gathering {
  readonly problems: RuleProblem[];
  readonly sources: SourceText[];
}

/** Names of a kit's properties files in base/. */
export const BASE_FILES: Readonly<Record<FileRole, string>> = {
  connector: "connector.properties",
  client: "client.properties",
  logger: "logger.properties",
};

export function missing(files: RepositoryFiles, path: string, what: string, help: string): RuleProblem {
  const shared = path.split("/").length === 2;
  const near = nearWords(nearFile(files, path) ?? (shared ? elsewhere(files, path) : null), path);
  const message = `${path} is missing: ${what}${near.said}`;
  return { rule: "repo/missing-file", at: startOf(path), message, help: near.help ?? help };
}

/** Names that a kit's file has on a workstation: people copy it into base/ under that one. */
function alsoCalled(file: string, site: Site | null): readonly string[] {
  const conf = site?.connector.conf.text;
  if (file === BASE_FILES.connector) return conf === undefined ? [] : [`${conf}.properties`];
  const client = site?.client.file.text.split(/[\\/]/).at(-1);
  return file === BASE_FILES.client ? ["CommonClient.properties", ...(client === undefined ? [] : [client])] : [];
}

type ReleaseWithoutBase = Omit<Release, "base">;

function reportStray(files: RepositoryFiles, path: string, also: readonly string[], into: Gathering): void {
  const stray = misnamed(files, path, also);
  if (stray) into.problems.push(stray);
}

function loadProperties(
  files: RepositoryFiles,
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
    const near = nearWords(nearFile(files, path, also), path);
    into.problems.push({
      rule: "repo/missing-file",
      at: placeOf(write.span),
      message: `${path} is missing, and ${write.key} is written into it: the ${role} file of release ${release.name} cannot be compiled${near.said}`,
      help: near.help ?? "copy the kit's own file into base/ as it is",
    });
  } else reportStray(files, path, also, into);
  return null;
}

function loadPlugin(files: RepositoryFiles, name: string, into: Gathering): PluginFile | null {
  const path = basePath(name, "plugin.xml");
  const bytes = readBytes(files, path, into.problems);
  return bytes && { path, bytes, source: new SourceText(path, bytes.toString("latin1")), parsed: parsePlugin(bytes) };
}

function loadBase(files: RepositoryFiles, release: ReleaseWithoutBase, site: Site | null, into: Gathering): Release["base"] {
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

/** Without base/ every file of the release is missing: one mistake. */
function missingBase(files: RepositoryFiles, { name, writes }: ReleaseWithoutBase): RuleProblem | null {
  const folder = `releases/${name}/base`;
  const [first] = writes;
  if (!first || files.list(folder).kind !== "missing") return null;
  const listed = files.list(`releases/${name}`);
  const near = (listed.kind === "entries" ? listed.entries : []).find(
    (entry) => entry.kind === "directory" && entry.name !== "kit" && isNearName(entry.name, "base"),
  );
  return {
    rule: "repo/missing-file",
    at: placeOf(first.span),
    message: `the folder ${folder} is missing, and with it every file of the kit that is written into: nothing of release ${name} can be compiled${near ? `; ${near.name} lies there, and nothing reads that name` : ""}`,
    help: near ? `rename releases/${name}/${near.name} to base` : `copy the kit's own files into ${folder}/ as they are`,
  };
}

/** One release with its lock and base files; null when release.yaml cannot be read as one. Every fault is reported, none throws. */
export function loadRelease(files: RepositoryFiles, name: string, site: Site | null, into: Gathering): Release | null {
  const path = releasePath(name);
  const document = readDocument(files, path, "ConnectorRelease");
  append(into.problems, document.problems);
  if (document.source) into.sources.push(document.source);
  if (document.missing) {
    into.problems.push(
      missing(files, path, `the folder releases/${name} is no connector release without it`, "write it, or remove the folder"),
    );
  }
  if (!document.tree) return null;
  const lock = readDocument(files, lockPath(name), "KitLock");
  append(into.problems, lock.problems);
  if (lock.missing) reportStray(files, lockPath(name), [], into);
  const release = readRelease(name, path, document.tree, lock.tree && readLock(lock.path, lock.tree));
  if (!release) return null;
  const locked = scalarAt(lock.tree ?? undefined, "release");
  // a lock that agrees with its release.yaml is right: the folder has another name, which is told below
  if (locked && locked.text !== name && locked.text !== release.release.text) {
    into.problems.push({
      rule: "repo/release-name",
      at: placeOf(locked.span),
      pointer: locked.pointer,
      message: `the lock is that of release '${locked.text}', but the folder is releases/${name}: what it proves would be another kit`,
      help: `import the kit of ${name} with \`tierwright kit import SOURCE --release ${name}\``,
    });
  }
  if (release.release.text !== name) {
    into.problems.push({
      rule: "repo/release-name",
      at: placeOf(release.release.span),
      pointer: release.release.pointer,
      explains: [releaseFolder(name)],
      message: `release is '${release.release.text}', but the folder is releases/${name}: environments name the folder, the matrix names the release`,
      help:
        plainNameFault(release.release.text) === null
          ? `rename the folder to ${release.release.text}, or write release: "${name}"`
          : `write release: "${name}"`,
    });
  }
  const base = missingBase(files, release);
  if (base) {
    into.problems.push(base);
    return { ...release, base: { connector: null, client: null, logger: null, log4j2: null, plugin: null } };
  }
  return { ...release, base: loadBase(files, release, site, into) };
}
