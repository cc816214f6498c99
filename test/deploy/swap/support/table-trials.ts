import { createServer } from "node:net";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { lockName } from "../../../../src/platform/swap-lock.ts";
import { operations } from "./explore.ts";
import type { Event, Fault } from "./fault.ts";
import { trial } from "./faulty-world.ts";
import { at } from "./installation.ts";
import { debris, endOf, exchanges, receiptProblem, visibleProblem } from "./judge.ts";
import type { Options, Outcome, Runner } from "./runner.ts";
import { type Plan, type Scenario, scenario } from "./scenario.ts";
import { everything, jsonOf, receipts } from "./snapshot.ts";

/** What a run left, and what the next run made of it: a wrong table is caught where this is not what the true one gives. */
export type Seen = Readonly<Record<string, unknown>>;

/** One run with one thing going wrong. */
export interface Trial {
  /** The same in both runners, whose single operations have other numbers: it names them by their step. */
  readonly name: string;
  play(runner: Runner): Promise<Seen>;
}

const SCENES: readonly Plan[] = [
  { name: "take-over", start: "hand-made", strays: true, run: "second" },
  { name: "upgrade", start: "tool", before: ["first"], run: "second" },
  { name: "repair", start: "hand-made", before: ["first"], run: "first", drift: true },
];

const copiesOf = ({ root }: Scenario) => join(dirname(root), "copies");

function reset(tried: Scenario): void {
  tried.reset();
  rmSync(copiesOf(tried), { recursive: true, force: true });
}

const plain = (path: string): string => path.replace(/\d{8}T\d{6}Z-[0-9a-f]{6}/g, "RUN").replace(/\.[0-9a-f]{16}\./g, ".TEMP.");

/** Every path, names that differ from run to run made the same: two work folders are each other's twins, so each counts. */
const shape = (root: string): readonly string[] => Object.keys(everything(root)).map(plain).sort();

/** The folder that lies there, as a person would find it. */
function found(tried: Scenario): Seen {
  const { root } = tried;
  const end = endOf(tried);
  return {
    end,
    visible: visibleProblem(tried, exchanges(tried)),
    receipts: receipts(root).length,
    told: end === "neither" ? null : receiptProblem(tried, end),
    debris: debris(root).map(plain),
    copies: existsSync(copiesOf(tried)) ? readdirSync(copiesOf(tried)).length : 0,
  };
}

const firstError = ({ err, code }: Outcome, fault: Fault | undefined): boolean | null =>
  code === 0 || code === null || !fault || !["EIO", "late"].includes(fault.how) ? null : /input\/output error/i.test(err);

/** The run, what it left, and where it did not end of itself or stopped with 12 what the next run made of that. */
async function outcome(tried: Scenario, runner: Runner, ended: Outcome, fault?: Fault): Promise<Seen> {
  const left = { code: ended.code, error: firstError(ended, fault), ...found(tried) };
  if (ended.code !== null && ended.code !== 12) return { ...left, shape: shape(tried.root) };
  const next = await tried.probe(runner);
  return { ...left, next: { code: next.code, ...found(tried), shape: shape(tried.root) } };
}

const named = (fault: Fault): string =>
  `${fault.how} at ${fault.what} ${fault.at}${fault.second ? `, killed ${fault.second.at} changes later` : ""}${fault.dies ? `, killed at ${fault.dies}` : ""}`;

function faulty(tried: Scenario, fault?: Fault, more: Omit<Options, "root"> = {}, name = fault && named(fault)): Trial {
  return {
    name: `${tried.name}: ${name ?? "nothing goes wrong"}`,
    play: async (runner) => {
      reset(tried);
      return outcome(tried, runner, await tried.act(runner, fault, { receiptCopy: copiesOf(tried), ...more }), fault);
    },
  };
}

