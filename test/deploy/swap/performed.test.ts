import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SwapWorld } from "../../../src/platform/machine.ts";
import { jsonBytes, type PlannedFile, type SwapPlan } from "../../../src/deploy/swap/protocol/plan.ts";
import { stampBelow } from "../../../src/deploy/swap/protocol/tree.ts";
import {
  activate,
  away,
  check,
  exchange,
  moveAcross,
  moveStray,
  place,
  prove,
  putReceipt,
  removeHalves,
  removeJournal,
} from "../../../src/deploy/swap/run/perform.ts";
import { sha256 } from "./support/bundle.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { CLIENT, INSTALL, LIVE, plannedClient, RUN, sampleReceipt } from "./support/sample-records.ts";
import { BACKUP, exchangeOf, failing, layout, strayOf, transactionOn } from "./support/transactions.ts";

const STRAY = join(INSTALL, "plugins", "p.mdzip");
const TEMP = plannedClient().temp;
const running = { processes: () => Promise.resolve([{ pid: 7, name: "tool", user: null, path: INSTALL, started: null }]) };
const stops = (code: number, message: RegExp) => expect.objectContaining({ code, message: expect.stringMatching(message) });

test("[D4] folders that are missing are made, and a temporary file lies beside every target that gets new bytes", () => {
  const made = join(INSTALL, "made");
  const files = new MemoryFiles().file(CLIENT, "a=1\n").file(layout.at(`${RUN}/files/client.new`), "a=2\n");
  const gone = plannedClient({ id: "profile-1", after: null, staged: null });
  const tried = transactionOn(files, { made: [INSTALL, made], files: [gone, plannedClient()] });
  place(tried);
  expect(files.done).toEqual([`folder ${made}`, `write ${TEMP} like ${CLIENT}`]);
  expect(files.read(TEMP).toString()).toBe("a=2\n");
  expect(tried.world.told).toEqual(["place:client"]);
});

describe("once more before it begins", () => {
  const checking = (files: MemoryFiles, plan: Partial<SwapPlan> = {}, world: Partial<SwapWorld> = {}) => {
    const stamp = stampBelow(new MemoryFiles().file(join(LIVE, "x"), "old"), LIVE);
    return check({ ...transactionOn(files, plan, world), stamp });
  };
  const machine = (client: string | null = "a=1\n") => {
    const files = new MemoryFiles().file(join(LIVE, "x"), "old");
    return client === null ? files : files.file(CLIENT, client);
  };

  test("[D4] nothing has changed since it was looked at, or it is named", async () => {
    await expect(checking(machine())).resolves.toBe(undefined);
    const changed = (...details: string[]) => ({
      code: 11,
      message: `${details[0]} changed while the swap was prepared`,
      details,
    });
    await expect(checking(machine("a=9\n"))).rejects.toMatchObject(changed(CLIENT));
    await expect(checking(machine(null))).rejects.toMatchObject(changed(CLIENT));
    const fresh = { files: [plannedClient({ before: null, backup: null })] };
    await expect(checking(machine(null), fresh)).resolves.toBe(undefined);
    await expect(checking(machine(), fresh)).rejects.toMatchObject(changed(CLIENT));
    await expect(checking(machine("a=9\n").file(join(LIVE, "y"), ""))).rejects.toMatchObject(changed(LIVE, CLIENT));
    await expect(checking(machine().file(join(LIVE, "y"), ""), { tree: null })).resolves.toBe(undefined);
  });

  test("[D4] the tool must not run, but for a switch of settings or its rollback", async () => {
    const inUse = stops(1618, /^the tool is running/);
    const asked = (plan: Partial<SwapPlan>) => checking(machine(), plan, running);
    await expect(asked({})).rejects.toEqual(inUse);
    await expect(asked({ kind: "settings", tree: null })).resolves.toBe(undefined);
    await expect(asked({ kind: "rollback", tree: null })).resolves.toBe(undefined);
    await expect(asked({ kind: "rollback" })).rejects.toEqual(inUse);
    await expect(asked({ kind: "swap", tree: null })).rejects.toEqual(inUse);
    const two = (id: string) => ({ files: [plannedClient(), plannedClient({ id })] });
    await expect(asked({ kind: "rollback", tree: null, ...two("connector") })).resolves.toBe(undefined);
    await expect(asked({ kind: "rollback", tree: null, ...two("profile-1") })).rejects.toEqual(inUse);
  });
});

