import { appendFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { writeFiles } from "../../../support/repository.ts";
import { settingsBundle, swapBundle } from "./bundle.ts";
import type { Fault } from "./fault.ts";
import { at, INSTALL, installation, type Start, withStrays } from "./installation.ts";
import { PATHS } from "./releases.ts";
import type { Options, Outcome, Runner } from "./runner.ts";
import { restore, scratch } from "./scratch.ts";
import { everything, leftovers, livePairs, receipts, type Snapshot, snapshot } from "./snapshot.ts";

/** The bundles that the scenarios install; `trap` is refused by every installation, after it has recovered. */
export function bundles(folder: string) {
  const trap = { paths: { roots: [...PATHS.roots, "E:\\trap\\plugins"] } };
  return {
    first: swapBundle(join(folder, "production-2506.zip")),
    second: swapBundle(join(folder, "pilot-2606.zip"), { release: "2606", tier: "pilot" }),
    settings: settingsBundle(join(folder, "pilot-settings.zip"), { tier: "pilot" }),
    trap: swapBundle(join(folder, "trap.zip"), trap),
  };
}

type Bundles = ReturnType<typeof bundles>;

/** One run of the protocol, from a start that is built once. */
export interface Plan {
  readonly name: string;
  readonly start: Start;
  readonly strays?: true;
  /** Runs before the one that is tried. */
  readonly before?: readonly ("first" | "second" | "settings")[];
  readonly run: "first" | "second" | "settings" | "rollback";
  /** Somebody sets an address in the client file after those runs, and puts stale copies back: the plug-in folder stays as it is. */
  readonly drift?: true;
}

export const PLANS: readonly Plan[] = [
  { name: "first install into an empty root", start: "nothing", run: "first" },
  { name: "take-over of a hand-made installation with strays", start: "hand-made", strays: true, run: "second" },
  { name: "upgrade to another release and environment", start: "hand-made", before: ["first"], run: "second" },
  { name: "settings switch", start: "hand-made", before: ["first"], run: "settings" },
  { name: "rollback of an upgrade", start: "hand-made", before: ["first", "second"], run: "rollback" },
  { name: "rollback of a settings switch", start: "hand-made", before: ["first", "settings"], run: "rollback" },
  { name: "rollback of a first install", start: "tool", before: ["first"], run: "rollback" },
];

export interface Scenario {
  readonly name: string;
  readonly root: string;
  readonly bundles: Bundles;
  readonly old: Snapshot;
  readonly new: Snapshot;
  /** Pairs of the old and of the new state. */
  readonly pairs: { readonly old: object; readonly new: object };
  readonly rollback: boolean;
  /** How many receipts the start has. */
  readonly receipts: number;
  /** Everything of the start, the work folder too. */
  readonly untouched: Snapshot;
  /** Puts the start, or what was saved, back. */
  reset(to?: "saved"): void;
  save(): void;
  act(runner: Runner, fault?: Fault, more?: Omit<Options, "root">): Promise<Outcome>;
  /** A run that recovers and is then refused. */
  probe(runner: Runner, fault?: Fault): Promise<Outcome>;
}

async function expectDone(outcome: Promise<Outcome>, what: string): Promise<void> {
  const { code, err } = await outcome;
  if (code !== 0) throw new Error(`${what}: exit ${code}: ${err}`);
}

/** Builds the start, and learns from a run without faults what the new state is. */
export async function scenario(plan: Plan, builder: Runner): Promise<Scenario> {
  const folder = scratch();
  const root = join(folder, "root");
  const template = join(folder, "template");
  const packed = bundles(folder);
  const options: Options = { root, switchEnvironment: true, ...(plan.drift ? { acceptDrift: true } : {}) };
  installation(root, plan.start);
  if (plan.strays) withStrays(root);
  writeFiles(root, { "E/trap/plugins/copy/plugin.xml": '<plugin id="com.example.connector"/>\n' });
  for (const name of plan.before ?? []) await expectDone(builder.deploy(packed[name], options), `${plan.name}, before: ${name}`);
  if (plan.drift) {
    withStrays(root);
    appendFileSync(at.client(root), "\nURL=https://somebody.example.com/tc\n");
  }
  renameSync(root, template);
  const saved = join(folder, "saved");
  const reset = (to?: "saved") => restore(to === "saved" ? saved : template, root);
  const save = () => restore(root, saved);
  const act = (runner: Runner, fault?: Fault, more: Omit<Options, "root"> = {}) =>
    plan.run === "rollback"
      ? runner.rollback({ root, install: INSTALL, ...more }, fault)
      : runner.deploy(packed[plan.run], { ...options, ...more }, fault);
  reset();
  const old = snapshot(root);
  const untouched = everything(root);
  const receiptsOfStart = receipts(root).length;
  const oldPairs = livePairs(root);
  await expectDone(act(builder), plan.name);
  if (leftovers(root).length > 0) throw new Error(`${plan.name}: left ${leftovers(root).join(", ")}`);
  const result = { old, new: snapshot(root), pairs: { old: oldPairs, new: livePairs(root) } };
  reset();
  return {
    name: plan.name,
    root,
    bundles: packed,
    ...result,
    untouched,
    receipts: receiptsOfStart,
    rollback: plan.run === "rollback",
    reset,
    save,
    act,
    probe: (runner, fault) => runner.deploy(packed.trap, { root }, fault),
  };
}
