import { join, resolve } from "node:path";
import type { BundleManifest } from "../../bundle/manifest.ts";
import { PROFILE_PREFIX } from "../../bundle/manifest-rules.ts";
import type { KnownContent } from "./receipt.ts";
import { Layout } from "./layout.ts";
import { isWindowsPath, plainWindowsPath } from "./paths.ts";

/** The folders and files that the command line names: --root, --install, --client-file, and the folder for relative paths. */
export interface Where {
  /** The folder below which every absolute Windows path is placed; null to use the paths unchanged. */
  readonly root: string | null;
  readonly install: string | null;
  readonly clientFile: string | null;
  /** The folder from which relative paths start. */
  readonly cwd: string;
}

/**
 * Returns a Windows path as a path of this machine, normalized: below `root` with the drive as a folder, or without `root` the path itself.
 */
export function nativePath(path: string, { root, cwd }: Where): string {
  if (!isWindowsPath(path)) return resolve(cwd, path);
  const plain = plainWindowsPath(path);
  if (root === null) return plain;
  return plain.startsWith("\\\\")
    ? join(root, "UNC", ...plain.slice(2).split("\\"))
    : join(root, plain.slice(0, 1), ...plain.slice(3).split("\\"));
}

/** The files and folders of one installation, as paths of this machine. */
export interface Targets {
  readonly install: string;
  readonly plugins: string;
  readonly live: string;
  readonly swap: string;
  readonly client: string;
  readonly log4j2: string | null;
  readonly profiles: readonly { readonly id: string; readonly path: string }[];
  readonly strays: readonly string[];
  readonly roots: readonly string[];
  /** Profiles that the bundle knows by size and digest; empty if the bundle has no profile. */
  readonly knownProfiles: readonly KnownContent[];
  /** The installation's Windows path, for checks of path lengths. */
  readonly windowsInstall: string;
}

/** Returns the paths of an installation below .swap (`Layout`), with the paths that a bundle's manifest names. */
export function layoutOf(targets: Targets, { root }: Pick<Where, "root">, { windows }: { readonly windows: boolean }): Layout {
  const { install, client, log4j2, profiles, strays, roots } = targets;
  const named = [install, client, ...(log4j2 === null ? [] : [log4j2]), ...profiles.map(({ path }) => path), ...strays, ...roots];
  return new Layout(targets.swap, { root, windows, named });
}

const folderOf = (path: string): string => path.replace(/[\\/][^\\/]*$/, "");
const nameOf = (path: string): string => path.slice(folderOf(path).length + 1);

/** Returns whether a file outside the plug-in folder is a profile: its id in targets, plans and receipts starts with `profile-`. */
export const isProfile = ({ id }: { readonly id: string }): boolean => id.startsWith("profile-");

/** Returns size and digest of the profiles that a bundle names, including the one that it contains; empty if the bundle has no profile. */
function knownContents({ paths, files }: BundleManifest): readonly KnownContent[] {
  if (paths.profile === null) return [];
  const own = files.filter(({ path }) => path.startsWith(PROFILE_PREFIX));
  return [...(paths.knownProfiles ?? []), ...own.map(({ size, sha256 }) => ({ size, sha256 }))];
}

/** Returns the paths of a manifest as paths of this machine. --client-file also moves a log4j2.xml that is in the client file's folder. */
export function targetsOf(manifest: BundleManifest, where: Where): Targets {
  const { paths, plugin } = manifest;
  const windowsInstall = where.install ?? paths.install;
  const install = nativePath(windowsInstall, where);
  const native = (path: string): string => {
    const rest = /^\{install\}[\\/]*(.*)$/s.exec(path)?.[1];
    return rest === undefined ? nativePath(path, where) : join(install, rest.replaceAll("\\", "/"));
  };
  const client = where.clientFile ?? paths.client;
  const { log4j2 } = paths;
  const together = log4j2 !== null && folderOf(log4j2).toLowerCase() === folderOf(paths.client).toLowerCase();
  const clientPath = native(client);
  const plugins = join(install, "plugins");
  return {
    install,
    plugins,
    live: join(plugins, plugin.folder),
    swap: join(install, ".swap"),
    client: clientPath,
    log4j2: log4j2 === null ? null : together ? join(folderOf(clientPath), nameOf(log4j2)) : native(log4j2),
    profiles: paths.profiles.map((path, i) => ({ id: `profile-${i + 1}`, path: native(path) })),
    strays: paths.strays.map(native),
    roots: [...new Set(paths.roots.map(native))],
    knownProfiles: knownContents(manifest),
    windowsInstall: plainWindowsPath(isWindowsPath(windowsInstall) ? windowsInstall : paths.install),
  };
}
