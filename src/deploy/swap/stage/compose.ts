import type { BundleManifest, FileRecord } from "../../bundle/manifest.ts";
import { FILE_ROLES, type FileRole } from "../../../compiler/index.ts";
import type { Targets } from "../protocol/targets.ts";
import { PLAN_SCHEMA, type PlannedStray, type RunKind, type SwapPlan } from "../protocol/plan.ts";
import type { Found } from "../inspect/preflight.ts";
import { missingFolders } from "../inspect/preflight.ts";
import {
  type Drift,
  type InstalledBundle,
  RECEIPT_SCHEMA,
  RESULT_OF,
  type DeployState,
  type Receipt,
  type StateValue,
} from "../protocol/receipt.ts";
import { type FileChange, plannedFile, recordBytes } from "./staged-files.ts";
import type { Staged } from "./stage.ts";
import { recordOf, sameTree } from "../protocol/tree.ts";
import { leftKeys } from "../inspect/difference.ts";
import { type Brought, broughtValues, decidedKeys, loadValues, namedRows, secretsIn, stateValues } from "../inspect/values.ts";
import type { SwapWorld } from "../../../platform/index.ts";

/** The name, time, runner and receipt number of one deploy or rollback. */
export interface RunFacts {
  readonly run: string;
  readonly at: string;
  readonly runner: string;
  readonly sequence: number;
}

/** Returns the planned moves of stale and second copies into quarantine, numbered so that equal names do not collide. */
export function plannedStrays(
  world: SwapWorld,
  run: string,
  paths: readonly string[],
  digest: (folder: string) => string,
): PlannedStray[] {
  return paths.map((path, i) => {
    const folder = world.files.stat(path)?.kind === "folder";
    const name = path.replace(/^.*[\\/]/, "");
    const sha256 = folder ? digest(path) : world.files.hash(path).sha256;
    return { path, to: `strays/${run}/${i + 1}-${name}`, folder, sha256 };
  });
}

/** Returns the secret keys of conf or client file by the file's id; undefined for other files, which have no values in a plan. */
export const secretsOf = (
  secrets: Pick<Found["secrets"], "connector" | "client">,
  id: string,
): ReadonlySet<string> | undefined => (id === "connector" || id === "client" ? secrets[id] : undefined);

/** Returns the plan of a swap or a settings switch. */
export function planOf(
  world: SwapWorld,
  manifest: BundleManifest,
  targets: Targets,
  found: Found,
  staged: Staged,
  facts: RunFacts,
  strays: readonly PlannedStray[],
): SwapPlan {
  const after = staged.tree && recordOf(staged.tree.files);
  const before = found.tree?.record ?? null;
  return {
    schema: PLAN_SCHEMA,
    run: facts.run,
    kind: manifest.kind,
    machine: world.machine,
    install: targets.install,
    tree:
      after && !sameTree(before, after)
        ? { live: targets.live, staged: `${facts.run}/new`, backup: `${facts.run}/old`, before, after }
        : null,
    files: staged.changes.map((change) => plannedFile(change, facts.run, world.token, secretsOf(found.secrets, change.id))),
    strays,
    made: missingFolders(world, targets, manifest.kind === "swap"),
  };
}

function outsideFiles(world: SwapWorld, targets: Targets, changes: readonly FileChange[]): (FileRecord & { id: string })[] {
  const named = [
    { id: "client", path: targets.client },
    ...(targets.log4j2 ? [{ id: "log4j2", path: targets.log4j2 }] : []),
    ...targets.profiles,
  ];
  return named.flatMap(({ id, path }) => {
    const change = changes.find((item) => item.id === id);
    if (change) return change.after ? [{ id, path, ...recordBytes(change.after) }] : [];
    return world.files.stat(path)?.kind === "file" ? [{ id, path, ...world.files.hash(path) }] : [];
  });
}

/**
 * Returns the files outside the plug-in folder that the earlier receipt lists and the bundle does not bring. Reads no file, because the
 * receipt alone names them.
 */
function standingOn(earlier: DeployState | null, known: readonly { readonly id: string }[]): DeployState["files"] {
  return (earlier?.files ?? []).filter((file) => !known.some(({ id }) => id === file.id));
}

/**
 * Returns the files of the plug-in folder that the receipt of a settings switch or a rollback lists: those of the last swap, not those on
 * the disk, so that a foreign file stays foreign. conf and logger have their new bytes.
 * @param receipt the newest receipt for a settings switch, that of the restored state for a rollback
 * @param lies the files of the plug-in folder on the disk, used if that receipt names no bundle
 */
export function expectedTree(
  plugin: Receipt["plugin"],
  receipt: Receipt | null,
  lies: readonly FileRecord[] | null,
  own: { readonly conf: Buffer | null; readonly logger: Buffer | null },
): readonly FileRecord[] | null {
  const carried = receipt?.bundle && receipt.plugin.folder === plugin.folder ? (receipt.state?.tree?.files ?? null) : null;
  const bytes = new Map([
    [plugin.conf, own.conf],
    [plugin.logger, own.logger],
  ]);
  return (
    (carried ?? lies)?.map((file) => {
      const now = bytes.get(file.path);
      return now ? { path: file.path, ...recordBytes(now) } : file;
    }) ?? null
  );
}

