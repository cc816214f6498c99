import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runName, temporaryBeside } from "../../../src/deploy/swap/protocol/layout.ts";
import { jsonBytes } from "../../../src/deploy/swap/protocol/plan.ts";
import type { Receipt } from "../../../src/deploy/swap/protocol/receipt.ts";
import {
  lastSequence,
  newestReceipt,
  nextSequence,
  preparedReceipt,
  runsWithReceipt,
  stateReceipts,
  undoneRun,
} from "../../../src/deploy/swap/records/receipts.ts";
import { type Kind, readRecord } from "../../../src/kernel/records/read.ts";
import { JOURNAL, PLAN, RECEIPT } from "../../../src/deploy/swap/records/kinds.ts";
import { recordAt } from "../../../src/deploy/swap/records/records.ts";
import { isUnfinished } from "../../../src/deploy/swap/records/unfinished.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { memoryWorld, SWAP } from "./support/sample-records.ts";
import { sha256 } from "./support/bundle.ts";
import { journalOf, machine, receiptOf, runOf } from "./support/work-folder.ts";
import { layout } from "./support/transactions.ts";

describe("names", () => {
  test("[D8] a receipt's name has six digits or more, a run's its time and its token", () => {
    expect(layout.receipt(7, "r")).toBe(join(SWAP, "receipts", "000007-r.json"));
    expect(layout.receipt(1_234_567, "r")).toBe(join(SWAP, "receipts", "1234567-r.json"));
    expect(runName(new Date("2026-01-02T03:04:05.678Z"), "abcdef")).toBe("20260102T030405Z-abcdef");
    expect(temporaryBeside("C:\\a\\b.txt", "00ff")).toBe("C:\\a\\.b.txt.00ff.tierwright-new");
    expect(temporaryBeside("/a/b.txt", "00ff")).toBe("/a/.b.txt.00ff.tierwright-new");
  });
});

describe("a record is input", () => {
  const read = (files: MemoryFiles) => recordAt(files, layout.journal, JOURNAL, null);
  const problem = (files: MemoryFiles) => (read(files) as { problem: string }).problem;

  test("[D4] what is no file, too large, not JSON or of another shape is a problem in words", () => {
    expect(read(new MemoryFiles())).toBeNull();
    const bytes = jsonBytes(journalOf(runOf(1)));
    expect(read(new MemoryFiles().file(layout.journal, bytes))).toEqual({ record: journalOf(runOf(1)), sha256: sha256(bytes) });
    expect(problem(new MemoryFiles().folder(layout.journal))).toBe("it is a folder, not a file");
    expect(problem(new MemoryFiles().special(layout.journal))).toBe("it is a special file, not a file");
    expect(problem(new MemoryFiles().link(layout.journal, SWAP))).toBe("it is a link, not a file");
    expect(problem(new MemoryFiles().file(layout.journal, "{"))).toMatch(/^line 1, column \d+: /);
    expect(problem(new MemoryFiles().file(layout.journal, `{}${" ".repeat(2 ** 20 - 2)}`))).not.toMatch(/bytes/);
    expect(problem(new MemoryFiles().file(layout.journal, `{}${" ".repeat(2 ** 20 - 1)}`))).toBe(
      "it has 1048577 bytes; at most 1048576 are read",
    );
  });

  test("[D4] the first problem of the shape is reported, and how many there are besides", () => {
    const of = (value: unknown) => (readRecord(JOURNAL, jsonBytes(value), null) as { problem: string }).problem;
    const { error: _, ...without } = journalOf(runOf(1));
    expect(of(without)).toMatch(/error/);
    expect(of(without)).not.toMatch(/more/);
    const { machine: __, ...less } = without;
    expect(of(less)).toMatch(/^(?=.*(error|machine)).*, and 1 more$/);
  });

  test.each([
    ["plan", PLAN, 2 ** 26],
    ["receipt", RECEIPT, 2 ** 26],
  ] as const)("[D4] a %s may have %# bytes", (_, kind, most) => {
    const files = new MemoryFiles().file(layout.journal, "");
    const says = (size: number) => {
      files.stat = () => ({ kind: "file", size, modified: 1, writable: true });
      return recordAt(files, layout.journal, kind as Kind<unknown, unknown>, null) as { problem: string };
    };
    expect(says(most).problem).not.toMatch(/bytes/);
    expect(says(most + 1).problem).toBe(`it has ${most + 1} bytes; at most ${most} are read`);
  });
});

