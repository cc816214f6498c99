import { append } from "../../diagnostic/lists.ts";
import type { OpenBundle } from "../protocol/bundle.ts";
import { type RunFacts, planOf, plannedStrays, receiptOf, stateOf } from "../stage/compose.ts";
import type { DeployOptions, Deployed } from "./deployed.ts";
import type { Layout } from "../protocol/layout.ts";
import { DeployStop, failureWords, inUseStop, isHeld, looksInUse, refused } from "../protocol/outcome.ts";
import { close, perform } from "./perform.ts";
import type { Places } from "../protocol/places.ts";
import type { Found } from "../inspect/preflight.ts";
import { jsonBytes } from "../protocol/plan.ts";
import { type Transaction, writePlan } from "../stage/prepared.ts";
import { prune } from "../records/prune.ts";
import type { Drift, InstalledBundle, Receipt } from "../protocol/receipt.ts";
import { nextSequence } from "../records/receipts.ts";
import type { Recovered } from "./recover.ts";
import { type Staged, stage } from "../stage/stage.ts";
import { recordBytes } from "../stage/staged-files.ts";
import { listTree, recordOf } from "../protocol/tree.ts";
import { undo } from "./undo.ts";
import type { SwapWorld } from "../../io/machine.ts";

/** What a receipt says of the bundle. */
export const installedBundle = (bundle: OpenBundle): InstalledBundle => {
  const { manifest } = bundle;
  return {
    name: bundle.name,
    sha256: bundle.sha256,
    manifest: bundle.manifestSha256,
    environment: manifest.environment,
    connector: manifest.connector,
    serial: manifest.serial,
    commit: manifest.source.commit,
    compiler: manifest.compiler,
  };
};

/** What deploy found out before it begins to write. */
export interface Context {
  readonly places: Places;
  readonly layout: Layout;
  readonly run: string;
  readonly found: Found;
  readonly recovered: Recovered | null;
  readonly drift: readonly Drift[];
  readonly replaced: readonly Drift[];
  /** What is wrong here and is left as it is. */
  readonly noticed: readonly string[];
}

/**
 * The places that a receipt names, so that verify and detection need no bundle. A settings bundle brings no profile and knows no place of a
 * stale copy: those of the state that stands on hold.
 */
export const receiptPaths = ({ client, roots, strays }: Places, standing: Receipt | null = null): Receipt["paths"] => ({
  client,
  roots,
  strays: standing?.paths.strays ?? strays,
});

/** Stages and plans; what fails here has touched nothing outside .swap. */
function prepare(world: SwapWorld, bundle: OpenBundle, options: DeployOptions, context: Context) {
  const { places, layout, run, found } = context;
  const { manifest } = bundle;
  const staged: Staged = stage(world, bundle, places, layout, run, found);
  const digest = (folder: string) => listTree(world.files, folder)?.record.sha256 ?? recordOf([]).sha256;
  const facts: RunFacts = {
    run,
    at: `${world.now().toISOString().slice(0, 19)}Z`,
    runner: options.runner,
    sequence: nextSequence(world.files, layout),
  };
  const plan = planOf(world, manifest, places, found, staged, facts, plannedStrays(world, run, found.strays, digest));
  const notes = [...(context.recovered?.notes ?? []), ...context.noticed, ...staged.notes];
  if (!found.tool.proven) notes.push(`tool row not proven: ${manifest.tool.row} is expected`);
  const flags = context.drift.length > 0 ? [...found.flags, { flag: "--accept-drift", reason: null }] : found.flags;
  const receipt = receiptOf(
    world,
    facts,
    {
      install: places.install,
      plugin: manifest.plugin,
      paths: receiptPaths(places, manifest.kind === "settings" ? found.receipt : null),
      tool: found.tool,
    },
    {
      kind: manifest.kind,
      bundle: installedBundle(bundle),
      key: bundle.key ?? found.receipt?.key ?? null,
      state: stateOf(world, manifest, places, found, staged),
      plan,
      undo: { plan: `${run}/plan.json`, sha256: recordBytes(jsonBytes(plan)).sha256 },
      kept: staged.kept,
      foreign: staged.foreign,
      drift: context.drift,
      replaced: context.replaced,
      flags,
      notes,
    },
    { run: found.receipt?.run ?? null, tree: found.tree?.record ?? null },
  );
  world.reached("plan", null);
  if (!world.files.look(layout.receipts)) world.files.makeFolder(layout.receipts);
  const planSha256 = writePlan(world, layout, plan, receipt);
  const transaction: Transaction = { plan, planSha256, layout, world, stamp: found.tree?.stamp ?? null, receipt, notes };
  return { transaction, receipt };
}

/** Stages, then performs the steps; what fails is undone. Throws DeployStop. */
export async function install(world: SwapWorld, bundle: OpenBundle, options: DeployOptions, context: Context): Promise<Deployed> {
  const { places, layout, run, found, recovered } = context;
  let prepared: ReturnType<typeof prepare>;
  try {
    prepared = prepare(world, bundle, options, context);
  } catch (error) {
    dropStaging(world, layout, run);
    if (error instanceof DeployStop) throw error;
    if (isHeld(error, world.windows)) throw inUseStop(error, "the installation is as it was");
    throw refused(
      `the new build could not be staged: ${failureWords(error)}`,
      looksInUse(error)
        ? "run this with the right to write into the tool's folder (an elevated prompt, or the fleet's agent); the installation is as it was"
        : "mend that and run this again; the installation is as it was",
    );
  }
  const { transaction, receipt } = prepared;
  try {
    await perform(transaction);
  } catch (error) {
    throw undo(transaction, error);
  }
  const later = finish(transaction);
  const notes = [...transaction.notes, ...later];
  return { kind: "installed", places, receipt, recovered, found, plan: transaction.plan, notes };
}

/** Best effort: a leftover is swept by the next run. */
function dropStaging(world: SwapWorld, layout: Layout, run: string): void {
  try {
    if (world.files.look(layout.at(run))) world.files.removeTree(layout.at(run));
  } catch {
    // swept by the next run
  }
}

/** The rows whose failure changes nothing: the new state stands. */
export function finish(transaction: Transaction): readonly string[] {
  const { world, layout } = transaction;
  const notes: string[] = [];
  try {
    close(transaction);
  } catch (error) {
    notes.push(`${layout.journal} could not be removed (${failureWords(error)}); the next run does it`);
  }
  try {
    if (world.files.look(layout.attempt)) world.files.remove(layout.attempt);
    if (world.files.look(layout.journal)) return notes; // it names a work folder
    append(notes, prune(world, layout));
    // what was staged ahead has served, or is older than what stands now
    if (transaction.plan.kind === "swap" && world.files.look(layout.at("ready"))) world.files.removeTree(layout.at("ready"));
  } catch (error) {
    notes.push(`old backups could not be cleaned up: ${failureWords(error)}`);
  }
  return notes;
}
