import { describe, expect, test } from "vitest";
import { jsonBytes } from "../../../src/deploy/swap/protocol/plan.ts";
import type { Receipt } from "../../../src/deploy/swap/protocol/receipt.ts";
import { prune } from "../../../src/deploy/swap/records/prune.ts";
import { cutOff, runFolders, sweepOrphans, unfinishedRuns } from "../../../src/deploy/swap/records/runs-left.ts";
import { afterRecovery, bundleText, installedText } from "../../../src/deploy/swap/records/standing.ts";
import { DeployStop, refusal } from "../../../src/deploy/swap/protocol/outcome.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { memoryWorld, sampleBundle, samplePlan, sampleState } from "./support/sample-records.ts";
import { sha256 } from "./support/bundle.ts";
import { journalOf, machine, receiptOf, runOf } from "./support/work-folder.ts";
import { layout } from "./support/transactions.ts";

describe("runs that were left", () => {
  test("[D4] are those without a receipt: the one with the highest prepared number first, then the one that put a folder away", () => {
    const [a, b, c, d, e] = [1, 2, 3, 4, 5].map(runOf) as [string, string, string, string, string];
    const files = machine([receiptOf(5)], {
      [a]: null,
      [b]: null,
      [`${c}/receipt.json`]: receiptOf(3, { sequence: 9 }),
      [d]: null,
      [`${a}/old`]: null,
      [e]: null,
      strays: null,
      "20260101T000000Z-00000g": null,
    });
    expect(runFolders(memoryWorld(files), layout)).toEqual([a, b, c, d, e]);
    expect(unfinishedRuns(memoryWorld(files), layout)).toEqual([c, a, d, b]);
    files.file(layout.at(`${b}/receipt.json`), jsonBytes(receiptOf(2, { sequence: 1 })));
    expect(unfinishedRuns(memoryWorld(files), layout)).toEqual([c, b, a, d]);
    files.file(layout.at(`${a}/receipt.json`), jsonBytes(receiptOf(1, { sequence: 8 })));
    files.file(layout.at(`${b}/receipt.json`), "{");
    expect(unfinishedRuns(memoryWorld(files), layout)).toEqual([c, a, d, b]);
    expect(runFolders(memoryWorld(new MemoryFiles()), layout)).toEqual([]);
  });

  test("[D5] the newest that changed nothing is known by its plan, else by the tree it staged", () => {
    const of = (others: Record<string, unknown>) => cutOff(memoryWorld(machine([receiptOf(1)], others)), layout);
    expect(of({})).toBeNull();
    expect(of({ [runOf(1)]: null })).toBeNull();
    expect(of({ [runOf(2)]: null })).toEqual({ run: runOf(2), kind: null });
    expect(of({ [`${runOf(2)}/new`]: null })).toEqual({ run: runOf(2), kind: "swap" });
    expect(of({ [runOf(2)]: null, [`${runOf(3)}/plan.json`]: samplePlan({ kind: "settings" }) })).toEqual({
      run: runOf(3),
      kind: "settings",
    });
    expect(of({ [`${runOf(3)}/plan.json`]: "{", [`${runOf(3)}/new`]: null })).toEqual({ run: runOf(3), kind: "swap" });
    // one that put the folder away did more; and a journal tells of itself
    expect(of({ [`${runOf(2)}/old`]: null })).toBeNull();
    expect(of({ [runOf(2)]: null, "journal.json": journalOf(runOf(3)) })).toBeNull();
  });

  test("[D4] are swept with what was half written, but not one that a journal names, and none that is needed", () => {
    const files = machine([receiptOf(1)], {
      [runOf(1)]: null,
      [`${runOf(2)}/new/x`]: "",
      [`${runOf(3)}/old`]: null,
      [runOf(4)]: null,
      "journal.json": journalOf(runOf(4)),
      "journal.json.tmp": "",
      "receipts/x.json.tmp": "",
      "receipts/x.tmp": "",
      strays: null,
    });
    sweepOrphans(memoryWorld(files), layout);
    expect(files.done).toEqual([
      `remove tree ${layout.at(runOf(2))}`,
      `remove ${layout.journal}.tmp`,
      `remove ${layout.at("receipts/x.json.tmp")}`,
    ]);
    const bare = machine([]);
    sweepOrphans(memoryWorld(bare), layout);
    expect(bare.done).toEqual([]);
    // the journal is not readable: nothing it may name is known, and only what put nothing away goes
    const unread = machine([], { [runOf(2)]: null, "journal.json": "{" });
    sweepOrphans(memoryWorld(unread), layout);
    expect(unread.done).toEqual([`remove tree ${layout.at(runOf(2))}`]);
  });

  test("[D4] one that a scanner holds is left to the next run; a failure of this program is none of that", () => {
    const files = machine([], { [runOf(2)]: null, "journal.json.tmp": "" });
    files.denied.set(layout.at(runOf(2)), "EBUSY");
    sweepOrphans(memoryWorld(files), layout);
    expect(files.done).toEqual([`remove ${layout.journal}.tmp`]);
    files.removeTree = () => {
      throw new Error("a fault of our own");
    };
    expect(() => sweepOrphans(memoryWorld(files), layout)).toThrow("a fault of our own");
  });
});

