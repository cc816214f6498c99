import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { LARGEST_TEXT } from "../../../src/kernel/text/largest-text.ts";
import type { PlannedFile, SwapPlan } from "../../../src/deploy/swap/protocol/plan.ts";
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
import { stampBelow } from "../../../src/deploy/swap/protocol/tree.ts";
import { fileState } from "../../../src/deploy/swap/stage/file-state.ts";
import { keptBytes, treeAt } from "../../../src/deploy/swap/stage/kept.ts";
import { plannedValues } from "../../../src/deploy/swap/stage/planned-values.ts";
import { quarantineEdited } from "../../../src/deploy/swap/stage/quarantine.ts";
import { sha256 } from "./support/bundle.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { CLIENT, INSTALL, LIVE, plannedClient, record, RUN, sampleReceipt, SWAP } from "./support/sample-records.ts";
import { NEW, OLD, exchangeOf, failing, layout, strayOf, transactionOn } from "./support/transactions.ts";

const TEMP = plannedClient().temp;
const STRAY = resolve("/stray/p.mdzip");

describe("what a file outside the folder is", () => {
  const state = (content: string | null, more: Partial<PlannedFile> = {}) => {
    const files = content === null ? new MemoryFiles() : new MemoryFiles().file(CLIENT, content);
    return fileState(transactionOn(files), plannedClient(more));
  };

  test("[D4] its bytes decide; where it is missing, the side that has none", () => {
    expect(state("a=1\n")).toBe("before");
    expect(state("a=2\n")).toBe("after");
    expect(state(null)).toBe("missing");
    expect(state(null, { before: null })).toBe("before");
    expect(state(null, { after: null })).toBe("after");
    expect(fileState(transactionOn(new MemoryFiles().folder(CLIENT)), plannedClient())).toBe("other");
  });

  test("[D4] where the connector has rewritten it, its decoded values do", () => {
    expect(state("# saved\na : 2")).toBe("after");
    expect(state("# saved\na : 1")).toBe("before");
    expect(state("a=3")).toBe("other");
    expect(state("")).toBe("other");
    expect(state("a=\\u00zz")).toBe("other");
    expect(state("# saved\na : 2", { as: "bytes" })).toBe("other");
    const both = [
      { key: "a", before: "1", after: "2" },
      { key: "b", before: "1", after: "2" },
    ];
    expect(state("a=2\nb=1", { values: both })).toBe("other");
    expect(state("a=2\nb=2", { values: both })).toBe("after");
    expect(state("a=1\nb=1", { values: both })).toBe("before");
    // nothing tells old from new: there is nothing left to write
    const same = [{ key: "a", before: "1", after: "1" }];
    expect(state("a : 1", { values: same })).toBe("after");
    expect(state("a : 1", { values: same, after: null })).toBe("before");
    expect(state("b=1", { values: [{ key: "a", before: null, after: "2" }], before: null })).toBe("other");
    expect(state("b=1", { values: [{ key: "a", before: null, after: "2" }] })).toBe("before");
  });

  test("[D4] one that is too large is not taken apart", () => {
    const files = new MemoryFiles().file(CLIENT, "a : 2");
    const stat = (size: number) => {
      files.stat = () => ({ kind: "file", size, modified: 1, writable: true });
      return fileState(transactionOn(files), plannedClient());
    };
    expect(stat(LARGEST_TEXT)).toBe("after");
    expect(stat(LARGEST_TEXT + 1)).toBe("other");
  });
});

