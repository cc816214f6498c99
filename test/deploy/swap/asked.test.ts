import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { jsonBytes } from "../../../src/deploy/swap/protocol/plan.ts";
import { attemptOf, rollbackAttempt, writeAttempt } from "../../../src/deploy/swap/run/attempt.ts";
import { listReceipts } from "../../../src/deploy/swap/run/receipt-list.ts";
import { rollbackWhatIf } from "../../../src/deploy/swap/run/rollback-what-if.ts";
import { DeployStop, refusal } from "../../../src/deploy/swap/protocol/outcome.ts";
import { sha256 } from "./support/bundle.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import {
  CLIENT,
  EARLIER,
  INSTALL,
  LIVE,
  memoryWorld,
  plannedClient,
  RUN,
  sampleBundle,
  sampleReceipt,
  sampleState,
  SWAP,
} from "./support/sample-records.ts";
import { BACKUP, NEW, OLD, UNDO, exchangeOf, layout, newestOf, planOf, put, strayOf } from "./support/transactions.ts";

const PLAN = layout.at(UNDO.plan);

describe("what is asked and only told", () => {
  test("[D8] the receipts of an installation: which stands, and which run a rollback would undo", () => {
    const first = sampleReceipt({ undo: { plan: `${EARLIER}/plan.json` } });
    const back = newestOf({ kind: "rollback", undo: { plan: `${EARLIER}/plan.json` }, bundle: null });
    const list = (files: MemoryFiles) => listReceipts(memoryWorld(files), INSTALL, SWAP, null);
    const files = put(new MemoryFiles().file(layout.at(`${EARLIER}/plan.json`), "{}"), first, back);
    expect(list(files)).toMatchObject({
      unfinished: false,
      receipts: [
        { sequence: 1, run: EARLIER, kind: "swap", stands: false, undone: true },
        { sequence: 2, run: RUN, kind: "rollback", bundle: null, stands: true, undone: false },
      ],
    });
    const kept = put(new MemoryFiles(), first, newestOf({ undo: null })).file(layout.journal, "{");
    expect(list(kept)).toMatchObject({ unfinished: true, receipts: [{ undone: false }, { undone: false }] });
    expect(list(put(new MemoryFiles(), first)).receipts[0]?.undone).toBe(false);
    expect(() => list(new MemoryFiles())).toThrow(
      expect.objectContaining({ code: 10, message: expect.stringContaining("has no receipt") }),
    );
    expect(() => list(put(new MemoryFiles(), first).link(INSTALL, SWAP))).toThrow(/is a link/);
  });

  const machine = () =>
    put(
      new MemoryFiles()
        .file(PLAN, jsonBytes(planOf({ strays: [strayOf(join(INSTALL, "plugins", "copy"))] })))
        .file(join(LIVE, "x"), "new")
        .file(join(BACKUP, "x"), "old")
        .file(OLD, "a=1\n")
        .file(NEW, "a=2\n")
        .file(CLIENT, "a=2\n"),
      sampleReceipt(),
      newestOf({
        before: { run: EARLIER, tree: null },
        undo: { ...UNDO, sha256: sha256(jsonBytes(planOf({ strays: [strayOf(join(INSTALL, "plugins", "copy"))] }))) },
      }),
    );
  const asked = (files: MemoryFiles, more: Parameters<typeof memoryWorld>[1] = {}) =>
    rollbackWhatIf(memoryWorld(files, more), INSTALL, SWAP, null);

  test("[D5] a rollback --what-if reports each change, and writes nothing", async () => {
    const files = machine();
    const { undone, back, notes } = await asked(files);
    expect([undone.run, back?.name]).toEqual([RUN, "production-2506.zip"]);
    expect(notes).toEqual([
      `${LIVE} would be replaced: 1 file by 1 file`,
      `${CLIENT} would be changed`,
      "  a: '2' would become '1'",
      `${join(INSTALL, "plugins", "copy")} would stay in quarantine (.swap/${strayOf(join(INSTALL, "plugins", "copy")).to})`,
    ]);
    expect(files.done.filter((line) => !line.startsWith("probe"))).toEqual([]);
    expect(files.done).toEqual([
      `probe ${join(INSTALL, ".swap")}`,
      `probe ${join(LIVE, "..")}`,
      `probe ${LIVE}`,
      `probe ${join(CLIENT, "..")}`,
    ]);
    const unfinished = await asked(machine().file(layout.journal, "{"));
    expect(unfinished.notes[0]).toMatch(/^an unfinished run would be finished or undone first/);
  });

  test("[D5] a first install goes again; a switch is reported without the folder, and the tool may be open for it", async () => {
    const first = planOf({ tree: exchangeOf({ before: null }), files: [plannedClient({ before: null, backup: null })] });
    const files = put(
      new MemoryFiles().file(PLAN, jsonBytes(first)).file(join(LIVE, "x"), "new").file(CLIENT, "a=2\n"),
      newestOf({ undo: { ...UNDO, sha256: sha256(jsonBytes(first)) } }),
    );
    const { back, notes } = await asked(files);
    expect(back).toBeNull();
    expect(notes).toEqual([`${LIVE} would be removed`, `${CLIENT} would be removed`]);
    const processes = () => Promise.resolve([{ pid: 1, name: "t", user: null, path: "p", started: null }]);
    await expect(asked(files, { processes })).rejects.toMatchObject({ code: 1618 });
    const settings = planOf({
      kind: "settings",
      tree: null,
      files: [
        plannedClient({
          values: [
            { key: "a", before: "1", after: "2" },
            { key: "b", before: "1", after: "1" },
          ],
        }),
      ],
    });
    const switched = put(
      new MemoryFiles().file(PLAN, jsonBytes(settings)).file(OLD, "a=1\n").file(NEW, "a=2\n").file(CLIENT, "a=2\n"),
      newestOf({
        kind: "settings",
        undo: { ...UNDO, sha256: sha256(jsonBytes(settings)) },
        state: sampleState({ secrets: [{ file: "client", key: "a" }] }),
      }),
    );
    expect((await asked(switched, { processes })).notes).toEqual([
      `${CLIENT} would be changed`,
      "  a: (hidden) would become (hidden)",
    ]);
    expect(switched.done).toEqual([`probe ${join(INSTALL, ".swap")}`, `probe ${join(CLIENT, "..")}`]);
    const missing = put(
      new MemoryFiles().file(PLAN, jsonBytes(settings)).file(OLD, "a=1\n").file(NEW, "a=2\n"),
      newestOf({ kind: "settings", undo: { ...UNDO, sha256: sha256(jsonBytes(settings)) } }),
    );
    expect((await asked(missing)).notes[0]).toBe(`${CLIENT} would be written`);
    await expect(asked(new MemoryFiles())).rejects.toThrow(/has no receipt/);
  });
});

