import { describe, expect, test } from "vitest";
import type { SwapFiles, SwapWorld } from "../../../src/platform/machine.ts";
import { requireValue, OutOfOrder, type Table, walk } from "../../../src/deploy/swap/run/interpret.ts";
import { PERFORM } from "../../../src/deploy/swap/run/handlers.ts";
import { withRetries } from "../../../src/deploy/swap/run/retry.ts";
import { type Run, type StepHandlers, stepTable } from "../../../src/deploy/swap/run/run.ts";
import { DeployStop, refusal } from "../../../src/deploy/swap/protocol/outcome.ts";
import { STEPS, type StepId } from "../../../src/deploy/swap/protocol/steps.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { memoryWorld, plannedClient, RUN, samplePlan, sampleReceipt } from "./support/sample-records.ts";
import { exchangeOf, failing, layout, strayOf, transactionOn } from "./support/transactions.ts";

describe("the interpreter of a step table", () => {
  type Id = "a" | "b" | "c";
  type Rows = Table<string[], Id>["rows"];
  const rows: Rows = [{ id: "a" }, { id: "b" }, { id: "c" }];
  const table = (more: Partial<Table<string[], Id>> = {}): Table<string[], Id> => {
    const note = (id: Id) => (log: string[], index: number) => void log.push(`${id}${index}`);
    return {
      rows,
      handlers: { a: note("a"), b: note("b"), c: note("c") },
      plan: () => null,
      tell: (log, id, detail) => void log.push(`tell ${id}${detail === null ? "" : `:${detail}`}`),
      fail: (_log, _row, error) => Promise.reject(error),
      ...more,
    };
  };
  const walked = async (of: Table<string[], Id>, from?: number) => {
    const log: string[] = [];
    await walk(of, log, from);
    return log;
  };
  const all = { a: () => undefined, b: () => undefined, c: () => undefined };

  test("[D4] goes through the rows in their order, each told before it is done", async () => {
    expect(await walked(table())).toEqual(["tell a", "a0", "tell b", "b0", "tell c", "c0"]);
    expect(await walked(table(), 2)).toEqual(["tell c", "c0"]);
    expect(await walked(table({ rows: [] }))).toEqual([]);
  });

  test("[D4] a row that gives an id goes on there; a name that no row has ends the walk", async () => {
    const told = { tell: (log: string[], id: string) => void log.push(id) };
    expect(await walked(table({ ...told, handlers: { ...all, a: () => "c" as const } }))).toEqual(["a", "c"]);
    const short = table({ ...told, rows: rows.slice(0, 2), handlers: { ...all, a: () => Promise.resolve("c" as const) } });
    expect(await walked(short)).toEqual(["a"]);
  });

  test("[D4] a row of files or strays is done once for each, one of a tree only where one is exchanged", async () => {
    const plan = samplePlan({
      files: [plannedClient(), plannedClient({ id: "log4j2" })],
      strays: [strayOf("/x"), strayOf("/y")],
    });
    const each: Rows = [
      { id: "a", each: "files" },
      { id: "b", each: "strays" },
      { id: "c", tree: true },
    ];
    const log = ["tell a:client", "a0", "tell a:log4j2", "a1", "tell b:1", "b0", "tell b:2", "b1"];
    expect(await walked(table({ rows: each, plan: () => plan }))).toEqual([...log, "tell c", "c0"]);
    expect(await walked(table({ rows: each, plan: () => ({ ...plan, tree: null }) }))).toEqual(log);
    // without a plan nobody knows how many: the table is wrong, whatever it says of failures
    await expect(walked(table({ rows: each, fail: () => undefined }))).rejects.toThrow(OutOfOrder);
    expect(await walked(table({ rows: [{ id: "c", tree: true }] }))).toEqual(["tell c", "c0"]);
    expect(() => requireValue(null, "a plan")).toThrow("the step table reaches a step without a plan");
    expect(requireValue(0, "a plan")).toBe(0);
  });

  test("[D4] what a failure means is asked of the table; where that lets it be, the walk goes on", async () => {
    const failed: string[] = [];
    const handlers = {
      ...all,
      b: () => {
        throw new Error("b failed");
      },
    };
    const fail: Table<string[], Id>["fail"] = (_log, { id }, error) => void failed.push(`${id}: ${(error as Error).message}`);
    expect(await walked(table({ handlers, fail }))).toEqual(["tell a", "tell b", "tell c"]);
    expect(failed).toEqual(["b: b failed"]);
    await expect(walked(table({ handlers }))).rejects.toThrow("b failed");
    const tell = () => {
      throw new Error("told");
    };
    await expect(walked(table({ tell }))).rejects.toThrow("told");
    const wrong = { ...all, b: () => void requireValue(null, "anything") };
    await expect(walked(table({ handlers: wrong, fail }))).rejects.toThrow(OutOfOrder);
  });

  test("[D4] a row that holds something is judged by its own failures alone; those of the rows inside are theirs", async () => {
    const failed: string[] = [];
    const fail: Table<string[], Id>["fail"] = (_log, { id }, error) => {
      failed.push(id);
      return id === "c" ? Promise.reject(error) : undefined;
    };
    const around = (use: (log: string[], rest: (from?: Id) => Promise<void>) => Promise<void>) =>
      table({ fail, handlers: { ...table().handlers, b: { around: use } } });
    const held = around(async (log, rest) => {
      log.push("take");
      await rest();
      log.push("give");
    });
    expect(await walked(held)).toEqual(["tell a", "a0", "tell b", "take", "tell c", "c0", "give"]);
    expect(failed).toEqual([]);
    const skips = around(async (_log, rest) => rest("c"));
    expect(await walked(skips)).toEqual(["tell a", "a0", "tell b", "tell c", "c0"]);
    // it fails before: the rows after it run all the same where its failure changes nothing
    const before = around(() => Promise.reject(new Error("no lock")));
    expect(await walked(before)).toEqual(["tell a", "a0", "tell b", "tell c", "c0"]);
    expect(failed.splice(0)).toEqual(["b"]);
    // it fails after: they have run already
    const later = around(async (_log, rest) => {
      await rest();
      throw new Error("no release");
    });
    expect(await walked(later)).toEqual(["tell a", "a0", "tell b", "tell c", "c0"]);
    expect(failed.splice(0)).toEqual(["b"]);
    // a row inside fails: its own row has been asked
    const inside = around(async (_log, rest) => rest());
    const bad = { ...inside.handlers, c: () => Promise.reject(new Error("c failed")) };
    await expect(walked({ ...inside, handlers: bad })).rejects.toThrow("c failed");
    expect(failed.splice(0)).toEqual(["c"]);
    const wrong = around(async () => void requireValue(null, "anything"));
    await expect(walked(wrong)).rejects.toThrow(OutOfOrder);
    expect(failed).toEqual([]);
  });
});

