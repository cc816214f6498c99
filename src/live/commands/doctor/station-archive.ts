import { wrongUse } from "../../../kernel/index.ts";
import { NotGathered, type Station } from "../../doctor/station.ts";
import type { ToolProcess } from "../../../platform/index.ts";
import { Unreadable, type WorkstationTree, isWindowsPath, receiptBytes, withTree } from "../../../deploy/index.ts";
import { GatheredFiles } from "./gathered.ts";

/**
 * Environment variables that earlier versions of deploy.ps1 -Collect did not collect: one without a value in such an older archive can
 * still be set on the workstation.
 */
const LATER = /^(?:PATH|TEMP|TMP|CT_REQ_RESP_JSON_DIR|TCSSO_SESSION_AGENT_PATH|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|NODE_\w+)$/i;

/**
 * Returns the folder that deploy.ps1 -Collect had as -Root: the part of the installation path before the first folder with a one-letter
 * name, which stands for the drive. Returns null for a Windows path, and if no folder has such a name.
 */
const rootOf = (install: string): string | null =>
  isWindowsPath(install) ? null : (/^(.*?)[\\/][A-Za-z][\\/]/.exec(install)?.[1] ?? null);

/** Converts a path as the archive spells it to a Windows path: below `root`, the drive is a folder with a one-letter name. */
function windowsPath(path: string, root: string | null): string {
  const below = root !== null && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : null;
  return (below === null ? path : below.replace(/^([A-Za-z])(?=\/|$)/, "$1:")).replaceAll("/", "\\");
}

/**
 * Returns a function that converts a text of a receipt to a Windows path if it is a path below `root`, the folder that deploy.ps1 -Root
 * names. Any other text is returned unchanged.
 */
const below =
  (root: string | null) =>
  (text: string): string =>
    root !== null && text.startsWith(`${root}/`) ? windowsPath(text, root) : text;

const LEFT_OUT = /^# .* is left out: (.+)$/m;

interface Row {
  readonly kind: string;
  readonly size: string;
  readonly sum: string;
  readonly time: string;
  readonly path: string;
}

const rowsOf = (text: string): readonly Row[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const [, kind = "", size = "", sum = "", time = "", path = ""] =
      /^(\w+) {2}(.*?) {2}(\S+) {2}(\S+) {2}(.+)$/s.exec(line) ?? [];
    return kind === "" ? [] : [{ kind, size, sum, time, path }];
  });

const KINDS = ["file", "folder", "link", "other", "missing", "unreadable"] as const;

/** Adds the lines of places.txt in an archive of deploy.ps1 -Collect: the kind, size, digest and time of each path. */
function addPlaces(into: GatheredFiles, rows: readonly Row[], root: string | null): void {
  for (const { kind, size, sum, time, path: written } of rows) {
    const path = windowsPath(written, root);
    const known = KINDS.find((one) => one === kind);
    if (known)
      into.add(path, {
        kind: known,
        ...(/^\d+$/.test(size) ? { size: Number(size) } : {}),
        ...(/^[0-9a-f]{64}$/.test(sum) ? { sha256: sum } : {}),
        ...(time === "-" ? {} : { modified: Date.parse(time) || 0 }),
      });
    else if (kind === "listed") into.listed(path);
    else if (kind === "plugin")
      into.add(path, { kind: "file", bytes: Buffer.from(`<plugin id="${size.replaceAll('"', "")}"/>`) });
  }
}

/** Adds the entries of files.txt in an archive of deploy.ps1 -Collect: whole folders with the digests of their files, then single files. */
function addListing(into: GatheredFiles, text: string, root: string | null): void {
  let folder: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    const [, opened] = /^== (.+)$/.exec(line) ?? [];
    if (opened !== undefined) {
      folder = windowsPath(opened, root);
      into.add(folder, { kind: "folder" });
      into.whole(folder);
      continue;
    }
    const [, hash = "", size = "", path = ""] = /^(.+?) {2}(-?\d+|hidden form) {2}(.+)$/s.exec(line) ?? [];
    if (path === "") continue;
    const whole =
      isWindowsPath(path) || path.startsWith("/") ? windowsPath(path, root) : `${folder ?? ""}\\${path.replaceAll("/", "\\")}`;
    into.add(whole, {
      kind: hash === "a link" ? "link" : "file",
      ...(/^\d+$/.test(size) ? { size: Number(size) } : {}),
      ...(/^[0-9a-f]{64}$/.test(hash) ? { sha256: hash } : {}),
    });
  }
}

