import { PropertiesDocument, plural } from "../../kernel/index.ts";
import { join } from "node:path";
import type { ProvenBundle } from "../swap/protocol/bundle.ts";
import { type Deployed, deploy, openingOf } from "../swap/run/deploy.ts";
import { differenceText } from "../swap/inspect/difference.ts";
import { differences } from "../swap/inspect/live-state.ts";
import { DeployStop } from "../swap/protocol/outcome.ts";
import type { SuppliedSecrets } from "../swap/protocol/supplied-secrets.ts";
import { layoutOf, type Where, targetsOf } from "../swap/protocol/targets.ts";
import { isChanged } from "../swap/protocol/plan.ts";
import { newestReceipt } from "../swap/records/receipts.ts";
import { recover } from "../swap/run/recover.ts";
import { rollback } from "../swap/run/rollback.ts";
import { filesBelow, listTree } from "../swap/protocol/tree.ts";
import type { SwapWorld } from "../../platform/index.ts";
import { cutPower } from "./cut.ts";
import { LEFTOVER, olderBuild, otherSettings, standInSecrets } from "./stand-in.ts";

/** One scene of a rehearsal, such as an upgrade or a power cut, and its result. */
export interface Scene {
  readonly name: string;
  readonly ok: boolean;
  /** The facts that a passed scene verified, or the faults of a failed one. */
  readonly lines: readonly string[];
}

interface Stage {
  readonly world: SwapWorld;
  readonly root: string;
  readonly bundle: ProvenBundle;
  readonly older: ProvenBundle;
  readonly settings: ProvenBundle;
  readonly runner: string;
  /** Stand-in values for the secrets of the bundles: the scratch machine has none, and a rehearsal must not use real ones. */
  readonly secrets: SuppliedSecrets;
}

const whereOf = ({ root }: Stage): Where => ({ root, install: null, clientFile: null, cwd: root });

function install(stage: Stage, bundle: ProvenBundle, world = stage.world): Promise<Deployed> {
  return deploy(world, openingOf(bundle), {
    where: whereOf(stage),
    allowed: { acceptDrift: false, switchEnvironment: true, allowDowngrade: "rehearsal" },
    whatIf: false,
    stageOnly: false,
    runner: stage.runner,
    secrets: stage.secrets,
  });
}

/**
 * Returns every difference between the scratch workstation and its newest receipt, and the temporary files that a swap left outside .swap;
 * empty if there are none.
 */
function standing(stage: Stage): string[] {
  const { world, bundle, root } = stage;
  const targets = targetsOf(bundle.manifest, whereOf(stage));
  const layout = layoutOf(targets, stage, stage.world);
  const receipt = newestReceipt(world.files, layout);
  const left = filesBelow(world.files, root).filter((file) => file.path.endsWith(".tierwright-new"));
  return [
    ...(receipt ? differences(world, layout, receipt, whereOf(stage)).map(differenceText) : ["there is no receipt"]),
    ...left.map((file) => `${file.path} was left behind`),
  ];
}

/**
 * Rewrites the client file as the connector does when it starts: other order of the keys, other escapes, equal values, and an added key.
 */
function rewriteClient({ world, bundle, root }: Stage): void {
  const { client } = targetsOf(bundle.manifest, { root, install: null, clientFile: null, cwd: root });
  const lines = PropertiesDocument.parse(world.files.read(client))
    .text.split(/\r?\n/)
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (lines.some((line) => line.endsWith("\\"))) return; // reversing the lines would break a value that continues over several lines
  const spelled = lines.map((line) => line.replace(/(?<!\\):(?=\/\/)/g, "\\:")).reverse();
  world.files.write(client, [Buffer.from(`#rewritten at launch\n${spelled.join("\n")}\nLAST_START=rehearsal\n`, "latin1")]);
}

async function scene(name: string, play: () => Promise<readonly string[]>, wrong: () => readonly string[]): Promise<Scene> {
  try {
    const lines = await play();
    const faults = wrong();
    return { name, ok: faults.length === 0, lines: faults.length === 0 ? lines : faults };
  } catch (error) {
    if (!(error instanceof DeployStop) && !(error instanceof Error)) throw error;
    const details = error instanceof DeployStop ? error.details : [];
    return { name, ok: false, lines: [error.message, ...details] };
  }
}

async function firstInstall(stage: Stage, bundle: ProvenBundle): Promise<readonly string[]> {
  const { plan } = await install(stage, bundle);
  rewriteClient(stage);
  const secrets = [...stage.secrets.keys()];
  return [
    `${plural(plan?.tree?.after?.files ?? 0, "file")} in the plug-in folder, ${plural(plan?.files.length ?? 0, "file")} outside it`,
    ...(secrets.length > 0
      ? [`stand-in values for ${plural(secrets.length, "secret")} of a workstation: ${secrets.join(", ")}`]
      : []),
  ];
}

