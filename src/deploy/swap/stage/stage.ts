import { LARGEST_TEXT, append, must } from "../../../kernel/index.ts";
import { join } from "node:path";
import type { BundleManifest, FileRecord } from "../../bundle/manifest.ts";
import { PLUGIN_PREFIX, pluginRows } from "../../bundle/tree.ts";
import type { ProvenBundle } from "../protocol/bundle.ts";
import { quarantineEdited, makeQuarantine } from "./quarantine.ts";
import type { Layout } from "../protocol/layout.ts";
import { refusal } from "../protocol/outcome.ts";
import type { Found, LiveFile } from "../inspect/preflight.ts";
import type { Targets } from "../protocol/targets.ts";
import type { Receipt } from "../protocol/receipt.ts";
import { secretKeys } from "../inspect/values.ts";
import { type FileChange, inTree, log4j2Change, machineFile, pairsChange, profileChange, recordBytes } from "./staged-files.ts";
import { listTree } from "../protocol/tree.ts";
import type { SwapFiles, SwapWorld } from "../../../platform/index.ts";

/** The staged content of the work folder of a deploy. */
export interface Staged {
  /** The new plug-in folder; null for a settings bundle, which does not exchange it. */
  readonly tree: { readonly files: readonly FileRecord[]; readonly conf: Buffer; readonly logger: Buffer | null } | null;
  readonly changes: readonly FileChange[];
  readonly kept: readonly string[];
  /** Copies in quarantine of the old plug-in folder's files that no deploy put there. */
  readonly foreign: Receipt["strays"];
  readonly notes: readonly string[];
}

export function makeFolders(files: SwapFiles, folder: string, below: string): void {
  const parts = folder
    .slice(below.length)
    .split(/[\\/]+/)
    .filter((part) => part !== "");
  let at = below;
  for (const part of parts) {
    at = join(at, part);
    if (files.stat(at)?.kind !== "folder") files.makeFolder(at);
  }
}

/** Returns the bytes of a file of the bundle, verified again. Throws a refusal if the bundle changed since its verification. */
export function bytesOf(bundle: ProvenBundle, path: string): Buffer {
  const bytes = Buffer.concat([...bundle.read(path)]);
  if (recordBytes(bytes).sha256 !== bundle.manifest.files.find((file) => file.path === path)?.sha256) {
    throw refusal(
      `${path} of the bundle changed while it was read`,
      "copy the bundle to a place that nobody writes to; nothing was written",
    );
  }
  return bytes;
}

/** Returns the bytes of a file of the bundle; null if the bundle has no file of that name. */
function optional(bundle: ProvenBundle, path: string): Buffer | null {
  return bundle.manifest.files.some((file) => file.path === path) ? bytesOf(bundle, path) : null;
}

/** Writes the new plug-in folder to .swap/<run>/new, reads every file back, and verifies that exactly the bundle's files are there. */
function stageTree(world: SwapWorld, bundle: ProvenBundle, layout: Layout, run: string, found: Found) {
  const { files } = world;
  const { manifest } = bundle;
  const target = layout.at(`${run}/new`);
  const conf = machineFile(
    manifest,
    "connector",
    bytesOf(bundle, PLUGIN_PREFIX + manifest.plugin.conf),
    found.conf?.values ?? null,
    found.supplied,
  );
  const { logger } = manifest.plugin;
  const loggerBytes =
    logger === null
      ? null
      : machineFile(manifest, "logger", bytesOf(bundle, PLUGIN_PREFIX + logger), found.logger?.values ?? null, found.supplied)
          .bytes;
  const own = new Map<string, Buffer>([
    [manifest.plugin.conf, conf.bytes],
    ...(logger && loggerBytes ? [[logger, loggerBytes] as const] : []),
  ]);
  const roles = [
    ["connector", manifest.plugin.conf],
    ["logger", logger],
  ] as const;
  const secret = new Set(roles.flatMap(([file, path]) => (secretKeys(manifest, file).size > 0 ? [path] : [])));
  const expected = pluginRows(manifest.files).map(({ path, size, sha256 }): FileRecord => {
    const bytes = own.get(path);
    return bytes ? { path, ...recordBytes(bytes) } : { path, size, sha256 };
  });
  if (files.stat(target)?.kind !== "folder") files.makeFolder(target);
  const ready = new Map(listTree(files, target)?.files.map((file) => [file.path, file.sha256]));
  for (const file of expected) {
    const bytes = own.get(file.path);
    if (ready.get(file.path) === file.sha256 && !bytes) continue; // an earlier `deploy --stage` has already written this file
    const path = inTree(target, file.path);
    makeFolders(files, join(path, ".."), target);
    world.reached("stage", file.path);
    const like = inTree(join(layout.swap, "..", "plugins", manifest.plugin.folder), file.path);
    files.write(path, bytes ? [bytes] : bundle.read(PLUGIN_PREFIX + file.path), like, secret.has(file.path));
  }
  const lies = listTree(files, target);
  const difference = lies && firstDifference(expected, lies.files);
  if (!lies || difference) {
    throw refusal(
      `the staged copy of ${difference ?? "the plug-in folder"} differs from the bundle`,
      "the disk or a scanner changed it while it was written, or somebody writes to the bundle: run this again with a copy that nobody else writes to",
    );
  }
  return { tree: { files: lies.files, conf: conf.bytes, logger: loggerBytes }, kept: conf.kept };
}

function firstDifference(expected: readonly FileRecord[], lies: readonly FileRecord[]): string | null {
  const wanted = new Map(expected.map((file) => [file.path, file.sha256]));
  for (const file of lies) {
    if (wanted.get(file.path) !== file.sha256) return file.path;
    wanted.delete(file.path);
  }
  return [...wanted.keys()][0] ?? null;
}