/** Somebody works on what a killed run left; then the next run, which may meet a fault of its own. */
function crashed(tried: Scenario, step: string, what: string, meddle: (root: string) => void, fault?: Fault): Trial {
  return {
    name: `${tried.name}: killed at ${step}, ${what}${fault ? `, then ${named(fault)}` : ""}`,
    play: async (runner) => {
      reset(tried);
      await tried.act(runner, { what: "step", at: step, how: "kill" });
      meddle(tried.root);
      const ended = await tried.probe(runner, fault);
      return outcome(tried, runner, ended, fault);
    },
  };
}

/** Another runner holds the lock: for the built-in one by its world, because a taken name is asked for again and again. */
async function whileLocked<T>(tried: Scenario, runner: Runner, use: () => Promise<T>): Promise<T> {
  if (runner.name === "built-in") {
    trial.overrides = { lock: () => Promise.resolve(null) };
    return use();
  }
  const squatter = createServer();
  const name = `\0${lockName(at.swap(tried.root))}`.padEnd(108, "\0");
  await new Promise<void>((resolve) => squatter.listen({ path: name }, resolve));
  return use().finally(() => new Promise((resolve) => squatter.close(resolve)));
}

function locked(tried: Scenario, killedAt: string | null): Trial {
  return {
    name: `${tried.name}: another runner is at work${killedAt ? `, and a run was killed at ${killedAt}` : ""}`,
    play: async (runner) => {
      reset(tried);
      if (killedAt) await tried.act(runner, step(killedAt, "kill"));
      const { code } = await whileLocked(tried, runner, () => tried.act(runner));
      return { code, ...found(tried) };
    },
  };
}

const planOf = (root: string): { files: { id: string; temp: string }[] } => {
  const runs = readdirSync(at.swap(root)).filter(
    (name) => /^\d{8}T/.test(name) && existsSync(join(at.swap(root), name, "plan.json")),
  );
  const run = runs.find((name) => existsSync(join(at.swap(root), name, "new"))) ?? runs.sort().at(-1);
  return jsonOf(join(at.swap(root), run ?? "", "plan.json")) as never;
};

function badBundle(tried: Scenario): Trial {
  return {
    name: "a bundle that is not whole",
    play: async (runner) => {
      reset(tried);
      const path = join(dirname(tried.root), "torn.zip");
      writeFileSync(path, readFileSync(tried.bundles.second).subarray(0, 1000));
      const { code } = await runner.deploy(path, { root: tried.root, switchEnvironment: true });
      return { code, ...found(tried), shape: shape(tried.root) };
    },
  };
}

const step = (name: string, how: Fault["how"], more: Partial<Fault> = {}): Fault => ({ what: "step", at: name, how, ...more });

/** Numbers of the operations that come after a step was told and before the next one, those that only read included. */
function within(events: readonly Event[], from: string): readonly number[] {
  let operation = 0;
  let inside = false;
  const numbers: number[] = [];
  for (const { kind, name } of events) {
    if (kind === "step") inside = name === from;
    else operation++;
    if (kind === "operation" && inside) numbers.push(operation);
  }
  return numbers;
}

const SINCE_AWAY = ["away", "files:client", "strays:1", "enter", "prove", "receipt"];
const BACK = ["mark", "out", "restore:client", "unstray:1", "unreceipt", "return", "clear", "drop", "sweep"].map(
  (id) => `undo-${id}`,
);
const ON = ["files:client", "strays:1", "prove", "receipt", "clear"].map((id) => `forward-${id}`);

