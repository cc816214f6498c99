import type { ProvenBundle } from "../protocol/bundle.ts";
import { installedBundle, receiptPaths } from "./install.ts";
import { type Layout, runName } from "../protocol/layout.ts";
import { type DeployStop, failureWords } from "../protocol/outcome.ts";
import { layoutOf, type Targets } from "../protocol/targets.ts";
import { jsonBytes } from "../protocol/plan.ts";
import { RECEIPT_SCHEMA, RESULT_OF, type Receipt } from "../protocol/receipt.ts";
import { lastSequence, newestReceipt } from "../records/receipts.ts";
import type { SwapWorld } from "../../../platform/index.ts";

/**
 * Returns the highest sequence number of a receipt; 0 if it cannot be read, because the error that ended the deploy or rollback is more
 * important.
 */
function sequenceOf({ files }: SwapWorld, layout: Layout): number {
  try {
    return lastSequence(files, layout);
  } catch {
    return 0;
  }
}

/**
 * Returns the fields that the receipts of failed deploys and rollbacks share: no state, the exit code, and the error that ended the run.
 */
function failed(world: SwapWorld, layout: Layout, runner: string, stop: DeployStop) {
  return {
    schema: RECEIPT_SCHEMA,
    sequence: sequenceOf(world, layout),
    run: runName(world.now(), world.token()),
    result: RESULT_OF[stop.code],
    code: stop.code,
    at: `${world.now().toISOString().slice(0, 19)}Z`,
    machine: world.machine,
    user: world.user,
    runner,
    state: null,
    before: null,
    undo: null,
    strays: [],
    kept: [],
    drift: stop.drift,
    replaced: [],
    flags: [],
    error: [stop.message, ...stop.details].join("\n"),
    notes: stop.help === null ? [] : [stop.help],
  } as const satisfies Partial<Receipt>;
}

/** Returns the receipt of a deploy that failed and installed nothing, with the error. */
export function attemptOf(world: SwapWorld, bundle: ProvenBundle, targets: Targets, runner: string, stop: DeployStop): Receipt {
  const { manifest } = bundle;
  return {
    ...failed(world, layoutOf(targets, { root: null }, world), runner, stop),
    kind: manifest.kind,
    bundle: installedBundle(bundle),
    install: targets.install,
    plugin: manifest.plugin,
    paths: receiptPaths(targets),
    tool: { expected: manifest.tool.row, found: null, proven: false, java: null },
    key: bundle.key,
  };
}

/**
 * Returns the receipt of a failed rollback, with the bundle of the newest receipt; null if that cannot be read, because the installed
 * bundle is then unknown.
 */
export function rollbackAttempt(world: SwapWorld, layout: Layout, runner: string, stop: DeployStop): Receipt | null {
  try {
    const standing = newestReceipt(world.files, layout);
    if (!standing) return null;
    return {
      ...standing,
      ...failed(world, layout, runner, stop),
      kind: "rollback",
    };
  } catch {
    return null; // the error that ended the deploy or rollback is more important
  }
}

/**
 * Writes the receipt of a failed deploy or rollback to .swap/receipts/attempt.json, over that of the last failed one. Returns null, or the
 * failure as text: the error that ended the deploy or rollback is more important.
 */
export function writeAttempt({ files }: SwapWorld, layout: Layout, attempt: Receipt): string | null {
  try {
    for (const folder of [layout.swap, layout.receipts]) {
      const stat = files.stat(folder);
      if (!stat) files.makeFolder(folder, folder === layout.receipts);
      // a symbolic link in place of the folder can be the reason why the run stopped, so nothing is written through it
      else if (stat.kind !== "folder") return `${layout.attempt} could not be written: ${folder} is a ${stat.kind}`;
    }
    files.write(`${layout.attempt}.tmp`, [jsonBytes(attempt)]);
    files.replace(`${layout.attempt}.tmp`, layout.attempt);
    return null;
  } catch (error) {
    return `${layout.attempt} could not be written: ${failureWords(error)}`;
  }
}