async function repeat(stage: Stage, bundle: ProvenBundle): Promise<readonly string[]> {
  const before = filesBelow(stage.world.files, stage.root).length;
  const { kind } = await install(stage, bundle);
  const after = filesBelow(stage.world.files, stage.root).length;
  if (kind !== "already" || before !== after) throw new Error(`the second run was '${kind}', not 'already there'`);
  return ["already there; nothing was written"];
}

async function upgrade(stage: Stage): Promise<readonly string[]> {
  const { plan, targets } = await install(stage, stage.bundle);
  const leftover = join(targets.live, LEFTOVER);
  if (stage.world.files.stat(leftover)) throw new Error(`${leftover} of the older build is still there`);
  const values = plan?.files.flatMap((file) => file.values).filter(isChanged).length ?? 0;
  return [
    `the whole folder was replaced, no file of the older build is left; ${plural(values, "client value")} changed in a file that the connector had rewritten`,
  ];
}

/** Cuts the power at each step of an upgrade in turn. The deploy after each cut must leave a fully old or fully new state. */
async function cuts(stage: Stage, from: ProvenBundle, to: ProvenBundle): Promise<readonly string[]> {
  const targets = targetsOf(stage.bundle.manifest, whereOf(stage));
  const layout = layoutOf(targets, stage, stage.world);
  let forward = 0;
  let backward = 0;
  await install(stage, from);
  for (let step = 1; ; step++) {
    const { world, gone } = cutPower(stage.world, step);
    try {
      await install(stage, to, world);
    } catch (error) {
      if (gone() === null) throw error;
    }
    if (gone() === null) {
      return [`${plural(step - 1, "step")}: ${backward} × rolled back, ${forward} × completed, never half-installed`];
    }
    const found = await recover(stage.world, layout, targets, "20000101T000000Z-000000", stage.root);
    const wrong = standing(stage);
    if (wrong.length > 0) throw new Error(`after the power failure at '${gone() ?? ""}': ${wrong[0] ?? ""}`);
    if (found?.direction !== "forward") backward++;
    else {
      forward++;
      // restores the state before the upgrade, so that every power cut hits the same upgrade
      await rollback(stage.world, targets.install, targets.swap, stage.runner, stage.root);
    }
  }
}

async function switched(stage: Stage): Promise<readonly string[]> {
  await install(stage, stage.bundle);
  const { plan } = await install(stage, stage.settings);
  const values = plan?.files.flatMap((file) => file.values).filter(isChanged) ?? [];
  return [`${plural(values.length, "value")} in ${plural(plan?.files.length ?? 0, "file")} switched as one unit`];
}

async function back(stage: Stage, what: string, tree: string | null): Promise<readonly string[]> {
  const targets = targetsOf(stage.bundle.manifest, whereOf(stage));
  const { receipt } = await rollback(stage.world, targets.install, targets.swap, stage.runner, stage.root);
  const live = listTree(stage.world.files, targets.live)?.record.sha256 ?? null;
  if (tree !== null && live !== tree) throw new Error("the plug-in folder is not the one that was there before");
  return [`${what}; both files together, receipt ${receipt?.sequence ?? 0}`];
}

/**
 * Rehearses the life of a bundle in a scratch tree (docs/rollout.md): install, repeat, upgrade, a power cut at every step, settings switch,
 * rollbacks. Compares the workstation after each scene with its newest receipt, by hash and decoded value; a failed scene lists its faults.
 */
export async function rehearse(
  world: SwapWorld,
  root: string,
  bundle: ProvenBundle,
  from: ProvenBundle | null,
  runner: string,
): Promise<readonly Scene[]> {
  const older = from ?? olderBuild(bundle);
  const stage: Stage = {
    world,
    root,
    bundle,
    older,
    settings: otherSettings(bundle),
    runner,
    secrets: standInSecrets(older, bundle),
  };
  const wrong = () => standing(stage);
  const scenes: Scene[] = [];
  const targets = targetsOf(bundle.manifest, whereOf(stage));
  scenes.push(
    await scene(
      `first install of ${from ? from.name : "an older build (a stand-in)"}`,
      () => firstInstall(stage, older),
      () => [],
    ),
  );
  scenes.push(await scene("the same again", () => repeat(stage, older), wrong));
  const tree = listTree(world.files, targets.live)?.record.sha256 ?? null;
  scenes.push(await scene(`upgrade to ${bundle.name}`, () => upgrade(stage), wrong));
  scenes.push(await scene("rollback of the upgrade", () => back(stage, "the older folder is back, byte for byte", tree), wrong));
  scenes.push(await scene("power failure simulated at every step of the upgrade", () => cuts(stage, older, bundle), wrong));
  scenes.push(await scene("settings switch with the tool open", () => switched(stage), wrong));
  scenes.push(await scene("rollback of the switch", () => back(stage, "the bundle's own addresses are back", null), wrong));
  scenes.push(await scene("power failure simulated at every step of a switch", () => cuts(stage, bundle, stage.settings), wrong));
  return scenes;
}