describe("what was kept", () => {
  const bytes = (files: MemoryFiles, more: Partial<PlannedFile> = {}, side: "before" | "after" = "before") =>
    keptBytes(transactionOn(files).world, layout, plannedClient(more), side).toString();

  test("[D4] is given as the plan says it, or not at all", () => {
    const files = new MemoryFiles().file(OLD, "a=1\n").file(NEW, "a=2\n");
    expect(bytes(files)).toBe("a=1\n");
    expect(bytes(files, {}, "after")).toBe("a=2\n");
    const damaged = (what: string) =>
      expect.objectContaining({ code: 12, message: expect.stringContaining(` is ${what}: it cannot be used`) });
    expect(() => bytes(new MemoryFiles())).toThrow(damaged("missing"));
    expect(() => bytes(files, { backup: null })).toThrow(damaged("missing"));
    expect(() => bytes(new MemoryFiles().folder(OLD))).toThrow(damaged("a folder, not a file"));
    expect(() => bytes(files, { before: record("a=11\n") })).toThrow(damaged("not as planned"));
    expect(() => bytes(files, { before: null })).toThrow(damaged("not as planned"));
  });

  test("[D8] the values of secrets come from the kept files; others stand in the plan", () => {
    const files = new MemoryFiles().file(OLD, "a=1\ns=x\n").file(NEW, "a=2\ns=y\n");
    const rows = [
      { key: "a", before: "p", after: "q" },
      { key: "s", before: null, after: null, secret: true as const },
      { key: "t", before: null, after: null, secret: true as const },
    ];
    const file = plannedClient({ before: record("a=1\ns=x\n"), after: record("a=2\ns=y\n"), values: rows });
    const values = (of: PlannedFile, on = files) => plannedValues(transactionOn(on), of);
    expect(values(file)).toEqual([rows[0], { key: "s", before: "x", after: "y", secret: true }, rows[2]]);
    expect(values({ ...file, before: null })[1]).toEqual({ key: "s", before: null, after: "y", secret: true });
    expect(values({ ...file, after: null })[1]).toEqual({ key: "s", before: "x", after: null, secret: true });
    expect(values({ ...file, values: rows.slice(0, 1) }, new MemoryFiles())).toEqual(rows.slice(0, 1));
    expect(() => values(file, new MemoryFiles())).toThrow(/missing/);
  });

  test("[D4] a folder is a tree; a link, a file or nothing is none; another failure is one", () => {
    const { world } = transactionOn(new MemoryFiles().file(join(LIVE, "x"), "old"));
    expect(treeAt(world, LIVE)?.record).toEqual(exchangeOf().before);
    const at = (files: MemoryFiles) => treeAt(transactionOn(files).world, LIVE);
    expect(at(new MemoryFiles())).toBeNull();
    expect(at(new MemoryFiles().link(join(LIVE, "x"), SWAP))).toBeNull();
    const held = new MemoryFiles().folder(LIVE);
    held.denied.set(LIVE, "EIO");
    expect(() => at(held)).toThrow("EIO");
  });

  test("[D9] what somebody edited is copied into a quarantine that this account alone may look into", () => {
    const files = new MemoryFiles({ [SWAP]: null }).file(CLIENT, "edited");
    const { world } = transactionOn(files);
    const to = `strays/${RUN}/edited-client-CommonClient.properties`;
    expect(quarantineEdited(world, layout, RUN, "client", CLIENT, Buffer.from("edited"))).toBe(
      `${CLIENT} was changed since; a copy is in quarantine: .swap/${to}`,
    );
    quarantineEdited(world, layout, RUN, "x", CLIENT, Buffer.from("edited"));
    expect(files.done).toEqual([
      `folder ${layout.at("strays")} for this account alone`,
      `folder ${layout.at(`strays/${RUN}`)} for this account alone`,
      `write ${layout.at(to)} like ${CLIENT}`,
      `write ${layout.at(`strays/${RUN}/edited-x-CommonClient.properties`)} like ${CLIENT}`,
    ]);
  });
});

