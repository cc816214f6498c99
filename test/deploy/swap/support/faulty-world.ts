import { copyFileSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SwapFiles, SwapWorld } from "../../../../src/platform/machine.ts";
import { CHANGES, type Event, type Fault } from "./fault.ts";
import { Scanner } from "./scanner.ts";

/** What the next run meets, and what was seen of it. One for the process. */
export const trial: {
  fault: Fault | null;
  /** How a kill is done; the default only makes every later operation fail, so that nothing more can change. */
  kill: () => void;
  events: Event[];
  dead: boolean;
  /** Operations that changed the disk since the fault; null: it was not met yet. */
  since: number | null;
  /** Told before each operation and step: a test changes the world while the run does not expect it. */
  before: ((event: Event) => void) | null;
  overrides: Partial<SwapWorld>;
  scanner: Scanner | null;
} = { fault: null, kill: () => undefined, events: [], dead: false, since: null, before: null, overrides: {}, scanner: null };

export function resetTrial(fault: Fault | null): void {
  Object.assign(trial, {
    fault,
    kill: () => undefined,
    events: [],
    dead: false,
    since: null,
    before: null,
    overrides: {},
    scanner: fault?.scan ? new Scanner(fault.scan) : null,
  });
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
    const inside = (readdirSync(path, { recursive: true }) as string[])
      .map((item) => join(path, item))
      .filter((item) => lstatSync(item).isFile());
    for (const item of inside.slice(0, Math.ceil(inside.length / 2))) rmSync(item);
  }
}

/** The temporary file beside a target, whose name nobody knows before. */
function temporaryOf(folder: string, name: string): string {
  return readdirSync(folder).find((item) => item.startsWith(`.${name}.`) && item.endsWith(".tierwright-new")) ?? "none";
}

/** Somebody else writes or removes a file. */
function meddle({ change }: Fault): void {
  if (!change) throw new Error("the fault says no change");
  const swap = change.path.slice(0, change.path.indexOf("{run}"));
  const run = change.path.includes("{run}")
    ? readdirSync(swap)
        .filter((name) => /^\d{8}T/.test(name))
        .sort((a, b) => lstatSync(join(swap, a)).ctimeMs - lstatSync(join(swap, b)).ctimeMs)
        .at(-1)
    : "";
  const path = change.path
    .replace("{run}", run ?? "")
    .replace(/([^{]*)\{temp ([^}]*)\}$/, (_, folder: string, name: string) => folder + temporaryOf(folder, name));
  if (change.from !== undefined && change.over) {
    copyFileSync(change.from, `${path}.other`);
    return void renameSync(`${path}.other`, path);
  }
  if (change.from !== undefined) return void writeFileSync(path, readFileSync(change.from));
  if (change.text === null || change.text === undefined) return void rmSync(path, { recursive: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, change.text);
}

function meets(event: Event): Fault["how"] | null {
  const { fault, events } = trial;
  if (!fault || fault.how === "scan") return null;
  if (trial.since !== null) {
    if (event.kind === "step" && event.name === fault.dies) return "kill";
    if (event.kind === "operation" && CHANGES.has(event.name)) trial.since++;
    if (fault.second && trial.since === fault.second.at && CHANGES.has(event.name)) return fault.second.how;
    return fault.forever && event.kind === fault.what ? fault.how : null;
  }
  const number = events.filter(({ kind }) => kind === event.kind).length;
  if (fault.what !== event.kind || (fault.at !== number && fault.at !== event.name)) return null;
  trial.since = 0;
  return fault.how;
}

/** Tells an event, and does to the run what was planned for it. Gives what is to be thrown when the operation is done, or null. */
function happen(event: Event, files: SwapFiles, args: readonly unknown[]): Error | null {
  if (trial.dead) throw new Killed("the process was killed before");
  trial.events.push(event);
  trial.before?.(event);
  const how = meets(event);
  if (how === null) return null;
  if (how === "late") return failure("EIO", event.path);
  if (how === "change") {
    meddle(trial.fault as Fault);
    return null;
  }
  if (how === "kill") die();
  if (how === "torn" || how === "ENOSPC") half(files, event.name, args);
  if (how === "torn") die();
  throw failure(how, event.path);
}

function wrapped(files: SwapFiles): SwapFiles {
  const entries = Object.entries(files) as [keyof SwapFiles, (...args: unknown[]) => unknown][];
  const methods = entries.map(([name, act]) => [
    name,
    (...args: unknown[]) => {
      const path = String(args[0]);
      const to = name === "rename" || name === "replace" ? String(args[1]) : null;
      const late = happen({ kind: "operation", name, path }, files, args);
      if (trial.scanner?.blocks(name, path, to)) throw failure("EBUSY", path);
      const answer = act(...args);
      trial.scanner?.done(name, path, to);
      if (late) throw late;
      return answer;
    },
  ]);
  return Object.fromEntries(methods) as SwapFiles;
}

/**
 * A process that another test thread starts holds a copy of every open socket until its program is loaded: the lock of a run that is over
 * may live on for that moment.
 */
async function lockSoon(real: SwapWorld, folder: string): Promise<(() => void) | null> {
  for (let tries = 0; ; tries++) {
    const release = await real.lock(folder);
    if (release || tries === 10) return release;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A machine that meets the fault of `trial`. */
export function faulty(real: SwapWorld): SwapWorld {
  return {
    ...real,
    lock: (folder) => lockSoon(real, folder),
    patience: 0,
    pause: () => undefined,
    // asking the system for all its processes takes longer than the run; machine.test.ts does
    processes: () => Promise.resolve([]),
    ...trial.scanner?.world,
    ...trial.overrides,
    files: wrapped(real.files),
    reached(step, detail) {
      happen({ kind: "step", name: detail === null ? step : `${step}:${detail}`, path: "" }, real.files, []);
      real.reached(step, detail);
    },
  };
}
