import { dirname } from "node:path";
import { type RunFacts, receiptOf, secretsOf } from "../stage/compose.ts";
import type { Confines } from "./confine.ts";
import { type CutShort, cutShort } from "./cut-short.ts";
import { finish } from "./install.ts";
import { Layout, runName } from "../protocol/layout.ts";
import { locked } from "../inspect/locked.ts";
import { DeployStop, failureWords, inUseStop, isHeld, reading, refused } from "../protocol/outcome.ts";
import { perform } from "./perform.ts";
import { type SwapPlan, PLAN_SCHEMA } from "../protocol/plan.ts";
import { type Transaction, writePlan } from "../stage/prepared.ts";
import { inUse } from "../inspect/preflight.ts";
import type { Receipt } from "../protocol/receipt.ts";
import { nextSequence, stateReceipts, undoneBy } from "../records/receipts.ts";
import { type Recovered, recover } from "./recover.ts";
import { foldersOf, refuseUnwritable } from "../inspect/rights.ts";
import { cutOff } from "../records/runs-left.ts";
import { stageFiles } from "../stage/stage.ts";
import { type FileChange, plannedFile } from "../stage/staged-files.ts";
import { afterRecovery } from "../records/standing.ts";
import { type Back, stateAfter } from "./state-after.ts";
import { type ListedTree, listTree } from "../protocol/tree.ts";
import { undo } from "./undo.ts";
import { knownSecrets } from "../inspect/values.ts";
import { backChange, keptTree, lastPlan, refuseForeignReceipt } from "./way-back.ts";
import type { SwapWorld } from "../../io/machine.ts";

export interface RolledBack extends CutShort {
  readonly install: string;
  readonly recovered: Recovered | null;
}

export const noReceipt = (swap: string): DeployStop =>
  refused(
    `${swap} has no receipt: nothing was installed by Tierwright here`,
    "there is nothing to roll back; nothing was written",
  );

/** Goes back to what the last install or switch replaced: the plug-in folder and both files together (D5). */
export async function rollback(
  world: SwapWorld,
  install: string,
  swap: string,
  runner: string,
  root: string | null,
): Promise<RolledBack> {
  const layout = new Layout(swap);
  return locked(world, install, swap, null, () =>
    reading(async () => {
      const run = runName(world.now(), world.token());
      const cut = cutOff(world, layout);
      const recovered = recover(world, layout, null, run, root);
      const done = cutShort(world, layout, cut, recovered);
      if (done) return { ...done, install, recovered };
      return afterRecovery(recovered, () => goBackOne(world, layout, { run, runner, install, root, recovered }));
    }),
  );
}

interface Asked {
  readonly run: string;
  readonly runner: string;
  readonly install: string;
  readonly root: string | null;
  readonly recovered: Recovered | null;
}

async function goBackOne(world: SwapWorld, layout: Layout, asked: Asked): Promise<RolledBack> {
  const { run, runner, install, root, recovered } = asked;
  const receipts = stateReceipts(world.files, layout);
  const newest = receipts.at(-1);
  if (!newest) throw noReceipt(layout.swap);
  const confines: Confines = { install, root, windows: world.windows, places: null, receipts };
  refuseForeignReceipt(layout, newest, confines);
  const said: string[] = [];
  const plan = lastPlan(world, layout, confines, newest, said);
  const processes = plan.kind === "settings" ? [] : await world.processes(install);
  if (processes.length > 0) throw inUse(processes, install);
  const { undone, earlier } = undoneBy(receipts, newest);
  const { transaction, receipt } = prepareBack(world, layout, { run, runner, plan, newest, earlier, recovered, said });
  try {
    await perform(transaction);
  } catch (error) {
    throw undo(transaction, error);
  }
  const later = finish(transaction);
  return { receipt, undone, install, recovered, notes: [...transaction.notes, ...later] };
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

/** What a further rollback would undo: that of the state which stands again, as long as it is kept. */
function furtherBack(world: SwapWorld, layout: Layout, earlier: Receipt | null): Receipt["undo"] {
  const undo = earlier?.undo ?? null;
  return undo && world.files.look(layout.at(undo.plan)) ? undo : null;
}

function prepareBack(world: SwapWorld, layout: Layout, back: Back): { transaction: Transaction; receipt: Receipt } {
  const { run, runner, plan, newest, earlier } = back;
  const notes = [...(back.recovered?.notes ?? []), ...back.said];
  const tree = keptTree(world, layout, plan);
  const live = plan.tree ? listTree(world.files, plan.tree.live) : null;
  refuseUnwritable(world.files, [...(plan.tree ? [dirname(plan.tree.live), plan.tree.live] : []), ...foldersOf(plan.files)]);
  const changes = plan.files.map((file) => backChange({ world, layout, notes, run }, file)).filter((change) => change !== null);
  try {
    world.files.makeFolder(layout.at(run), true);
    stageFiles(world, layout, run, changes);
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
      { install: newest.install, plugin: newest.plugin, paths: (earlier ?? newest).paths, tool: newest.tool },
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
    return { transaction: { plan: next, planSha256, layout, world, stamp: live?.stamp ?? null, receipt, notes }, receipt };
  } catch (error) {
    if (world.files.look(layout.at(run))) world.files.removeTree(layout.at(run));
    if (error instanceof DeployStop) throw error;
    if (isHeld(error, world.windows)) throw inUseStop(error, "the installation is as it was");
    throw refused(
      `the way back could not be prepared: ${failureWords(error)}`,
      "mend that and run this again; the installation is as it was",
    );
  }
}