describe("old backups", () => {
  const undo = (n: number) => ({ plan: `${runOf(n)}/plan.json` });
  const tree = { sha256: sha256("tree"), files: [] };
  const swap = (n: number, more: Partial<Receipt> = {}) => receiptOf(n, { undo: undo(n), ...more });
  const folders = (...numbers: readonly number[]) => Object.fromEntries(numbers.map((n) => [`${runOf(n)}/files`, null]));
  const left = (files: MemoryFiles) => {
    const world = memoryWorld(files);
    const notes = prune(world, layout);
    return { left: runFolders(world, layout).map((name) => Number(name[7])), notes, told: world.told };
  };
  const planBefore = (sha: string | null) => {
    const plan = samplePlan();
    return samplePlan({ tree: plan.tree && { ...plan.tree, before: sha === null ? null : { sha256: sha, files: 1 } } });
  };

  test("[D5] what a rollback needs is kept: from the newest receipt over settings switches up to the last exchange of the folder", () => {
    const since = (n: number) => ({ before: { run: runOf(n), tree: null } });
    const all = [
      swap(1),
      swap(2, since(1)),
      swap(3, { kind: "settings", ...since(2) }),
      swap(4, { kind: "settings", ...since(3) }),
    ];
    expect(left(machine(all, { ...folders(1, 2, 3, 4), strays: null }))).toEqual({
      left: [2, 3, 4],
      notes: [],
      told: [`prune:${runOf(1)}`],
    });
    expect(left(machine([swap(1), swap(2, since(1))], folders(1, 2))).left).toEqual([2]);
    // a rollback stands, and goes back no further
    expect(left(machine([swap(1), receiptOf(2, { kind: "rollback", ...since(1) })], folders(1, 2))).left).toEqual([]);
    // a rollback that could be undone by what an earlier run kept
    expect(left(machine([swap(1), receiptOf(2, { kind: "rollback", undo: undo(1), ...since(1) })], folders(1, 2))).left).toEqual([
      1,
    ]);
    // a circle of records ends
    const circle = [swap(1, { kind: "settings", ...since(2) }), swap(2, { kind: "settings", ...since(1) })];
    expect(left(machine(circle, folders(1, 2, 3))).left).toEqual([1, 2]);
  });

  test("[D5] a folder that was made by hand, or that nobody knows, is kept for ever, with a note", () => {
    const note = (n: number) => `.swap/${runOf(n)}/old has a plug-in folder that was made or changed by hand; it is kept`;
    const with1 = (plan: unknown, more: Record<string, unknown> = {}) =>
      left(
        machine([receiptOf(2, { state: sampleState({ tree }) })], {
          [`${runOf(1)}/old`]: null,
          [`${runOf(1)}/plan.json`]: plan,
          ...more,
        }),
      );
    expect(with1(planBefore(sha256("by hand")))).toEqual({ left: [1], notes: [note(1)], told: [] });
    expect(with1("{")).toEqual({ left: [1], notes: [note(1)], told: [] });
    expect(with1(planBefore(tree.sha256)).left).toEqual([]);
    expect(with1(planBefore(null)).left).toEqual([]);
    expect(with1(samplePlan({ tree: null })).left).toEqual([]);
    const bare = left(machine([], { [`${runOf(1)}/old`]: null }));
    expect(bare).toEqual({ left: [], notes: [], told: [`prune:${runOf(1)}`] });
    // without the folder there is nothing to keep, and after one that is kept the others go on
    expect(left(machine([], { [`${runOf(1)}/plan.json`]: planBefore(sha256("by hand")) })).left).toEqual([]);
    expect(with1("{", folders(3)).told).toEqual([`prune:${runOf(3)}`]);
  });

  test("[D5] a failure is a note; where a receipt cannot be read nothing is removed", () => {
    const files = machine([], folders(1, 2));
    files.denied.set(layout.at(runOf(1)), "EBUSY");
    expect(left(files)).toMatchObject({
      left: [1],
      notes: [`.swap/${runOf(1)} could not be removed: ${layout.at(runOf(1))}: it is in use`],
    });
    const unread = machine([], { ...folders(1), [`receipts/000001-${runOf(1)}.json`]: "{" });
    expect(left(unread)).toMatchObject({
      left: [1],
      notes: [expect.stringMatching(/^no old backup is removed, because it is unknown which are needed: .*cannot be read/)],
    });
    unread.denied.set(layout.receipts, "EIO");
    expect(() => left(unread)).toThrow("EIO");
  });
});