const read = (files: SwapFiles, path: string, largest?: number): Buffer | null =>
  files.stat(path)?.kind === "file" ? files.read(path, largest) : null;

function swapChanges(world: SwapWorld, bundle: ProvenBundle, targets: Targets, found: Found) {
  const { manifest } = bundle;
  const compiled = optional(bundle, "client/CommonClient.properties");
  const changes: (FileChange | null)[] = [
    pairsChange(manifest, "client", targets.client, found.client, compiled, found.supplied),
  ];
  const notes: string[] = [];
  if (targets.log4j2 !== null) {
    const path = targets.log4j2;
    const edit = log4j2Change(manifest, path, read(world.files, path, LARGEST_TEXT), optional(bundle, "client/log4j2.xml"));
    changes.push(edit.change);
    append(notes, edit.notes);
  }
  const profile = manifest.paths.profile === null ? null : optional(bundle, `profile/${manifest.paths.profile}`);
  if (profile)
    for (const { id, path } of targets.profiles) changes.push(profileChange(id, path, read(world.files, path), profile));
  return { changes: changes.filter((change) => change !== null), notes };
}

function settingsChanges(bundle: ProvenBundle, targets: Targets, found: Found): FileChange[] {
  const { manifest } = bundle;
  const conf = found.conf as LiveFile | null;
  const confPath = inTree(targets.live, manifest.plugin.conf);
  return [
    pairsChange(manifest, "connector", confPath, conf, null, found.supplied),
    pairsChange(manifest, "client", targets.client, found.client, null, found.supplied),
  ].filter((change) => change !== null);
}

/** Returns the changes of files that a deploy exchanges one by one, with notes; only reads. */
export function changesOf(world: SwapWorld, bundle: ProvenBundle, targets: Targets, found: Found) {
  return bundle.manifest.kind === "swap"
    ? swapChanges(world, bundle, targets, found)
    : { changes: settingsChanges(bundle, targets, found), notes: [] };
}

/**
 * Copies each profile that a deploy replaces, and that differs from the one that the last deploy installed, into quarantine. Returns notes.
 */
function keepEditedProfiles(
  world: SwapWorld,
  layout: Layout,
  run: string,
  { receipt }: Found,
  changes: readonly FileChange[],
): string[] {
  const known = new Map((receipt?.state?.files ?? []).map((file) => [file.id, file.sha256]));
  return changes
    .filter(({ id, as, before }) => as === "bytes" && before && receipt && recordBytes(before).sha256 !== known.get(id))
    .map(({ id, path, before }) => quarantineEdited(world, layout, run, id, path, must(before, path)));
}

/**
 * Copies the plug-in folder's files that no deploy put there into quarantine before the folder is replaced, because the replaced folder is
 * kept only as long as a rollback needs it.
 */
function keepForeign(
  { files }: SwapWorld,
  layout: Layout,
  run: string,
  { receipt, tree, strays }: Found,
  { plugin }: BundleManifest,
): Receipt["strays"] {
  const brought = receipt?.bundle && receipt.plugin.folder === plugin.folder ? receipt.state?.tree : null;
  if (!brought || !tree) return [];
  const known = new Map(brought.files.map((file) => [file.path, file.sha256]));
  const own = new Set([plugin.conf, plugin.logger]);
  const foreign = tree.files.filter(({ path, sha256 }) => !own.has(path) && known.get(path) !== sha256);
  const live = inTree(join(layout.swap, ".."), `plugins/${plugin.folder}`);
  if (foreign.length > 0) makeQuarantine(files, layout, run);
  return foreign.map(({ path, sha256 }, i) => {
    const to = `strays/${run}/${strays.length + i + 1}-${path.replace(/^.*\//, "")}`;
    files.write(layout.at(to), [files.read(inTree(live, path))], inTree(live, path));
    return { path: inTree(live, path), to, sha256 };
  });
}

/**
 * Writes all files of a deploy into its work folder .swap/<run>, and copies of edited and foreign files into quarantine; changes nothing
 * outside .swap.
 */
export function stage(
  world: SwapWorld,
  bundle: ProvenBundle,
  targets: Targets,
  layout: Layout,
  run: string,
  found: Found,
): Staged {
  const { files } = world;
  const ready = layout.ready(bundle.manifestSha256);
  if (files.stat(ready)?.kind === "folder") files.rename(ready, layout.at(run));
  else files.makeFolder(layout.at(run), true);
  const swap = bundle.manifest.kind === "swap";
  const staged = swap ? stageTree(world, bundle, layout, run, found) : { tree: null, kept: [] };
  const { changes, notes } = changesOf(world, bundle, targets, found);
  const edited = keepEditedProfiles(world, layout, run, found, changes);
  const foreign = swap ? keepForeign(world, layout, run, found, bundle.manifest) : [];
  stageFiles(world, layout, run, changes);
  const told = foreign.map(({ path, to }) => `${path} is not part of the installed build; a copy is in quarantine: .swap/${to}`);
  return { ...staged, changes, foreign, notes: [...notes, ...edited, ...told] };
}

/** Writes the new and the old bytes of every file that a deploy or rollback exchanges one by one into the work folder. */
export function stageFiles(world: SwapWorld, layout: Layout, run: string, changes: readonly FileChange[]): void {
  if (changes.length === 0) return;
  world.files.makeFolder(layout.at(`${run}/files`));
  for (const { id, path, before, after, alone } of changes) {
    world.reached("stage", id);
    if (after) world.files.write(layout.at(`${run}/files/${id}.new`), [after], path, alone);
    if (before) world.files.write(layout.at(`${run}/files/${id}.old`), [before], path);
  }
}
