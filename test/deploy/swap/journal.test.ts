import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { at } from "./support/installation.ts";
import { RUNNERS } from "./support/runners.ts";
import { everything, jsonOf, livePairs, wantedPairs } from "./support/snapshot.ts";
import { Workstation } from "./support/workstation.ts";
import { eachNth } from "../../support/runs.ts";

const journalOf = (root: string) => join(at.swap(root), "journal.json");
const runOf = (root: string) => String(jsonOf(journalOf(root)).run);
const alter = (path: string, change: (json: Record<string, unknown>) => void) => {
  const json = jsonOf(path);
  change(json);
  writeFileSync(path, JSON.stringify(json));
};

const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  empty: (path) => truncateSync(path, 0),
  cut: (path) => truncateSync(path, 40),
  zeroed: (path) => writeFileSync(path, Buffer.alloc(readFileSync(path).length)),
  "of another run": (path) => alter(path, (json) => (json.run = "20200101T000000Z-abcdef")),
  "without a run": (path) => alter(path, (json) => delete json.run),
};

describe.each(RUNNERS)("$name", (runner) => {
  const interrupted = async (step: string) => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    const old = here.state;
    const bundle = here.swap({ release: "2606", tier: "pilot" });
    await here.killedAt(step, bundle, { switchEnvironment: true });
    return { here, old, bundle };
  };

  for (const [name, damage] of Object.entries(DAMAGES)) {
    test.each(eachNth(4, ["away", "files:profile-1", "enter", "prove", "close"]))(
      `[D4] a journal that is ${name}, killed at %s: the plan on the disk decides, and the run goes on`,
      async (step) => {
        const { here, bundle } = await interrupted(step);
        damage(journalOf(here.root));
        await here.done(here.deploy(bundle, { switchEnvironment: true }));
        expect(livePairs(here.root)).toEqual(wantedPairs("pilot"));
        await here.done(here.verify());
        await here.done(here.rollback());
        expect(livePairs(here.root)).toEqual(wantedPairs("production"));
      },
    );
  }

  test("[D4] a journal of another machine needs a person: 12, nothing is touched, and it says how to decide", async () => {
    const { here, bundle } = await interrupted("enter");
    alter(journalOf(here.root), (json) => (json.machine = "elsewhere"));
    await here.refused(() => here.deploy(bundle, { switchEnvironment: true }), 12, /'elsewhere'/);
    await here.refused(() => here.rollback(), 12, /'elsewhere'/);
  });

  test("[D4] a plan that is not the one of the journal needs a person: 12, nothing is touched, and it is named", async () => {
    const { here, bundle } = await interrupted("enter");
    alter(journalOf(here.root), (json) => (json.plan = "0".repeat(64)));
    await here.refused(() => here.deploy(bundle, { switchEnvironment: true }), 12, /plan\.json was changed after its run/);
    await here.refused(() => here.rollback(), 12, /plan\.json was changed after its run/);
  });

  test("[D4] journal and plan unreadable while the plug-in lies in the work folder: 12, nothing is touched", async () => {
    const { here, bundle } = await interrupted("enter");
    truncateSync(join(at.swap(here.root), runOf(here.root), "plan.json"), 30);
    await here.refused(() => here.deploy(bundle, { switchEnvironment: true }), 12, /cannot be read/);
    expect(existsSync(join(at.swap(here.root), runOf(here.root), "old", "plugin.xml"))).toBe(true);
  });

  test("[D4] a journal that nothing belongs to, while all is as the last receipt says, is put aside and kept", async () => {
    const { here, bundle } = await interrupted("away");
    const run = runOf(here.root);
    rmSync(join(at.swap(here.root), run), { recursive: true });
    for (const path of Object.keys(everything(here.root)).filter((item) => item.endsWith(".tierwright-new")))
      rmSync(join(here.root, path));
    await here.done(here.deploy(bundle, { switchEnvironment: true }));
    expect(readdirSync(join(at.swap(here.root), "strays")).filter((name) => name.startsWith("journal-"))).toHaveLength(1);
    expect(livePairs(here.root)).toEqual(wantedPairs("pilot"));
  });

  test("[D4] the same with a rollback as the next run", async () => {
    const { here } = await interrupted("away");
    rmSync(join(at.swap(here.root), runOf(here.root)), { recursive: true });
    const stood = livePairs(here.root);
    const { code, err } = await here.rollback();
    expect(err).toMatch(/whether it was a deploy or a rollback/);
    expect(code).toBe(10);
    expect(livePairs(here.root)).toEqual(stood);
    expect((await here.rollback()).code).toBe(0);
    expect(livePairs(here.root)).toEqual(wantedPairs("workshop"));
  });

  test("[D4, D5] a rollback after a deploy that was killed undoes that deploy, and nothing before it", async () => {
    const early = await interrupted("away");
    await early.here.done(early.here.rollback());
    expect(early.here.state).toEqual(early.old);
    const late = await interrupted("prove");
    await late.here.done(late.here.rollback());
    expect(late.here.state).toEqual(late.old);
  });

  test("[D4] a rollback that was cut off is only finished by the next one: it does not go back a second step", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    const swapped = here.state;
    await here.done(here.deploy(here.settings({ tier: "pilot" }), { switchEnvironment: true }));
    expect((await here.rollback({}, { what: "step", at: "receipt", how: "kill" })).code).toBe(null);
    const finished = await here.done(here.rollback());
    expect(finished.out).toMatch(/finished/i);
    expect(here.state).toEqual(swapped);
    await here.done(here.verify());
  });

  test("[D8] a newest receipt that cannot be read stops every command: what stands is not known", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    const folder = join(at.swap(here.root), "receipts");
    const name = readdirSync(folder).sort()[0] ?? "";
    writeFileSync(join(folder, name), "{");
    for (const act of [() => here.deploy(here.swap({ release: "2606" })), () => here.rollback(), () => here.verify()]) {
      await here.refused(act, 12, new RegExp(name.slice(0, 20)));
    }
  });
});