describe("what a failure of a step means", () => {
  const runOf = (more: Partial<Run> = {}): Run & { files: MemoryFiles } => {
    const files = new MemoryFiles().file(layout.at(`${RUN}/x`), "");
    return {
      world: memoryWorld(files),
      files,
      unprepared: (error) => refusal(`unprepared: ${(error as Error).message}`, ""),
      copyReceipt: null,
      layout,
      id: RUN,
      staging: true,
      transaction: null,
      receipt: null,
      later: [],
      ...more,
    };
  };
  /** One step fails; the others do nothing. */
  const failsAt = async (id: StepId, error: unknown, run = runOf()) => {
    const ids = STEPS.map((step) => step.id);
    const handlers = Object.fromEntries(ids.map((each) => [each, () => (each === id ? Promise.reject(error) : undefined)]));
    const table = stepTable(handlers as unknown as StepHandlers<Run>);
    const ended = await walk({ ...table, rows: STEPS.filter((step) => !step.each) }, run, 0).then(
      () => "went on",
      (stop: unknown) => stop,
    );
    return { ended, run };
  };
  const tree = layout.at(RUN);

  test.each(["verify", "lock", "recover", "preflight"] as const)("[D3] refuse: a failure of %s is one of reading", async (id) => {
    expect((await failsAt(id, failing("EBUSY"))).ended).toMatchObject({ code: 1618 });
    expect((await failsAt(id, failing("EIO"))).ended).toMatchObject({
      code: 10,
      help: "fix that and run this again; nothing was written",
    });
    const own = new Error("a fault of our own");
    expect((await failsAt(id, own)).ended).toBe(own);
  });

  test.each(["stage", "plan"] as const)(
    "[D4] drop: what %s has staged goes, and the words are those of this kind of run",
    async (id) => {
      const { ended, run } = await failsAt(id, new Error("torn"));
      expect(ended).toMatchObject({ code: 10, message: "unprepared: torn" });
      expect(run.files.done).toEqual([`remove tree ${tree}`]);
      const stop = refusal("of the step itself", "");
      expect((await failsAt(id, stop)).ended).toBe(stop);
      const held = runOf();
      held.files.denied.set(tree, "EBUSY");
      expect((await failsAt(id, stop, held)).ended).toBe(stop);
      const bare = runOf({ id: "20260101T000000Z-00000f" });
      expect((await failsAt(id, stop, bare)).ended).toBe(stop);
      expect(bare.files.done).toEqual([]);
      await expect(failsAt(id, stop, runOf({ staging: false })).then(({ ended: of }) => Promise.reject(of))).rejects.toThrow(
        OutOfOrder,
      );
    },
  );

  test.each(["journal", "place", "check", "away", "enter", "prove", "receipt"] as const)(
    "[D4] undo: a failure of %s goes back",
    async (id) => {
      const files = new MemoryFiles().file(layout.journal, "{}").folder(tree);
      const transaction = transactionOn(files, { tree: exchangeOf({ before: null, staged: null, after: null }), files: [] });
      const { ended } = await failsAt(id, failing("EIO"), runOf({ transaction, world: transaction.world }));
      expect(ended).toMatchObject({ code: 11, help: expect.stringMatching(/^everything is as it was/) });
      expect(files.done).toEqual([`remove ${layout.journal}`, `remove tree ${tree}`]);
      await expect(failsAt(id, failing("EIO")).then(({ ended: of }) => Promise.reject(of))).rejects.toThrow(OutOfOrder);
    },
  );

  test("[D4] warn: what was done stands, and the failure is a note", async () => {
    const later = async (id: StepId, run = runOf()) => {
      const { ended } = await failsAt(id, failing("EIO"), run);
      expect(ended).toBe("went on");
      return run.later;
    };
    const words = "the disk reports an input/output error";
    expect(await later("close")).toEqual([`${layout.journal} could not be removed (${words}); the next run does it`]);
    expect(await later("close", runOf({ layout: null }))).toEqual([
      `the journal could not be removed (${words}); the next run does it`,
    ]);
    expect(await later("prune")).toEqual([`old backups could not be cleaned up: ${words}`]);
    expect(await later("copy")).toEqual([words]);
  });

  test("[D4] each step is reported, but those that tell their own parts", async () => {
    const run = runOf({ transaction: transactionOn(new MemoryFiles()) });
    const { ended } = await failsAt("nothing" as StepId, null, run);
    expect(ended).toBe("went on");
    expect((run.world as SwapWorld & { told: string[] }).told).toEqual([
      "lock",
      "recover",
      "preflight",
      "plan",
      "journal",
      "place",
      "check",
      "away",
      "enter",
      "prove",
      "receipt",
      "close",
    ]);
    // without a folder to exchange, its rows are not there
    const settings = runOf({ transaction: transactionOn(new MemoryFiles(), { tree: null }) });
    await failsAt("nothing" as StepId, null, settings);
    expect((settings.world as SwapWorld & { told: string[] }).told).not.toContain("away");
    expect(DeployStop.name).toBe("DeployStop");
  });
});

