import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LARGEST_TEXT } from "../../../src/kernel/text/largest-text.ts";
import { jsonBytes, type PlannedFile, type SwapPlan } from "../../../src/deploy/swap/protocol/plan.ts";
import type { Judged } from "../../../src/kernel/records/read.ts";
import type { Receipt } from "../../../src/deploy/swap/protocol/receipt.ts";
import type { Confines } from "../../../src/deploy/swap/records/confine.ts";
import { cutShort } from "../../../src/deploy/swap/run/cut-short.ts";
import type { Recovered } from "../../../src/deploy/swap/run/recover.ts";
import { backChange, keptTree, lastPlan } from "../../../src/deploy/swap/run/way-back.ts";
import type { DeployStop } from "../../../src/deploy/swap/protocol/outcome.ts";
import { sha256 } from "./support/bundle.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import {
  CLIENT,
  EARLIER,
  INSTALL,
  LIVE,
  memoryWorld,
  plannedClient,
  record,
  RUN,
  sampleReceipt,
  SWAP,
} from "./support/sample-records.ts";
import { BACKUP, NEW, OLD, UNDO, exchangeOf, layout, newestOf, planOf, put, transactionOn } from "./support/transactions.ts";

const PLAN = layout.at(UNDO.plan);

describe("the plan that goes back", () => {
  const confines = (receipts: readonly Judged<Receipt>[]): Confines => ({
    install: INSTALL,
    root: null,
    windows: false,
    named: [],
    targets: null,
    receipts,
  });
  const last = (files: MemoryFiles, receipt: Judged<Receipt>, notes: string[] = []) =>
    lastPlan(memoryWorld(files), layout, confines([receipt]), receipt, notes);

  test("[D5] is that of the newest run, held to the digest that its receipt says", () => {
    const bytes = jsonBytes(planOf());
    const files = new MemoryFiles().file(PLAN, bytes);
    const notes: string[] = [];
    expect(last(files, newestOf({ undo: { ...UNDO, sha256: sha256(bytes) } }), notes)).toEqual(planOf());
    expect(notes).toEqual([]);
    expect(last(files, newestOf(), notes)).toEqual(planOf());
    expect(notes).toEqual([
      "receipt 2 was written by tierwright 0.1.0 and has no digest of its plan: only the plan's shape and targets were checked",
    ]);
    expect(last(new MemoryFiles().file(PLAN, jsonBytes(planOf({ tree: null }))), newestOf()).tree).toBeNull();
  });

  test("[D5] what was changed after its run there stops with 12; nothing to go back to is a refusal", () => {
    const says = (files: MemoryFiles, receipt: Judged<Receipt>) => {
      try {
        last(files, receipt);
        return null;
      } catch (error) {
        const { code, message } = error as DeployStop;
        return `${code} ${message}`;
      }
    };
    const not = `12 ${PLAN} was changed after its run: `;
    expect(says(new MemoryFiles(), newestOf())).toBe(`${not}it is missing`);
    expect(says(new MemoryFiles().file(PLAN, "{"), newestOf())).toContain(`${not}line 1`);
    const files = new MemoryFiles().file(PLAN, jsonBytes(planOf()));
    expect(says(files, newestOf({ undo: { ...UNDO, sha256: sha256("x") } }))).toBe(
      `${not}its digest differs from the one that its run recorded`,
    );
    const other = new MemoryFiles().file(PLAN, jsonBytes(planOf({ run: EARLIER })));
    expect(says(other, newestOf())).toBe(`${not}it is the plan of run ${EARLIER}`);
    expect(says(files, newestOf({ undo: null }))).toBe("10 the last run kept no backup");
    expect(says(files, newestOf({ undo: null, kind: "rollback" }))).toBe(
      "10 the last run was a rollback, and no earlier state is kept",
    );
    expect(says(new MemoryFiles().file(PLAN, jsonBytes(planOf())).link(CLIENT, SWAP), newestOf())).toContain(
      `10 ${CLIENT} is a link`,
    );
    expect(says(new MemoryFiles().file(PLAN, jsonBytes(planOf())).file(LIVE, ""), newestOf())).toContain(`10 ${LIVE} is a file`);
  });

  test("[D5] the folder that comes back is proven to be what was put away", () => {
    const kept = (files: MemoryFiles, more: Partial<SwapPlan> = {}) => keptTree(memoryWorld(files), layout, planOf(more));
    expect(kept(new MemoryFiles().file(join(BACKUP, "x"), "old"))?.record).toEqual(exchangeOf().before);
    expect(kept(new MemoryFiles(), { tree: null })).toBeNull();
    expect(kept(new MemoryFiles(), { tree: exchangeOf({ before: null }) })).toBeNull();
    expect(() => kept(new MemoryFiles())).toThrow(`${BACKUP} is missing, or not an ordinary folder`);
    expect(() => kept(new MemoryFiles().file(join(BACKUP, "x"), "oops"))).toThrow(
      `${BACKUP} is not the folder that was moved there`,
    );
  });
});

