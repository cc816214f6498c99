import { isRefusal, withoutTrailing, wrongUse } from "../../../kernel/index.ts";
import { join } from "node:path";
import { type Places, placesOfReceipt, placesOfSite, layoutOf } from "../../doctor/places.ts";
import type { Station } from "../../doctor/station.ts";
import type { Environment, Site } from "../../../compiler/index.ts";
import { findInstallation, isWindowsPath, nativePath, newestReceipt } from "../../../deploy/index.ts";

const HELP = "name the tool's folder with --install, or the environment that it was installed for";

/**
 * Returns every existing folder that matches the installation path of site.yaml, with any tool release in place of `{tool}`; an empty list
 * if none does.
 */
function installations({ files, where }: Station, written: string): readonly string[] {
  const at = written.indexOf("{tool}");
  if (at < 0) return [nativePath(written, where)];
  const before = written.slice(0, at);
  const parent = before.replace(/[\\/][^\\/]*$/, "");
  const prefix = before.slice(parent.length + 1).toLowerCase();
  const [suffix = "", ...below] = written.slice(at + "{tool}".length).split(/[\\/]/);
  const folder = nativePath(`${parent}\\`, where);
  if (files.stat(folder)?.kind !== "folder") return [];
  return files
    .list(folder)
    .filter((name) => {
      const lower = name.toLowerCase();
      return lower.length > prefix.length + suffix.length && lower.startsWith(prefix) && lower.endsWith(suffix.toLowerCase());
    })
    .map((name) => join(folder, name, ...below))
    .filter((path) => files.stat(path)?.kind === "folder")
    .sort();
}

/**
 * Returns the modeling tool's folder to check: the one that --install names, else the environment's, else the only installation found that
 * has the connector, or the only one found at all if none has it. Throws a Refusal if that search finds none, or more than one.
 */
function installationOf(station: Station, site: Site, environment: Environment | null): string {
  const { where } = station;
  if (where.install !== null) return nativePath(where.install, where);
  const own = environment?.workstation.install?.text;
  const written = withoutTrailing(own ?? site.tool.install.text, "\\/");
  if (environment) return nativePath(written.replaceAll("{tool}", environment.tool.text), where);
  const found = installations(station, written);
  const conf = join("plugins", site.connector.folder.text, "conf", `${site.connector.conf.text}.properties`);
  const withPlugin = found.filter((install) => station.files.stat(join(install, conf)) !== null);
  const [only, another] = withPlugin.length > 0 ? withPlugin : found;
  if (only === undefined)
    throw wrongUse(
      `no installation of the tool is found: site.yaml looks for ${written}`,
      `${HELP}; --root DIR looks into a copy`,
    );
  if (another !== undefined)
    throw wrongUse(
      `there are several installations: ${(withPlugin.length > 0 ? withPlugin : found).map(station.shown).join(", ")}`,
      HELP,
    );
  return only;
}

/**
 * Returns the paths of connector and client library on the workstation: from site.yaml, or without a config repository from the newest
 * receipt.
 */
export function placesOf(
  station: Station,
  site: Site | null,
  environment: Environment | null,
  programFolders: readonly string[],
): Places {
  if (site) {
    refuseOtherSystem(station, site);
    const install = installationOf(station, site, environment);
    refuseMissing(station, site, install);
    return placesOfSite(site, install, station.where);
  }
  return placesOfLast(station, programFolders);
}

/**
 * Returns the paths that the newest receipt records. Converts a Refusal of the deploy code (exit codes 10 and 12) to one for wrong use
 * (exit code 2), because `doctor` deploys nothing.
 */
function placesOfLast(station: Station, programFolders: readonly string[]): Places {
  try {
    const install = findInstallation(station.files, station.where, programFolders);
    const receipt = newestReceipt(station.files, layoutOf(station, install));
    if (receipt) return placesOfReceipt(receipt, install, station.where);
    throw wrongUse(
      `nothing says where the connector lies: there is no config repository here, and no receipt in ${station.shown(install)}`,
      "name the config repository with -C DIR",
    );
  } catch (error) {
    if (!isRefusal(error, 10, 12)) throw error;
    throw wrongUse(error.message, "name the config repository with -C DIR: it says where the connector lies");
  }
}

/**
 * Throws a Refusal if the modeling tool's folder does not exist, because every check would report a missing file. An archive is not tested.
 */
function refuseMissing(station: Station, site: Site, install: string): void {
  const { files, shown } = station;
  if (station.source === "archive" || files.stat(install)?.kind === "folder") return;
  const others = installations(station, withoutTrailing(site.tool.install.text, "\\/"));
  const there = others.filter((path) => files.stat(path)?.kind === "folder").map(shown);
  throw wrongUse(
    `the tool is not installed in ${shown(install)}`,
    there.length > 0
      ? `it is installed in ${there.join(", ")}: name that folder with --install, or the environment that is for it`
      : "name its folder with --install; with --root the drives are folders: DIR/C/Program Files",
  );
}

/** Throws a Refusal if this machine is the workstation to check, does not run Windows, and site.yaml has Windows paths. */
function refuseOtherSystem({ source, where, windows }: Station, site: Site): void {
  if (source !== "machine" || windows || !isWindowsPath(where.install ?? site.tool.install.text)) return;
  throw wrongUse(
    "this machine is no workstation of that repository: its paths are those of Windows",
    "name a copy of a workstation's files with --root DIR, or an archive of deploy.ps1 -Collect with --from ARCHIVE",
  );
}
