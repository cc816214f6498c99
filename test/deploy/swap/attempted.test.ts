import { expect, test } from "vitest";
import { jsonBytes } from "../../../src/deploy/swap/protocol/plan.ts";
import { DeployStop } from "../../../src/deploy/swap/protocol/outcome.ts";
import type { Receipt } from "../../../src/deploy/swap/protocol/receipt.ts";
import { attemptOf, rollbackAttempt, writeAttempt } from "../../../src/deploy/swap/run/attempt.ts";
import { listReceipts } from "../../../src/deploy/swap/run/receipt-list.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { bundleOf, targets } from "./support/sample-bundle.ts";
import { EARLIER, INSTALL, memoryWorld, RUN, sampleReceipt, SWAP } from "./support/sample-records.ts";
import { layout } from "./support/transactions.ts";

const receipts = (...list: readonly Receipt[]) => {
  const files = new MemoryFiles().folder(SWAP);
  for (const receipt of list) files.file(layout.receipt(receipt.sequence, receipt.run), jsonBytes(receipt));
  return files;
};
const first = sampleReceipt();
const second = sampleReceipt({ run: RUN, sequence: 2, undo: { plan: `${RUN}/plan.json` } });

test("[D5] the list says what stands and what a rollback would undo, as long as what it needs is kept", () => {
  const listed = (files: MemoryFiles) => {
    const { unfinished, receipts: all } = listReceipts(memoryWorld(files), INSTALL, SWAP, null);
    return { unfinished, all: all.map(({ run, stands, undone }) => [run, stands, undone]) };
  };
  const kept = receipts(first, second).file(layout.at(`${RUN}/plan.json`), "");
  const all = (undone: boolean) => [
    [EARLIER, false, false],
    [RUN, true, undone],
  ];
  expect(listed(kept)).toEqual({ unfinished: false, all: all(true) });
  expect(listed(receipts(first, second))).toEqual({ unfinished: false, all: all(false) });
  expect(listed(receipts(first).file(layout.journal, "{"))).toEqual({ unfinished: true, all: [[EARLIER, true, false]] });
  expect(listReceipts(memoryWorld(receipts(first)), INSTALL, SWAP, null).receipts[0]).toEqual({
    sequence: 1,
    run: EARLIER,
    at: first.at,
    kind: "swap",
    user: "jane",
    runner: first.runner,
    bundle: first.bundle,
    stands: true,
    undone: false,
  });
  expect(() => listed(receipts())).toThrow(expect.objectContaining({ code: 10 }));
});

const stop = new DeployStop(11, "it failed", "do this", ["a", "b"]);
const failed = { result: "rolled-back", code: 11, state: null, error: "it failed\na\nb", notes: ["do this"], sequence: 2 };

test("[D5] the receipt of a run that installed nothing reports the first error in full", () => {
  const files = receipts(first, second);
  const world = memoryWorld(files);
  const made = attemptOf(world, bundleOf(), targets, "tierwright 0.1.0", stop);
  expect(made).toMatchObject({ ...failed, kind: "swap", before: null, undo: null, run: "20260101T000000Z-abcdef" });
  expect(made).toMatchObject({ at: "2026-01-01T00:00:00Z", tool: { found: null, proven: false, java: null } });
  const bare = attemptOf(world, bundleOf(), targets, "r", new DeployStop(10, "no", null));
  expect(bare).toMatchObject({ error: "no", notes: [], result: "refused" });
  expect(attemptOf(memoryWorld(new MemoryFiles().file(layout.receipts, "")), bundleOf(), targets, "r", stop).sequence).toBe(0);
  expect(rollbackAttempt(world, layout, "r", stop)).toMatchObject({
    ...failed,
    kind: "rollback",
    bundle: second.bundle,
    runner: "r",
  });
  expect(rollbackAttempt(memoryWorld(receipts()), layout, "r", stop)).toBe(null);
  const broken = memoryWorld(receipts().file(layout.receipt(1, EARLIER), "{"));
  expect(rollbackAttempt(broken, layout, "r", stop)).toBe(null);
});

test("[D5] it is kept beside the receipts, never through a link, and what hinders it is reported", () => {
  const files = new MemoryFiles().folder(INSTALL);
  expect(writeAttempt(memoryWorld(files), layout, first)).toBe(null);
  expect(files.done).toEqual([
    `folder ${SWAP}`,
    `folder ${layout.receipts} for this account alone`,
    `write ${layout.attempt}.tmp`,
    `replace ${layout.attempt} by ${layout.attempt}.tmp`,
  ]);
  expect(files.read(layout.attempt)).toEqual(jsonBytes(first));
  const linked = new MemoryFiles().folder(SWAP).link(layout.receipts, INSTALL);
  expect(writeAttempt(memoryWorld(linked), layout, first)).toBe(
    `${layout.attempt} could not be written: ${layout.receipts} is a link`,
  );
  expect(linked.done).toEqual([]);
  const held = new MemoryFiles().folder(layout.receipts);
  held.denied.set(`${layout.attempt}.tmp`, "EBUSY");
  expect(writeAttempt(memoryWorld(held), layout, first)).toMatch(/^.*attempt\.json could not be written: /);
});