test("[D4] a folder that cannot be moved: missing rights stay what they are, one that is held says by whom where that is known", () => {
  const moving = (code: string | null, world: Partial<SwapWorld> = {}, plan: Partial<SwapPlan> = {}) => {
    const files = new MemoryFiles().file(join(LIVE, "x"), "old").folder(layout.at(RUN));
    if (code !== null) files.denied.set(LIVE, code);
    away(transactionOn(files, plan, world));
    return files.done;
  };
  expect(moving(null)).toEqual([`rename ${LIVE} to ${BACKUP}`]);
  expect(moving(null, {}, { tree: exchangeOf({ before: null }) })).toEqual([]);
  expect(() => moving("EACCES")).toThrow(expect.objectContaining({ code: "EACCES" }));
  expect(() => moving("EACCES", { windows: true })).toThrow(stops(1618, /a program has a file in it open$/));
  expect(() => moving("EBUSY", { leave: () => "C:\\here" })).toThrow(stops(1618, /started inside it \(C:\\here\)/));
});

test("[D4] a target gets its temporary file, or goes; a folder enters where one was staged", () => {
  const exchanged = (more: Partial<PlannedFile> | null, there = true) => {
    const files = new MemoryFiles().file(TEMP, "a=2\n");
    if (there) files.file(CLIENT, "a=1\n");
    exchange(transactionOn(files), more === null ? undefined : plannedClient(more));
    return files.done;
  };
  expect(exchanged({})).toEqual([`replace ${CLIENT} by ${TEMP}`]);
  expect(exchanged({ after: null })).toEqual([`remove ${CLIENT}`]);
  expect(exchanged({ after: null }, false)).toEqual([]);
  expect(exchanged(null)).toEqual([]);
  const files = new MemoryFiles().file(layout.at(`${RUN}/new/x`), "new").folder(join(LIVE, ".."));
  activate(transactionOn(files, { tree: exchangeOf({ staged: null, after: null }) }));
  expect(files.done).toEqual([]);
  activate(transactionOn(files));
  expect(files.done).toEqual([`rename ${layout.at(`${RUN}/new`)} to ${LIVE}`]);
});

test("[D4] what lies there is read again; logging that somebody changed stops an install, and no recovery", () => {
  const proving =
    (tree: string, client: string, more: Partial<PlannedFile> = {}, tolerant?: boolean) =>
    () =>
      prove(
        transactionOn(new MemoryFiles().file(join(LIVE, "x"), tree).file(CLIENT, client), { files: [plannedClient(more)] }),
        tolerant,
      );
  const stopped = stops(11, /does not contain what was written$/);
  expect(proving("new", "a=2\n")).not.toThrow();
  expect(proving("old", "a=2\n")).toThrow(stops(11, /does not contain what was staged$/));
  expect(proving("new", "a=1\n")).toThrow(stopped);
  expect(proving("new", "edited", { as: "log4j2" })).toThrow(stopped);
  expect(proving("new", "edited", { as: "log4j2" }, true)).not.toThrow();
  expect(proving("new", "a=1\n", { as: "log4j2" }, true)).toThrow(stopped);
  expect(proving("new", "edited", { as: "bytes" }, true)).toThrow(stopped);
});

test("[D4] a receipt whose prepared file is held is written anew, and on any other failure it is not", () => {
  const prepared = layout.at(`${RUN}/receipt.json`);
  const receipt = sampleReceipt({ run: RUN });
  const path = layout.receipt(1, RUN);
  const put = (code: string | null, world: Partial<SwapWorld> = {}) => {
    const files = new MemoryFiles().file(prepared, jsonBytes(receipt)).folder(layout.receipts);
    if (code !== null) files.denied.set(prepared, code);
    putReceipt({ ...transactionOn(files, {}, world), receipt });
    return files.done;
  };
  expect(put(null)).toEqual([`replace ${path} by ${prepared}`]);
  expect(put("EBUSY")).toEqual([`write ${path}.tmp`, `replace ${path} by ${path}.tmp`]);
  expect(put("EACCES", { windows: true })).toHaveLength(2);
  expect(() => put("EACCES")).toThrow(expect.objectContaining({ code: "EACCES" }));
  // it lies in its place already
  const done = new MemoryFiles().file(path, jsonBytes(receipt));
  putReceipt(transactionOn(done));
  expect(done.done).toEqual([]);
});

