import { dirname } from "node:path";
import type { OpenBundle } from "../protocol/bundle.ts";
import { alreadyThere, compareLive, notMended, refuseDrift, refuseUnpinned, refuseUnusable } from "./compare-live.ts";
import type { DeployOptions, Deployed } from "./deployed.ts";
import { install } from "./install.ts";
import { Layout, runName } from "../protocol/layout.ts";
import { locked } from "../inspect/locked.ts";
import { reading, refused } from "../protocol/outcome.ts";
import { type Places, placesOf } from "../protocol/places.ts";
import { type Found, inUse, preflight } from "../inspect/preflight.ts";
import { type Recovered, recover } from "./recover.ts";
import { afterRecovery } from "../records/standing.ts";
import { stageAhead } from "./stage-ahead.ts";
import { whatIf } from "./what-if.ts";
import type { SwapWorld } from "../../io/machine.ts";
import { foldersOf, refuseUnwritable } from "../inspect/rights.ts";
import { changesOf } from "../stage/stage.ts";

export type { DeployOptions, Deployed } from "./deployed.ts";

/** Installs a bundle: recovers first, then goes through the rows of STEPS. Throws DeployStop with the exit code. */
export async function deploy(world: SwapWorld, bundle: OpenBundle, options: DeployOptions): Promise<Deployed> {
  const places = placesOf(bundle.manifest, options.where);
  const layout = new Layout(places.swap);
  if (options.whatIf) return reading(() => whatIf(world, bundle, options, places, layout));
  if (options.where.root === null && !world.files.look(places.install)) {
    throw refused(`the tool is not installed in ${places.install}`, "name its folder with --install; nothing was written");
  }
  world.reached("lock", null);
  return locked(world, places.install, places.swap, options.where.root, async () => {
    const run = runName(world.now(), world.token());
    world.reached("recover", null);
    const recovered = recover(world, layout, places, run, options.where.root);
    return afterRecovery(recovered, () => deployOn(world, bundle, options, { places, layout, run, recovered }));
  });
}

interface Begun {
  readonly places: Places;
  readonly layout: Layout;
  readonly run: string;
  readonly recovered: Recovered | null;
}

/** The run from preflight on, with the lock held and nothing unfinished. */
async function deployOn(world: SwapWorld, bundle: OpenBundle, options: DeployOptions, begun: Begun): Promise<Deployed> {
  const { places, layout, run, recovered } = begun;
  world.reached("preflight", null);
  const found = await reading(() => preflight(world, bundle.manifest, places, options.where, layout, options.allowed));
  refuseUnpinned(bundle, found.receipt);
  refuseUnusable(bundle, found);
  const nothing = { places, recovered, found, plan: null, notes: recovered?.notes ?? [] };
  if (options.stageOnly) return stageAhead(world, bundle, places, layout, found, recovered);
  if (await reading(() => alreadyThere(world, layout, bundle, found, places, options.where)))
    return { ...nothing, kind: "already", receipt: found.receipt };
  const { drift, replaced } = await reading(() => compareLive(bundle, found));
  refuseDrift(drift, options.allowed.acceptDrift);
  await reading(() => refuseWithoutRights(world, bundle, places, found));
  if (bundle.manifest.kind === "swap" && found.processes.length > 0) throw inUse(found.processes, places.install);
  const noticed = await reading(() => notMended(world, layout, bundle, found, places, options.where));
  return install(world, bundle, options, { places, layout, run, found, recovered, drift, replaced, noticed });
}

/** Every folder in which this run would exchange something. */
function refuseWithoutRights(world: SwapWorld, bundle: OpenBundle, places: Places, found: Found): void {
  const { changes } = changesOf(world, bundle, places, found);
  const tree = bundle.manifest.kind === "swap" ? [places.plugins, places.live] : [];
  refuseUnwritable(world.files, [...tree, ...foldersOf(changes), ...found.strays.map((path) => dirname(path))]);
}