/** Every trial of a runner, those first that catch most. It plays the right table, and its single operations are those that fail. */
export async function trials(builder: Runner): Promise<readonly Trial[]> {
  const [takeOver, upgrade, repair] = (await Promise.all(SCENES.map((plan) => scenario(plan, builder)))) as [
    Scenario,
    Scenario,
    Scenario,
  ];
  const list: Trial[] = [
    faulty(takeOver),
    faulty(upgrade),
    faulty(repair),
    badBundle(takeOver),
    locked(upgrade, null),
    locked(upgrade, "enter"),
  ];
  upgrade.reset();
  const { events } = await upgrade.act(builder);
  const names = [...new Set(events.filter(({ kind }) => kind === "step").map(({ name }) => name))];
  const since = names.slice(names.indexOf("plan"));
  const change = (root: string) => ({ path: at.client(root), text: "somebody=wrote this\n" });
  for (const name of ["place", "check", "prove"])
    list.push(faulty(upgrade, step(name, "change", { change: change(upgrade.root) })));
  for (const second of [1, 2, 3])
    list.push(faulty(upgrade, step("prove", "change", { change: change(upgrade.root), second: { at: second, how: "kill" } })));
  for (const name of [...since, "files:client", "strays:1"]) {
    list.push(faulty(takeOver, step(name, "EIO")), faulty(takeOver, step(name, "kill")), faulty(repair, step(name, "kill")));
  }
  for (const name of ["lock", "recover", "preflight"]) list.push(faulty(takeOver, step(name, "EIO")));
  for (const from of ["preflight", "stage:plugin.xml", "plan", "close"]) {
    for (const [i, at] of within(events, from)
      .slice(0, from === "close" ? 99 : 2)
      .entries())
      list.push(faulty(upgrade, { what: "operation", at, how: "EIO" }, {}, `EIO at operation ${i + 1} of ${from}`));
  }
  list.push(faulty(upgrade, undefined, { receiptCopy: join(upgrade.bundles.first, "below-a-file") }));
  list.push(...recoveries(upgrade, repair));
  for (const dies of BACK) {
    for (const name of ["receipt", "enter"]) list.push(faulty(takeOver, step(name, "EIO", { dies })));
    list.push(faulty(upgrade, step("receipt", "EIO", { dies })));
  }
  for (const name of SINCE_AWAY)
    for (let n = 1; n <= 8; n++) list.push(faulty(takeOver, step(name, "EIO", { second: { at: n, how: "kill" } })));
  for (const from of since) {
    const changing = within(events, from).filter((number) => operations(events, "changes").includes(number));
    for (const [i, at] of changing.entries())
      list.push(faulty(upgrade, { what: "operation", at, how: "late" }, {}, `late at change ${i + 1} of ${from}`));
  }
  return list;
}

/** What a next run finishes: everything that can be open after the commit point, and a crash at each of its rows. */
function recoveries(upgrade: Scenario, repair: Scenario): readonly Trial[] {
  const foreign = (root: string) => writeFileSync(at.client(root), "URL=https://a.person.example.com/\n");
  const oldClient = (root: string) => {
    const runs = readdirSync(at.swap(root)).filter((name) => existsSync(join(at.swap(root), name, "files", "client.old")));
    copyFileSync(join(at.swap(root), runs.sort().at(-1) ?? "", "files", "client.old"), at.client(root));
  };
  const temporary = (root: string) => {
    for (const { temp } of planOf(root).files) writeFileSync(temp, "half of it");
  };
  const nobody = () => undefined;
  return [
    crashed(upgrade, "enter", "a person changed an address", foreign),
    crashed(upgrade, "prove", "the old file lies there again", oldClient),
    crashed(upgrade, "prove", "a temporary file lies there", temporary),
    crashed(repair, "strays:1", "nobody came", nobody),
    ...["forward-prove", "forward-receipt"].map((name) =>
      crashed(
        upgrade,
        "prove",
        "nobody came",
        nobody,
        step(name, "change", { change: { path: at.client(upgrade.root), text: "x=y\n" } }),
      ),
    ),
    ...ON.map((name) => crashed(upgrade, "prove", "the old file lies there again", oldClient, step(name, "kill"))),
    ...ON.map((name) => crashed(upgrade, "prove", "a temporary file lies there", temporary, step(name, "kill"))),
    ...ON.map((name) => crashed(repair, "strays:1", "nobody came", nobody, step(name, "kill"))),
    ...ON.map((name) => crashed(upgrade, "prove", "nobody came", nobody, step(name, "EIO"))),
  ];
}

/** The steps in the order in which a plain run tells them, each once: what a person who watches sees. */
export const toldOrder = (events: readonly Event[]): readonly string[] => [
  ...new Set(events.filter(({ kind }) => kind === "step").map(({ name }) => name.replace(/:.*/, ""))),
];
