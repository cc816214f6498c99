import { type PluginDescriptor, greatest, inertLocalFirst } from "../../kernel/index.ts";
import type { LockedFile, LockSource } from "../model/kit-lock.ts";
import type { Release } from "../model/release.ts";
import { javaOf } from "./class-version.ts";
import { filesBelow } from "./descriptor.ts";
import type { MappingCounts } from "./mapping.ts";
import { kitPath, pluginFolder } from "./places.ts";

/** A file of the kit that base/ has no copy of: only its size and digest are known, from kit.lock.yaml. */
export interface RecordedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** The facts about a kit with a kit.lock.yaml, as every `kit` command reports them (schema tierwright/kit/v1). */
export interface KitFacts {
  readonly release: string;
  readonly source: LockSource | null;
  readonly files: number;
  readonly bytes: number;
  readonly plugin: {
    readonly folder: string | null;
    readonly id: string | null;
    readonly version: string | null;
    readonly libraries: number;
    /** `inert`: plugin.xml declares LocalFirst, which has no effect because the plug-in has no class loader of its own. */
    readonly localFirst: "effective" | "inert" | "not declared";
  } | null;
  readonly java: {
    /** Java release that the highest class-file version in the jars needs; null if no jar has a class. */
    readonly version: number | null;
    readonly classVersion: number | null;
    readonly jars: readonly { readonly path: string; readonly classVersion: number | null; readonly java: number | null }[];
  };
  readonly profile: RecordedFile | null;
  /** The file with the mapping definition; no rule checks its values. `counts` is null if the kit is not available. */
  readonly mapping: (RecordedFile & { readonly judged: false; readonly counts: MappingCounts | null }) | null;
}

function localFirst(descriptor: PluginDescriptor): "effective" | "inert" | "not declared" {
  if (inertLocalFirst(descriptor)) return "inert";
  return descriptor.classLookup?.text.trim() === "LocalFirst" ? "effective" : "not declared";
}

/** Paths of the plug-in folder, profile and mapping definition inside the kit; null for one that is not known. */
export interface FactPaths {
  readonly plugin: string | null;
  readonly profile: string | null;
  readonly mapping: string | null;
}

const statedPaths = (release: Release): FactPaths => ({
  plugin: pluginFolder(release),
  profile: kitPath(release, "profile"),
  mapping: kitPath(release, "mapping"),
});

function recorded(release: Release, path: string | null): RecordedFile | null {
  const file = path === null ? undefined : release.lock?.files.find((item) => item.path === path);
  return file ? { path: file.path, size: file.size, sha256: file.sha256 } : null;
}

/** Returns the jars of the plug-in folder, because the tool loads no other jar of the kit. */
function jarsOf(release: Release, folder: string): readonly LockedFile[] {
  const files = release.lock?.files ?? [];
  const inside = new Set(
    filesBelow(
      folder,
      files.map(({ path }) => path),
    ).map((path) => (folder === "" ? path : `${folder}/${path}`)),
  );
  return files.filter(({ path }) => /\.jar$/i.test(path) && inside.has(path));
}

/**
 * Returns the facts about a release's kit from kit.lock.yaml and base/plugin.xml.
 * @param counts Counts of the kit's mapping definition (`mappingCounts`); null if the kit is not available.
 */
export function kitFacts(release: Release, counts: MappingCounts | null, paths: FactPaths = statedPaths(release)): KitFacts {
  const descriptor = release.base.plugin?.parsed.descriptor ?? null;
  const jars = jarsOf(release, paths.plugin ?? "").map(({ path, class: version }) => {
    return { path, classVersion: version ?? null, java: version === undefined ? null : javaOf(version) };
  });
  const versions = jars.flatMap(({ classVersion }) => classVersion ?? []);
  const highest = versions.length === 0 ? null : greatest(versions);
  const mapping = recorded(release, paths.mapping);
  const files = release.lock?.files ?? [];
  return {
    release: release.name,
    source: release.lock?.source ?? null,
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    plugin: descriptor && {
      folder: paths.plugin,
      id: descriptor.id?.text ?? null,
      version: descriptor.version ?? descriptor.internalVersion,
      libraries: descriptor.libraries.length,
      localFirst: localFirst(descriptor),
    },
    java: { version: highest === null ? null : javaOf(highest), classVersion: highest, jars },
    profile: recorded(release, paths.profile),
    mapping: mapping && { ...mapping, judged: false, counts },
  };
}
