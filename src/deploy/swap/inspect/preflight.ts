import { dirname, join } from "node:path";
import type { BundleManifest } from "../../bundle/manifest.ts";
import type { FileRole } from "../../../compiler/index.ts";
import type { Allowed } from "./bindings.ts";
import { checkBindings } from "./bindings.ts";
import { secondCopies } from "./copies.ts";
import { toolDoubt, toolEvidence } from "./evidence.ts";
import { NO_SECRETS, type SuppliedSecrets } from "../protocol/supplied-secrets.ts";
import { contentsOf, differentContents, looseProfiles, lyingContents } from "./loose-profiles.ts";
import { foldedPath } from "../protocol/paths.ts";
import type { Layout } from "../protocol/layout.ts";
import { refuseLongPaths } from "./path-lengths.ts";
import { DeployStop, inUseStop, isHeld, refusal } from "../protocol/outcome.ts";
import type { Targets, Where } from "../protocol/targets.ts";
import type { Receipt, ToolEvidence } from "../protocol/receipt.ts";
import { type Judged, LARGEST_TEXT } from "../../../kernel/index.ts";
import { ENDINGS } from "../records/confine.ts";
import { newestReceipt, stateReceipts } from "../records/receipts.ts";
import { type ListedTree, listTree } from "../protocol/tree.ts";
import { type Values, knownSecrets, loadValues } from "./values.ts";
import type { SwapWorld, ToolProcess } from "../../../platform/index.ts";
import { refuseLinks, wayFault } from "../protocol/links.ts";

/** The state of the workstation before a deploy writes anything. */
export interface Found {
  readonly receipt: Judged<Receipt> | null;
  /** The keys of each file that the bundle or any receipt declares secret. */
  readonly secrets: Readonly<Record<FileRole, ReadonlySet<string>>>;
  readonly tree: ListedTree | null;
  /** Bytes and decoded values of the live conf; null if it does not exist. */
  readonly conf: LiveFile | null;
  readonly logger: LiveFile | null;
  readonly client: LiveFile | null;
  readonly tool: ToolEvidence;
  /** The reason why the installed tool's row of the compatibility matrix is not proven; null if it is. */
  readonly doubt: string | null;
  readonly strays: readonly string[];
  readonly processes: readonly ToolProcess[];
  readonly flags: readonly { flag: string; reason: string | null }[];
  /** Values from the file of --secrets, used for secrets that the workstation does not have. */
  readonly supplied: SuppliedSecrets;
}

export interface LiveFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly values: Values;
}

function refuseReadOnly({ files }: SwapWorld, paths: readonly string[]): void {
  for (const path of paths) {
    const stat = files.stat(path);
    if (stat && !stat.writable) {
      throw refusal(
        `${path} is read-only, but must be written together with the others`,
        "remove the read-only attribute, or ask for the right to write it; nothing was written",
      );
    }
  }
}

/**
 * Throws a refusal for a client file or log4j2.xml with the wrong extension, because no later deploy or rollback could read its receipt
 * (src/deploy/swap/records/confine.ts).
 */
function refuseOtherTypes({ client, log4j2 }: Targets): void {
  for (const [id, path] of [
    ["client", client],
    ["log4j2", log4j2],
  ] as const) {
    const ending = ENDINGS.get(id) ?? "";
    if (path !== null && !path.toLowerCase().endsWith(ending))
      throw refusal(`the ${id} file ${path} does not end in ${ending}`, "name the file that the tool reads; nothing was written");
  }
}

function refuseWay(world: SwapWorld, paths: readonly string[], { root }: Where): void {
  const fault = wayFault(world, paths, root);
  if (fault !== null) throw refusal(fault, "name the real folder in site.yaml or on the command line; nothing was written");
}

