import { dirname } from "node:path";
import { type RunFacts, receiptOf, secretsOf } from "../stage/compose.ts";
import { type CutShort, cutShort } from "./cut-short.ts";
import { PERFORM } from "./handlers.ts";
import { requireValue, walk } from "./interpret.ts";
import { type Run, stepTable } from "./run.ts";
import { Layout, runName } from "../protocol/layout.ts";
import { contentsOf } from "../inspect/loose-profiles.ts";
import { withLock } from "../inspect/locked.ts";
import { type DeployStop, failureWords, inUseStop, isHeld, refusal } from "../protocol/outcome.ts";
import { type SwapPlan, PLAN_SCHEMA } from "../protocol/plan.ts";
import { type Transaction, writePlan } from "../stage/prepared.ts";
import { toolRunningStop } from "../inspect/preflight.ts";
import type { Receipt } from "../protocol/receipt.ts";
import { nextSequence, stateReceipts, undoneRun } from "../records/receipts.ts";
import { type Recovered, recover } from "./recover.ts";
import { foldersOf, refuseUnwritable } from "../inspect/rights.ts";
import { cutOff } from "../records/runs-left.ts";
import { stageFiles } from "../stage/stage.ts";
import { type FileChange, plannedFile } from "../stage/staged-files.ts";
import { afterRecovery } from "../records/standing.ts";
import { type Back, stateAfter } from "./state-after.ts";
import { type ListedTree, listTree } from "../protocol/tree.ts";
import { knownSecrets } from "../inspect/values.ts";
import { backChange, keptTree, lastPlan } from "./way-back.ts";
import type { SwapWorld } from "../../../platform/index.ts";

export interface RolledBack extends CutShort {
  readonly install: string;
  readonly recovered: Recovered | null;
}

export const noReceipt = (swap: string): DeployStop =>
  refusal(
    `${swap} has no receipt: nothing was installed by Tierwright here`,
    "there is nothing to roll back; nothing was written",
  );

/** The data of a rollback; the steps of the step table fill its fields one after the other. */
interface RollbackRun extends Run {
  readonly layout: Layout;
  readonly install: string;
  readonly runner: string;
  readonly root: string | null;
  recovered: Recovered | null;
  back: Prepared | null;
  result: CutShort | null;
}

/** The data of a rollback before it writes: the state that it restores, which is verified, and the state now. */
interface Prepared extends Back {
  readonly undone: Receipt | null;
  /** The old plug-in folder below .swap that is restored; null if none is. */
  readonly tree: ListedTree | null;
  readonly live: ListedTree | null;
  readonly changes: readonly FileChange[];
  readonly notes: string[];
}

/** Restores, by the steps of STEPS, what the last deploy replaced: the plug-in folder (after a swap) and both properties files together. */
export async function rollback(
  world: SwapWorld,
  install: string,
  swap: string,
  runner: string,
  root: string | null,
  copyReceipt: Run["copyReceipt"] = null,
): Promise<RolledBack> {
  const run: RollbackRun = {
    world,
    install,
    runner,
    root,
    unprepared: (error) => unprepared(world, error),
    copyReceipt,
    layout: new Layout(swap, { root, windows: world.windows, named: [install] }),
    id: null,
    staging: false,
    transaction: null,
    receipt: null,
    later: [],
    recovered: null,
    back: null,
    result: null,
  };
  await walk(TABLE, run);
  const result = requireValue(run.result, "an outcome");
  return { ...result, install, recovered: run.recovered, notes: [...result.notes, ...run.later] };
}

const backOf = ({ back }: RollbackRun) => requireValue(back, "what preflight finds");

const TABLE = stepTable<RollbackRun>({
  ...PERFORM,
  verify: () => undefined, // a rollback has no bundle to verify; its step preflight verifies the files that it restores
  lock: {
    around: (run, rest) => {
      if (!run.world.files.stat(run.install)) throw noReceipt(run.layout.swap);
      return withLock(run.world, run.install, run.layout.swap, null, rest);
    },
  },
  recover: {
    around: async (run, rest) => {
      const { world, layout, root } = run;
      run.id = runName(world.now(), world.token());
      const cut = cutOff(world, layout);
      run.recovered = await recover(world, layout, null, run.id, root);
      run.result = cutShort(world, layout, cut, run.recovered);
      if (!run.result) return afterRecovery(run.recovered, rest);
      run.receipt = run.result.receipt;
      return rest("copy");
    },
  },
  preflight: async (run) => {
    run.back = await lookBack(run);
  },
  stage: (run) => {
    const { world, layout } = run;
    const { run: id, changes } = backOf(run);
    run.staging = true;
    world.files.makeFolder(layout.at(id), true);
    stageFiles(world, layout, id, changes);
  },
  plan: (run) => {
    const back = backOf(run);
    const transaction = planBack(run.world, run.layout, back);
    run.transaction = transaction;
    run.receipt = transaction.receipt;
    run.result = { receipt: run.receipt, undone: back.undone, notes: transaction.notes };
  },
});

