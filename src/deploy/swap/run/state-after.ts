import { FILE_ROLES, type FileRole } from "../../../compiler/index.ts";
import { expectedTree, filesAfter } from "../stage/compose.ts";
import type { Layout } from "../protocol/layout.ts";
import { isProfile } from "../protocol/targets.ts";
import type { SwapPlan } from "../protocol/plan.ts";
import type { DeployState, Receipt, StateValue } from "../protocol/receipt.ts";
import { stateReceipts } from "../records/receipts.ts";
import type { Recovered } from "./recover.ts";
import { type FileChange, inTree } from "../stage/staged-files.ts";
import { type ListedTree, recordOf } from "../protocol/tree.ts";
import {
  type Brought,
  broughtValues,
  knownSecrets,
  loadValues,
  namedKeys,
  namedRows,
  secretsIn,
  stateValues,
  type Values,
} from "../inspect/values.ts";
import type { SwapWorld } from "../../../platform/index.ts";

/**
 * The data of one rollback, such as the plan of the deploy or rollback that it undoes, and the receipt of the state before that run
 * (`earlier`).
 */
export interface Back {
  readonly run: string;
  readonly runner: string;
  readonly plan: SwapPlan;
  readonly newest: Receipt;
  readonly earlier: Receipt | null;
  readonly recovered: Recovered | null;
  /** Notes for the user from the checks before the rollback. */
  readonly warnings: readonly string[];
}

const NOTHING_BROUGHT: Brought = { decided: new Set(), values: new Map() };

/** Returns the keys of a file that the receipt of a rollback lists without values if the restored state has no bundle. */
function namedOf(
  file: FileRole,
  values: Values | null,
  known: ReadonlySet<string>,
  only: ReadonlySet<string> | undefined,
  keep: readonly string[],
): readonly { readonly file: FileRole; readonly key: string }[] {
  const own = new Map([...(values ?? [])].filter(([key]) => only?.has(key) ?? true));
  return namedRows(file, own, known, NOTHING_BROUGHT, file === "connector" ? keep : []);
}

/**
 * Returns the files outside the plug-in folder for the receipt of a rollback; profiles are listed as in the receipt of the restored bundle.
 */
function filesOutside(newest: Receipt, brought: DeployState | null, changes: readonly FileChange[]): DeployState["files"] {
  const stood = (newest.state?.files ?? []).filter((file) => !(brought && isProfile(file)));
  return [...filesAfter(stood, changes), ...(brought?.files ?? []).filter(isProfile)];
}

/**
 * Returns the state after a rollback for its receipt: as the restored bundle's receipt states it, or without a bundle as the restored files
 * are.
 */
export function stateAfter(
  world: SwapWorld,
  layout: Layout,
  back: Back,
  tree: ListedTree | null,
  changes: readonly FileChange[],
): DeployState {
  const { plan, newest, earlier } = back;
  const brought = earlier?.bundle ? earlier.state : null;
  const read = (path: string) => (world.files.stat(path)?.kind === "file" ? world.files.read(path) : null);
  const next = (id: string, path: string) => {
    const change = changes.find((item) => item.id === id);
    return change ? change.after : read(path); // a file that the rollback deletes has no values
  };
  const folder = plan.tree ? layout.at(plan.tree.backup) : inTree(newest.install, `plugins/${newest.plugin.folder}`);
  const gone = plan.tree !== null && tree === null;
  const { conf, logger } = newest.plugin;
  const confBytes = gone ? null : next("connector", inTree(folder, conf));
  const loggerBytes = gone || logger === null ? null : read(inTree(folder, logger));
  const client = next("client", newest.paths.client);
  const state = earlier?.state ?? newest.state;
  const ours = new Set([
    ...(state?.values ?? []).flatMap(({ file, key }) => (file === "client" ? [key] : [])),
    ...namedKeys(state, "client"),
  ]);
  const receipts = stateReceipts(world.files, layout);
  const secret = (file: FileRole) => knownSecrets(null, receipts, file);
  const lies = plan.tree ? (tree?.files ?? null) : (newest.state?.tree?.files ?? null);
  const files = gone ? null : expectedTree(newest.plugin, earlier, lies, { conf: confBytes, logger: loggerBytes });
  const maps = {
    connector: confBytes && loadValues(conf, confBytes),
    logger: loggerBytes && loadValues(logger ?? "", loggerBytes),
    client: client && loadValues(newest.paths.client, client),
  };
  // a key that the restored state's bundle did not set belongs to the workstation, secret or not
  const theirs = brought && new Set([...brought.values, ...brought.secrets].map(({ file, key }) => `${file} ${key}`));
  const only = (file: FileRole): ReadonlySet<string> | undefined =>
    theirs
      ? new Set([...(maps[file]?.keys() ?? [])].filter((key) => theirs.has(`${file} ${key}`)))
      : file === "client"
        ? ours
        : undefined;
  // without a bundle, a receipt has only the restored keys; their values stay on the workstation
  const values = (file: FileRole): StateValue[] => {
    const from = broughtValues(brought, file);
    return stateValues(file, from.values, secret(file), from);
  };
  const keep = state?.keep ?? [];
  const named = brought
    ? (brought.named ?? [])
    : FILE_ROLES.flatMap((file) => namedOf(file, maps[file], secret(file), only(file), keep));
  return {
    tree: files && { sha256: recordOf(files).sha256, files },
    values: [...values("connector"), ...values("logger"), ...values("client")],
    files: filesOutside(newest, brought, changes),
    secrets: FILE_ROLES.flatMap((file) =>
      secretsIn(maps[file] ?? new Map(), secret(file), only(file)).map((key) => ({ file, key })),
    ),
    ...(named.length > 0 ? { named } : {}),
    ...(brought?.left ? { left: brought.left } : {}),
    keep,
  };
}
