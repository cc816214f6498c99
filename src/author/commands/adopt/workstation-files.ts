import { type RuleProblem, readForDisplay, startOf, unusableWorkstation, withoutTrailing } from "../../../kernel/index.ts";
import type { Workstation } from "../../adopt/workstation.ts";
import {
  DIRECTORY_KEYS,
  FILE_ROLES,
  type FileRole,
  type Log4j2File,
  type PropertiesFile,
  type SharedModel,
  type Site,
  importWorkingDirKey,
  log4j2File,
  propertiesFile,
  sameToolRow,
} from "../../../compiler/index.ts";
import { RECEIPT, Unreadable, type WorkstationTree, receiptBytes } from "../../../deploy/index.ts";
import {
  type Found,
  type FoundFiles,
  type Given,
  type Otherwise,
  collectedElsewhere,
  onDrive,
  otherwise,
  ownInstall,
  releaseOf,
  toolIn,
  toolOf,
} from "./workstation-installed.ts";

export interface Reading {
  readonly workstation: Workstation | null;
  readonly problems: readonly RuleProblem[];
  readonly otherwise?: readonly Otherwise[];
}

/**
 * Returns a workstation made from its files; null with problems, which name the searched paths (`looked`), if the connector's or the client
 * library's properties file is missing.
 * @param collected true for files that deploy.ps1 -Collect wrote
 */
export function workstationOf(
  name: string,
  found: FoundFiles,
  given: Given,
  shared: SharedModel,
  looked: readonly string[],
  collected = false,
): Reading {
  const { site } = shared;
  const { connector, client } = found.properties;
  const lacking = (["connector", "client"] as const).filter((file) => !found.properties[file]);
  const problems = lacking.map((file) => {
    const by = collected ? "collected" : connector || client ? file : "elsewhere";
    return unusableWorkstation.at(startOf(name), { workstation: name, seen: "lacks", file, looked, by });
  });
  if (problems.length > 0 || !site) return { workstation: null, problems };
  const installed = releaseOf(found, shared);
  const { says } = installed;
  const release = given.release ?? installed.release;
  const own = release === null ? undefined : shared.releases.get(release);
  const keys = new Set([...DIRECTORY_KEYS, ...(own?.directories.map(({ text }) => text) ?? []), importWorkingDirKey(site, own)]);
  const properties: Partial<Record<FileRole, PropertiesFile>> = {};
  for (const role of FILE_ROLES) {
    const file = found.properties[role];
    if (file) properties[role] = propertiesFile(file.path, file.bytes, "installed", role, keys);
  }
  const log4j2: Log4j2File | null = found.log4j2 && log4j2File(found.log4j2.path, found.log4j2.bytes, "installed");
  const said = toolOf(found, shared);
  const tool = given.tool ?? said;
  return {
    workstation: { name, properties, log4j2, release, tool, says, install: ownInstall(found, site, tool) },
    problems: [],
    otherwise: [...otherwise(given, installed, said), ...(found.elsewhere ?? [])],
  };
}

/** Returns a Windows path as a path in a workstation's tree, where the drive is a folder (C/...); null for a path without a drive. */
const inTree = (path: string): string | null => {
  const drive = /^([A-Za-z]):[\\/]*(.*)$/s.exec(path);
  return drive ? withoutTrailing(`${drive[1]}/${(drive[2] ?? "").replace(/[\\/]+/g, "/")}`, "/") : null;
};

/** Returns the folders of a workstation's tree that match `tool.install` of site.yaml, with any tool in place of {tool}. */
function installations(tree: WorkstationTree, site: Site): readonly { readonly folder: string; readonly path: string }[] {
  const written = withoutTrailing(site.tool.install.text, "\\/");
  if (!written.includes("{tool}")) {
    const folder = inTree(written);
    return folder === null ? [] : [{ folder, path: written }];
  }
  const start = written.slice(0, written.indexOf("{tool}"));
  const parent = start.replace(/[\\/][^\\/]*$/, "");
  const tail = written
    .slice(parent.length)
    .replace(/^[\\/]/, "")
    .split(/[\\/]/)
    .slice(1);
  const parentFolder = inTree(parent);
  if (parentFolder === null) return [];
  return (tree.list(parentFolder) ?? []).flatMap((name) => {
    const path = [parent, name, ...tail].join("\\");
    const folder = inTree(path);
    return folder !== null && toolIn(site, path) !== null ? [{ folder, path }] : [];
  });
}