const textOf = async (tree: WorkstationTree, path: string): Promise<string | null> =>
  (await tree.read(path))?.bytes.toString("utf8") ?? null;

/**
 * Adds the files in an archive of deploy.ps1 -Collect that its notes.txt maps to paths of the workstation, and the paths that notes.txt
 * reports as missing or unreadable.
 */
async function addNotes(into: GatheredFiles, tree: WorkstationTree, notes: string, root: string | null): Promise<void> {
  for (const line of notes.split(/\r?\n/)) {
    const [, written = "", said = ""] = /^((?:[A-Za-z]:|[\\/]).*?): ([^:].*)$/s.exec(line) ?? [];
    if (written === "") continue;
    const path = windowsPath(written, root);
    if (said === "not there") into.add(path, { kind: "missing" });
    else if (/^could not be read/.test(said)) into.add(path, { kind: "unreadable" });
    const [, name = ""] = /^((?:connector|client|tool|system|swap)\/[^\s()][^()]*?)(?: \(.*)?$/.exec(said) ?? [];
    const read = name === "" ? null : await tree.read(name);
    if (!read) continue;
    const bytes = name.startsWith("swap/receipts/") ? receiptBytes(read.bytes, below(root)) : read.bytes;
    into.add(path, { kind: "file", size: bytes.length, bytes });
    const [, why] = name.endsWith(".properties") ? (LEFT_OUT.exec(bytes.toString("latin1")) ?? []) : [];
    if (why !== undefined)
      into.add(path, { kind: "file", size: bytes.length, bytes: Buffer.from(`# ${why}\nunreadable=\\uXXXX\n`) });
  }
}

/**
 * Marks the users' folders that deploy.ps1 searched for folders of plug-ins as completely listed, so that anything in them that was not
 * collected counts as missing.
 */
function closeUsers(into: GatheredFiles, rows: readonly Row[], root: string | null): void {
  into.add("C:\\Users", { kind: "folder" });
  into.listed("C:\\Users");
  for (const { path } of rows) {
    const found = /^([A-Za-z]:\\Users\\[^\\]+\\AppData\\Local)(\\\.[^\\]+)(\\[^\\]+)\\plugins$/i.exec(windowsPath(path, root));
    if (!found) continue;
    const [, local = "", tool = "", version = ""] = found;
    into.add(local + tool + version, { kind: "folder" });
    for (const folder of [local + tool, local + tool + version]) into.listed(folder);
  }
  // deploy.ps1 searches every user's folder for the modeling tool's settings, so a user without an entry has no settings
  for (const user of into.known("C:\\Users"))
    for (const folder of ["", "\\AppData", "\\AppData\\Local"]) into.listed(`C:\\Users\\${user}${folder}`);
}

/**
 * Parses the NAME=VALUE lines of environment.txt, the environment variables in an archive. Names become upper case, because Windows ignores
 * their case.
 */
function variablesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const at = line.indexOf("=");
      return at > 0 ? [[line.slice(0, at).toUpperCase(), line.slice(at + 1)] as const] : [];
    }),
  );
}

function processesOf(rows: readonly Row[]): readonly ToolProcess[] | null {
  if (!rows.some(({ kind }) => kind === "processes")) return null;
  return rows
    .filter(({ kind }) => kind === "process")
    .map(({ size, sum, time, path }) => ({
      name: size,
      pid: Number(sum),
      started: time === "-" ? null : time,
      user: null,
      path,
    }));
}

