import { isAbsolute, join, posix, win32 } from "node:path";
import { Log4j2Document, SITE_PATH, child, notRead, withoutTrailing, wrongUse } from "../../../kernel/index.ts";
import { type SweepWorld, diskTree, readNamedFile } from "../../../platform/index.ts";
import { type Site, loadShared, scalarAt } from "../../../compiler/index.ts";
import { escapePattern, namePattern } from "../../sweep/file-names.ts";
import type { LogFiles } from "../../sweep/logs.ts";
import type { Closed, Series } from "../../sweep/plan.ts";
import { isWindowsPath, nativePath } from "../../../deploy/index.ts";
import type { Invocation } from "../../../report/index.ts";

/** The logs of a workstation, with their paths on this machine. */
export interface Places {
  readonly logs: readonly LogFiles[];
  /** The logs that a sweep cannot examine on this machine, each with the reason. */
  readonly closed: readonly Series[];
  /** The value of `logging.keepDays` in site.yaml: the age in days up to which a sweep keeps log files; null without that key. */
  readonly keepDays: string | null;
}

/** Returns the site of the repository in a folder; null if it has no environments/site.yaml. Throws a Refusal if that is invalid. */
function siteIn(directory: string): Site | null {
  const files = diskTree(directory);
  if (files.read(SITE_PATH).kind !== "file") return null;
  const { site } = loadShared(files, true).model;
  if (site) return site;
  throw wrongUse(`${SITE_PATH} cannot be used`, "`tierwright check` reports what is wrong with it");
}

/** A function that converts a path of a workstation to a path on this machine; it returns null if this machine has no such path. */
export type Native = (path: string) => string | null;

/** The name of a folder below --root that stands for a drive or for shares: one letter, or UNC. */
const DRIVE = /^(?:[A-Za-z]|UNC)$/;

/**
 * Returns the conversion of a workstation's paths for --root. If the root has folders for drives, `C:\Temp` is its folder `C/Temp`. Any
 * other root is itself the folder of all logs (`flat`): a log file is then the file of that name directly in the root.
 */
function nativeIn(world: SweepWorld, root: string | null): { readonly native: Native; readonly flat: boolean } {
  if (root === null) {
    const native: Native = (path) => {
      if (isWindowsPath(path))
        return world.windows ? nativePath(path, { root: null, install: null, clientFile: null, cwd: "" }) : null;
      return isAbsolute(path) ? path : null;
    };
    return { native, flat: false };
  }
  const lies = world.files.stat(root);
  if (lies?.kind !== "folder")
    throw wrongUse(lies ? `${root} is not a folder` : `${root} does not exist`, "name a folder, not a link, with --root DIR");
  const flat = !world.files.list(root).some((name) => DRIVE.test(name));
  const below: Native = (path) => {
    if (isWindowsPath(path)) return nativePath(path, { root, install: null, clientFile: null, cwd: root });
    return posix.isAbsolute(path) ? join(root, ...posix.normalize(path).split("/")) : null;
  };
  const nameOnly: Native = (path) => join(root, win32.basename(path));
  return { native: flat ? nameOnly : below, flat };
}

