import { type Read, append, systemCode } from "../../../kernel/index.ts";
import type { Confines } from "../records/confine.ts";
import { JOURNAL, PLAN, RECEIPT } from "../records/kinds.ts";
import type { Layout } from "../protocol/layout.ts";
import { type DifferenceKind, differenceText } from "../inspect/difference.ts";
import { differences } from "../inspect/live-state.ts";
import { DeployStop, failureWords, inUseStop, isHeld } from "../protocol/outcome.ts";
import type { Targets } from "../protocol/targets.ts";
import type { Journal, RunKind, SwapPlan } from "../protocol/plan.ts";
import { journalOf, type Transaction } from "../stage/prepared.ts";
import { prune } from "../records/prune.ts";
import { newestReceipt, stateReceipts } from "../records/receipts.ts";
import { recordAt, recordForDisplay } from "../records/records.ts";
import { runFolders, sweepOrphans, unfinishedRuns } from "../records/runs-left.ts";
import { installedText } from "../records/standing.ts";
import { directionOf } from "../protocol/steps.ts";
import { rollForward } from "./finish.ts";
import { factsOf, rollBack } from "./undo.ts";
import type { SwapWorld } from "../../../platform/index.ts";

/** The result of ending an interrupted deploy or rollback: whether it was finished, undone or set aside. */
export interface Recovered {
  readonly direction: "forward" | "backward" | "set-aside";
  readonly run: string;
  /** The kind of the unfinished deploy or rollback; null if its journal could not be read. */
  readonly kind: RunKind | null;
  /** Notes for the user about what the recovery restored. */
  readonly notes: readonly string[];
}

/** The journal of an interrupted deploy or rollback with its plan, both validated. */
interface Meant {
  readonly journal: Journal;
  readonly plan: SwapPlan;
  readonly sha256: string;
}

const changed = (layout: Layout, path: string, problem: string): DeployStop =>
  new DeployStop(
    12,
    `${path} was changed after its run: ${problem}`,
    `nothing was touched. The folders 'new', 'old' and 'files' next to it have the intended and the previous state: find out who changed it, restore the state that you want by hand, move ${layout.journal} away, and install the swap bundle again`,
  );

/** Returns the digests that the other records in the work folder have for plan.json: the prepared `reverting` journal, and the receipt. */
function vouchers({ files }: SwapWorld, layout: Layout, run: string): readonly string[] {
  const mark = recordForDisplay(files, layout.at(`${run}/reverting.json`), JOURNAL);
  const marked = mark?.run === run ? [mark.plan] : [];
  const undo = recordForDisplay(files, layout.at(`${run}/receipt.json`), RECEIPT)?.undo ?? null;
  return undo?.plan === `${run}/plan.json` && undo.sha256 !== undefined ? [...marked, undo.sha256] : marked;
}

/**
 * Returns the plan of a deploy or rollback; null if there is none. Throws DeployStop 12 if the plan's digest is not one of `digests`, or if
 * the plan names another machine, or paths that are not of this installation.
 */
function planOf(
  world: SwapWorld,
  layout: Layout,
  run: string,
  digests: readonly string[],
  known: Known,
): { plan: SwapPlan; sha256: string } | null {
  const path = layout.at(`${run}/plan.json`);
  if (!world.files.stat(path)) return null;
  const confines = confinesOf(world, layout, run, known);
  const read = recordAt(world.files, path, PLAN, { run, swap: layout.swap, confines, digests, files: world.files });
  if (!read) return null;
  if ("problem" in read) throw changed(layout, path, read.misplaced ? read.problem : `it cannot be read: ${read.problem}`);
  refuseOtherMachine(world, layout, run, read.record.machine);
  return { plan: read.record, sha256: read.sha256 };
}

/**
 * Returns the paths that a plan is allowed to name. For a rollback, which has no bundle, they are those in the receipts and in the prepared
 * receipt of the unfinished run.
 */
function confinesOf(world: SwapWorld, layout: Layout, run: string, { targets, root }: Known): Confines {
  const prepared = recordAt(world.files, layout.at(`${run}/receipt.json`), RECEIPT, { layout, named: null, files: null });
  const own = prepared && "record" in prepared ? [prepared.record] : [];
  const receipts = targets ? [] : [...stateReceipts(world.files, layout), ...own];
  return { ...layout.anchor, install: layout.install, root, windows: world.windows, targets, receipts };
}

function refuseOtherMachine(world: SwapWorld, layout: Layout, run: string, machine: string): void {
  if (machine === world.machine) return;
  throw new DeployStop(
    12,
    `the unfinished run ${run} is of machine '${machine}', and this is '${world.machine}'`,
    `the installation was copied, or the machine was renamed: compare the plug-in folder with the last receipt, move ${layout.journal} away, and install the swap bundle again`,
  );
}

/**
 * Finds the unfinished deploy or rollback if the journal is unusable: that of the newest plan without a receipt. Returns null if there is
 * none.
 */
function fromDisk(world: SwapWorld, layout: Layout, known: Known): Meant | null {
  for (const run of unfinishedRuns(world, layout)) {
    const found = planOf(world, layout, run, vouchers(world, layout, run), known);
    if (!found) continue;
    const { plan, sha256 } = found;
    return { journal: journalOf(plan, sha256, "prepared", null), plan, sha256 };
  }
  return null;
}