function refuseFullDisk({ free }: SwapWorld, manifest: BundleManifest, { install }: Targets): void {
  const needed = manifest.files.reduce((sum, file) => sum + file.size, 0) * 1.1 + 1_000_000;
  const there = free(install);
  if (there === null || there >= needed) return;
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`;
  throw refusal(
    `${install} has ${megabytes(there)} free, but ${megabytes(needed)} are needed to stage the new folder next to the old one`,
    "free disk space; nothing was written",
  );
}

const processLine = ({ name, pid, user, path }: ToolProcess): string =>
  `${name} (process ${pid}${user ? `, user ${user}` : ""}): ${path}`;

export function toolRunningStop(processes: readonly ToolProcess[], install: string): DeployStop {
  return new DeployStop(
    1618,
    `the tool is running from ${install}: its plug-in folder cannot be replaced`,
    "save the models, close the tool, and run this again; nothing was changed",
    processes.map(processLine),
  );
}

function live({ files }: SwapWorld, path: string): LiveFile | null {
  if (files.stat(path)?.kind !== "file") return null;
  const bytes = files.read(path, LARGEST_TEXT);
  return { path, bytes, values: loadValues(path, bytes) };
}

/**
 * Inspects the workstation before a deploy. If a program has a file open, throws DeployStop 1618 with the running processes of the modeling
 * tool, because one of them probably has it open.
 */
export async function preflight(...given: Parameters<typeof inspect>): Promise<Found> {
  const [world, , targets] = given;
  const processes = await world.processes(targets.install);
  try {
    return { ...inspect(...given), processes };
  } catch (error) {
    if (!isHeld(error, false)) throw error;
    throw inUseStop(error, "nothing was written", processes.map(processLine));
  }
}

/**
 * Checks everything about a deploy that can be checked before the first byte is written. Throws DeployStop 10 for an obstacle and 12 for an
 * unreadable receipt; `preflight` converts the system's error for a file in use.
 */
function inspect(
  world: SwapWorld,
  manifest: BundleManifest,
  targets: Targets,
  where: Where,
  layout: Layout,
  allowed: Allowed,
  supplied: SuppliedSecrets = NO_SECRETS,
): Omit<Found, "processes"> {
  const { files } = world;
  if (where.root === null && !files.stat(targets.install)) {
    throw refusal(
      `the tool is not installed in ${targets.install}`,
      "name its folder with --install, or install the tool first; nothing was written",
    );
  }
  refuseOtherTypes(targets);
  const outside = [targets.client, ...(targets.log4j2 ? [targets.log4j2] : []), ...targets.profiles.map((item) => item.path)];
  refuseLinks(
    world,
    [targets.install, targets.plugins, targets.live, targets.swap, layout.at("ready"), layout.at("strays")],
    "folder",
  );
  refuseLinks(world, outside, "file");
  refuseWay(world, [...outside, ...targets.strays, targets.live, layout.receipts], where);
  const receipt = newestReceipt(files, layout);
  const loose = manifest.kind === "swap" ? straysOf(world, targets, receipt) : [];
  refuseWay(world, loose, where);
  const flags = checkBindings(files, manifest, targets, receipt, allowed);
  const tool = toolEvidence(files, targets.install, manifest);
  const swap = manifest.kind === "swap";
  const copies = swap ? secondCopies(world, manifest.plugin.id, targets, where) : [];
  const confPath = join(targets.live, manifest.plugin.conf);
  const loggerPath = manifest.plugin.logger === null ? null : join(targets.live, manifest.plugin.logger);
  refuseReadOnly(world, swap ? outside : [targets.client, confPath]);
  refuseMissingFolders(world, targets, swap, where);
  if (swap) refuseLongPaths(manifest, targets);
  refuseFullDisk(world, manifest, targets);
  const receipts = stateReceipts(files, layout);
  const known = (file: FileRole) => knownSecrets(manifest, receipts, file);
  return {
    receipt,
    secrets: { connector: known("connector"), client: known("client"), logger: known("logger") },
    tree: listTree(files, targets.live),
    conf: live(world, confPath),
    logger: loggerPath === null ? null : live(world, loggerPath),
    client: live(world, targets.client),
    tool,
    doubt: tool.proven ? null : toolDoubt(files, targets.install, manifest),
    strays: swap ? [...copies, ...loose] : [],
    flags,
    supplied,
  };
}

/** Returns the paths of stale copies of the profile: at the paths that the bundle names, and by content under any name. */
function straysOf(world: SwapWorld, targets: Targets, receipt: Receipt | null): readonly string[] {
  const { files, windows } = world;
  const named = targets.strays.filter((path) => files.stat(path)?.kind === "file");
  const known =
    targets.profiles.length === 0
      ? []
      : differentContents(targets.knownProfiles, contentsOf(receipt), lyingContents(files, targets));
  const paths = [...named, ...looseProfiles(world, targets, known)];
  return [...new Map(paths.map((path) => [foldedPath(path, windows), path])).values()];
}

/** Returns the missing folders that a deploy or rollback needs. A deploy makes them only with --root, and is refused without it. */
export function missingFolders({ files }: SwapWorld, targets: Targets, swap: boolean): readonly string[] {
  const wanted = [
    dirname(targets.client),
    ...(swap ? [targets.plugins, ...targets.profiles.map((item) => dirname(item.path))] : []),
  ];
  if (swap && targets.log4j2) wanted.push(dirname(targets.log4j2));
  const missing = new Set<string>();
  for (let folder of wanted) {
    const chain: string[] = [];
    while (!files.stat(folder) && dirname(folder) !== folder) {
      chain.unshift(folder);
      folder = dirname(folder);
    }
    for (const item of chain) missing.add(item);
  }
  return [...missing];
}

function refuseMissingFolders(world: SwapWorld, targets: Targets, swap: boolean, where: Where): void {
  const missing = where.root === null ? missingFolders(world, targets, swap) : [];
  if (missing.length === 0) return;
  throw refusal(
    `${missing[0]} does not exist, but a file must be written there`,
    "check the paths of site.yaml, or start the tool once with the connector so that it creates its folders; nothing was written",
    missing,
  );
}
