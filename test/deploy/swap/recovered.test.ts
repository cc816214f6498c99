import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SwapWorld } from "../../../src/platform/machine.ts";
import { type Journal, type SwapPlan, jsonBytes } from "../../../src/deploy/swap/protocol/plan.ts";
import type { Receipt } from "../../../src/deploy/swap/protocol/receipt.ts";
import type { Targets } from "../../../src/deploy/swap/protocol/targets.ts";
import { recover } from "../../../src/deploy/swap/run/recover.ts";
import { journalOf } from "../../../src/deploy/swap/stage/prepared.ts";
import { sha256 } from "./support/bundle.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { targets } from "./support/sample-bundle.ts";
import {
  CLIENT,
  EARLIER,
  INSTALL,
  LIVE,
  memoryWorld,
  plannedClient,
  RUN,
  samplePlan,
  sampleReceipt,
  sampleState,
} from "./support/sample-records.ts";
import { BACKUP, exchangeOf, failing, layout } from "./support/transactions.ts";

const NOW = "20260202T000000Z-0000cc";
const PRODUCTION = "production, connector 2506, serial 10";
const at = (name: string, run = RUN) => layout.at(`${run}/${name}`);
const planBytes = (plan: Partial<SwapPlan> = {}) => jsonBytes(samplePlan({ tree: exchangeOf(), ...plan }));
const journal = (digest: string, more: Partial<Journal> = {}) =>
  jsonBytes({ ...journalOf(samplePlan(), digest, "prepared", null), ...more });
/** The receipt that a run has prepared; a rollback needs its work folder. */
const prepared = (more: Partial<Receipt> = {}) =>
  sampleReceipt({ run: RUN, undo: { plan: `${RUN}/plan.json`, sha256: sha256(planBytes()) }, ...more });

/** A run that was cut off, with everything that it wrote before it began. */
function left(plan: Partial<SwapPlan> = {}, files = new MemoryFiles()): MemoryFiles {
  const bytes = planBytes(plan);
  return files
    .folder(layout.receipts)
    .file(at("plan.json"), bytes)
    .file(at("receipt.json"), jsonBytes(prepared()))
    .file(at("files/client.old"), "a=1\n")
    .file(at("files/client.new"), "a=2\n")
    .file(layout.journal, journal(sha256(bytes)));
}
/** Cut off after the new folder had entered, and before. */
const entered = (plan: Partial<SwapPlan> = {}) =>
  left(plan).file(join(LIVE, "x"), "new").file(join(BACKUP, "x"), "old").file(CLIENT, "a=2\n");
const away = (plan: Partial<SwapPlan> = {}, files = new MemoryFiles()) =>
  left(plan, files).file(join(BACKUP, "x"), "old").file(CLIENT, "a=2\n");

const recovering = (files: MemoryFiles, world: Partial<SwapWorld> = {}, known: Targets | null = targets) =>
  recover(memoryWorld(files, world), layout, known, NOW, null);

/** What stops it; nothing of it was touched. */
async function stopped(files: MemoryFiles, says: RegExp, world: Partial<SwapWorld> = {}, known: Targets | null = targets) {
  await expect(recovering(files, world, known)).rejects.toMatchObject({ code: 12, message: expect.stringMatching(says) });
  expect(files.done).toEqual([]);
}