/** Kinds of differences outside the plug-in folder and the settings, which do not show whether a deploy or rollback was completed. */
const BESIDE: readonly DifferenceKind[] = ["unfinished", "second-copy", "copy-elsewhere", "loose-profile"];

function setAside(world: SwapWorld, layout: Layout, run: string, problem: string, root: string | null): Recovered {
  const receipt = newestReceipt(world.files, layout);
  const where = { root, install: null, clientFile: null, cwd: layout.swap };
  const found = receipt
    ? differences(world, layout, receipt, where)
        .filter(({ kind }) => !BESIDE.includes(kind))
        .map(differenceText)
    : runFolders(world, layout)
        .map((name) => `${name}/old`)
        .filter((old) => world.files.stat(layout.at(old)));
  if (found.length > 0) {
    throw new DeployStop(
      12,
      `${layout.journal} cannot be read (${problem}), and the installation differs from the last receipt`,
      `look into ${layout.swap}: the folder 'old' of the newest run is the previous state. Restore it by hand, or install the swap bundle again after moving journal.json away`,
      found,
    );
  }
  if (!world.files.stat(layout.at("strays"))) world.files.makeFolder(layout.at("strays"), true);
  const to = `strays/journal-${run}.json`;
  world.files.replace(layout.journal, layout.at(to));
  return {
    direction: "set-aside",
    run,
    kind: null,
    notes: [`an unreadable journal was moved to .swap/${to}; everything matches the last receipt`],
  };
}

/** The paths that are known without any record: those of the bundle (null for a rollback), and --root. */
interface Known {
  readonly targets: Targets | null;
  readonly root: string | null;
}

/**
 * Finishes or undoes an interrupted deploy or rollback, as its journal, its plan and the files on disk require. Returns null if none was
 * interrupted. Throws DeployStop 12 and keeps the journal if the recovery fails.
 * @param targets the paths of the bundle to install; null for a rollback
 */
export async function recover(
  world: SwapWorld,
  layout: Layout,
  targets: Targets | null,
  run: string,
  root: string | null,
): Promise<Recovered | null> {
  try {
    return await recoverLeft(world, layout, { targets, root }, run);
  } catch (error) {
    if (error instanceof DeployStop) throw error;
    if (isHeld(error, false)) throw inUseStop(error, "nothing was changed");
    throw new DeployStop(
      12,
      `the leftovers of an earlier run in ${layout.swap} could not be read: ${failureWords(error)}`,
      "fix that and run any deploy command again; nothing was changed",
    );
  }
}

/**
 * Returns the unfinished deploy or rollback that the journal names; if the journal is unusable, that of the newest plan without a receipt;
 * null if there is none.
 */
function meantBy(world: SwapWorld, layout: Layout, journal: Read<Journal>, known: Known): Meant | null {
  if ("record" in journal) {
    const { record } = journal;
    refuseOtherMachine(world, layout, record.run, record.machine);
    const named = planOf(world, layout, record.run, [record.plan], known);
    if (named) return { journal: record, ...named };
  }
  return fromDisk(world, layout, known);
}

async function recoverLeft(world: SwapWorld, layout: Layout, known: Known, run: string): Promise<Recovered | null> {
  const read = recordAt(world.files, layout.journal, JOURNAL, null);
  if (!read) {
    sweepOrphans(world, layout);
    return null;
  }
  const whole = meantBy(world, layout, read, known);
  if (!whole) return setAside(world, layout, run, "problem" in read ? read.problem : "its run has no plan", known.root);
  const transaction: Transaction = {
    plan: whole.plan,
    planSha256: whole.sha256,
    layout,
    world,
    stamp: null,
    receipt: null,
    notes: [],
  };
  const direction = directionOf(factsOf(transaction, whole.journal.state));
  try {
    if (direction === "backward") await rollBack(transaction);
    else {
      await rollForward(transaction);
      append(transaction.notes, prune(world, layout));
    }
  } catch (error) {
    if (error instanceof DeployStop && error.code === 12) throw error;
    throw new DeployStop(
      12,
      `the unfinished run ${whole.journal.run} could not be ${direction === "forward" ? "finished" : "undone"}: ${failureWords(error)}`,
      "the journal is kept: fix that and run any deploy command again, it continues there",
    );
  }
  sweepOrphans(world, layout);
  const { kind, run: cut } = whole.plan;
  const did = `the unfinished ${kind} ${cut} was ${direction === "forward" ? "finished" : "undone"} first`;
  return { direction, run: cut, kind, notes: [did + standsNow(world, layout), ...transaction.notes] };
}

/** Returns the words for the bundle that is installed after a recovery; "" if no receipt can be read, which the next step reports. */
function standsNow(world: SwapWorld, layout: Layout): string {
  try {
    return `; ${installedText(newestReceipt(world.files, layout)?.bundle)}`;
  } catch (error) {
    // the recovery has made changes, so an error that reports "nothing was changed" would be wrong
    if (error instanceof DeployStop || systemCode(error) !== "") return "";
    throw error;
  }
}
