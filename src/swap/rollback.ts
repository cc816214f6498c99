import { dirname } from "node:path";
import { type RunFacts, expectedTree, filesAfter, receiptOf } from "./compose.ts";
import type { Confines } from "./confine.ts";
import { finish } from "./install.ts";
import { Layout, runName } from "./layout.ts";
import { locked } from "./locked.ts";
import { DeployStop, failureWords, inUseStop, isHeld, reading, refused } from "./outcome.ts";
import { perform } from "./perform.ts";
import { type SwapPlan, PLAN_SCHEMA } from "./plan.ts";
import { type Transaction, writePlan } from "./prepared.ts";
import { inUse } from "./preflight.ts";
import type { DeployState, Receipt, StateValue } from "./receipt.ts";
import { FILE_ROLES, type FileRole } from "../model/files.ts";
import { knownSecrets, loadValues, secretsIn, stateValues } from "./values.ts";
import { lastSequence, newestReceipt, stateReceipts } from "./receipts.ts";
import { type Recovered, recover } from "./recover.ts";
import { stageFiles } from "./stage.ts";
import { type FileChange, inTree, plannedFile } from "./staged-files.ts";
import { type ListedTree, listTree, recordOf } from "./tree.ts";
import { undo } from "./undo.ts";
import type { SwapWorld } from "./world.ts";
import { foldersOf, refuseUnwritable } from "./rights.ts";
import { backChange, keptTree, lastPlan, refuseForeignReceipt } from "./way-back.ts";

export interface RolledBack {
  readonly receipt: Receipt;
  /** What was undone. */
  readonly undone: Receipt;
  readonly recovered: Recovered | null;
  readonly notes: readonly string[];
}

/** The state after going back: what the bundle of that state put there; where there was none, what comes back is all that is known. */
function stateAfter(
  world: SwapWorld,
  layout: Layout,
  back: Back,
  tree: ListedTree | null,
  changes: readonly FileChange[],
): DeployState {
  const { plan, newest, earlier } = back;
  const brought = earlier?.bundle ? earlier.state : null;
  const read = (path: string) => (world.files.look(path)?.kind === "file" ? world.files.read(path) : null);
  const next = (id: string, path: string) => {
    const change = changes.find((item) => item.id === id);
    return change ? change.after : read(path); // a file that goes again has no values
  };
  const folder = plan.tree ? layout.at(plan.tree.backup) : inTree(newest.install, `plugins/${newest.plugin.folder}`);
  const gone = plan.tree !== null && tree === null;
  const { conf, logger } = newest.plugin;
  const confBytes = gone ? null : next("connector", inTree(folder, conf));
  const loggerBytes = gone || logger === null ? null : read(inTree(folder, logger));
  const client = next("client", newest.paths.client);
  const state = earlier?.state ?? newest.state;
  const ours = new Set(state?.values.filter((value) => value.file === "client").map((value) => value.key));
  const receipts = stateReceipts(world.files, layout);
  const secret = (file: FileRole) => knownSecrets(null, receipts, file);
  const lies = plan.tree ? (tree?.files ?? null) : (newest.state?.tree?.files ?? null);
  const files = gone ? null : expectedTree(newest.plugin, earlier, lies, { conf: confBytes, logger: loggerBytes });
  const maps = {
    connector: confBytes && loadValues(conf, confBytes),
    logger: loggerBytes && loadValues(logger ?? "", loggerBytes),
    client: client && loadValues(newest.paths.client, client),
  };
  // what the bundle of that state did not leave there is foreign, a secret or not
  const theirs = brought && new Set([...brought.values, ...brought.secrets].map(({ file, key }) => `${file} ${key}`));
  const only = (file: FileRole): ReadonlySet<string> | undefined =>
    theirs
      ? new Set([...(maps[file]?.keys() ?? [])].filter((key) => theirs.has(`${file} ${key}`)))
      : file === "client"
        ? ours
        : undefined;
  const values = (file: FileRole): StateValue[] => {
    const carried = brought?.values.filter((row) => row.file === file);
    const map = carried ? new Map(carried.map(({ key, value }) => [key, value])) : (maps[file] ?? new Map<string, string>());
    return stateValues(file, map, secret(file), carried ? undefined : only(file));
  };
  const outside = filesAfter(world, newest.state?.files ?? [], changes);
  return {
    tree: files && { sha256: recordOf(files).sha256, files },
    values: [...values("connector"), ...values("logger"), ...values("client")],
    // a profile is what its bundle put there, whatever lay there when it was replaced
    files: outside.map((file) => brought?.files.find(({ id }) => id === file.id && id.startsWith("profile-")) ?? file),
    secrets: FILE_ROLES.flatMap((file) =>
      secretsIn(maps[file] ?? new Map(), secret(file), only(file)).map((key) => ({ file, key })),
    ),
    keep: state?.keep ?? [],
  };
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
      const receipts = () => stateReceipts(world.files, layout);
      const recovered = recover(world, layout, null, run, root);
      const newest = newestReceipt(world.files, layout);
      if (!newest) throw noReceipt(swap);
      // a rollback that was cut off is finished now: going back once more is not what was asked for
      if (recovered?.direction === "forward" && recovered.kind === "rollback") {
        const undone = receipts().find((receipt) => receipt.run === newest.before?.run) ?? newest;
        return { receipt: newest, undone, recovered, notes: ["an unfinished rollback was finished", ...recovered.notes] };
      }
      const confines: Confines = { install, root, windows: world.windows, places: null, receipts: receipts() };
      refuseForeignReceipt(layout, newest, confines);
      const said: string[] = [];
      const plan = lastPlan(world, layout, confines, newest, said);
      const processes = plan.kind === "settings" ? [] : await world.processes(install);
      if (processes.length > 0) throw inUse(processes, install);
      const owner = receipts().find((receipt) => newest.undo?.plan.startsWith(`${receipt.run}/`));
      const earlier = receipts().find((receipt) => receipt.run === owner?.before?.run) ?? null;
      const { transaction, receipt } = prepareBack(world, layout, { run, runner, plan, newest, earlier, recovered, said });
      try {
        await perform(transaction);
      } catch (error) {
        throw undo(transaction, error);
      }
      const later = finish(transaction);
      return { receipt, undone: owner ?? newest, recovered, notes: [...transaction.notes, ...later] };
    }),
  );
}

interface Back {
  readonly run: string;
  readonly runner: string;
  readonly plan: SwapPlan;
  readonly newest: Receipt;
  readonly earlier: Receipt | null;
  readonly recovered: Recovered | null;
  /** Notes from before. */
  readonly said: readonly string[];
}

function backPlan(world: SwapWorld, { run, plan }: Back, live: ListedTree | null, changes: readonly FileChange[]): SwapPlan {
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
    files: changes.map((change) => plannedFile(change, run, world.token)),
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
  refuseUnwritable(world.files, [...(plan.tree ? [dirname(plan.tree.live)] : []), ...foldersOf(plan.files)]);
  const changes = plan.files.map((file) => backChange({ world, layout, notes, run }, file)).filter((change) => change !== null);
  try {
    world.files.makeFolder(layout.at(run), true);
    stageFiles(world, layout, run, changes);
    const next = backPlan(world, back, live, changes);
    const facts: RunFacts = {
      run,
      runner,
      at: `${world.now().toISOString().slice(0, 19)}Z`,
      sequence: lastSequence(world.files, layout) + 1,
    };
    const receipt = receiptOf(
      world,
      facts,
      { install: newest.install, plugin: newest.plugin, paths: newest.paths, tool: newest.tool },
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