describe("the steps that change", () => {
  test("[D4] place: missing folders, and a temporary file beside each target that gets new bytes", () => {
    const files = new MemoryFiles({ [INSTALL]: null }).file(NEW, "a=2\n").file(CLIENT, "a=1\n");
    const made = join(INSTALL, "made");
    const tried = transactionOn(files, {
      made: [INSTALL, made],
      files: [plannedClient(), plannedClient({ id: "x", staged: null })],
    });
    place(tried);
    expect(files.done).toEqual([`folder ${made}`, `write ${TEMP} like ${CLIENT}`]);
    expect(files.read(TEMP).toString()).toBe("a=2\n");
    expect(tried.world.told).toEqual(["place:client"]);
  });

  test("[D4] check: what changed since stops the run with every path", async () => {
    const machine = () => new MemoryFiles().file(join(LIVE, "x"), "old").file(CLIENT, "a=1\n");
    const on = (files: MemoryFiles, plan: Partial<SwapPlan> = {}, stamp = stampBelow(machine(), LIVE)) =>
      check({ ...transactionOn(files, plan), stamp });
    await expect(on(machine())).resolves.toBeUndefined();
    await expect(on(machine().file(CLIENT, "a : 1"))).rejects.toMatchObject({
      code: 11,
      message: `${CLIENT} changed while the swap was prepared`,
      details: [CLIENT],
    });
    await expect(on(machine().file(CLIENT, "x").file(join(LIVE, "x"), "old", 2))).rejects.toMatchObject({
      details: [LIVE, CLIENT],
    });
    await expect(on(machine().file(join(LIVE, "x"), "old", 2), { tree: null })).resolves.toBeUndefined();
    const created = { files: [plannedClient({ before: null })] };
    await expect(on(machine(), created)).rejects.toMatchObject({ details: [CLIENT] });
    const none = machine();
    none.entries.delete(CLIENT);
    await expect(on(none, created)).resolves.toBeUndefined();
    await expect(on(none)).rejects.toMatchObject({ details: [CLIENT] });
  });

  test("[D3] check: the tool may be open for a settings switch and its rollback alone", async () => {
    const processes = () => Promise.resolve([{ pid: 7, name: "tool.exe", user: null, path: "p", started: null }]);
    const files = new MemoryFiles().file(CLIENT, "a=1\n").file(join(LIVE, "conf"), "a=1\n");
    const run = (plan: Partial<SwapPlan>) =>
      check({ ...transactionOn(files, { tree: null, ...plan }, { processes }) }).then(
        () => "fine",
        ({ code }) => code,
      );
    const connector = plannedClient({ id: "connector", path: join(LIVE, "conf") });
    expect(await run({ kind: "settings" })).toBe("fine");
    expect(await run({ kind: "settings", files: [] })).toBe("fine");
    expect(await run({ kind: "swap" })).toBe(1618);
    expect(await run({ kind: "rollback", files: [plannedClient(), connector] })).toBe("fine");
    expect(await run({ kind: "rollback", files: [plannedClient(), plannedClient({ id: "log4j2" })] })).toBe(1618);
    expect(await run({ kind: "rollback", tree: exchangeOf({ live: join(INSTALL, "none") }) })).toBe(1618);
  });

  test("[D4] away: the folder goes into the work folder; what holds it is reported, a missing right is not that", () => {
    const machine = () => new MemoryFiles({ [layout.at(RUN)]: null }).file(join(LIVE, "x"), "old");
    const files = machine();
    away(transactionOn(files));
    expect(files.done).toEqual([`rename ${LIVE} to ${layout.at(`${RUN}/old`)}`]);
    for (const tree of [null, exchangeOf({ before: null })]) {
      const other = machine();
      away(transactionOn(other, { tree }));
      expect(other.done).toEqual([]);
    }
    const held = (code: string, world: Parameters<typeof transactionOn>[2]) => {
      const locked = machine();
      locked.denied.set(LIVE, code);
      return () => away(transactionOn(locked, {}, world));
    };
    const open = expect.objectContaining({
      code: 1618,
      message: expect.stringMatching(/cannot be moved \(.*\): a program has a file in it open$/),
    });
    expect(held("EBUSY", {})).toThrow(open);
    expect(held("EACCES", { windows: true })).toThrow(open);
    expect(held("EACCES", {})).toThrow("EACCES");
    expect(held("EIO", { windows: true })).toThrow("EIO");
    expect(held("EBUSY", { leave: () => "C:\\inside" })).toThrow(
      expect.objectContaining({ code: 1618, message: expect.stringContaining("started inside it (C:\\inside)") }),
    );
  });

  test("[D4] files and enter: a rename each; what has no new side is removed", () => {
    const files = new MemoryFiles()
      .file(TEMP, "a=2\n")
      .file(CLIENT, "a=1\n")
      .file(layout.at(`${RUN}/new/x`), "new");
    files.folder(join(INSTALL, "plugins"));
    const tried = transactionOn(files);
    exchange(tried, undefined);
    exchange(tried, plannedClient());
    exchange(tried, plannedClient({ after: null }));
    exchange(tried, plannedClient({ after: null }));
    activate(tried);
    activate(transactionOn(files, { tree: null }));
    activate(transactionOn(files, { tree: exchangeOf({ staged: null }) }));
    expect(files.done).toEqual([
      `replace ${CLIENT} by ${TEMP}`,
      `remove ${CLIENT}`,
      `rename ${layout.at(`${RUN}/new`)} to ${LIVE}`,
    ]);
  });

  test("[D4] prove: folder and files are read again; logging that somebody changed stops no recovery", () => {
    const machine = () => new MemoryFiles().file(join(LIVE, "x"), "new").file(CLIENT, "a=2\n");
    const on =
      (files: MemoryFiles, plan: Partial<SwapPlan> = {}, tolerant?: boolean) =>
      () =>
        prove(transactionOn(files, plan), tolerant);
    expect(on(machine())).not.toThrow();
    expect(on(machine().file(join(LIVE, "x"), "old"))).toThrow(
      expect.objectContaining({ code: 11, message: `${LIVE} does not contain what was staged` }),
    );
    expect(on(new MemoryFiles().file(CLIENT, "a=2\n"))).toThrow(/does not contain what was staged/);
    expect(on(new MemoryFiles().file(CLIENT, "a=2\n"), { tree: exchangeOf({ after: null }) })).not.toThrow();
    expect(on(machine().file(join(LIVE, "x"), "old"), { tree: null })).not.toThrow();
    const says = expect.objectContaining({ code: 11, message: `${CLIENT} does not contain what was written` });
    expect(on(machine().file(CLIENT, "a=1\n"))).toThrow(says);
    expect(on(machine().file(CLIENT, "a=3\n"), {}, true)).toThrow(says);
    const log4j2 = { files: [plannedClient({ as: "log4j2" })] };
    expect(on(machine().file(CLIENT, "a=3\n"), log4j2)).toThrow(says);
    expect(on(machine().file(CLIENT, "a=3\n"), log4j2, true)).not.toThrow();
    expect(on(machine().file(CLIENT, "a=1\n"), log4j2, true)).toThrow(says);
  });

  test("[D4] receipt: the prepared one is moved; one that a scanner holds is written anew, never more", () => {
    const receipt = sampleReceipt({ run: RUN, sequence: 3 });
    const from = layout.at(`${RUN}/receipt.json`);
    const to = layout.receipt(3, RUN);
    const machine = () => new MemoryFiles({ [layout.receipts]: null }).file(from, JSON.stringify(receipt));
    const files = machine();
    putReceipt({ ...transactionOn(files), receipt });
    expect(files.done).toEqual([`replace ${to} by ${from}`]);
    const held = machine();
    held.denied.set(from, "EBUSY");
    putReceipt({ ...transactionOn(held), receipt });
    expect(held.done).toEqual([`write ${to}.tmp`, `replace ${to} by ${to}.tmp`]);
    expect(JSON.parse(held.read(to).toString())).toEqual(receipt);
    held.denied.set(from, "EIO");
    expect(() => putReceipt({ ...transactionOn(held), receipt })).toThrow("EIO");
    // one that lies in its place already, when a recovery comes to it
    const there = new MemoryFiles().file(to, JSON.stringify(receipt));
    putReceipt(transactionOn(there));
    expect(there.done).toEqual([]);
  });

  test("[D4] close: a journal that a program holds is a note; another failure is one", () => {
    const files = new MemoryFiles().file(layout.journal, "{}");
    const tried = transactionOn(files);
    files.denied.set(layout.journal, "EBUSY");
    removeJournal(tried);
    expect(tried.notes).toEqual([
      `${layout.journal} could not be removed (${layout.journal}: it is in use); nothing is unfinished, and the next run removes it`,
    ]);
    files.denied.set(layout.journal, "EACCES");
    expect(() => removeJournal(tried)).toThrow("EACCES");
    removeJournal({ ...tried, world: { ...tried.world, windows: true } });
    expect(tried.notes).toHaveLength(2);
    files.denied.clear();
    removeJournal(tried);
    expect(files.done).toEqual([`remove ${layout.journal}`]);
  });
});

