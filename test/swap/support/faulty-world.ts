import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SwapFiles, SwapWorld } from "../../../src/swap/world.ts";
import type { Event, Fault } from "./fault.ts";

/** What the next run meets, and what was seen of it. One for the process: the commands make their world themselves. */
export const trial: {
  fault: Fault | null;
  /** How a kill is done; the default only makes every later operation fail, so that nothing more can change. */
  kill: () => void;
  events: Event[];
  dead: boolean;
  /** Told before each operation and step: a test changes the world behind the run's back. */
  before: ((event: Event) => void) | null;
  overrides: Partial<SwapWorld>;
} = { fault: null, kill: () => undefined, events: [], dead: false, before: null, overrides: {} };

export function resetTrial(fault: Fault | null): void {
  Object.assign(trial, { fault, kill: () => undefined, events: [], dead: false, before: null, overrides: {} });
}

class Killed extends Error {
  override readonly name = "Killed";
}

function die(): never {
  trial.dead = true;
  trial.kill();
  throw new Killed("the process was killed here");
}

const failure = (code: string, path: string): Error => Object.assign(new Error(code), { code, syscall: "test", path });

/** Half of what an operation does, where it can be seen half done. */
function half(files: SwapFiles, name: string, args: readonly unknown[]): void {
  const path = String(args[0]);
  if (name === "write") {
    const bytes = Buffer.concat([...(args[1] as Iterable<Uint8Array>)]);
    files.write(path, [bytes.subarray(0, bytes.length >> 1)]);
  }
  if (name === "removeTree") {
    const inside = (readdirSync(path, { recursive: true }) as string[]).map((item) => join(path, item)).filter((item) => lstatSync(item).isFile());
    for (const item of inside.slice(0, Math.ceil(inside.length / 2))) rmSync(item);
  }
}

const counted = (kind: Event["kind"]): number => trial.events.filter((event) => event.kind === kind).length;

function meets(fault: Fault | null, kind: Event["kind"]): fault is Fault {
  if (fault?.what !== kind) return false;
  const number = counted(kind);
  return number === fault.at || (fault.forever === true && number > fault.at);
}

function operation(files: SwapFiles, name: string, args: readonly unknown[]): void {
  if (trial.dead) throw new Killed("the process was killed before");
  const event: Event = { kind: "operation", name, path: String(args[0]) };
  trial.events.push(event);
  trial.before?.(event);
  const { fault } = trial;
  if (!meets(fault, "operation")) return;
  if (fault.how === "kill") die();
  if (fault.how === "torn" || fault.how === "ENOSPC") half(files, name, args);
  if (fault.how === "torn") die();
  throw failure(fault.how, String(args[0]));
}

function wrapped(files: SwapFiles): SwapFiles {
  const entries = Object.entries(files) as [keyof SwapFiles, (...args: unknown[]) => unknown][];
  const methods = entries.map(([name, act]) => [
    name,
    (...args: unknown[]) => {
      operation(files, name, args);
      return act(...args);
    },
  ]);
  return Object.fromEntries(methods) as SwapFiles;
}

type MachineWorld = (host: never, reached: SwapWorld["reached"]) => SwapWorld;

/**
 * Puts the fault of `trial` into the machine's world. A test file says
 * `vi.mock("../../src/io/swap-world.ts", async (original) => faultyWorld(await original()))`.
 */
export function faultyWorld(module: object): { machineWorld: MachineWorld } {
  const { machineWorld } = module as { machineWorld: MachineWorld };
  return { ...module, machineWorld: (host, reached) => faulty(machineWorld(host, reached)) };
}

function faulty(real: SwapWorld): SwapWorld {
  return {
    ...real,
    patience: 0,
    pause: () => undefined,
    ...trial.overrides,
    files: wrapped(real.files),
    reached(step, detail) {
      if (trial.dead) throw new Killed("the process was killed before");
      const event: Event = { kind: "step", name: detail === null ? step : `${step}:${detail}`, path: "" };
      trial.events.push(event);
      trial.before?.(event);
      if (meets(trial.fault, "step")) die();
      real.reached(step, detail);
    },
  };
}