describe("the attempt of a run that did not install", () => {
  const stop = new DeployStop(12, "first", "help", ["a", "b"], [{ file: "client", key: "k", expected: null, found: "1" }]);

  test("[D8] is a receipt without a state, with the code and every line", () => {
    const files = put(new MemoryFiles(), newestOf({ bundle: sampleBundle({ name: "standing.zip" }), undo: null }));
    const attempt = rollbackAttempt(memoryWorld(files), layout, "tierwright test", stop);
    expect(attempt).toMatchObject({
      kind: "rollback",
      sequence: 2,
      run: "20260101T000000Z-abcdef",
      result: "attention",
      code: 12,
      at: "2026-01-01T00:00:00Z",
      runner: "tierwright test",
      bundle: { name: "standing.zip" },
      state: null,
      before: null,
      undo: null,
      drift: stop.drift,
      error: "first\na\nb",
      notes: ["help"],
    });
    expect(rollbackAttempt(memoryWorld(files), layout, "t", refusal("m", "h"))).toMatchObject({ result: "refused", code: 10 });
    expect(rollbackAttempt(memoryWorld(files), layout, "t", new DeployStop(11, "m", null))).toMatchObject({
      notes: [],
      result: "rolled-back",
    });
    expect(rollbackAttempt(memoryWorld(new MemoryFiles()), layout, "t", stop)).toBeNull();
    expect(rollbackAttempt(memoryWorld(new MemoryFiles().file(layout.receipts, "")), layout, "t", stop)).toBeNull();
    expect(attemptOf.length).toBe(5);
  });

  test("[D8] lies beside the receipts; where that fails it is reported, and nothing is written through a link", () => {
    const attempt = newestOf();
    const write = (files: MemoryFiles) => writeAttempt(memoryWorld(files), layout, attempt);
    const files = new MemoryFiles({ [INSTALL]: null });
    expect(write(files)).toBeNull();
    expect(files.done).toEqual([
      `folder ${SWAP}`,
      `folder ${layout.receipts} for this account alone`,
      `write ${layout.attempt}.tmp`,
      `replace ${layout.attempt} by ${layout.attempt}.tmp`,
    ]);
    expect(JSON.parse(files.read(layout.attempt).toString())).toEqual(attempt);
    files.done.length = 0;
    expect(write(files)).toBeNull();
    expect(files.done).toHaveLength(2);
    const link = new MemoryFiles({ [INSTALL]: null }).link(SWAP, CLIENT);
    expect(write(link)).toBe(`${layout.attempt} could not be written: ${SWAP} is a link`);
    expect(link.done).toEqual([]);
    expect(write(new MemoryFiles())).toMatch(/could not be written: .*does not exist/);
  });
});