describe("the installed state in words", () => {
  test("[D8] environment, connector and serial; without a bundle the state before the first deploy", () => {
    expect(bundleText(sampleBundle({ serial: 7 }))).toBe("production, connector 2506, serial 7");
    expect(bundleText(sampleBundle({ serial: 1_795_271_701 }))).toBe(
      "production, connector 2506, serial 1795271701 (2026-11-21 14:35 UTC)",
    );
    expect(bundleText(sampleBundle({ serial: 7, changed: true }))).toBe(
      "production, connector 2506, serial 7 with uncommitted changes",
    );
    expect(installedText(null)).toBe("the original state is intact");
    expect(bundleText(null)).toBe("the state before the first deploy");
  });

  test("[D8] a run that stops after a recovery says what the recovery did", async () => {
    const stops =
      (help: string | null, details: readonly string[] = []) =>
      () => {
        throw help === null ? new DeployStop(12, "stop", null, details) : refusal("stop", help, details);
      };
    const afterwards = async (recovered: { notes: readonly string[] } | null, work: () => never) =>
      afterRecovery(recovered, async () => work()).catch((error: unknown) => error);
    expect(await afterwards({ notes: ["undone first"] }, stops("do it; nothing was written", ["a"]))).toMatchObject({
      code: 10,
      message: "stop",
      help: "do it; nothing else was written",
      details: ["a", "undone first"],
    });
    expect(await afterwards({ notes: [] }, stops("everything is as it was; the installation is as it was"))).toMatchObject({
      help: "everything is as the recovery left it; the installation is as the recovery left it",
    });
    expect(await afterwards({ notes: [] }, stops(null))).toMatchObject({ code: 12, help: null });
    expect(await afterwards(null, stops("nothing was written"))).toMatchObject({ help: "nothing was written" });
    const other = new Error("another");
    const fails = () => {
      throw other;
    };
    expect(await afterwards({ notes: ["x"] }, fails)).toBe(other);
    expect(await afterRecovery({ notes: [] }, () => Promise.resolve(7))).toBe(7);
  });
});
