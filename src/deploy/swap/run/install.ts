import type { ProvenBundle } from "../protocol/bundle.ts";
import { contentsOf, differentContents } from "../inspect/loose-profiles.ts";
import { type RunFacts, planOf, plannedStrays, receiptOf, stateOf } from "../stage/compose.ts";
import type { DeployOptions } from "./deployed.ts";
import type { Layout } from "../protocol/layout.ts";
import { type DeployStop, failureWords, inUseStop, isHeld, looksInUse, refusal } from "../protocol/outcome.ts";
import type { Targets } from "../protocol/targets.ts";
import type { Found } from "../inspect/preflight.ts";
import { jsonBytes } from "../protocol/plan.ts";
import { type Transaction, writePlan } from "../stage/prepared.ts";
import type { Drift, InstalledBundle, Receipt } from "../protocol/receipt.ts";
import { nextSequence } from "../records/receipts.ts";
import type { Recovered } from "./recover.ts";
import type { Staged } from "../stage/stage.ts";
import { recordBytes } from "../stage/staged-files.ts";
import { listTree, recordOf } from "../protocol/tree.ts";
import type { SwapWorld } from "../../../platform/index.ts";

/** Returns the facts about a bundle that the receipt of its deploy records. */
export const installedBundle = (bundle: ProvenBundle): InstalledBundle => {
  const { manifest } = bundle;
  return {
    name: bundle.name,
    sha256: bundle.sha256,
    manifest: bundle.manifestSha256,
    environment: manifest.environment,
    connector: manifest.connector,
    serial: manifest.serial,
    commit: manifest.source.commit,
    ...(manifest.source.changed ? { changed: true } : {}),
    compiler: manifest.compiler,
  };
};

/** The results of the checks of a deploy before it writes. */
export interface Context {
  readonly targets: Targets;
  readonly layout: Layout;
  readonly run: string;
  readonly found: Found;
  readonly recovered: Recovered | null;
  readonly drift: readonly Drift[];
  readonly replaced: readonly Drift[];
  /** Notes for the user about secrets from --secrets, and about faults that the deploy does not fix. */
  readonly noticed: readonly string[];
}

/**
 * Returns `paths` for a receipt, so that `deploy --verify` and the detection script need no bundle. A settings bundle names no places of
 * stale copies, so those of the current receipt (`standing`) stay, as do the profiles that the previous receipt (`before`) knows.
 */
export function receiptPaths(targets: Targets, standing: Receipt | null = null, before: Receipt | null = null): Receipt["paths"] {
  const { client, roots, strays } = targets;
  const knownProfiles = differentContents(targets.knownProfiles, contentsOf(before));
  return {
    client,
    roots,
    strays: standing?.paths.strays ?? strays,
    ...(knownProfiles.length > 0 ? { knownProfiles } : {}),
  };
}

/** Writes the plan and the receipt of a staged deploy. If that fails, nothing outside .swap has changed. */
export function planInstall(
  world: SwapWorld,
  bundle: ProvenBundle,
  options: DeployOptions,
  context: Context,
  staged: Staged,
): Transaction {
  const { targets, layout, run, found } = context;
  const { manifest } = bundle;
  const digest = (folder: string) => listTree(world.files, folder)?.record.sha256 ?? recordOf([]).sha256;
  const facts: RunFacts = {
    run,
    at: `${world.now().toISOString().slice(0, 19)}Z`,
    runner: options.runner,
    sequence: nextSequence(world.files, layout),
  };
  const plan = planOf(world, manifest, targets, found, staged, facts, plannedStrays(world, run, found.strays, digest));
  const notes = [...(context.recovered?.notes ?? []), ...context.noticed, ...staged.notes];
  if (!found.tool.proven) notes.push(`tool row not proven: ${manifest.tool.row} is expected`);
  const flags = context.drift.length > 0 ? [...found.flags, { flag: "--accept-drift", reason: null }] : found.flags;
  const receipt = receiptOf(
    world,
    facts,
    {
      install: targets.install,
      plugin: manifest.plugin,
      paths: receiptPaths(targets, manifest.kind === "settings" ? found.receipt : null, found.receipt),
      tool: found.tool,
    },
    {
      kind: manifest.kind,
      bundle: installedBundle(bundle),
      key: bundle.key ?? found.receipt?.key ?? null,
      state: stateOf(world, manifest, targets, found, staged, context.drift),
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
  if (!world.files.stat(layout.receipts)) world.files.makeFolder(layout.receipts, true);
  const planSha256 = writePlan(world, layout, plan, receipt);
  return { plan, planSha256, layout, world, stamp: found.tree?.stamp ?? null, receipt, notes };
}

/** Returns the error for a bundle that could not be staged: exit code 1618 if a program has a file open, else a refusal. */
export function stagingStop({ windows }: SwapWorld, error: unknown): DeployStop {
  if (isHeld(error, windows)) return inUseStop(error, "the installation is as it was");
  return refusal(
    `the new build could not be staged: ${failureWords(error)}`,
    looksInUse(error)
      ? "run this with the right to write into the tool's folder (an elevated prompt, or the fleet's agent); the installation is as it was"
      : "fix that and run this again; the installation is as it was",
  );
}
