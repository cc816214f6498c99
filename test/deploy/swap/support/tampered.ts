import { readdirSync } from "node:fs";
import { join } from "node:path";
import { at } from "./installation.ts";
import type { Runner } from "./runner.ts";
import { restore } from "./scratch.ts";
import { differing } from "./judge.ts";
import { everything, jsonOf, snapshot, type Snapshot } from "./snapshot.ts";
import { Workstation } from "./workstation.ts";

export const SWITCH = { switchEnvironment: true };

/** JavaScript's and .NET's own words: none of them is for a person. */
export const INTERNAL =
  /TypeError|undefined|Cannot read|is not a function|\bat .*\.ts:|internal error|Please report|NullReference|InvokeMethod|null-valued|\[object/;

export interface Tampered {
  readonly here: Workstation;
  readonly bundle: string;
  readonly swap: string;
  /** The newest run's folder. */
  readonly run: string;
  /** What lay there before the run that is killed, and after it is done. */
  readonly old: Snapshot;
  reset(): void;
}

/** A workstation that had two swaps; with a step, the second was killed there. It can be put back again and again. */
export async function tampered(runner: Runner, step: string | null): Promise<Tampered> {
  const here = new Workstation(runner, "hand-made");
  await here.done(here.deploy(here.swap()));
  const old = here.state;
  const bundle = here.swap({ release: "2606", tier: "pilot" });
  if (step === null) await here.done(here.deploy(bundle, SWITCH));
  else await here.killedAt(step, bundle, SWITCH);
  const saved = join(here.folder, "saved");
  restore(here.root, saved);
  const swap = at.swap(here.root);
  const runs = readdirSync(swap).filter((name) => /^\d{8}T/.test(name));
  const run =
    step === null
      ? String((jsonOf(join(swap, "receipts", readdirSync(join(swap, "receipts")).sort().at(-1) ?? "")) as { run: string }).run)
      : String(jsonOf(join(swap, "journal.json")).run);
  if (!runs.includes(run)) throw new Error(`${run} has no folder`);
  return { here, bundle, swap, run, old, reset: () => restore(saved, here.root) };
}

/** What a refused run has touched, in words; empty: nothing but the newest attempt beside the receipts. */
export function touched(before: Snapshot, root: string): string {
  const aside = /\.swap(\/receipts(\/attempt\.json)?|\/lock)?$/;
  const kept = (state: Snapshot) => Object.fromEntries(Object.entries(state).filter(([path]) => !aside.test(path)));
  return differing(kept(before), kept(everything(root)));
}

export { everything, snapshot };