describe("stale copies", () => {
  const to = layout.at(strayOf(STRAY).to);
  const beside = (path: string) =>
    join(path, "..", `.${path.replace(/^.*[\\/]/, "")}.${sha256("plan").slice(0, 16)}.tierwright-new`);
  const machine = () => new MemoryFiles({ [SWAP]: null, [join(to, "..")]: null }).file(STRAY, "stray");

  test("[D4] go into quarantine, once", () => {
    const files = machine();
    const tried = transactionOn(files, { strays: [strayOf(STRAY)] });
    moveStray(tried, 0);
    moveStray(tried, 0);
    moveStray(tried, 1);
    expect(files.done).toEqual([`rename ${STRAY} to ${to}`]);
  });

  test("[D4] a copy that was proven before a crash lets the original go", () => {
    const files = machine().file(to, "stray");
    moveAcross(transactionOn(files), STRAY, to, false);
    expect(files.done).toEqual([`remove ${STRAY}`]);
    const other = machine().file(to, "another");
    expect(() => moveAcross(transactionOn(other), STRAY, to, false)).toThrow("EEXIST");
    expect(other.stat(STRAY)?.kind).toBe("file");
    const folder = machine().folder(to);
    expect(() => moveAcross(transactionOn(folder), STRAY, to, false)).toThrow("EEXIST");
  });

  test("[D4] between volumes a file is copied, proven and then removed; a folder, or another failure, is not", () => {
    const across = (code = "EXDEV") => {
      const files = machine();
      const { rename } = files;
      files.rename = (from, into) => {
        if (from === STRAY) throw failing(code);
        rename.call(files, from, into);
      };
      return files;
    };
    const files = across();
    moveAcross(transactionOn(files), STRAY, to, false);
    expect(files.done).toEqual([`write ${beside(to)} like ${STRAY}`, `rename ${beside(to)} to ${to}`, `remove ${STRAY}`]);
    expect(files.read(to).toString()).toBe("stray");
    for (const [code, folder] of [
      ["EXDEV", true],
      ["EACCES", false],
    ] as const) {
      const other = across(code);
      expect(() => moveAcross(transactionOn(other), STRAY, to, folder)).toThrow(code);
      expect(other.done).toEqual([]);
    }
    const torn = across();
    torn.write = (path) => void torn.file(path, "str");
    expect(() => moveAcross(transactionOn(torn), STRAY, to, false)).toThrow("EXDEV");
    expect(torn.read(STRAY).toString()).toBe("stray");
    expect(torn.stat(to)).toBeNull();
  });

  test("[D4] what a copy that was cut off has left goes, where it is a file", () => {
    const files = machine().file(beside(to), "str").folder(beside(STRAY));
    removeHalves(transactionOn(files), [to, STRAY]);
    expect(files.done).toEqual([`remove ${beside(to)}`]);
  });
});