describe("what is cleaned up at the end", () => {
  const runOn = (files: MemoryFiles, kind: "swap" | "settings", more: Partial<Run> = {}) => {
    const transaction = transactionOn(files, { kind });
    return {
      world: transaction.world,
      layout,
      transaction,
      later: [],
      receipt: null,
      copyReceipt: null,
      ...more,
    } as unknown as Run;
  };
  const clean = (files: MemoryFiles, kind: "swap" | "settings" = "swap") => {
    const run = runOn(files, kind);
    PERFORM.prune(run);
    return { done: files.done, later: run.later };
  };

  test("[D5] the newest attempt, old backups and, after a swap, what was staged ahead; nothing while a journal stands", () => {
    const ready = layout.at("ready");
    expect(clean(new MemoryFiles({ [layout.swap]: null }))).toEqual({ done: [], later: [] });
    const machine = () => new MemoryFiles().file(layout.attempt, "{}").folder(layout.at(RUN)).folder(layout.at("ready/x"));
    const old = [`remove ${layout.attempt}`, `remove tree ${layout.at(RUN)}`];
    expect(clean(machine()).done).toEqual([...old, `remove tree ${ready}`]);
    expect(clean(machine(), "settings").done).toEqual(old);
    expect(clean(machine().file(layout.journal, "{}")).done).toEqual([`remove ${layout.attempt}`]);
    const held = machine();
    held.denied.set(layout.at(RUN), "EBUSY");
    expect(clean(held).later).toEqual([expect.stringContaining("could not be removed")]);
  });

  test("[D8] the receipt is copied where there is one and a folder was named", () => {
    const receipt = sampleReceipt();
    const copied = (more: Partial<Run>) => {
      const run = runOn(new MemoryFiles(), "swap", more);
      PERFORM.copy(run);
      return run.later;
    };
    const copyReceipt = ({ run }: { readonly run: string }) => `copied ${run}`;
    expect(copied({ receipt, copyReceipt })).toEqual([`copied ${receipt.run}`]);
    expect(copied({ receipt })).toEqual([]);
    expect(copied({ copyReceipt })).toEqual([]);
  });
});

