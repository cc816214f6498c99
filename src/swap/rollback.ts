import { dirname } from "node:path";
import { type RunFacts, expectedTree, filesAfter, receiptOf } from "./compose.ts";
import { type Confines, pathsOf, planFault, receiptFault } from "./confine.ts";
import { wayFault } from "./links.ts";
import { finish } from "./install.ts";
import { decided } from "./file-state.ts";
import { damaged, keptBytes, treeAt } from "./kept.ts";
import { keepEdited } from "./keep-edited.ts";
import { Layout, runName } from "./layout.ts";
import { locked } from "./locked.ts";
import { DeployStop, failureWords, inUseStop, isHeld, reading, refused } from "./outcome.ts";
import { perform } from "./perform.ts";
import { type PlannedFile, type SwapPlan, PLAN_SCHEMA } from "./plan.ts";
import { type Transaction, writePlan } from "./prepared.ts";
import { inUse } from "./preflight.ts";
import type { DeployState, Receipt, StateValue } from "./receipt.ts";
import { FILE_ROLES, type FileRole } from "../model/files.ts";
import { knownSecrets, loadValues, secretsIn, stateValues } from "./values.ts";
import { lastSequence, newestReceipt, stateReceipts } from "./receipts.ts";
import { type Recovered, recover } from "./recover.ts";
import { readRecord } from "./records.ts";
import { stageFiles } from "./stage.ts";
import { type FileChange, inTree, plannedFile, recordBytes } from "./staged-files.ts";
import { type ListedTree, listTree, recordOf, sameTree } from "./tree.ts";
import { undo } from "./undo.ts";
import { PropertiesDocument } from "../formats/properties/document.ts";
import type { SwapWorld } from "./world.ts";
import { foldersOf, refuseUnwritable } from "./rights.ts";

export interface RolledBack {
  readonly receipt: Receipt;
  /** What was undone. */
  readonly undone: Receipt;
  readonly recovered: Recovered | null;
  readonly notes: readonly string[];
}

/** The plan of the newest run, which is what goes back. Throws DeployStop 12 for one that is not what that run left there. */
function lastPlan(world: SwapWorld, layout: Layout, confines: Confines, receipt: Receipt, notes: string[]): SwapPlan {
  if (!receipt.undo) {
    throw refused(
      receipt.kind === "rollback"
        ? "the last run was itself a rollback, and nothing further back is kept"
        : "the last run kept nothing to go back to",
      "install the bundle of the state you want; nothing was written",
    );
  }
  const path = layout.at(receipt.undo.plan);
  const run = receipt.undo.plan.slice(0, receipt.undo.plan.indexOf("/"));
  const read = readRecord(world.files, path, "plan") ?? { problem: "it is missing" };
  if ("problem" in read) throw changedRecord(path, read.problem);
  const { sha256 } = receipt.undo;
  if (sha256 !== undefined && sha256 !== read.sha256)
    throw changedRecord(path, "its digest is not the one that the receipt says");
  const fault = planFault(read.record, run, confines) ?? wayFault(world, pathsOf(read.record, layout.swap), confines.root);
  if (fault !== null) throw changedRecord(path, fault);
  if (sha256 === undefined)
    notes.push(
      `receipt ${receipt.sequence} was written by ${receipt.runner} and has no digest of its plan: only the plan's shape and places were checked`,
    );
  return read.record;
}

const changedRecord = (path: string, problem: string): DeployStop =>
  new DeployStop(
    12,
    `${path} is not what its run left there: ${problem}`,
    "what was there before is not known any more, and nothing was touched: find out who changed it, and install the bundle of the state you want",
  );

/** One file back to what it was: the kept bytes, or by logical line where the connector has rewritten it since. */
function backChange(
  transaction: Pick<Transaction, "world" | "layout" | "notes"> & { readonly run: string },
  file: PlannedFile,
): FileChange | null {
  const { world, layout, notes } = transaction;
  const live = world.files.look(file.path)?.kind === "file" ? world.files.read(file.path) : null;
  const kept = file.backup === null ? null : keptBytes(world, layout, file, "before");
  const same = live === null ? file.after === null : recordBytes(live).sha256 === file.after?.sha256;
  const change = { id: file.id, path: file.path, as: file.as, before: live };
  const values = file.values.map(({ key, before, after }) => ({ key, before: after, after: before }));
  if (same || live === null) return { ...change, after: kept, values };
  if (file.as === "pairs" && file.before !== null) {
    const now = decided(file, live);
    const edits = values.map(({ key, after }) => (after === null ? ({ key, remove: true } as const) : { key, value: after }));
    const after = PropertiesDocument.parse(live).edit(edits).bytes();
    const current = values.map(({ key, after: wanted }) => ({ key, before: now?.get(key) ?? null, after: wanted }));
    return after.equals(live) ? null : { ...change, after, values: current };
  }
  if (file.as === "log4j2") {
    notes.push(`${file.path} was changed since and is left as it is`);
    return null;
  }
  notes.push(keepEdited(world, layout, transaction.run, file.id, file.path, live));
  return { ...change, after: kept, values };
}

/** The tree that comes back, proven to be what was put away. */
function keptTree(world: SwapWorld, layout: Layout, plan: SwapPlan): ListedTree | null {
  if (!plan.tree?.before) return null;
  const kept = treeAt(world, layout.at(plan.tree.backup));
  if (kept && sameTree(kept.record, plan.tree.before)) return kept;
  throw damaged(layout.at(plan.tree.backup), kept ? "not the folder that was put away there" : "missing, or no ordinary folder");
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
      if (!newest)
        throw refused(
          `${swap} has no receipt: nothing was installed by Tierwright here`,
          "there is nothing to roll back; nothing was written",
        );
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

/** Paths of the newest receipt are read and written by a rollback. */
function refuseForeignReceipt(layout: Layout, receipt: Receipt, confines: Confines): void {
  const fault = receiptFault(receipt, confines);
  if (fault !== null) throw changedRecord(layout.receipt(receipt.sequence, receipt.run), fault);
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
