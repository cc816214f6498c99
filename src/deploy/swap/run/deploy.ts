import type { ProvenBundle } from "../protocol/bundle.ts";
import {
  alreadyThere,
  compareLive,
  leftAsIs,
  refuseDrift,
  refuseUnpinned,
  refuseUnusable,
  refuseWithoutRights,
} from "./compare-live.ts";
import type { DeployOptions, Deployed, Opening } from "./deployed.ts";
import { PERFORM } from "./handlers.ts";
import { type Context, planInstall, stagingStop } from "./install.ts";
import { requireValue, walk } from "./interpret.ts";
import { runName } from "../protocol/layout.ts";
import { refuseSecondTool } from "../inspect/find.ts";
import { withLock } from "../inspect/locked.ts";
import { refusal } from "../protocol/outcome.ts";
import { layoutOf as layoutAt, type Targets, targetsOf } from "../protocol/targets.ts";
import { refuseUnset, suppliedNotes } from "../inspect/machine-secrets.ts";
import { toolRunningStop, preflight } from "../inspect/preflight.ts";
import { type Recovered, recover } from "./recover.ts";
import { afterRecovery } from "../records/standing.ts";
import { stageAhead } from "./stage-ahead.ts";
import { whatIf } from "./what-if.ts";
import type { SwapWorld } from "../../../platform/index.ts";
import { type Staged, stage } from "../stage/stage.ts";
import { type Run, stepTable } from "./run.ts";
import type { StepId } from "../protocol/steps.ts";

export { type DeployOptions, type Deployed, type Opening, openingOf } from "./deployed.ts";

/** The data of a deploy; the steps of the step table fill its fields one after the other. */
interface DeployRun extends Run {
  readonly open: Opening;
  readonly options: DeployOptions;
  bundle: ProvenBundle | null;
  targets: Targets | null;
  recovered: Recovered | null;
  context: Context | null;
  staged: Staged | null;
  result: Deployed | null;
}

const bundleOf = ({ bundle }: DeployRun) => requireValue(bundle, "a proven bundle");
const targetsOfRun = ({ targets }: DeployRun) => requireValue(targets, "a proven bundle");
const layoutOf = ({ layout }: DeployRun) => requireValue(layout, "a proven bundle");
const contextOf = ({ context }: DeployRun) => requireValue(context, "what preflight finds");

/**
 * Installs a bundle: ends an interrupted deploy or rollback first, then executes the steps of STEPS. Throws DeployStop with the exit code.
 */
export async function deploy(world: SwapWorld, open: Opening, options: DeployOptions): Promise<Deployed> {
  const run: DeployRun = {
    world,
    open,
    options,
    unprepared: (error) => stagingStop(world, error),
    copyReceipt: options.copyReceipt ?? null,
    layout: null,
    id: null,
    staging: false,
    transaction: null,
    receipt: null,
    later: [],
    bundle: null,
    targets: null,
    recovered: null,
    context: null,
    staged: null,
    result: null,
  };
  await walk(TABLE, run);
  const result = requireValue(run.result, "an outcome");
  return { ...result, notes: [...result.notes, ...run.later] };
}

const TABLE = stepTable<DeployRun>({
  ...PERFORM,
  verify: {
    around: (run, rest) =>
      run.open(async (bundle) => {
        const { world, options } = run;
        run.bundle = bundle;
        run.targets = targetsOf(bundle.manifest, options.where);
        run.layout = layoutAt(run.targets, options.where, world);
        refuseSecondTool(world.files, bundle.manifest, options.where, run.targets.install);
        if (options.whatIf) run.result = await whatIf(world, bundle, options, run.targets, run.layout);
        else await rest();
      }),
  },
  lock: {
    around: async (run, rest) => {
      const { install, swap } = targetsOfRun(run);
      const { root } = run.options.where;
      if (root === null && !run.world.files.stat(install)) {
        throw refusal(`the tool is not installed in ${install}`, "name its folder with --install; nothing was written");
      }
      await withLock(run.world, install, swap, root, rest);
    },
  },
  recover: {
    around: async (run, rest) => {
      const { world, options } = run;
      run.id = runName(world.now(), world.token());
      run.recovered = await recover(world, layoutOf(run), targetsOfRun(run), run.id, options.where.root);
      await afterRecovery(run.recovered, rest);
    },
  },
  preflight: inspect,
  stage: (run) => {
    const { world } = run;
    const { targets, layout, run: id, found, recovered } = contextOf(run);
    run.staging = true;
    if (run.options.stageOnly) run.result = stageAhead(world, bundleOf(run), targets, layout, found, recovered);
    else run.staged = stage(world, bundleOf(run), targets, layout, id, found);
    return run.options.stageOnly ? "copy" : undefined;
  },
  plan: (run) => {
    const context = contextOf(run);
    const transaction = planInstall(run.world, bundleOf(run), run.options, context, requireValue(run.staged, "anything staged"));
    const { plan, receipt, notes } = transaction;
    run.transaction = transaction;
    run.receipt = receipt;
    run.result = { ...context, kind: "installed", receipt, plan, notes };
  },
});

/**
 * Runs the checks of a deploy before the first byte is written. Returns "copy", the id of the step to continue with, if the bundle is
 * already installed.
 */
async function inspect(run: DeployRun): Promise<StepId | undefined> {
  const { world, options, recovered } = run;
  const [bundle, targets, layout] = [bundleOf(run), targetsOfRun(run), layoutOf(run)];
  const found = await preflight(world, bundle.manifest, targets, options.where, layout, options.allowed, options.secrets);
  refuseUnpinned(bundle, found.receipt);
  refuseUnusable(bundle, found);
  const context = {
    targets,
    layout,
    run: requireValue(run.id, "a name"),
    found,
    recovered,
    drift: [],
    replaced: [],
    noticed: [],
  };
  run.context = context;
  if (options.stageOnly) return undefined;
  refuseUnset(bundle.manifest, found);
  if (alreadyThere(world, layout, bundle, found, targets, options.where)) {
    run.receipt = found.receipt;
    run.result = { kind: "already", targets, recovered, found, plan: null, receipt: run.receipt, notes: recovered?.notes ?? [] };
    return "copy";
  }
  const { drift, replaced } = compareLive(bundle, found);
  refuseDrift(drift, bundle.manifest, options.allowed.acceptDrift);
  refuseWithoutRights(world, bundle, targets, found);
  if (bundle.manifest.kind === "swap" && found.processes.length > 0) throw toolRunningStop(found.processes, targets.install);
  const noticed = [...suppliedNotes(bundle.manifest, found), ...leftAsIs(world, layout, bundle, found, targets, options.where)];
  run.context = { ...context, drift, replaced, noticed };
  return undefined;
}