/** Returns the files of a receipt outside the plug-in folder, with the changes of a deploy or rollback applied. */
export function filesAfter(files: DeployState["files"], changes: readonly FileChange[]): DeployState["files"] {
  return files.flatMap((file) => {
    const change = changes.find((item) => item.id === file.id);
    if (!change) return [file];
    return change.after ? [{ id: file.id, path: file.path, ...recordBytes(change.after) }] : [];
  });
}

/** Returns the state of the workstation after the plan of a deploy is carried out, for its receipt. */
export function stateOf(
  world: SwapWorld,
  manifest: BundleManifest,
  targets: Targets,
  found: Found,
  staged: Staged,
  drift: readonly Drift[],
): DeployState {
  const changed = (id: string) => staged.changes.find((change) => change.id === id)?.after ?? null;
  const conf = staged.tree?.conf ?? changed("connector") ?? found.conf?.bytes ?? null;
  const logger = staged.tree ? staged.tree.logger : (found.logger?.bytes ?? null);
  const client = changed("client") ?? found.client?.bytes ?? null;
  const decided = new Set(manifest.values.filter((value) => value.file === "client").map((value) => value.key));
  const earlier = found.receipt?.state?.values.filter((value) => value.file === "client").map((value) => value.key) ?? [];
  for (const key of manifest.kind === "settings" ? earlier : []) decided.add(key);
  const maps = {
    connector: conf && loadValues("conf", conf),
    logger: logger && loadValues("logger", logger),
    client: client && loadValues("client", client),
  };
  const only = (file: FileRole) => (file === "client" ? decided : undefined);
  const keep =
    manifest.kind === "settings" ? [...new Set([...manifest.keep, ...(found.receipt?.state?.keep ?? [])])] : manifest.keep;
  const brought = (file: FileRole): Brought => {
    if (file === "client") return { decided, values: new Map() };
    const own = decidedKeys(manifest, file);
    // a swap installs the whole file and takes only secrets and the keys of `keep` from the workstation
    if (manifest.kind === "swap")
      return {
        decided: own,
        values: new Map([...(maps[file] ?? [])].filter(([key]) => file === "logger" || !keep.includes(key))),
      };
    const earlier = broughtValues(found.receipt?.state ?? null, file);
    return { decided: new Set([...own, ...earlier.decided]), values: earlier.values };
  };
  const values: StateValue[] = (["connector", "logger", "client"] as const).flatMap((file) =>
    maps[file] ? stateValues(file, maps[file], found.secrets[file], brought(file)) : [],
  );
  const named = (["connector", "logger"] as const).flatMap((file) =>
    maps[file] ? namedRows(file, maps[file], found.secrets[file], brought(file), file === "connector" ? keep : []) : [],
  );
  const left = leftKeys(manifest, found.receipt?.state ?? null, drift);
  const outside = outsideFiles(world, targets, staged.changes);
  const files = staged.tree?.files ?? expectedTree(manifest.plugin, found.receipt, found.tree?.files ?? null, { conf, logger });
  return {
    tree: files && { sha256: recordOf(files).sha256, files },
    values,
    files: manifest.kind === "swap" ? outside : [...outside, ...standingOn(found.receipt?.state ?? null, outside)],
    secrets: FILE_ROLES.flatMap((file) =>
      secretsIn(maps[file] ?? new Map(), found.secrets[file], only(file)).map((key) => ({ file, key })),
    ),
    ...(named.length > 0 ? { named } : {}),
    ...(left.length > 0 ? { left } : {}),
    keep,
  };
}

/** The parts of a receipt that differ between a deploy and a rollback; they are known before the plan is executed. */
export interface ReceiptParts {
  readonly kind: RunKind;
  readonly bundle: InstalledBundle | null;
  readonly key: Receipt["key"];
  readonly state: DeployState | null;
  readonly plan: SwapPlan;
  readonly undo: Receipt["undo"];
  readonly kept: readonly string[];
  /** Copies of foreign files in quarantine, in addition to the stale copies that the plan moves there. */
  readonly foreign: Receipt["strays"];
  readonly drift: readonly Drift[];
  readonly replaced: readonly Drift[];
  readonly flags: Receipt["flags"];
  readonly notes: readonly string[];
}

/** Returns the receipt of a successful run; it becomes valid when its file is moved to .swap/receipts. */
export function receiptOf(
  world: SwapWorld,
  facts: RunFacts,
  where: Pick<Receipt, "install" | "plugin" | "paths" | "tool">,
  parts: ReceiptParts,
  before: Receipt["before"],
): Receipt {
  return {
    schema: RECEIPT_SCHEMA,
    sequence: facts.sequence,
    run: facts.run,
    result: RESULT_OF[0],
    code: 0,
    kind: parts.kind,
    at: facts.at,
    machine: world.machine,
    user: world.user,
    runner: facts.runner,
    bundle: parts.bundle,
    ...where,
    key: parts.key,
    state: parts.state,
    before,
    undo: parts.undo,
    strays: [...parts.plan.strays.map(({ path, to, sha256 }) => ({ path, to, sha256 })), ...parts.foreign],
    kept: parts.kept,
    drift: parts.drift,
    replaced: parts.replaced,
    flags: parts.flags,
    error: null,
    notes: parts.notes,
  };
}