describe("what goes into quarantine", () => {
  const to = strayOf(STRAY).to;
  const KEPT = layout.at(to);
  const COPY = join(KEPT, "..", `.1-p.mdzip.${sha256("plan").slice(0, 16)}.tierwright-new`);
  const start = (content = "stray") => new MemoryFiles().file(STRAY, content).folder(join(KEPT, ".."));
  /** Another volume: nothing can be renamed from there. */
  const apart = (files: MemoryFiles) => {
    const { rename } = files;
    files.rename = (from, into) => {
      if (from === STRAY) throw failing("EXDEV");
      rename.call(files, from, into);
    };
    return files;
  };
  const across = (files: MemoryFiles, folder = false) => {
    moveAcross(transactionOn(files), STRAY, KEPT, folder);
    return files.done;
  };

  test("[D3] moves by one rename, once, and only where there is something", () => {
    const moved = (files: MemoryFiles, index = 0) => {
      moveStray(transactionOn(files, { strays: [strayOf(STRAY)] }), index);
      return files.done;
    };
    expect(moved(start())).toEqual([`rename ${STRAY} to ${KEPT}`]);
    expect(moved(start(), 1)).toEqual([]);
    expect(moved(new MemoryFiles())).toEqual([]);
    // cut off after the copy was proven
    expect(across(start().file(KEPT, "stray"))).toEqual([`remove ${STRAY}`]);
    expect(() => across(start().file(KEPT, "other"))).toThrow(expect.objectContaining({ code: "EEXIST" }));
    const folders = new MemoryFiles().file(join(STRAY, "x"), "").folder(KEPT);
    expect(() => across(folders, true)).toThrow(expect.objectContaining({ code: "EEXIST" }));
    expect(() => across(start().folder(KEPT))).toThrow(expect.objectContaining({ code: "EEXIST" }));
  });

  test("[D3] between volumes a copy is proven before the original goes; a folder, or what cannot be copied, stays", () => {
    expect(across(apart(start()))).toEqual([`write ${COPY} like ${STRAY}`, `rename ${COPY} to ${KEPT}`, `remove ${STRAY}`]);
    expect(() => across(apart(start()), true)).toThrow(expect.objectContaining({ code: "EXDEV" }));
    const denied = start();
    denied.denied.set(STRAY, "EACCES");
    expect(() => across(denied)).toThrow(expect.objectContaining({ code: "EACCES" }));
    const torn = apart(start());
    const { write } = torn;
    torn.write = (path, _chunks, like) => write.call(torn, path, [Buffer.from("torn")], like);
    expect(() => across(torn)).toThrow(expect.objectContaining({ code: "EXDEV" }));
    expect(torn.stat(STRAY)?.kind).toBe("file");
  });

  test("[D3] what a copy that was cut off has left goes, and nothing else", () => {
    const swept = (files: MemoryFiles) => {
      removeHalves(transactionOn(files), [KEPT]);
      return files.done;
    };
    expect(swept(start().file(COPY, "half").file(KEPT, "stray"))).toEqual([`remove ${COPY}`]);
    expect(swept(start().folder(COPY))).toEqual([]);
    expect(swept(start())).toEqual([]);
  });
});

test("[D4] a journal that is held is a note; one that may not be removed is a failure", () => {
  const removing = (code: string | null, world: Partial<SwapWorld> = {}) => {
    const files = new MemoryFiles().file(layout.journal, "{");
    if (code !== null) files.denied.set(layout.journal, code);
    const tried = transactionOn(files, {}, world);
    removeJournal(tried);
    return [...files.done, ...tried.notes];
  };
  expect(removing(null)).toEqual([`remove ${layout.journal}`]);
  expect(removing("EBUSY")).toEqual([expect.stringMatching(/could not be removed \(.*nothing is unfinished/)]);
  expect(removing("EPERM", { windows: true })).toHaveLength(1);
  expect(() => removing("EPERM")).toThrow(expect.objectContaining({ code: "EPERM" }));
});
