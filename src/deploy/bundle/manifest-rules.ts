import {
  isAnchored,
  isDeletionAge,
  namesGate,
  patternFault,
  plainNameFault,
  plural,
  windowsPathFault,
} from "../../kernel/index.ts";
import type { BundleManifest } from "./manifest.ts";
import { ordinal, PLUGIN_PREFIX, pluginTree } from "./tree.ts";

export const MANIFEST_ENTRY = "manifest.json";
export const PROFILE_PREFIX = "profile/";
export const CLIENT_CONF_ENTRY = "client/CommonClient.properties";
export const CLIENT_LOG4J2_ENTRY = "client/log4j2.xml";
export const DESCRIPTOR_ENTRY = `${PLUGIN_PREFIX}plugin.xml`;

/** Returns a path of a manifest for a message, shortened to 300 characters. */
const shown = (path: string): string => (path.length > 300 ? `${path.slice(0, 300)}...` : path);

function* pathFaults({ paths }: BundleManifest): Generator<string> {
  const fixed = { install: paths.install, client: paths.client, ...(paths.log4j2 === null ? {} : { log4j2: paths.log4j2 }) };
  for (const [name, path] of Object.entries(fixed)) {
    const fault = windowsPathFault(path, name !== "install");
    if (fault !== null) yield `paths.${name} '${shown(path)}' ${fault}`;
  }
  for (const name of ["profiles", "roots", "strays"] as const) {
    for (const path of paths[name]) {
      const fault = windowsPathFault(path, true);
      if (fault !== null) yield `paths.${name} '${shown(path)}' ${fault}`;
    }
  }
}

/**
 * Yields the faults of a manifest's `plugin`: conf and logger must be paths below the plug-in folder, and a swap bundle must contain them.
 */
function* pluginFaults({ plugin, kind, files }: BundleManifest): Generator<string> {
  const folder = plainNameFault(plugin.folder);
  if (folder !== null) yield `plugin.folder '${plugin.folder}' cannot be a folder: ${folder}`;
  if (plugin.id === "") yield "plugin.id is empty";
  const named = new Set(files.map(({ path }) => path));
  for (const name of ["conf", "logger"] as const) {
    const path = plugin[name];
    if (path === null) continue;
    for (const { problem } of namesGate([path])) yield `plugin.${name} '${path}' ${problem}`;
    if (kind === "swap" && !named.has(PLUGIN_PREFIX + path))
      yield `plugin.${name} names ${path}, which the bundle does not contain`;
  }
  if (kind === "swap" && !named.has(DESCRIPTOR_ENTRY)) yield `the plug-in has no plugin.xml: the tool would not load it`;
}

function* fileFaults({ files, paths, kind, tree }: BundleManifest): Generator<string> {
  for (const { entry, problem } of namesGate([MANIFEST_ENTRY, ...files.map(({ path }) => path)]))
    yield `files: '${entry}' ${problem}`;
  if (files.some(({ path }, i) => i > 0 && ordinal(files[i - 1]?.path ?? "", path) > 0)) yield "files are not in ordinal order";
  if (kind === "settings") {
    if (files.length > 0 || tree !== null) yield "a settings bundle has no files and no tree";
    return;
  }
  const own = new Set([
    CLIENT_CONF_ENTRY,
    CLIENT_LOG4J2_ENTRY,
    ...(paths.profile === null ? [] : [PROFILE_PREFIX + paths.profile]),
  ]);
  for (const { path } of files) {
    if (!path.startsWith(PLUGIN_PREFIX) && !own.has(path))
      yield `files: '${path}' belongs neither to the plug-in, nor is it the profile or a client file`;
  }
  const profile = paths.profile === null ? null : PROFILE_PREFIX + paths.profile;
  if (profile !== null && !files.some(({ path }) => path === profile))
    yield `paths.profile names ${paths.profile}, which the bundle does not contain`;
  if (profile === null && paths.profiles.length > 0) yield "paths.profiles are given, but no profile";
  const found = pluginTree(files);
  if (tree === null) yield "tree is missing: a swap bundle states the digest of its plug-in folder";
  else if (found.sha256 !== tree.sha256 || found.files !== tree.files) {
    yield `the plug-in folder of its files is ${found.sha256} (${plural(found.files, "file")}), and it states ${tree.sha256} (${plural(tree.files, "file")})`;
  }
}

function* valueFaults({ values, keep, kind, tool }: BundleManifest): Generator<string> {
  const seen = new Set<string>();
  for (const { file, key, value, secret, unit } of values) {
    const name = `${file}/${key}`;
    if (seen.has(name)) yield `values: ${name} is listed twice`;
    seen.add(name);
    if ((value === undefined) === (secret === undefined)) yield `values: ${name} must have either a value or a secret`;
    if (kind === "settings" && !unit) yield `values: ${name} is not a key that a settings bundle writes`;
  }
  for (const key of keep) {
    const unit = values.some((value) => value.unit && value.file === "connector" && value.key === key);
    if (unit)
      yield `keep: ${key} is one of the environment's own keys: with the machine's value, the two files could name different tiers`;
  }
  if (tool.versionFrom) {
    const { file } = tool.versionFrom;
    const outside = isAnchored(file) ? "is not a path below the tool's folder" : windowsPathFault(`{install}\\${file}`, true);
    if (outside !== null) yield `tool.versionFrom.file '${shown(file)}' ${outside}`;
  }
  const fault = tool.versionFrom && patternFault(tool.versionFrom.pattern);
  if (fault) yield `tool.versionFrom.pattern '${tool.versionFrom?.pattern}' cannot be used: it ${fault}`;
}

function* editFaults({ log4j2 }: BundleManifest): Generator<string> {
  for (const { what, name, value, deletion } of log4j2) {
    if ((what === "deletion") !== (deletion !== undefined))
      yield `log4j2: a deletion, and nothing else, has an action (${what} '${name}')`;
    if (what === "deletion" && !isDeletionAge(value))
      yield `log4j2: '${value}' is no age at which '${name}' can delete its rolled files`;
  }
}

/** Returns the contradictions and unusable Windows paths in a manifest that fits its schema, as texts; empty if there are none. */
export function manifestFaults(manifest: BundleManifest): readonly string[] {
  return [
    ...pluginFaults(manifest),
    ...pathFaults(manifest),
    ...valueFaults(manifest),
    ...editFaults(manifest),
    ...fileFaults(manifest),
  ];
}