const UNRESOLVED = /\$\{/;

const closedSeries = (what: Series["what"], name: string, folder: string, closed: Closed): Series => ({
  what,
  name,
  folder,
  closed,
  entries: [],
});

interface Settings {
  readonly world: SweepWorld;
  readonly native: Native;
  readonly root: string | null;
  readonly flat: boolean;
}

/** Returns the log files of each appender in log4j2.xml that writes files, or the reason why a sweep cannot examine them. */
function clientLogs(document: Log4j2Document, { world, native, root, flat }: Settings): Pick<Places, "logs" | "closed"> {
  const logs: LogFiles[] = [];
  const closed: Series[] = [];
  for (const { name, resolved } of document.appenders) {
    const { fileName, filePattern } = resolved;
    if (fileName === null && filePattern === null) continue;
    const written = fileName ?? filePattern ?? "";
    const refuse = (why: Closed) => closed.push(closedSeries("client", name, written, why));
    if (fileName !== null && UNRESOLVED.test(fileName)) {
      refuse({ kind: "unnamed" });
      continue;
    }
    const active = fileName === null ? null : native(fileName);
    const pattern = filePattern === null ? null : namePattern(filePattern, world.windows);
    const folder = pattern && (flat ? root : native(pattern.folder));
    if ((fileName !== null && active === null) || (pattern && folder === null)) refuse({ kind: "not-here" });
    else if (filePattern !== null && pattern === null) refuse({ kind: "unnamed" });
    else if (active !== null || pattern)
      logs.push({
        what: "client",
        name,
        active,
        activeGoes: false,
        pattern: pattern && folder !== null ? { folder, segments: pattern.segments } : null,
      });
  }
  return { logs, closed };
}

/** Returns the connector's log file with its rolled files, which have a suffix: connectorLogs.log.1, connectorLogs.log.2026-11-22. */
function connectorLog(path: string, { world, native }: Settings): LogFiles | Series {
  const active = native(path);
  if (active === null) return closedSeries("connector", "", path, { kind: "not-here" });
  const { folder, name } = world.split(active);
  const aside = escapePattern(name);
  const segments = [new RegExp(`^${aside}\\.(?:[0-9]{1,4}|[0-9]{4}-[0-9]{2}-[0-9]{2})$`, world.windows ? "i" : "")];
  return { what: "connector", name: "", active, activeGoes: true, pattern: { folder, segments } };
}

/**
 * Returns the values of the log4j lookups `env:NAME`, by this machine's environment variables, and `sys:java.io.tmpdir`, by Java's default.
 * They do not apply with --root, because its files can come from another machine.
 */
function lookupsHere({ host }: Invocation, world: SweepWorld): Pick<ReadonlyMap<string, string>, "get"> {
  const temporary = () => {
    if (!world.windows) return "/tmp";
    const folder = [host.env("TMP"), host.env("TEMP"), host.env("USERPROFILE")].find((text) => text);
    return folder && `${withoutTrailing(folder, "\\/")}\\`;
  };
  return {
    get(name) {
      const [, prefix = "", key = ""] = /^(env|sys):(.+)$/i.exec(name) ?? [];
      if (prefix.toLowerCase() === "env") return host.env(key);
      return prefix.toLowerCase() === "sys" && key === "java.io.tmpdir" ? temporary() : undefined;
    },
  };
}

/**
 * Returns the parsed log4j2.xml of a workstation: the file that --log4j2 or site.yaml names, or that in a --root without drive folders.
 * Returns null if none is named, and a series with the reason if the file is missing; throws a Refusal if it cannot be parsed.
 */
function log4j2Of(invocation: Invocation, site: Site | null, settings: Settings): Log4j2Document | Series | null {
  const { options, directory } = invocation;
  const { world, native, root, flat } = settings;
  const named = options.get("log4j2");
  const written = named ?? site?.client.log4j2?.text ?? (flat && root !== null ? join(root, "log4j2.xml") : null);
  if (written === null) return null;
  const path = named ?? native(written);
  if (path === null) return closedSeries("client", "", written, { kind: "not-here" });
  if (named === undefined && world.files.stat(path)?.kind !== "file")
    return closedSeries("client", "", path, { kind: "no-settings" });
  const document = Log4j2Document.parse(
    readNamedFile(directory, path),
    root === null ? lookupsHere(invocation, world) : undefined,
  );
  const { error } = document;
  if (error === null) return document;
  throw wrongUse(
    `${path}:${error.line}:${error.column}: ${notRead(error)} (${error.message}), so its logs are unknown`,
    "correct it, or name the client's own with --log4j2 FILE",
  );
}

/** Returns the logs of a workstation, as --log4j2 and --connector-log or, without them, site.yaml name them. */
export function placesOf(invocation: Invocation, world: SweepWorld, root: string | null): Places {
  const { options, directory } = invocation;
  const site = siteIn(directory);
  const settings: Settings = { world, root, ...nativeIn(world, root) };
  const document = log4j2Of(invocation, site, settings);
  const client =
    document instanceof Log4j2Document
      ? clientLogs(document, settings)
      : { logs: [], closed: document === null ? [] : [document] };
  const wanted = options.get("connector-log") ?? site?.log.connector?.text;
  const connector = wanted === undefined ? null : connectorLog(wanted, settings);
  return {
    logs: [...client.logs, ...(connector && "active" in connector ? [connector] : [])],
    closed: [...client.closed, ...(connector && "closed" in connector ? [connector] : [])],
    keepDays: scalarAt(child(site?.defaults ?? undefined, "logging"), "keepDays")?.text ?? null,
  };
}
