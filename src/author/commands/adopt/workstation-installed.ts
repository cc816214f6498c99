import { type Evidence, parsePlugin, patternFault, sha256, statedTexts, withoutTrailing } from "../../../kernel/index.ts";
import { type FileRole, type SharedModel, type Site, onlyToolRow, sameToolRow } from "../../../compiler/index.ts";

/** The connector release and tool that the options --release and --tool state for every workstation; null without the option. */
export interface Given {
  readonly release: string | null;
  readonly tool: string | null;
}

export interface Found {
  readonly path: string;
  readonly bytes: Buffer;
}

/** The raw files of one workstation, before their content is interpreted. */
export interface FoundFiles {
  readonly properties: Readonly<Partial<Record<FileRole, Found>>>;
  readonly log4j2: Found | null;
  readonly plugin: Found | null;
  /** The digest of plugin.xml in files.txt of deploy.ps1 -Collect, which can redact values in plugin.xml itself; null without files.txt. */
  readonly pluginHash: string | null;
  /** The connector release in the newest deploy receipt; null if there is none. */
  readonly deployed: string | null;
  readonly version: Found | null;
  /** The tool's installation folder on the workstation; null if unknown. */
  readonly install: string | null;
  /** The paths in site.yaml that differ from the path from which deploy.ps1 -Collect copied the file. */
  readonly elsewhere?: readonly Otherwise[];
}

/** An option of `adopt`, or a path in site.yaml, that a workstation's files contradict. */
export type Otherwise =
  | { readonly option: keyof Given; readonly given: string; readonly says: string; readonly by: Evidence }
  | { readonly option: "client.file" | "client.log4j2"; readonly given: string; readonly says: string };

/** Returns the client library's paths in site.yaml that differ from those from which deploy.ps1 -Collect copied (its notes.txt). */
export function collectedElsewhere(notes: string, { client }: Site, install: string | null): readonly Otherwise[] {
  const plain = (path: string) => path.replaceAll(/[\\/]+/g, "\\").toLowerCase();
  const files = [
    { option: "client.file", file: "client/CommonClient.properties", leaf: client.file },
    { option: "client.log4j2", file: "client/log4j2.xml", leaf: client.log4j2 },
  ] as const;
  return files.flatMap(({ option, file, leaf }) => {
    const line = notes.split(/\r?\n/).find((note) => note.includes(`: ${file} (`));
    const says = line?.slice(0, line.indexOf(`: ${file} (`)) ?? "";
    // deploy.ps1 -Collect -Root notes paths below the root folder, which do not begin with a Windows drive
    if (!leaf || !/^([A-Za-z]:|\\\\)/.test(says)) return [];
    const given = leaf.text.replace("{install}", () => install ?? "{install}");
    return plain(given) === plain(says) ? [] : [{ option, given, says }];
  });
}

/** Returns the installed release by the digest of plugin.xml, else by the newest receipt, else by a version that only one has. */
export function releaseOf(
  { plugin, pluginHash, deployed }: FoundFiles,
  { releases }: SharedModel,
): { release: string | null; says: string | null; by: Evidence } {
  const hash = pluginHash ?? (plugin && sha256(plugin.bytes));
  const same = [...releases.values()].filter(({ base }) => base.plugin && sha256(base.plugin.bytes) === hash);
  if (hash !== null && same.length === 1) return { release: same[0]?.name ?? null, says: null, by: "plugin" };
  if (deployed !== null && releases.has(deployed)) return { release: deployed, says: null, by: "receipt" };
  const version = (bytes: Uint8Array) => parsePlugin(bytes).descriptor?.versionText?.text ?? null;
  const says = plugin ? version(plugin.bytes) : null;
  const alike = [...releases.values()].filter(({ base }) => says !== null && base.plugin && version(base.plugin.bytes) === says);
  return { release: alike.length === 1 ? (alike[0]?.name ?? null) : null, says, by: "version" };
}

/** Returns the options of `adopt` that a workstation's files contradict. The option's value takes precedence over the files. */
export function otherwise(
  given: Given,
  { release, by }: ReturnType<typeof releaseOf>,
  tool: string | null,
): readonly Otherwise[] {
  return [
    ...(given.release !== null && release !== null && release !== given.release
      ? [{ option: "release", given: given.release, says: release, by } as const]
      : []),
    ...(given.tool !== null && tool !== null && !sameToolRow(tool, given.tool)
      ? [{ option: "tool", given: given.tool, says: tool, by: "tool" } as const]
      : []),
  ];
}

/**
 * Returns the part of an installation folder's path at the place of {tool} in `tool.install` of site.yaml; null if the folder does not
 * match that path.
 */
export function toolIn(site: Site, install: string | null): string | null {
  const [before = "", after] = site.tool.install.text.replaceAll("/", "\\").split("{tool}");
  if (install === null || after === undefined) return null;
  const path = withoutTrailing(install.replaceAll("/", "\\"), "\\");
  const end = withoutTrailing(after, "\\");
  const fits = path.toLowerCase().startsWith(before.toLowerCase()) && path.toLowerCase().endsWith(end.toLowerCase());
  const tool = path.slice(before.length, path.length - end.length);
  return fits && tool !== "" && !tool.includes("\\") ? tool : null;
}

/** Returns an installation folder below a root folder (`/srv/ws/C/...`) as `C:\...` if site.yaml has such a path; otherwise unchanged. */
export function onDrive(site: Site, install: string | null): string | null {
  const drives = [...(install ?? "").matchAll(/[\\/]([A-Z])(?=[\\/])/g)];
  const paths = drives.map(({ 0: { length }, 1: drive, index }) =>
    `${drive}:${install?.slice(index + length)}`.replaceAll("/", "\\"),
  );
  return paths.find((path) => toolIn(site, path) !== null) ?? install;
}

export function toolOf({ version, install }: FoundFiles, { site, matrix }: SharedModel): string | null {
  const from = site?.tool.versionFrom;
  const said =
    version && from && patternFault(from.pattern.text) === null
      ? onlyToolRow(statedTexts(from.pattern.text, version.bytes.toString("latin1")))
      : null;
  const tool = said ?? (site && toolIn(site, install));
  if (!tool) return null;
  return matrix?.rows.find((row) => sameToolRow(row.tool.text, tool))?.tool.text ?? tool;
}

/** Returns the tool's installation folder if it is an absolute Windows path that `tool.install` of site.yaml does not match; else null. */
export function ownInstall({ install }: FoundFiles, site: Site, tool: string | null): string | null {
  if (install === null || !/^([A-Za-z]:|[\\/]{2})/.test(install)) return null;
  const plain = (path: string) => withoutTrailing(path.replaceAll("/", "\\"), "\\").toLowerCase();
  if (toolIn(site, install) !== null) return null;
  return plain(site.tool.install.text.replaceAll("{tool}", tool ?? "")) === plain(install) ? null : install;
}