describe("an unfinished run", () => {
  test("[D4] is finished where the new folder stands, and what is no longer needed goes", async () => {
    const older = "20240101T000000Z-0000aa";
    const files = entered()
      .file(at("files/client.old", older), "a=0\n")
      .file(at("files/x", EARLIER), "")
      .file(at("old/x", EARLIER), "own");
    files.file(at("plan.json", EARLIER), jsonBytes(samplePlan({ run: EARLIER })));
    expect(await recovering(files)).toEqual({
      direction: "forward",
      run: RUN,
      kind: "swap",
      notes: [
        `the unfinished swap ${RUN} was finished first; ${PRODUCTION} is installed`,
        `.swap/${EARLIER}/old has a plug-in folder that was made or changed by hand; it is kept`,
      ],
    });
    expect(files.stat(layout.receipt(1, RUN))?.kind).toBe("file");
    expect(files.stat(layout.journal)).toBe(null);
    expect(files.stat(layout.at(older))).toBe(null);
    expect(files.read(join(LIVE, "x")).toString()).toBe("new");
    expect(await recovering(files)).toBe(null);
  });

  test("[D4] is undone where it does not, and leftovers of others are swept", async () => {
    const files = away({ kind: "swap" }).file(`${layout.journal}.tmp`, "{");
    expect(await recovering(files)).toEqual({
      direction: "backward",
      run: RUN,
      kind: "swap",
      notes: [`the unfinished swap ${RUN} was undone first; the original state is intact`],
    });
    expect(files.read(join(LIVE, "x")).toString()).toBe("old");
    expect(files.read(CLIENT).toString()).toBe("a=1\n");
    for (const path of [layout.journal, layout.at(RUN), `${layout.journal}.tmp`]) expect(files.stat(path)).toBe(null);
    const marked = entered().file(layout.journal, journal(sha256(planBytes()), { state: "reverting" }));
    expect(await recovering(marked)).toMatchObject({ direction: "backward" });
  });

  test("[D4] no journal: only what was never begun is swept", async () => {
    const files = new MemoryFiles().file(at("new/x"), "new");
    expect(await recovering(files)).toBe(null);
    expect(files.done).toEqual([`remove tree ${layout.at(RUN)}`]);
  });

  test("[D4] what stands then is not said where its receipt cannot be read, whatever the reason; a fault of the program is one", async () => {
    const undone = `the unfinished swap ${RUN} was undone first`;
    const broken = away().file(layout.receipt(1, EARLIER), "{");
    expect(await recovering(broken)).toMatchObject({ notes: [undone] });
    const denied = away().file(layout.receipt(1, EARLIER), "{");
    denied.denied.set(layout.receipt(1, EARLIER), "EACCES");
    expect(await recovering(denied)).toMatchObject({ notes: [undone] });
    const faulty = away().file(layout.receipt(1, EARLIER), "{");
    const { read } = faulty;
    faulty.read = (path) => {
      if (path === layout.receipt(1, EARLIER)) throw new TypeError("a fault");
      return read.call(faulty, path);
    };
    await expect(recovering(faulty)).rejects.toMatchObject({ code: 12, message: expect.stringMatching(/a fault/) });
  });
});

describe("what stops a recovery", () => {
  test("[D4] a failure on the way keeps the journal and says which way it was; one for a person to decide stays as it is", async () => {
    const back = away();
    back.denied.set(BACKUP, "EIO");
    await stopped(back, new RegExp(`^the unfinished run ${RUN} could not be undone: `));
    expect(back.stat(layout.journal)?.kind).toBe("file");
    const changing = entered();
    const reached = (step: string) => void (step === "forward-prove" && changing.file(CLIENT, "a=7\n"));
    await expect(recovering(changing, { reached })).rejects.toMatchObject({
      code: 12,
      message: `the unfinished run ${RUN} could not be finished: ${CLIENT} does not contain what was written`,
    });
    await stopped(away().file(CLIENT, "a=3\n"), /^(?!the unfinished).* was changed/);
  });

  test("[D4] a journal that cannot be asked for: in use is tried again later, anything else is reported", async () => {
    const held = away();
    held.denied.set(layout.journal, "EBUSY");
    await expect(recovering(held, { windows: true })).rejects.toMatchObject({
      code: 1618,
      help: expect.stringMatching(/nothing was changed$/),
    });
    const denied = away();
    denied.denied.set(layout.journal, "EACCES");
    await stopped(denied, /^the leftovers of an earlier run in .* could not be read: /, { windows: true });
    const faulty = away();
    faulty.stat = () => {
      throw failing("EIO");
    };
    await stopped(faulty, /could not be read: /);
  });

  test("[D9] a run of another machine: as the journal says, as the plan says", async () => {
    await stopped(away(), /^the unfinished run .* is of machine 'ws1', and this is 'ws2'$/, { machine: "ws2" });
    await stopped(away({ machine: "ws3" }), /is of machine 'ws3', and this is 'ws1'$/);
    const other = away({ machine: "ws2" }).file(layout.journal, journal(sha256(planBytes()), { machine: "ws1" }));
    await stopped(other, /machine 'ws1', and this is 'ws2'/, { machine: "ws2" });
  });

  test("[D9] a plan that is not the one that the run wrote down, is none, or names places of others", async () => {
    await stopped(away().file(at("plan.json"), planBytes({ made: [INSTALL] })), /plan\.json .*: its digest differs/);
    await stopped(away().file(at("plan.json"), "{"), /plan\.json .*: it cannot be read: line 1/);
    await stopped(away({ files: [plannedClient({ path: join(INSTALL, "x") })] }), /the client file '.*' is not a place/);
    await stopped(away({ install: join(INSTALL, "other") }), /it is of the installation/);
  });

  test("[D9] a link on the way to a place of it", async () => {
    const linked = new MemoryFiles().link(INSTALL, join(INSTALL, "..", "elsewhere"));
    await stopped(away({}, linked), /on the way to .*, is a link or not a folder/, { windows: true });
    // off Windows, without a root, the ways of the system may be links
    expect(await recovering(away({}, new MemoryFiles().link(INSTALL, join(INSTALL, "..", "elsewhere"))))).toMatchObject({
      direction: "backward",
    });
  });
});