describe("patience with what holds a file", () => {
  const ALL: readonly (keyof SwapFiles)[] = [
    "stat",
    "real",
    "list",
    "read",
    "hash",
    "makeFolder",
    "probe",
    "write",
    "rename",
    "replace",
    "remove",
    "removeFolder",
    "removeTree",
  ];
  /** An operation that fails `times` times with a code: what came of it, and how long was waited. */
  const tried = (name: keyof SwapFiles, code: string, times: number, patience = 1000) => {
    const waits: number[] = [];
    let calls = 0;
    const files = Object.fromEntries(
      ALL.map((each) => [
        each,
        (_path: string, chunks?: Iterable<Uint8Array>) => {
          calls++;
          if (calls <= times) throw failing(code);
          return each === "write" ? [...(chunks ?? [])].length : each;
        },
      ]),
    ) as unknown as SwapFiles;
    const world = withRetries(memoryWorld(new MemoryFiles(), { files, patience, pause: (ms) => void waits.push(ms) }));
    const act = world.files[name] as (...args: unknown[]) => unknown;
    try {
      act("/x", [Buffer.from("a")]);
      return { waits, calls, ended: "done" };
    } catch (error) {
      return { waits, calls, ended: (error as { code?: string }).code };
    }
  };

  test("[D3] waits longer and longer, and no longer than its patience", () => {
    expect(tried("rename", "EBUSY", 3)).toEqual({ waits: [10, 20, 50], calls: 4, ended: "done" });
    expect(tried("rename", "EBUSY", 7)).toEqual({ waits: [10, 20, 50, 100, 200, 200, 200], calls: 8, ended: "done" });
    const waits = [10, 20, 50, 100, 200, 200, 200, 200, 200];
    expect(tried("rename", "EBUSY", 99)).toEqual({ waits, calls: waits.length + 1, ended: "EBUSY" });
    // exactly used up: not once more
    expect(tried("rename", "EBUSY", 99, 30)).toEqual({ waits: [10, 20], calls: 3, ended: "EBUSY" });
    expect(tried("rename", "EBUSY", 99, 0)).toEqual({ waits: [], calls: 1, ended: "EBUSY" });
    expect(tried("rename", "EIO", 1)).toEqual({ waits: [], calls: 1, ended: "EIO" });
  });

  test.each(ALL)("[D3] %s waits for what says that somebody holds the file, and for nothing else", (name) => {
    const waits = (code: string) => tried(name, code, 1).ended === "done";
    const reads = ["stat", "real", "list", "read", "hash", "makeFolder", "probe"].includes(name);
    const removes = name === "removeFolder" || name === "removeTree";
    expect(["EBUSY", "EACCES", "EPERM", "ENOTEMPTY", "ENOENT"].map(waits)).toEqual([true, !reads, !reads, removes, false]);
  });

  test("[D3] bytes that cannot be had twice are not written twice", () => {
    let calls = 0;
    const files = new MemoryFiles();
    files.write = (_path, chunks) => {
      calls++;
      if (calls > 1) [...chunks];
      throw failing("EBUSY");
    };
    const world = withRetries(memoryWorld(files, { patience: 1000 }));
    expect(() => world.files.write("/x", [Buffer.from("a")])).toThrow("EBUSY");
    expect(calls).toBe(2);
    const written: string[] = [];
    files.write = (path, chunks, like) => void written.push(`${path} ${Buffer.concat([...chunks])} ${like}`);
    withRetries(memoryWorld(files, { patience: 1 })).files.write("/x", [Buffer.from("a")], "/like");
    expect(written).toEqual(["/x a /like"]);
  });
});