/** The facts about an archive of deploy.ps1 -Collect that are needed before its files can be read. */
interface Parts {
  readonly notes: string;
  /** The installation folder of the modeling tool as a Windows path. */
  readonly install: string;
  /** The folder below which deploy.ps1 -Root collected; null if it collected from the workstation itself. */
  readonly root: string | null;
  /** The lines of places.txt; null if the archive has no places.txt, because an earlier deploy.ps1 made it. */
  readonly places: readonly Row[] | null;
}

async function partsOf(tree: WorkstationTree, name: string): Promise<Parts> {
  const notes = await textOf(tree, "notes.txt");
  const folder = /^installation (.+)$/m.exec(notes ?? "")?.[1]?.trim() ?? null;
  if (notes === null || folder === null)
    throw wrongUse(
      `${name} is no archive of deploy.ps1 -Collect: no notes in it name an installation`,
      "name what deploy.ps1 -Collect OUT.zip wrote",
    );
  const root = rootOf(folder);
  const places = await textOf(tree, "places.txt");
  return { notes, install: windowsPath(folder, root), root, places: places === null ? null : rowsOf(places) };
}

/**
 * Returns the files of the workstation, combined from files.txt, places.txt and notes.txt of an archive: each of them covers only part of
 * the workstation.
 */
async function filesOf(tree: WorkstationTree, { notes, install, root, places }: Parts): Promise<GatheredFiles> {
  const into = new GatheredFiles();
  addListing(into, (await textOf(tree, "files.txt")) ?? "", root);
  addPlaces(into, places ?? [], root);
  await addNotes(into, tree, notes, root);
  if (places !== null) closeUsers(into, places, root);
  if (tree.list("swap/receipts")?.some((receipt) => /\.json$/i.test(receipt))) into.listed(`${install}\\.swap\\receipts`);
  into.add(install, { kind: "folder" });
  return into;
}

/**
 * Returns a lookup of environment variables; null if the archive has no environment.txt. A variable that the file lacks counts as not set,
 * but the lookup throws `NotGathered` if the deploy.ps1 that made the archive did not collect that variable.
 */
function variablesIn(text: string | null, { places }: Parts): Station["variables"] {
  if (text === null) return null;
  const variables = variablesOf(text);
  return (wanted) => {
    const value = variables.get(wanted.toUpperCase());
    if (value === undefined && places === null && LATER.test(wanted)) throw new NotGathered(wanted);
    return value;
  };
}

async function stationOf(tree: WorkstationTree, name: string, install: string | null): Promise<Station> {
  const parts = await partsOf(tree, name);
  const files = await filesOf(tree, parts);
  const rows = parts.places ?? [];
  const running = processesOf(rows);
  const searched = new Set(
    rows.filter(({ kind }) => kind === "searched").map(({ path }) => windowsPath(path, parts.root).toLowerCase()),
  );
  const shown = (path: string) => path.replaceAll("/", "\\");
  return {
    source: "archive",
    windows: false,
    name,
    files: files.files(),
    where: { root: null, install: install ?? parts.install, clientFile: null, cwd: "/" },
    shown,
    variables: variablesIn(await textOf(tree, "environment.txt"), parts),
    noVariables: "the archive has no environment.txt, in which variables are",
    processes: running && (() => Promise.resolve(running)),
    searched: (at, pattern) => {
      if (!searched.has(shown(at).toLowerCase())) throw new NotGathered(at);
      return files.below(at).filter((path) => pattern.test(path.slice(path.lastIndexOf("\\") + 1)));
    },
    resolve: null,
  };
}

/**
 * Reads a workstation from what deploy.ps1 -Collect gathered on it: an archive, or the folder it was unpacked to. Throws a Refusal if the
 * archive or folder is unreadable.
 */
export async function stationInArchive(path: string, name: string, install: string | null): Promise<Station> {
  try {
    return await withTree(path, (tree) => stationOf(tree, name, install));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw wrongUse(
      `${name} cannot be read: ${error.why.join("; ")}`,
      "name what deploy.ps1 -Collect OUT.zip wrote, as it was written",
    );
  }
}
