import { appendFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { at } from "./support/installation.ts";
import { cli } from "./support/in-process.ts";
import { PLAYED } from "./support/runners.ts";
import { everything } from "./support/snapshot.ts";
import { Workstation } from "./support/workstation.ts";

describe.each(PLAYED)("$name", (runner) => {
  const upgraded = async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    await here.done(here.deploy(here.swap({ release: "2606" })));
    return here;
  };

  /** A look: exit 0, and not a byte on the disk is another one. */
  const looked = async (here: Workstation, options: Parameters<Workstation["rollback"]>[0]): Promise<string> => {
    const before = everything(here.root);
    const { code, out, err } = await here.rollback(options);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(everything(here.root)).toEqual(before);
    return out;
  };

  test("[D5] a rollback that is only looked at says what would be undone, and writes nothing", async () => {
    const here = await upgraded();
    const out = await looked(here, { whatIf: true });
    expect(out).toMatch(/can be rolled back; nothing was written/);
    expect(out).toMatch(/would undo: swap of bundle-2\.zip \(\d{4}-\d\d-\d\dT/);
    expect(out).toMatch(/back to production, connector 2506, serial \d+/);
    expect(out).toMatch(/plugins\S* would be replaced: \d+ files by \d+ files/);
    expect(out).toMatch(/PLM_Profile\.mdzip would be changed/);
    await here.done(here.rollback());
    expect(await looked(here, { whatIf: true })).toMatch(/back to the state before the first deploy/);
  });

  test("[D5] of a settings switch: each value that would become another one; secrets are not said", async () => {
    const here = await upgraded();
    await here.done(here.deploy(here.settings({ release: "2606", tier: "pilot" }), { switchEnvironment: true }));
    appendFileSync(at.client(here.root), "LAST_START=today\n");
    const out = await looked(here, { whatIf: true });
    expect(out).toMatch(/would undo: settings of settings-\d\.zip/);
    expect(out).toMatch(/BOOTSTRAP_URLS: '[^']+' would become '[^']+'/);
    expect(out).not.toMatch(/would be replaced/);
  });

  const RESTORED = " as before --?accept-?drift: connector: ";

  test("[D5, D6] a rollback names the drifted values that it restores, and nothing without drift", async () => {
    const here = await upgraded();
    const none = await looked(here, { whatIf: true });
    expect(none + (await here.done(here.rollback())).out).not.toMatch(/as before -/);
    const conf = () => readFileSync(at.conf(here.root), "latin1");
    const mine = `${conf().replace(/^(TC_SERVER_URL=).*$/m, "$1http\\://own.example.com")}\nOWN_PASSWORD=hunter2\n`;
    here.change(() => writeFileSync(at.conf(here.root), mine, "latin1"));
    await here.done(here.deploy(here.swap({ release: "2606" }), { acceptDrift: true }));
    expect(conf()).not.toContain("own.example.com");
    const words = `${RESTORED}OWN_PASSWORD, connector: TC_SERVER_URL; the next deploy refuses them again$`;
    expect(await looked(here, { whatIf: true })).toMatch(new RegExp(`drifted values would be${words}`, "im"));
    const { out } = await here.done(here.rollback());
    expect(out).toMatch(new RegExp(`drifted values are${words}`, "im"));
    expect(out).not.toContain("hunter2");
    expect(conf()).toBe(mine);
    await here.refused(() => here.deploy(here.swap({ release: "2606" })), 10, /2 values were changed locally/);
  });

  test("[D5, D6] a rollback of a settings switch says the same of drift that the switch left as it was", async () => {
    const here = await upgraded();
    here.change(() => appendFileSync(at.conf(here.root), "\nOWN=1\n"));
    const switched = { switchEnvironment: true, acceptDrift: true };
    await here.done(here.deploy(here.settings({ release: "2606", tier: "pilot" }), switched));
    const { out } = await here.done(here.rollback());
    expect(out).toMatch(new RegExp(`${RESTORED}OWN; the next deploy refuses them again$`, "im"));
    expect(out).not.toContain("overwritten");
    await here.refused(() => here.deploy(here.swap({ release: "2606" })), 10, /connector: OWN/);
  });

  test("[D5, D6] a rollback to the state before the first deploy does not promise a refusal of its values", async () => {
    const here = new Workstation(runner, "hand-made");
    const swap = () => here.swap({ manifest: { expect: [{ key: "STAGING_DIR", value: "elsewhere" }] } });
    await here.refused(() => here.deploy(swap()), 10, /changed locally/);
    await here.done(here.deploy(swap(), { acceptDrift: true }));
    const { out } = await here.done(here.rollback());
    expect(out).toMatch(new RegExp(`${RESTORED}.*STAGING_DIR`, "i"));
    expect(out).not.toContain("refuses them again");
    await here.done(here.deploy(swap()));
  });

  test("[D5] what would stop a rollback stops the look at it with the same code, and leaves nothing", async () => {
    const none = new Workstation(runner, "hand-made");
    await none.refused(() => none.rollback({ whatIf: true }), 10, /no Tierwright-managed installation|has no receipt/i);
    await none.refused(() => none.rollback({ list: true }), 10, /no Tierwright-managed installation|has no receipt/i);
    const here = await upgraded();
    await here.done(here.rollback());
    await here.done(here.rollback());
    const before = everything(here.root);
    const end = await here.rollback({ whatIf: true });
    expect([end.code, end.err]).toEqual([10, expect.stringMatching(/no earlier state is kept|kept no backup/)]);
    expect(everything(here.root)).toEqual(before);
    const damaged = await upgraded();
    const swap = at.swap(damaged.root);
    const { undo } = JSON.parse(readFileSync(newest(swap), "utf8")) as { undo: { plan: string } };
    const old = join(swap, undo.plan.replace("plan.json", "old"));
    renameSync(old, `${old}-gone`);
    const state = everything(damaged.root);
    expect(await damaged.rollback({ whatIf: true })).toMatchObject({ code: 12 });
    expect(everything(damaged.root)).toEqual(state);
  });

  test("[D5] a client file that Java cannot load is named and refused before anything is written", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    for (const [text, words] of [
      ["a=\\u12\n", /CommonClient\.properties\S* (java\.util\.Properties cannot load this file|cannot be loaded by Java)/],
      ["\ufeffa=1\n", /CommonClient\.properties .*starts with a byte order mark/],
    ] as const) {
      writeFileSync(at.client(here.root), text);
      await here.refused(() => here.rollback({ whatIf: true }), 10, words);
      await here.refused(() => here.rollback(), 10, words);
    }
  });

  test("[D8] the receipts are listed, with what stands and what a rollback would undo; a damaged one is 12", async () => {
    const here = await upgraded();
    const lines = (await looked(here, { list: true })).trim().split("\n").slice(1);
    expect(lines).toEqual([
      expect.stringMatching(/^ {2}000001 {2}\S+Z {2}swap {6}production, connector 2506, serial \d+ \([^)]+\)$/),
      expect.stringMatching(
        /^ {2}000002 {2}\S+Z {2}swap {6}production, connector 2606, serial \d+ \([^)]+\) {2}\(current; rollback undoes it\)$/,
      ),
    ]);
    await here.done(here.rollback());
    const after = (await looked(here, { list: true })).trim().split("\n").slice(1);
    expect(after[0]).toMatch(/2506, serial \d+ \([^)]+\) {2}\(rollback undoes it\)$/);
    expect(after[2]).toMatch(/^ {2}000003 .* rollback {2}production, connector 2506, serial \d+ \([^)]+\) {2}\(current\)$/);
    writeFileSync(newest(at.swap(here.root)), "{}");
    expect(await here.rollback({ list: true })).toMatchObject({ code: 12 });
  });
});

/** The newest receipt of an installation. */
function newest(swap: string): string {
  const names = Object.keys(everything(swap)).filter((path) => /(^|\/)receipts\/\d{6}-[^/]+\.json$/.test(path));
  return join(swap, names.sort().at(-1) ?? "");
}

test("[D8] for programs the list and the look are one document each", async () => {
  const here = new Workstation(PLAYED[0] as (typeof PLAYED)[number], "hand-made");
  await here.done(here.deploy(here.swap()));
  const answer = async (...words: readonly string[]) =>
    JSON.parse((await cli(["rollback", ...words, "--root", here.root, "--format", "json"])).out);
  expect(await answer("--list")).toMatchObject({
    schema: "tierwright/receipts/v1",
    unfinished: false,
    receipts: [{ sequence: 1, kind: "swap", bundle: { connector: "2506" }, stands: true, undone: true }],
  });
  expect(await answer("--what-if")).toMatchObject({
    schema: "tierwright/deploy/v1",
    result: "what-if",
    notes: expect.arrayContaining([expect.stringMatching(/would be replaced/)]),
  });
  expect(await answer("--what-if", "--list")).toMatchObject({ schema: "tierwright/error/v1", error: { exitCode: 2 } });
});