describe("the places of a rollback, which has no bundle", () => {
  test("[D9] are those of the receipts and of the one that the run has prepared", async () => {
    expect(await recovering(away(), {}, null)).toMatchObject({ direction: "backward" });
    const bare = () => {
      const files = away();
      files.entries.delete(at("receipt.json"));
      return files;
    };
    await stopped(bare(), /is not (?:a place|the plug-in folder) of this installation/, {}, null);
    await stopped(away().file(at("receipt.json"), "{"), /is not (?:a place|the plug-in folder) of this installation/, {}, null);
    const earlier = jsonBytes(sampleReceipt());
    expect(await recovering(bare().file(layout.receipt(1, EARLIER), earlier), {}, null)).toMatchObject({ direction: "backward" });
    const elsewhere = jsonBytes(prepared({ paths: { client: join(INSTALL, "x.properties") } }));
    await stopped(away().file(at("receipt.json"), elsewhere), /the client file '.*' is not a place/, {}, null);
  });

  test("[D9] with a bundle its places count, and no receipt is asked", async () => {
    const files = away().file(at("receipt.json"), "{").file(layout.receipt(1, EARLIER), "{");
    expect(await recovering(files)).toMatchObject({ direction: "backward" });
    await stopped(away(), /is not a place of this installation/, {}, { ...targets, client: join(INSTALL, "x") });
  });
});

