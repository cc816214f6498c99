import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { type PlannedFile, type SwapPlan, jsonBytes } from "../../../src/deploy/swap/protocol/plan.ts";
import { rollForward } from "../../../src/deploy/swap/run/finish.ts";
import { isForeign, refuseForeign, restore, wayTo } from "../../../src/deploy/swap/run/put-back.ts";
import { refuseDamaged } from "../../../src/deploy/swap/run/refuse-damaged.ts";
import { factsOf, rollBack, undo } from "../../../src/deploy/swap/run/undo.ts";
import { DeployStop } from "../../../src/deploy/swap/protocol/outcome.ts";
import { directionOf } from "../../../src/deploy/swap/protocol/steps.ts";
import { journalOf } from "../../../src/deploy/swap/stage/prepared.ts";
import { sha256 } from "./support/bundle.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import {
  CLIENT,
  EARLIER,
  INSTALL,
  LIVE,
  plannedClient,
  record,
  RUN,
  samplePlan,
  sampleReceipt,
  SWAP,
} from "./support/sample-records.ts";
import { BACKUP, NEW, OLD, exchangeOf, failing, layout, strayOf, transactionOn } from "./support/transactions.ts";

const STAGED = layout.at(`${RUN}/new`);
const TEMP = plannedClient().temp;
const STRAY = resolve("/stray/p.mdzip");
const KEPT = layout.at(strayOf(STRAY).to);

/** The work folder of a run with what it kept. */
const work = (files = new MemoryFiles()) => files.file(OLD, "a=1\n").file(NEW, "a=2\n");
const reverting = jsonBytes(journalOf(samplePlan(), sha256("plan"), "reverting", null));
const prepared = jsonBytes(journalOf(samplePlan(), sha256("plan"), "prepared", null));

describe("what the disk says", () => {
  const facts = (files: MemoryFiles, plan: Partial<SwapPlan> = {}) => factsOf(transactionOn(files, plan), "prepared");

  test("[D4] the folder decides where one is exchanged, else the files", () => {
    const files = new MemoryFiles().file(join(LIVE, "x"), "new").file(CLIENT, "a=2\n");
    expect(facts(files)).toEqual({ state: "prepared", live: "after", filesAfter: true });
    expect(facts(files.file(join(LIVE, "x"), "old"))).toMatchObject({ live: "other", filesAfter: true });
    expect(facts(files, { tree: null })).toMatchObject({ live: null, filesAfter: true });
    expect(facts(files.file(CLIENT, "a=1\n"), { tree: null })).toMatchObject({ filesAfter: false });
    const none = new MemoryFiles();
    expect(facts(none)).toMatchObject({ live: "other", filesAfter: false });
    expect(facts(none, { tree: exchangeOf({ after: null }), files: [] })).toMatchObject({ live: "after", filesAfter: true });
    for (const live of ["after", "other", null] as const)
      for (const filesAfter of [true, false]) {
        expect(directionOf({ state: "reverting", live, filesAfter })).toBe("backward");
        const forward = live === null ? filesAfter : live === "after";
        expect(directionOf({ state: "prepared", live, filesAfter })).toBe(forward ? "forward" : "backward");
      }
  });
});