/**
 * Returns the plan to undo and the verified state that a rollback restores. Throws DeployStop if there is nothing to undo or the modeling
 * tool runs.
 */
export async function undoable(world: SwapWorld, layout: Layout, install: string, root: string | null) {
  const receipts = stateReceipts(world.files, layout);
  const newest = receipts.at(-1);
  if (!newest) throw noReceipt(layout.swap);
  const warnings: string[] = [];
  const plan = lastPlan(world, layout, { ...layout.anchor, install, root, targets: null, receipts }, newest, warnings);
  const processes = plan.kind === "settings" ? [] : await world.processes(install);
  if (processes.length > 0) throw toolRunningStop(processes, install);
  const tree = keptTree(world, layout, plan);
  return { receipts, newest, plan, tree, live: plan.tree ? listTree(world.files, plan.tree.live) : null, warnings };
}

/**
 * Returns the data of a rollback after its checks: the files that the last deploy replaced are undamaged, and this account can restore
 * them.
 */
async function lookBack({ world, layout, install, root, recovered, id, runner }: RollbackRun): Promise<Prepared> {
  const run = requireValue(id, "a name");
  const { receipts, newest, plan, tree, live, warnings } = await undoable(world, layout, install, root);
  const notes = [...(recovered?.notes ?? []), ...warnings];
  refuseUnwritable(world.files, [...(plan.tree ? [dirname(plan.tree.live), plan.tree.live] : []), ...foldersOf(plan.files)]);
  const changes = plan.files.map((file) => backChange({ world, layout, notes, run }, file)).filter((change) => change !== null);
  return { run, runner, plan, newest, recovered, warnings, ...undoneRun(receipts, newest), tree, live, changes, notes };
}

function backPlan(
  world: SwapWorld,
  layout: Layout,
  { run, plan }: Back,
  live: ListedTree | null,
  changes: readonly FileChange[],
): SwapPlan {
  const receipts = stateReceipts(world.files, layout);
  const known = { connector: knownSecrets(null, receipts, "connector"), client: knownSecrets(null, receipts, "client") };
  return {
    schema: PLAN_SCHEMA,
    run,
    kind: "rollback",
    machine: world.machine,
    install: plan.install,
    tree: plan.tree && {
      live: plan.tree.live,
      staged: plan.tree.before ? plan.tree.backup : null,
      backup: `${run}/old`,
      before: live?.record ?? null,
      after: plan.tree.before,
    },
    files: changes.map((change) => plannedFile(change, run, world.token, secretsOf(known, change.id))),
    strays: [],
    made: [],
  };
}

/** Returns `undo` of the restored state's receipt, for a further rollback; null if it has none or that plan.json has been deleted. */
function furtherBack(world: SwapWorld, layout: Layout, earlier: Receipt | null): Receipt["undo"] {
  const undo = earlier?.undo;
  return undo && world.files.stat(layout.at(undo.plan)) ? undo : null;
}

/** Returns `paths` for the receipt of a rollback: those of the restored state, with the profiles that the newest receipt knows. */
const pathsAfter = ({ paths }: Receipt, newest: Receipt): Receipt["paths"] => {
  const knownProfiles = contentsOf(newest);
  return knownProfiles.length > 0 ? { ...paths, knownProfiles } : paths;
};

/** Writes the plan and the receipt of a rollback. If that fails, nothing outside .swap has changed. */
function planBack(world: SwapWorld, layout: Layout, back: Prepared): Transaction {
  const { run, runner, newest, earlier, tree, live, changes, notes } = back;
  const next = backPlan(world, layout, back, live, changes);
  const facts: RunFacts = {
    run,
    runner,
    at: `${world.now().toISOString().slice(0, 19)}Z`,
    sequence: nextSequence(world.files, layout),
  };
  const receipt = receiptOf(
    world,
    facts,
    { install: newest.install, plugin: newest.plugin, paths: pathsAfter(earlier ?? newest, newest), tool: newest.tool },
    {
      kind: "rollback",
      bundle: earlier?.bundle ?? null,
      key: newest.key,
      state: stateAfter(world, layout, back, tree, changes),
      plan: next,
      undo: furtherBack(world, layout, earlier),
      kept: [],
      foreign: [],
      drift: [],
      replaced: [],
      flags: [],
      notes,
    },
    { run: newest.run, tree: live?.record ?? null },
  );
  const planSha256 = writePlan(world, layout, next, receipt);
  return { plan: next, planSha256, layout, world, stamp: live?.stamp ?? null, receipt, notes };
}

function unprepared({ windows }: SwapWorld, error: unknown): DeployStop {
  if (isHeld(error, windows)) return inUseStop(error, "the installation is as it was");
  return refusal(
    `the rollback could not be prepared: ${failureWords(error)}`,
    "fix that and run this again; the installation is as it was",
  );
}