/** Finds a workstation's files in a folder that is laid out like its drives (C/...). */
async function fromDrives(tree: WorkstationTree, site: Site, given: Given) {
  const { folder, conf } = site.connector;
  const looked: string[] = [];
  const complete: { readonly install: { folder: string; path: string }; readonly connector: Found }[] = [];
  for (const install of installations(tree, site)) {
    const path = `${install.folder}/plugins/${folder.text}/conf/${conf.text}.properties`;
    const connector = await tree.read(path);
    looked.push(path);
    if (connector) complete.push({ install, connector });
  }
  // the message shows `*` for the placeholder {tool} of site.yaml, because no installed tool was found
  const anyTool = site.tool.install.text.replaceAll("{tool}", "*");
  if (looked.length === 0) looked.push(`${inTree(anyTool) ?? anyTool}/plugins/${folder.text}`);
  const wanted = complete.filter(
    ({ install }) => given.tool === null || sameToolRow(toolIn(site, install.path) ?? given.tool, given.tool),
  );
  const [only, another] = wanted.length > 0 ? wanted : complete;
  const several = only && another ? (wanted.length > 0 ? wanted : complete).map(({ install }) => install.path) : null;
  const client = inTree(site.client.file.text);
  const log4j2 = site.client.log4j2 && inTree(site.client.log4j2.text);
  if (client !== null) looked.push(client);
  const plugin = only ? `${only.install.folder}/plugins/${folder.text}` : null;
  const optional = async (path: string | null | undefined) => (path ? tree.read(path) : null);
  const version =
    site.tool.versionFrom && only ? `${only.install.folder}/${site.tool.versionFrom.file.text.replace(/[\\/]+/g, "/")}` : null;
  const clientFile = await optional(client);
  const logger = await optional(plugin && `${plugin}/conf/logger.properties`);
  const found: FoundFiles = {
    properties: {
      ...(only ? { connector: only.connector } : {}),
      ...(clientFile ? { client: clientFile } : {}),
      ...(logger ? { logger } : {}),
    },
    log4j2: await optional(log4j2),
    plugin: await optional(plugin && `${plugin}/plugin.xml`),
    pluginHash: null,
    deployed: null,
    version: await optional(version),
    install: only?.install.path ?? null,
  };
  return { found, looked, several };
}

/** Finds the files in a folder or archive that deploy.ps1 -Collect wrote (powershell/parts/98-collect.ps1). */
async function fromCollected(tree: WorkstationTree, site: Site) {
  const looked = ["connector/connector.properties", "client/CommonClient.properties"];
  const [connector, client, logger] = [
    await tree.read("connector/connector.properties"),
    await tree.read("client/CommonClient.properties"),
    await tree.read("connector/logger.properties"),
  ];
  const text = async (path: string) => (await tree.read(path))?.bytes.toString("utf8") ?? "";
  const notes = await text("notes.txt");
  const install = onDrive(site, /^installation (.+)$/m.exec(notes)?.[1]?.trim() ?? null);
  const version = site.tool.versionFrom?.file.text.split(/[\\/]/).at(-1);
  const found: FoundFiles = {
    properties: { ...(connector ? { connector } : {}), ...(client ? { client } : {}), ...(logger ? { logger } : {}) },
    log4j2: await tree.read("client/log4j2.xml"),
    plugin: await tree.read("connector/plugin.xml"),
    pluginHash: hashIn(await text("files.txt"), `${site.connector.folder.text}/plugin.xml`),
    deployed: await deployedIn(tree),
    version: version === undefined ? null : await tree.read(`tool/${version}`),
    install,
    elsewhere: collectedElsewhere(notes, site, install),
  };
  return { found, looked, several: null };
}

/** Returns the connector release in the deploy receipt with the highest number; null if there is no receipt or it cannot be read. */
async function deployedIn(tree: WorkstationTree): Promise<string | null> {
  const numbered = (tree.list("swap/receipts") ?? []).filter((name) => /^\d+-.*\.json$/i.test(name));
  const newest = numbered.sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))[0];
  const read = newest === undefined ? null : await tree.read(`swap/receipts/${newest}`);
  const told =
    read &&
    readForDisplay(
      RECEIPT,
      receiptBytes(read.bytes, (text) => text),
    );
  return told && "record" in told ? (told.record.bundle?.connector ?? null) : null;
}

/** Returns the digest of a file in the listing of deploy.ps1 -Collect (lines of digest, size and path); null if the file is not listed. */
function hashIn(listing: string, path: string): string | null {
  for (const line of listing.split(/\r?\n/)) {
    const [, hash = null, file = ""] = /^([0-9a-f]{64}) {2}\S+ {2}(.+)$/.exec(line) ?? [];
    if (file.toLowerCase() === path.toLowerCase()) return hash;
  }
  return null;
}

/**
 * Reads one workstation from its tree. Problems are returned, never thrown.
 * @param at the path prefix of its files in messages
 */
export async function readWorkstation(
  name: string,
  at: string,
  tree: WorkstationTree,
  given: Given,
  shared: SharedModel,
): Promise<Reading> {
  const { site } = shared;
  if (!site) return { workstation: null, problems: [] };
  const collected = (tree.list("connector") ?? tree.list("client") ?? (await tree.read("environment.txt"))) !== null;
  const { found, looked, several } = collected ? await fromCollected(tree, site) : await fromDrives(tree, site, given);
  if (several)
    return {
      workstation: null,
      problems: [unusableWorkstation.at(startOf(at), { workstation: name, seen: "several", folders: several })],
    };
  const placed = (file: Found): Found => ({ path: `${at}/${file.path}`, bytes: file.bytes });
  const properties: Partial<Record<FileRole, Found>> = {};
  for (const role of FILE_ROLES) {
    const file = found.properties[role];
    if (file) properties[role] = placed(file);
  }
  const log4j2 = found.log4j2 && placed(found.log4j2);
  const read = workstationOf(name, { ...found, properties, log4j2 }, given, shared, looked, collected);
  return { ...read, problems: read.problems.map((problem) => ({ ...problem, at: startOf(at) })) };
}

/** Returns the problem of a workstation that cannot be read. Throws any error other than `Unreadable` again. */
export function unread(name: string, at: string, error: unknown): readonly RuleProblem[] {
  if (!(error instanceof Unreadable)) throw error;
  return [unusableWorkstation.at(startOf(at), { workstation: name, seen: "unread", why: error.why })];
}