describe("a file is brought to a side", () => {
  const on = (content: string | null) => (content === null ? work() : work().file(CLIENT, content));
  const way = (content: string | null, more: Partial<PlannedFile> = {}, side: "before" | "after" = "before") =>
    wayTo(transactionOn(on(content)), plannedClient(more), side);

  test("[D4] not at all, by its bytes, by its values, by removing it, or it is left to whoever looks into something", () => {
    expect(way("a=1\n")).toBe("nothing");
    expect(way("a=2\n")).toBe("bytes");
    expect(way("a=2\n", {}, "after")).toBe("nothing");
    expect(way("# saved\na=2")).toBe("edit");
    expect(way(null)).toBe("bytes");
    expect(way("a=2\n", { before: null })).toBe("remove");
    expect(way("# saved\na=2", { before: null })).toBe("remove");
    expect(way("a=3\n", { as: "log4j2" })).toBe("leave");
    expect(way("a=2\n", { as: "log4j2" })).toBe("bytes");
    expect(way(null, { as: "log4j2" })).toBe("bytes");
    expect(way("a=3\n", { as: "bytes" })).toBe("bytes");
    const folder = work().folder(CLIENT);
    expect(wayTo(transactionOn(folder), plannedClient({ as: "log4j2" }), "before")).toBe("leave");
  });

  const brought = (files: MemoryFiles, more: Partial<PlannedFile> = {}, side: "before" | "after" = "before") => {
    const tried = transactionOn(files);
    restore(tried, plannedClient(more), side);
    return { done: files.done, notes: tried.notes };
  };

  test("[D4] the kept bytes go beside it, then over it; its mode is kept", () => {
    expect(brought(on("a=2\n"))).toEqual({ done: [`write ${TEMP} like ${CLIENT}`, `replace ${CLIENT} by ${TEMP}`], notes: [] });
    const gone = on(null).folder(join(CLIENT, ".."));
    expect(brought(gone)).toEqual({ done: [`write ${TEMP} like ${OLD}`, `replace ${CLIENT} by ${TEMP}`], notes: [] });
    expect(gone.read(CLIENT).toString()).toBe("a=1\n");
    const forward = on("a=1\n");
    brought(forward, {}, "after");
    expect(forward.read(CLIENT).toString()).toBe("a=2\n");
    const fresh = on(null).folder(join(CLIENT, ".."));
    expect(brought(fresh, { before: null, backup: null }, "after").done[0]).toBe(
      `write ${TEMP} like ${OLD.replace(/old$/, "new")}`,
    );
    expect(brought(on("a=1\n")).done).toEqual([]);
    restore(transactionOn(on("x")), undefined, "before");
  });

  test("[D4] one that the connector has saved in between keeps everything but the planned values", () => {
    const files = on("# saved\nb=5\na : 2\n");
    expect(brought(files)).toEqual({ done: [`write ${TEMP} like ${CLIENT}`, `replace ${CLIENT} by ${TEMP}`], notes: [] });
    expect(files.read(CLIENT).toString()).toMatch(/^# saved\nb=5\na ?[:=] ?1\n$/);
    const added = on("# saved\nb=5\na : 2\n");
    brought(added, { values: [{ key: "a", before: null, after: "2" }] });
    expect(added.read(CLIENT).toString()).toBe("# saved\nb=5\n");
  });

  test("[D9] what somebody else wrote is copied into quarantine before it goes; logging is left with a note", () => {
    const to = `strays/${RUN}/client-CommonClient.properties`;
    const files = on("edited");
    expect(brought(files, { as: "bytes" })).toEqual({
      done: [
        `folder ${layout.at("strays")} for this account alone`,
        `folder ${layout.at(`strays/${RUN}`)} for this account alone`,
        `write ${layout.at(to)} like ${CLIENT}`,
        `write ${TEMP} like ${CLIENT}`,
        `replace ${CLIENT} by ${TEMP}`,
      ],
      notes: [`${CLIENT} had other content; a copy is in ${join(".swap", to)}`],
    });
    expect(brought(on("a=2\n"), { before: null })).toEqual({ done: [`remove ${CLIENT}`], notes: [] });
    const edited = brought(on("edited"), { before: null, as: "bytes" });
    expect(edited.done.at(-1)).toBe(`remove ${CLIENT}`);
    expect(edited.notes).toHaveLength(1);
    expect(brought(on("a=3\n"), { as: "log4j2" })).toEqual({
      done: [],
      notes: [`${CLIENT} was changed in the meantime and is left unchanged`],
    });
  });

  test("[D4] values that are neither old nor new are for a person to decide", () => {
    const foreign = (content: string, more: Partial<PlannedFile> = {}) =>
      isForeign(transactionOn(work().file(CLIENT, content)), plannedClient(more));
    expect(foreign("a=3")).toBe(true);
    expect(foreign("a=\\u00zz")).toBe(true);
    expect(foreign("b=1")).toBe(true);
    expect(foreign("a=2\nb=9", { values: [...plannedClient().values, { key: "b", before: "1", after: "2" }] })).toBe(true);
    expect(foreign("a=2\nb=1", { values: [...plannedClient().values, { key: "b", before: "1", after: "2" }] })).toBe(false);
    expect(foreign("# saved\na : 1")).toBe(false);
    expect(foreign("a=3", { as: "bytes" })).toBe(false);
    const refuse = (content: string) => () =>
      refuseForeign(transactionOn(work().file(CLIENT, content), { files: [plannedClient(), plannedClient({ as: "bytes" })] }));
    expect(refuse("# saved\na : 1")).not.toThrow();
    expect(refuse("a=3")).toThrow(
      expect.objectContaining({
        code: 12,
        message: expect.stringContaining(`${CLIENT} was changed`),
        details: [CLIENT],
      }),
    );
  });
});

describe("what going back would use is proven first", () => {
  const refuse =
    (files: MemoryFiles, plan: Partial<SwapPlan> = {}, side: "before" | "after" = "before") =>
    () =>
      refuseDamaged(transactionOn(files, { files: [], ...plan }), side);
  const damaged = (path: string, what: string) =>
    expect.objectContaining({ code: 12, message: `${path} is ${what}: it cannot be used to restore or to finish a run` });

  test("[D4] the kept bytes, where they will be written", () => {
    const files = [plannedClient()];
    expect(refuse(new MemoryFiles().file(CLIENT, "a=2\n"), { files, tree: null })).toThrow(damaged(OLD, "missing"));
    expect(refuse(new MemoryFiles().file(CLIENT, "a=1\n"), { files, tree: null }, "after")).toThrow(damaged(NEW, "missing"));
    expect(refuse(new MemoryFiles().file(CLIENT, "a=1\n"), { files, tree: null })).not.toThrow();
    expect(refuse(work().file(CLIENT, "a=2\n"), { files, tree: null })).not.toThrow();
  });

  test("[D4] the folder that was put away: as it was, in its place or in the work folder", () => {
    const live = (content: string) => new MemoryFiles().file(join(LIVE, "x"), content);
    expect(refuse(live("old"))).not.toThrow();
    expect(refuse(live("new").file(join(BACKUP, "x"), "old"))).not.toThrow();
    expect(refuse(live("new").file(join(BACKUP, "x"), "oops"))).toThrow(damaged(BACKUP, "not the folder that was moved there"));
    expect(refuse(live("old").file(join(BACKUP, "x"), "oops"))).not.toThrow();
    expect(refuse(live("new"))).toThrow(damaged(BACKUP, "missing"));
    expect(refuse(new MemoryFiles())).toThrow(damaged(BACKUP, "missing"));
    // somebody changed it, but it was never put away: what was staged lies there still
    expect(refuse(live("edited").folder(STAGED))).not.toThrow();
    expect(refuse(live("edited"), { tree: exchangeOf({ staged: null, after: null }) })).not.toThrow();
    expect(refuse(new MemoryFiles().folder(STAGED))).toThrow(damaged(BACKUP, "missing"));
    expect(refuse(new MemoryFiles(), { tree: exchangeOf({ before: null }) })).not.toThrow();
    expect(refuse(new MemoryFiles(), { tree: null })).not.toThrow();
    expect(refuse(live("new"), {}, "after")).not.toThrow();
  });

  test("[D4] stale copies that have to come back", () => {
    const strays = (folder: boolean, sha: string) => ({ tree: null, strays: [strayOf(STRAY, { folder, sha256: sha })] });
    const says = damaged(KEPT, "different from what was put into quarantine");
    const file = strays(false, sha256("stray"));
    expect(refuse(new MemoryFiles().file(KEPT, "stray"), file)).not.toThrow();
    expect(refuse(new MemoryFiles().file(KEPT, "oops"), file)).toThrow(says);
    expect(refuse(new MemoryFiles().folder(KEPT), file)).toThrow(says);
    expect(refuse(new MemoryFiles().file(KEPT, "oops").file(STRAY, "stray"), file)).not.toThrow();
    expect(refuse(new MemoryFiles(), file)).not.toThrow();
    expect(refuse(new MemoryFiles().file(KEPT, "oops"), file, "after")).not.toThrow();
    const folder = strays(true, exchangeOf().before?.sha256 ?? "");
    expect(refuse(new MemoryFiles().file(join(KEPT, "x"), "old"), folder)).not.toThrow();
    expect(refuse(new MemoryFiles().file(join(KEPT, "x"), "oops"), folder)).toThrow(says);
    expect(refuse(new MemoryFiles().file(KEPT, "old"), folder)).toThrow(says);
  });
});

describe("back to old", () => {
  const back = async (files: MemoryFiles, plan: Partial<SwapPlan> = {}) => {
    const tried = transactionOn(files, plan);
    await rollBack(tried);
    return { done: files.done, notes: tried.notes, told: tried.world.told };
  };
  const entered = () =>
    work()
      .file(join(LIVE, "x"), "new")
      .file(join(BACKUP, "x"), "old")
      .file(CLIENT, "a=2\n")
      .file(layout.journal, prepared)
      .file(layout.at(`${RUN}/reverting.json`), reverting);

  test("[D4] a swap that had entered: the mark first, then the folders and files, then what was made for it", async () => {
    const made = join(INSTALL, "made");
    const files = entered().file(TEMP, "a=2\n").folder(made).file(KEPT, "stray").folder(join(STRAY, ".."));
    const receipt = layout.receipt(3, RUN);
    files.file(receipt, "{").file(layout.receipt(2, EARLIER), "{");
    const { done, notes, told } = await back(files, { made: [INSTALL, made], strays: [strayOf(STRAY)] });
    expect(done).toEqual([
      `replace ${layout.journal} by ${layout.at(`${RUN}/reverting.json`)}`,
      `rename ${LIVE} to ${STAGED}`,
      `write ${TEMP} like ${CLIENT}`,
      `replace ${CLIENT} by ${TEMP}`,
      `rename ${KEPT} to ${STRAY}`,
      `replace ${layout.at(`${RUN}/receipt.json`)} by ${receipt}`,
      `rename ${BACKUP} to ${LIVE}`,
      `remove folder ${made}`,
      `remove ${layout.journal}`,
      `remove tree ${layout.at(RUN)}`,
    ]);
    expect(notes).toEqual([]);
    expect(told).toEqual([
      "undo-mark",
      "undo-out",
      "undo-restore:client",
      "undo-unstray:1",
      "undo-unreceipt",
      "undo-return",
      "undo-clear",
      "undo-drop",
      "undo-sweep",
    ]);
    // done again, it has nothing to do
    files.done.length = 0;
    expect((await back(files, { made: [INSTALL, made], strays: [strayOf(STRAY)] })).done).toEqual([]);
  });

  test("[D4] the mark is set only where the disk alone would lead forward", async () => {
    const files = work()
      .file(join(LIVE, "x"), "old")
      .file(CLIENT, "a=2\n")
      .file(layout.at(`${RUN}/reverting.json`), reverting);
    expect((await back(files)).done[0]).toBe(`write ${TEMP} like ${CLIENT}`);
    const gone = entered();
    gone.entries.delete(layout.at(`${RUN}/reverting.json`));
    expect((await back(gone)).done[0]).toBe(`rename ${LIVE} to ${STAGED}`);
  });

  test("[D9] a folder that nobody knows goes into quarantine where the old one can return, and stays where none was", async () => {
    const foreign = work().file(join(LIVE, "x"), "foreign").file(join(BACKUP, "x"), "old").file(CLIENT, "a=1\n");
    const { done, notes } = await back(foreign);
    expect(done.slice(0, 4)).toEqual([
      `folder ${layout.at("strays")} for this account alone`,
      `folder ${layout.at(`strays/${RUN}`)} for this account alone`,
      `rename ${LIVE} to ${layout.at(`strays/${RUN}/tree`)}`,
      `rename ${BACKUP} to ${LIVE}`,
    ]);
    expect(notes).toEqual([`${LIVE} had files of unknown origin; they are in .swap/strays/${RUN}/tree`]);
    const first = { tree: exchangeOf({ before: null }), files: [] };
    const appeared = work().file(join(LIVE, "x"), "foreign");
    expect(await back(appeared, first)).toMatchObject({
      done: [`remove tree ${layout.at(RUN)}`],
      notes: [`${LIVE} was not created by this run and is left unchanged`],
    });
    // the new one itself, whose staged folder lies there again, is not ours to name
    const twice = work().file(join(LIVE, "x"), "new").folder(STAGED);
    expect((await back(twice, first)).notes).toEqual([]);
    expect((await back(work().file(join(LIVE, "x"), "new"), first)).done[0]).toBe(`rename ${LIVE} to ${STAGED}`);
    // the way back of a rollback that removes the folder: nothing was staged
    const removed = { tree: exchangeOf({ staged: null, after: null }), files: [] };
    expect((await back(work().file(join(BACKUP, "x"), "old"), removed)).done[0]).toBe(`rename ${BACKUP} to ${LIVE}`);
    const empty = { tree: exchangeOf({ before: null, staged: null, after: null }), files: [] };
    expect((await back(work(), empty)).notes).toEqual([]);
  });

  test("[D4] the process leaves the folder before it is moved", async () => {
    const left: string[] = [];
    const tried = transactionOn(
      entered(),
      {},
      {
        leave: (path) => {
          left.push(path);
          return null;
        },
      },
    );
    await rollBack(tried);
    expect(left).toEqual([LIVE]);
  });

  test("[D4] what is in use by others stays: folders that hold something, temporaries that are folders, a journal that is held", async () => {
    const made = join(INSTALL, "made");
    const files = entered().file(join(made, "theirs"), "x").folder(TEMP);
    files.denied.set(layout.journal, "EBUSY");
    const { done, notes } = await back(files, { made: [made], files: [] });
    expect(done).toEqual([
      `replace ${layout.journal} by ${layout.at(`${RUN}/reverting.json`)}`,
      `rename ${LIVE} to ${STAGED}`,
      `rename ${BACKUP} to ${LIVE}`,
    ]);
    expect(notes).toEqual([expect.stringContaining("could not be removed")]);
    expect(files.stat(layout.at(RUN))?.kind).toBe("folder");
    const folder = work().file(join(LIVE, "x"), "old").file(CLIENT, "a=1\n").folder(TEMP);
    expect((await back(folder, { strays: [strayOf(STRAY)] })).done).toEqual([`remove tree ${layout.at(RUN)}`]);
    const none = work().file(join(LIVE, "x"), "old").file(CLIENT, "a=1\n").file(made, "a file");
    expect((await back(none, { made: [made] })).done).toEqual([`remove tree ${layout.at(RUN)}`]);
  });
});

describe("what others do while it goes back", () => {
  const meanwhile = (files: MemoryFiles, act: () => void) =>
    rollBack(transactionOn(files, { files: [] }, { reached: (step) => (step === "undo-return" ? act() : undefined) }));
  const machine = () => work().file(join(LIVE, "x"), "new").file(join(BACKUP, "x"), "old");

  test("[D4] a folder that is deleted on both sides is reported; one that appears in its place is not written over", async () => {
    const gone = machine();
    await expect(meanwhile(gone, () => gone.removeTree(BACKUP))).rejects.toMatchObject({
      code: 12,
      message: `${LIVE} is missing, and so is its backup ${BACKUP}`,
    });
    const appears = machine();
    await meanwhile(appears, () => void appears.folder(LIVE));
    expect(appears.done).not.toContain(`rename ${BACKUP} to ${LIVE}`);
  });
});

describe("a run that failed", () => {
  const old = () => work().file(join(LIVE, "x"), "old").file(CLIENT, "a=1\n").file(layout.journal, prepared);

  test("[D4] keeps its first error, in words and with its code", async () => {
    const of = (error: unknown, windows = false) => undo(transactionOn(old(), {}, { windows }), error);
    const stop = new DeployStop(1618, "open", "close it", ["a"]);
    expect(await of(stop)).toBe(stop);
    expect(await of(failing("EBUSY"))).toMatchObject({ code: 1618, help: expect.stringContaining("; everything is as it was") });
    expect(await of(failing("EACCES"), true)).toMatchObject({ code: 1618 });
    expect(await of(failing("EACCES"))).toMatchObject({
      code: 11,
      message: "access denied",
      help: expect.stringMatching(/^everything is as it was; this account lacks the right/),
    });
    expect(await of(failing("EIO"))).toMatchObject({ code: 11, help: "everything is as it was; fix that and run this again" });
  });

  test("[D9] adds what going back noticed, and nothing that was noticed before", async () => {
    const files = old().file(CLIENT, "edited");
    const tried = transactionOn(files, { files: [plannedClient({ as: "bytes" })] });
    tried.notes.push("noticed before");
    const ended = await undo(tried, new DeployStop(11, "first", "help", ["a"]));
    expect(ended).toMatchObject({
      code: 11,
      message: "first",
      help: "help",
      details: ["a", expect.stringContaining("had other content")],
    });
  });

  test("[D4] where going back fails, too, the journal stays and says the first error; a mark stays a mark", async () => {
    for (const [journal, state] of [
      [prepared, "prepared"],
      [reverting, "reverting"],
    ] as const) {
      const files = old().file(layout.journal, journal).file(CLIENT, "a=2\n");
      files.denied.set(TEMP, "EIO");
      const ended = await undo(transactionOn(files), new DeployStop(11, "first", "help", ["a"]));
      expect(ended).toMatchObject({
        code: 12,
        message: "first",
        help: expect.stringMatching(/^the undo failed, too \(.*input\/output error\); the journal is kept/),
        details: ["a"],
      });
      expect(JSON.parse(files.read(layout.journal).toString())).toMatchObject({ state, error: "first", run: RUN });
    }
  });

  test("[D4] where only the work folder is left to sweep, everything is old: the first error is all that is reported", async () => {
    const files = old();
    files.denied.set(layout.at(RUN), "EIO");
    const stop = new DeployStop(11, "first", "help");
    expect(await undo(transactionOn(files), stop)).toBe(stop);
    // whether it is over
    const blind = old();
    const { stat } = blind;
    blind.denied.set(layout.at(RUN), "EIO");
    blind.stat = (path) => {
      if (path === layout.journal && blind.done.includes(`remove ${layout.journal}`)) throw failing("EIO");
      return stat.call(blind, path);
    };
    expect(await undo(transactionOn(blind), stop)).toMatchObject({ code: 12 });
  });
});

describe("on to new", () => {
  test("[D4] what is not there yet is brought there, proven, and told by its own names", async () => {
    const receipt = sampleReceipt({ run: RUN, sequence: 1 });
    const files = work()
      .file(join(LIVE, "x"), "new")
      .file(CLIENT, "a=1\n")
      .file(TEMP, "half")
      .file(STRAY, "stray")
      .folder(layout.receipts)
      .file(layout.at(`${RUN}/receipt.json`), jsonBytes(receipt))
      .file(layout.journal, prepared);
    const tried = transactionOn(files, { strays: [strayOf(STRAY)] });
    await rollForward(tried);
    expect(tried.world.told).toEqual([
      "forward-files:client",
      "forward-strays:1",
      "forward-prove",
      "forward-receipt",
      "forward-clear",
      "close",
    ]);
    expect(files.done).toEqual([
      `write ${TEMP} like ${CLIENT}`,
      `replace ${CLIENT} by ${TEMP}`,
      `folder ${layout.at("strays")} for this account alone`,
      `folder ${layout.at(`strays/${RUN}`)} for this account alone`,
      `rename ${STRAY} to ${KEPT}`,
      `replace ${layout.receipt(1, RUN)} by ${layout.at(`${RUN}/receipt.json`)}`,
      `remove ${layout.journal}`,
    ]);
  });

  test("[D4] nothing is touched where its receipt is not there, a file is foreign or the new bytes are damaged", async () => {
    const start = () => work().file(join(LIVE, "x"), "new").file(CLIENT, "a=1\n").file(layout.journal, prepared);
    const fails = async (files: MemoryFiles, says: RegExp) => {
      await expect(rollForward(transactionOn(files))).rejects.toMatchObject({ code: 12, message: expect.stringMatching(says) });
      expect(files.done).toEqual([]);
    };
    await fails(start(), /receipt\.json cannot be read: it is missing/);
    await fails(start().file(CLIENT, "a=3"), /was changed/);
    await fails(start().file(NEW, "a=9\n"), /not as planned/);
    expect(record("a").size).toBe(1);
    expect(SWAP).toBe(layout.swap);
  });

  test("[D4] logging that somebody changed since does not stop it", async () => {
    const receipt = sampleReceipt({ run: RUN, sequence: 1 });
    const files = work()
      .file(join(LIVE, "x"), "new")
      .file(CLIENT, "edited")
      .file(layout.at(`${RUN}/receipt.json`), jsonBytes(receipt))
      .folder(layout.receipts)
      .file(layout.journal, prepared);
    const tried = transactionOn(files, { files: [plannedClient({ as: "log4j2" })] });
    await rollForward(tried);
    expect(tried.notes).toEqual([`${CLIENT} was changed in the meantime and is left unchanged`]);
    expect(files.stat(layout.receipt(1, RUN))?.kind).toBe("file");
  });
});