describe("one file back", () => {
  const files = (content: string | null) => {
    const all = new MemoryFiles({ [SWAP]: null }).file(OLD, "a=1\n").file(NEW, "a=2\n");
    return content === null ? all : all.file(CLIENT, content);
  };
  const back = (content: string | null, more: Partial<PlannedFile> = {}, run: string | null = RUN, on = files(content)) => {
    const { world } = transactionOn(on);
    const notes: string[] = [];
    const change = backChange({ world, layout, notes, run }, plannedClient(more));
    return {
      change: change && { ...change, before: change.before?.toString() ?? null, after: change.after?.toString() ?? null },
      notes,
    };
  };
  const base = { id: "client", path: CLIENT };

  test("[D5] the kept bytes where it is as it was left, or gone", () => {
    const values = [{ key: "a", before: "2", after: "1" }];
    expect(back("a=2\n")).toEqual({ change: { ...base, as: "pairs", before: "a=2\n", after: "a=1\n", values }, notes: [] });
    expect(back(null).change).toMatchObject({ before: null, after: "a=1\n" });
    expect(back("a=2\n", { before: null, backup: null }).change).toMatchObject({ after: null });
    expect(back(null, { after: null, staged: null }).change).toMatchObject({ before: null, after: "a=1\n" });
    expect(() => back("a=2\n", { before: record("a=7\n") })).toThrow(/not as planned/);
  });

  test("[D5] by its values where the connector has saved it since", () => {
    const { change } = back("# saved\nb=5\na : 2\n");
    expect(change?.after).toMatch(/^# saved\nb=5\na ?[:=] ?1\n$/);
    expect(change?.values).toEqual([{ key: "a", before: "2", after: "1" }]);
    const added = back("# saved\na : 2\n", { values: [{ key: "a", before: null, after: "2" }] });
    expect(added.change).toMatchObject({ after: "# saved\n", values: [{ key: "a", before: "2", after: null }] });
    const absent = back("# saved\n", {}).change;
    expect(absent?.values).toEqual([{ key: "a", before: null, after: "1" }]);
    expect(back("# saved\na : 1\n").change).toBeNull();
  });

  test("[D5] one that Java cannot load is refused with its place, and named", () => {
    const refused = (words: string) =>
      expect.objectContaining({ code: 10, message: expect.stringContaining(`${CLIENT}${words}`) });
    expect(() => back("b=1\na=\\u12\n")).toThrow(refused(":2:3: java.util.Properties cannot load this file: "));
    expect(() => back("\ufeffa=2\n")).toThrow(refused(" starts with a byte order mark"));
  });

  test("[D9] logging that was changed stays; another file that was changed goes into quarantine first", () => {
    const log = { as: "log4j2" as const };
    expect(back("edited", log)).toEqual({ change: null, notes: [`${CLIENT} was changed since and is left unchanged`] });
    const to = `strays/${RUN}/edited-client-CommonClient.properties`;
    const on = files("edited");
    expect(back("edited", { as: "bytes" }, RUN, on)).toMatchObject({
      change: { before: "edited", after: "a=1\n" },
      notes: [`${CLIENT} was changed since; a copy is in quarantine: .swap/${to}`],
    });
    expect(on.read(layout.at(to)).toString()).toBe("edited");
    const asked = files("edited");
    expect(back("edited", { as: "bytes" }, null, asked).notes).toEqual([
      `${CLIENT} was changed since; a copy would go into quarantine`,
    ]);
    expect(asked.done).toEqual([]);
    expect(back("edited", { before: null, backup: null }).notes).toHaveLength(1);
  });

  test("[D3] one that is too large to be taken apart is not read, a profile is", () => {
    const on = () => {
      const large = files(null).file(CLIENT, Buffer.alloc(LARGEST_TEXT + 1));
      return large;
    };
    expect(() => back(null, {}, RUN, on())).toThrow("ERR_FS_FILE_TOO_LARGE");
    expect(back(null, { as: "bytes" }, null, on()).notes).toHaveLength(1);
    expect(back(null, {}, RUN, files(null).folder(CLIENT)).change).toMatchObject({ before: null, after: "a=1\n" });
  });
});

describe("a rollback after a run that was cut off", () => {
  const recovered = (more: Partial<Recovered>): Recovered => ({
    direction: "backward",
    run: RUN,
    kind: "swap",
    notes: ["told"],
    ...more,
  });
  const again = "to roll back from there, run rollback again";
  const first = sampleReceipt();
  const second = newestOf({ kind: "rollback", before: { run: EARLIER, tree: null } });
  const short = (
    found: Recovered | null,
    cut: Parameters<typeof cutShort>[2] = null,
    receipts: readonly Judged<Receipt>[] = [first, second],
  ) => cutShort(memoryWorld(put(new MemoryFiles({ [SWAP]: null }), ...receipts)), layout, cut, found);

  test("[D5] an unfinished rollback that was finished is what was asked for", () => {
    const finished = recovered({ kind: "rollback", direction: "forward" });
    expect(short(finished)).toEqual({ receipt: second, undone: first, notes: ["an unfinished rollback was finished", "told"] });
    expect(short(finished, null, [second])).toMatchObject({ undone: second });
    expect(short(finished, null, [])).toBeNull();
    expect(short(recovered({ kind: "rollback" }))).toBeNull();
    expect(short(recovered({ direction: "forward" }))).toBeNull();
    expect(short(null)).toBeNull();
  });

  test("[D5] a deploy that was undone first is all that is undone", () => {
    expect(short(recovered({}))).toEqual({ receipt: second, undone: null, notes: ["told", again] });
    expect(short(recovered({ kind: null }), null, [])).toEqual({ receipt: null, undone: null, notes: ["told"] });
  });

  test("[D5] a deploy that changed nothing yet is reported and nothing else is done; of a rollback, or of none, it goes on", () => {
    const note = `the swap ${RUN} was interrupted before it changed anything; production, connector 2506, serial 10 is installed`;
    expect(short(null, { run: RUN, kind: "swap" })).toEqual({ receipt: second, undone: null, notes: [note, again] });
    expect(short(null, { run: RUN, kind: "settings" }, [])?.notes).toEqual([
      `the settings ${RUN} was interrupted before it changed anything; the original state is intact`,
    ]);
    const left = put(new MemoryFiles({ [layout.at(RUN)]: null }), first);
    expect(cutShort(memoryWorld(left), layout, { run: RUN, kind: "swap" }, null)?.notes[0]).toContain(
      `; ${layout.at(RUN)} could not be removed: do that by hand; production`,
    );
    expect(short(null, { run: RUN, kind: "rollback" })).toBeNull();
  });

  test("[D5] a run that nobody can tell from a rollback is refused where something stands", () => {
    const says = (found: Recovered | null, cut: Parameters<typeof cutShort>[2]) => {
      try {
        return short(found, cut);
      } catch (error) {
        return error;
      }
    };
    const stop = {
      code: 10,
      help: `its leftovers were deleted, and production, connector 2506, serial 10 is installed: ${again}`,
    };
    expect(says(null, { run: RUN, kind: null })).toMatchObject({ ...stop, details: [] });
    expect(says(recovered({ direction: "set-aside", kind: null }), null)).toMatchObject({ ...stop, details: ["told"] });
    expect(short(null, { run: RUN, kind: null }, [])).toBeNull();
  });
});