describe("receipts", () => {
  test("[D8] they are read oldest first, by their number; other names are none", () => {
    const files = machine([receiptOf(2), receiptOf(1), receiptOf(1_000_000, { run: runOf(3) })], {
      "receipts/attempt.json": "{}",
      "receipts/000004-x.json": "{}",
      "receipts/000001-20260101T000000Z-000001.json.tmp": "{}",
    });
    expect(stateReceipts(files, layout).map(({ sequence }) => sequence)).toEqual([1, 2, 1_000_000]);
    expect(newestReceipt(files, layout)?.sequence).toBe(1_000_000);
    expect(lastSequence(files, layout)).toBe(1_000_000);
    expect(nextSequence(files, layout)).toBe(1_000_001);
    expect([...runsWithReceipt(files, layout)]).toEqual([runOf(1), runOf(2), runOf(3)]);
    const none = new MemoryFiles();
    expect([stateReceipts(none, layout), newestReceipt(none, layout), nextSequence(none, layout)]).toEqual([[], null, 1]);
    // two of one number, as a copied folder may have them: by name
    const two = machine([receiptOf(1, { run: runOf(4) }), receiptOf(1)]);
    expect(stateReceipts(two, layout).map(({ run }) => run)).toEqual([runOf(1), runOf(4)]);
  });

  test("[D8] no number is given after the last one that a name can have", () => {
    expect(nextSequence(machine([receiptOf(999_999_999_998)].map((item) => ({ ...item, run: runOf(1) }))), layout)).toBe(
      999_999_999_999,
    );
    const full = machine([{ ...receiptOf(999_999_999_999), run: runOf(1) }]);
    expect(() => nextSequence(full, layout)).toThrow(
      expect.objectContaining({ code: 12, message: expect.stringContaining("999999999999") }),
    );
  });

  test("[D4] one that contradicts its name, describes no state, or cannot be read stops with 12 and its path", () => {
    const path = layout.receipt(1, runOf(1));
    const says = (content: unknown) => {
      const files = machine([], { "receipts/x": "" }).file(path, typeof content === "string" ? content : jsonBytes(content));
      try {
        newestReceipt(files, layout);
        return null;
      } catch (error) {
        expect(error).toMatchObject({ code: 12 });
        return (error as Error).message;
      }
    };
    const another = "its name is that of another run";
    expect(says(receiptOf(1))).toBeNull();
    expect(says(receiptOf(1, { run: runOf(2) }))).toContain(`${path} cannot be read: ${another}; the installed environment`);
    expect(says(receiptOf(2, { run: runOf(1) }))).toContain(another);
    for (const more of [{ result: "refused" as const }, { code: 10 as const }, { state: null }])
      expect(says(receiptOf(1, more))).toMatch(/it describes no state|cannot be read/);
    expect(says(receiptOf(1, { state: null }))).toContain("cannot be read: it describes no state");
    expect(says("{")).toContain(`${path} cannot be read: line 1`);
    const vanished = machine([receiptOf(1)]);
    const { stat } = vanished;
    vanished.stat = (item) => (item === path ? null : stat.call(vanished, item));
    expect(() => newestReceipt(vanished, layout)).toThrow(`${path} cannot be read: it is missing; the installed environment`);
    expect(() => newestReceipt(new MemoryFiles().file(layout.receipts, ""), layout)).toThrow(
      expect.objectContaining({ code: 12, message: `${layout.receipts} is a file, but must be the folder of the receipts` }),
    );
  });

  test("[D4] the prepared receipt of a run is the next one, and none where it lies in its place already", () => {
    const run = { run: runOf(2) };
    const prepared = (receipts: readonly Receipt[], content: unknown) =>
      preparedReceipt(
        memoryWorld(machine(receipts, content === undefined ? {} : { [`${run.run}/receipt.json`]: content })),
        layout,
        run,
      );
    expect(prepared([receiptOf(1)], receiptOf(2))).toEqual(receiptOf(2));
    expect(prepared([receiptOf(1), receiptOf(2)], undefined)).toBeNull();
    const fails = (content: unknown, problem: string) =>
      expect(() => prepared([receiptOf(1)], content)).toThrow(
        expect.objectContaining({
          code: 12,
          message: `${layout.at(`${run.run}/receipt.json`)} cannot be read: ${problem}`,
        }),
      );
    fails(undefined, "it is missing");
    fails({ ...receiptOf(3), run: run.run }, "its name is that of another run");
    fails({ ...receiptOf(2), run: runOf(3) }, "its name is that of another run");
    fails(receiptOf(2, { state: null }), "it describes no state");
    expect(() => prepared([receiptOf(1)], "{")).toThrow(/cannot be read: line 1/);
  });

  test("[D5] a rollback undoes the run whose plan the newest receipt names; what stood before it stands again", () => {
    const undo = (n: number) => ({ plan: `${runOf(n)}/plan.json` });
    const since = (n: number) => ({ run: runOf(n), tree: null });
    const first = receiptOf(1, { undo: undo(1) });
    const second = receiptOf(2, { undo: undo(2), before: since(1) });
    const back = receiptOf(3, { kind: "rollback", undo: undo(1), before: since(2) });
    expect(undoneRun([first, second], second)).toEqual({ undone: second, earlier: first });
    expect(undoneRun([first], first)).toEqual({ undone: first, earlier: null });
    expect(undoneRun([first, second, back], back)).toEqual({ undone: first, earlier: null });
    expect(undoneRun([back], back)).toEqual({ undone: back, earlier: null });
  });

  test("[D4] a journal speaks of something unfinished, unless its run has the newest receipt and goes forward", () => {
    const is = (journal: unknown, newest: Receipt | null) =>
      isUnfinished(machine([], journal === undefined ? {} : { "journal.json": journal }), layout, newest);
    expect(is(undefined, null)).toBe(false);
    expect(is(journalOf(runOf(1)), null)).toBe(true);
    expect(is(journalOf(runOf(1)), receiptOf(1))).toBe(false);
    expect(is(journalOf(runOf(1), "reverting"), receiptOf(1))).toBe(true);
    expect(is(journalOf(runOf(1)), receiptOf(2))).toBe(true);
    expect(is("{", receiptOf(1))).toBe(true);
  });
});