describe("a journal that cannot be believed", () => {
  const digest = sha256(planBytes());
  const mark = (more: Partial<Journal> = {}) => journal(digest, { state: "reverting", ...more });
  /** Nothing but the plan speaks for it. */
  const unread = () => {
    const files = away().file(layout.journal, "{");
    files.entries.delete(at("receipt.json"));
    return files;
  };
  const vouched = (name: "reverting.json" | "receipt.json", bytes: Uint8Array) => unread().file(at(name), bytes);

  test("[D4] the plan is believed where the mark or the prepared receipt holds its digest", async () => {
    const undone = { direction: "backward", run: RUN, kind: "swap" };
    expect(await recovering(vouched("reverting.json", mark()))).toMatchObject(undone);
    expect(await recovering(vouched("receipt.json", jsonBytes(prepared())))).toMatchObject(undone);
    const both = vouched("reverting.json", mark({ plan: sha256("other") })).file(at("receipt.json"), jsonBytes(prepared()));
    expect(await recovering(both)).toMatchObject(undone);
    // a rollback's receipt goes back by the plan of another run: the mark alone speaks for it
    const rollback = jsonBytes(prepared({ undo: { plan: `${EARLIER}/plan.json`, sha256: sha256("other") } }));
    expect(await recovering(vouched("receipt.json", rollback).file(at("reverting.json"), mark()))).toMatchObject(undone);
    const bare = jsonBytes(prepared({ undo: null }));
    expect(await recovering(vouched("receipt.json", bare).file(at("reverting.json"), mark()))).toMatchObject(undone);
  });

  test("[D9] and by nothing else", async () => {
    const says = /its digest differs/;
    await stopped(unread(), says);
    await stopped(vouched("reverting.json", mark({ run: EARLIER })), says);
    await stopped(vouched("reverting.json", Buffer.from("{")), says);
    await stopped(vouched("receipt.json", Buffer.from("{")), says);
    for (const undo of [null, { plan: `${RUN}/plan.json` }, { plan: `${EARLIER}/plan.json`, sha256: digest }])
      await stopped(vouched("receipt.json", jsonBytes(prepared({ undo }))), says);
  });

  test("[D4] it goes on as the disk says, by the newest run that has a plan; one of a run without plan as one that cannot be read", async () => {
    const finished = entered().file(layout.journal, "{");
    expect(await recovering(finished)).toMatchObject({ direction: "forward", run: RUN });
    const newer = entered().file(layout.journal, "{").file(at("old/x", NOW), "x");
    expect(await recovering(newer)).toMatchObject({ direction: "forward", run: RUN });
    const other = entered().file(layout.journal, journal(digest, { run: EARLIER }));
    expect(await recovering(other)).toMatchObject({ direction: "forward", run: RUN });
  });

  describe("where no run has a plan", () => {
    const to = layout.at(`strays/journal-${NOW}.json`);
    const aside = { direction: "set-aside", run: NOW, kind: null };
    const unplanned = (bytes: Uint8Array = Buffer.from("{")) => new MemoryFiles().file(layout.journal, bytes);
    const installed = (more: Partial<Receipt> = {}) =>
      unplanned().file(layout.receipt(1, EARLIER), jsonBytes(sampleReceipt({ state: sampleState(), ...more })));

    test("[D4] it is set aside where everything matches the last receipt", async () => {
      const files = installed();
      expect(await recovering(files)).toEqual({
        ...aside,
        notes: [
          expect.stringMatching(`^an unreadable journal was moved to .swap/strays/journal-${NOW}.json; everything matches`),
        ],
      });
      expect(files.done).toEqual([`folder ${layout.at("strays")} for this account alone`, `replace ${to} by ${layout.journal}`]);
      const again = installed().folder(layout.at("strays"));
      expect(await recovering(again)).toMatchObject(aside);
      expect(again.done).toEqual([`replace ${to} by ${layout.journal}`]);
      // the folder that a rollback needs, and what the tool would load elsewhere, say nothing of this run
      expect(await recovering(installed().file(at("old/x", EARLIER), "old"))).toMatchObject(aside);
      const loose = join(INSTALL, "p.mdzip");
      const beside = installed({ paths: { client: CLIENT, strays: [loose] } }).file(loose, "x");
      expect(await recovering(beside)).toMatchObject(aside);
    });

    test("[D4] it stays where one thing is not, and each is named", async () => {
      const files = installed().file(join(LIVE, "x"), "foreign");
      await stopped(files, /journal\.json cannot be read \(line 1.*\), and the installation differs from the last receipt$/);
      await expect(recovering(files)).rejects.toMatchObject({ details: [expect.stringContaining(join(LIVE, "x"))] });
      const missing = installed({ state: sampleState({ values: [{ file: "client", key: "a", value: "1" }] }) });
      await stopped(missing, /differs from the last receipt/);
    });

    test("[D4] without a receipt what was put away must not be forgotten", async () => {
      expect(await recovering(unplanned())).toMatchObject(aside);
      expect(await recovering(unplanned().file(at("new/x"), "new"))).toMatchObject(aside);
      const kept = unplanned(journal(digest)).file(at("old/x"), "old");
      await stopped(kept, /cannot be read \(its run has no plan\)/);
      await expect(recovering(kept)).rejects.toMatchObject({ details: [`${RUN}/old`] });
    });
  });
});
