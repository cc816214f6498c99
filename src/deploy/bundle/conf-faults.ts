import { type ArchiveFault, type ByteSource, PropertiesDocument, type ZipEntry, storedContent } from "../../kernel/index.ts";
import { type FileRole, PLACEHOLDER, placeholderOf } from "../../compiler/index.ts";
import type { BundleManifest } from "./manifest.ts";
import { CLIENT_CONF_ENTRY } from "./manifest-rules.ts";
import { PLUGIN_PREFIX } from "./tree.ts";

/** The largest size in bytes of conf, logger or client file that is read from a bundle; a normal one has some kilobytes. */
const LARGEST_CONF = 4 * 1024 * 1024;

function problemsOf(
  file: FileRole,
  decoded: ReadonlyMap<string, { readonly value: string }>,
  manifest: BundleManifest,
): string[] {
  const rows = new Map(manifest.values.filter((row) => row.file === file).map((row) => [row.key, row]));
  const problems: string[] = [];
  for (const [key, row] of rows) {
    const found = decoded.get(key)?.value;
    const wanted = "secret" in row && row.secret !== undefined ? placeholderOf({ pointer: row.secret }) : row.value;
    if (found === undefined) problems.push(`lacks ${key}, which the manifest lists`);
    else if (found !== wanted) problems.push(`has another value for ${key} than the manifest`);
  }
  for (const [key, { value }] of decoded) {
    if (value.includes(PLACEHOLDER) && !rows.has(key))
      problems.push(
        `holds a placeholder for the secret ${key}, which the manifest does not list: the placeholder itself would be installed`,
      );
  }
  return problems;
}

/**
 * Returns the differences between the settings files of a bundle (conf, logger, client file) and the manifest's `values`. The checks of a
 * deploy use `values`, but it installs the files, so both have to agree. Expects a bundle whose names, sizes and hashes are already
 * verified.
 */
export function confFaults(source: ByteSource, entries: readonly ZipEntry[], manifest: BundleManifest): readonly ArchiveFault[] {
  const { conf, logger } = manifest.plugin;
  const files: readonly (readonly [FileRole, string])[] = [
    ["connector", PLUGIN_PREFIX + conf],
    ...(logger === null ? [] : [["logger", PLUGIN_PREFIX + logger] as const]),
    ["client", CLIENT_CONF_ENTRY],
  ];
  return files.flatMap(([file, name]) => {
    const entry = entries.find((each) => each.name === name);
    if (!entry) return [];
    if (entry.size > LARGEST_CONF)
      return [{ entry: name, problem: `has ${entry.size} bytes; a settings file has at most ${LARGEST_CONF}` }];
    const { loads, map } = PropertiesDocument.parse(Buffer.concat([...storedContent(source, entry)])).load();
    if (!loads) return [{ entry: name, problem: "cannot be loaded by Java" }];
    return problemsOf(file, map, manifest).map((problem) => ({ entry: name, problem }));
  });
}
