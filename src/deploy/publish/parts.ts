import { contentRefused, sha256 } from "../../kernel/index.ts";
import {
  type CompiledEnvironment,
  type EmittedFile,
  type LockedFile,
  type Release,
  kitPath,
  pluginFolder,
} from "../../compiler/index.ts";
import type { FileRecord } from "../bundle/manifest.ts";
import { PROFILE_PREFIX } from "../bundle/manifest-rules.ts";
import { ordinal, PLUGIN_PREFIX } from "../bundle/tree.ts";

/** One entry of a bundle: a locked file of the kit, or compiled bytes. */
export interface BundlePart extends FileRecord {
  readonly from: { readonly kit: string } | { readonly bytes: Buffer };
}

/** The paths of the plug-in's conf and logger.properties below the plug-in folder, with '/'; `logger` is null if none is compiled. */
export interface PluginPlaces {
  readonly conf: string;
  readonly logger: string | null;
}

function inPlugin(release: Release, field: "conf" | "logger", expected: string): string {
  const folder = pluginFolder(release) ?? "";
  const stated = kitPath(release, field);
  if (stated === null) return expected;
  const inside = folder === "" ? stated : stated.startsWith(`${folder}/`) ? stated.slice(folder.length + 1) : null;
  if (inside === expected) return expected;
  throw contentRefused(
    `kit.${field} of ${release.path} is '${stated}', and site.yaml makes it '${folder === "" ? "" : `${folder}/`}${expected}': which of the two the connector reads is not certain`,
    null,
    field === "conf"
      ? "name the file in connector.conf of site.yaml, without .properties"
      : "name conf/logger.properties in kit.logger",
  );
}

/**
 * Returns the paths of the compiled conf and logger in the plug-in folder. Throws Refusal if release.yaml and site.yaml name different
 * files.
 */
export function pluginPlaces(compiled: CompiledEnvironment, release: Release): PluginPlaces {
  return {
    conf: inPlugin(release, "conf", `conf/${compiled.site.connector.conf.text}.properties`),
    logger: compiled.files.logger ? inPlugin(release, "logger", "conf/logger.properties") : null,
  };
}

/** Returns the compiled files that a swap bundle contains, as entries of its zip. */
function compiledParts(emitted: readonly EmittedFile[]): readonly BundlePart[] {
  return emitted.flatMap(({ entry, bytes }) =>
    entry === undefined ? [] : [{ path: entry, size: bytes.length, sha256: sha256(bytes), from: { bytes } }],
  );
}

const kitPart = (path: string, { path: kit, size, sha256: hash }: LockedFile): BundlePart => ({
  path,
  size,
  sha256: hash,
  from: { kit },
});

/** Returns the kit's file that is the release's profile (.mdzip); null if site or release names none, or the lock does not list it. */
export function profileOf(compiled: CompiledEnvironment, release: Release): LockedFile | null {
  const path = compiled.site.profile.file ? kitPath(release, "profile") : null;
  return release.lock?.files.find((file) => file.path === path) ?? null;
}

/**
 * Returns every entry of a swap bundle except its manifest, in ordinal order: the kit's plug-in folder with the compiled conf and logger,
 * the profile (.mdzip), and the compiled client files. Sizes and hashes of kit files come from the lock, so the manifest is complete before
 * the kit is read.
 */
export function swapParts(
  compiled: CompiledEnvironment,
  release: Release,
  emitted: readonly EmittedFile[],
): readonly BundlePart[] {
  const folder = pluginFolder(release);
  if (folder === null) {
    throw contentRefused(
      `${release.path} does not say where the plug-in folder lies in the kit`,
      null,
      "write kit.plugin: the folder that holds plugin.xml",
    );
  }
  const own = compiledParts(emitted);
  const replaced = new Set(own.map(({ path }) => path));
  const tree = (release.lock?.files ?? []).flatMap((file) => {
    if (folder !== "" && !file.path.startsWith(`${folder}/`)) return [];
    const path = PLUGIN_PREFIX + (folder === "" ? file.path : file.path.slice(folder.length + 1));
    return replaced.has(path) ? [] : [kitPart(path, file)];
  });
  const profile = profileOf(compiled, release);
  const name = compiled.site.profile.file?.text;
  const brought = profile && name !== undefined ? [kitPart(PROFILE_PREFIX + name, profile)] : [];
  return [...own, ...tree, ...brought].sort((a, b) => ordinal(a.path, b.path));
}
