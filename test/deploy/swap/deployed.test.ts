import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { SwapWorld } from "../../../src/platform/machine.ts";
import type { ProvenBundle } from "../../../src/deploy/swap/protocol/bundle.ts";
import type { Receipt } from "../../../src/deploy/swap/protocol/receipt.ts";
import { targetsOf } from "../../../src/deploy/swap/protocol/targets.ts";
import type { DeployOptions } from "../../../src/deploy/swap/run/deploy.ts";
import {
  accepting,
  bare,
  CONF,
  CONTENTS,
  installed,
  JAR,
  NEXT,
  PROFILE,
  paths,
  run,
  running,
  STALE,
  settings,
  swap,
} from "./support/memory-deploy.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { secret, value } from "./support/sample-bundle.ts";
import { CLIENT, INSTALL, LIVE, SWAP } from "./support/sample-records.ts";
import { failing, layout } from "./support/transactions.ts";

const stops = (code: number, message: RegExp) => ({ code, message: expect.stringMatching(message) });

describe("a look at what an install would do", () => {
  /** What it says; nothing is written. */
  const looked = async (
    files: MemoryFiles,
    bundle: ProvenBundle,
    more: Partial<DeployOptions> = {},
    world: Partial<SwapWorld> = {},
  ) => {
    const result = await run(files, bundle, { whatIf: true, ...more }, world);
    // that a folder can be written into is tried, and nothing else
    expect(files.done.filter((operation) => !operation.startsWith("probe "))).toEqual([]);
    expect(result).toMatchObject({ recovered: null, plan: null });
    return [result.kind, ...result.notes];
  };

  test("[D1] the folder, each file with the values that become others, and what has no receipt yet", async () => {
    expect(await looked(bare(), swap())).toEqual([
      "what-if",
      `${LIVE} would be created: 4 files`,
      `${CLIENT} would be changed`,
      "  c: '1' would become '2'",
      `${PROFILE} would be written`,
    ]);
    const byHand = bare().file(CONF, "a=9\n").file(STALE, "old").file(join(LIVE, "plugin.xml"), CONTENTS["plugin/plugin.xml"]);
    byHand.file(CLIENT, "c=2\n");
    expect(await looked(byHand, swap())).toEqual([
      "what-if",
      `${LIVE} would be replaced: 2 files by 4 files`,
      `${PROFILE} would be written`,
      "connector: a (hidden) would become (hidden)",
      `${STALE} would go into quarantine`,
    ]);
  });

  test("[D1] after an install: nothing, what another bundle changes, and that something is unfinished", async () => {
    const files = await installed();
    expect(await looked(files, swap())).toEqual(["already"]);
    const changes = [`${LIVE} would be replaced: 4 files by 4 files`, `${CLIENT} would be changed`, "  c: '2' would become '3'"];
    expect(await looked(files, NEXT)).toEqual(["what-if", ...changes]);
    files.file(layout.journal, "{");
    expect(await looked(files, NEXT)).toEqual(["what-if", ...changes, "an unfinished run would be finished or undone first"]);
  });

  test("[D1] settings exchange no folder and may be switched with the tool open; a value beside one that stays is not told", async () => {
    const files = await installed();
    const values = [value("connector", "a", "5"), value("client", "c", "2"), value("client", "n", "1")];
    expect(await looked(files, settings(values), {}, running)).toEqual([
      "what-if",
      `${CONF} would be changed`,
      "  a: '2' would become '5'",
      `${CLIENT} would be changed`,
      "  n: absent would become '1'",
    ]);
  });

  test("no value of a key that is a secret to a receipt is reported", async () => {
    const files = bare().file(CLIENT, "c=1\ns=own-value\n");
    await run(files, swap({}, { values: [value("client", "c", "2"), secret("client", "s")] }));
    files.done.length = 0;
    const told = (await looked(files, swap({}, { values: [value("client", "s", "other")] }))).join("\n");
    expect(told).toMatch(/^ {2}s: /m);
    expect(told).not.toMatch(/own-value|'other'/);
    const conf = bare();
    const keyed = { "plugin/conf/connector.properties": "a=@secret(NAME)\n" };
    conf.file(CONF, "a=own-value\n").file(join(LIVE, "plugin.xml"), CONTENTS["plugin/plugin.xml"]);
    await run(conf, swap(keyed, { values: [secret("connector", "a")] }));
    conf.done.length = 0;
    const of = (await looked(conf, settings([value("connector", "a", "other")]))).join("\n");
    expect(of).toMatch(/^ {2}a: /m);
    expect(of).not.toMatch(/own-value|'other'/);
  });

  test("[D1] what would stop it stops the look: drift, the tool that runs", async () => {
    const files = await installed();
    files.file(CONF, "a=9\n");
    await expect(looked(files, NEXT)).rejects.toMatchObject(stops(10, /changed locally since the last deploy/));
    expect((await looked(files, NEXT, accepting))[0]).toBe("what-if");
    await expect(looked(bare(), swap(), {}, running)).rejects.toMatchObject(stops(1618, /the tool is running/));
    // what is there already needs no closed tool
    expect(await looked(await installed(), swap(), {}, running)).toEqual(["already"]);
  });

  test("[D1] below a root missing folders would be created, for settings those of the client file alone", async () => {
    const root = resolve("/root");
    const below = { root, install: null, clientFile: null, cwd: root };
    const { client, plugins, live } = targetsOf(swap().manifest, below);
    const told = await looked(new MemoryFiles().folder(root), swap(), { where: below });
    expect(told).toContain(`${join(client, "..")} would be created`);
    expect(told).toContain(`${plugins} would be created`);
    // settings bring no profile: its folder is not asked for
    const files = new MemoryFiles().file(join(live, "plugin.xml"), CONTENTS["plugin/plugin.xml"]).file(client, "c=1\n");
    files.file(join(live, "conf", "connector.properties"), "a=2\n");
    const profiles = settings([value("client", "c", "2")]);
    const bundle = { ...profiles, manifest: { ...profiles.manifest, paths } };
    expect(await looked(files, bundle, { where: below })).toEqual([
      "what-if",
      `${client} would be changed`,
      "  c: '1' would become '2'",
    ]);
  });
});

describe("a deploy", () => {
  test("[D3] installs, says so in a receipt that is copied, and again has nothing to do but the copy", async () => {
    const files = bare();
    const copied: Receipt[] = [];
    const copyReceipt = (receipt: Receipt) => `copy ${copied.push(receipt)}`;
    const first = await run(files, swap(), { copyReceipt });
    expect(first).toMatchObject({ kind: "installed", recovered: null, plan: { kind: "swap" }, receipt: { sequence: 1 } });
    expect(first.notes).toEqual([expect.stringMatching(/^tool row not proven/), "copy 1"]);
    expect(files.read(JAR).toString()).toBe("jar");
    expect(files.read(CLIENT).toString()).toBe("c=2\n");
    files.done.length = 0;
    const again = await run(files, swap(), { copyReceipt }, running);
    expect(again).toMatchObject({ kind: "already", recovered: null, plan: null, receipt: first.receipt, notes: ["copy 2"] });
    expect(copied[1]).toEqual(first.receipt);
    expect(files.done).toEqual([]);
  });

  test("[D4] goes on where an earlier run left something, and reports it whichever way it ends", async () => {
    const files = await installed();
    const aside = expect.stringMatching(/^an unreadable journal was moved to /);
    expect(await run(files.file(layout.journal, "{"), NEXT)).toMatchObject({
      kind: "installed",
      recovered: { direction: "set-aside" },
      notes: [aside, expect.anything()],
    });
    expect(await run(files.file(layout.journal, "{"), NEXT)).toMatchObject({ kind: "already", notes: [aside] });
    await expect(run(files.file(layout.journal, "{"), swap(), {}, running)).rejects.toMatchObject({
      code: 1618,
      details: [expect.stringMatching(/process 7/), aside],
    });
  });

  test("[D3] is refused where the tool is not installed, and leaves nothing", async () => {
    const none = new MemoryFiles().file(CLIENT, "c=1\n");
    await expect(run(none, swap())).rejects.toMatchObject({
      ...stops(10, /^the tool is not installed in /),
      help: "name its folder with --install; nothing was written",
    });
    expect(none.done).toEqual([]);
    const root = resolve("/root");
    const below = { root, install: null, clientFile: null, cwd: root };
    expect(await run(new MemoryFiles().folder(root), swap(), { where: below })).toMatchObject({ kind: "installed" });
  });

  test("[D6] drift is refused unless it was accepted; the receipt holds it", async () => {
    const files = await installed();
    files.file(CONF, "a=9\n");
    await expect(run(files, NEXT)).rejects.toMatchObject(stops(10, /changed locally since the last deploy/));
    expect(await run(files, NEXT, accepting)).toMatchObject({
      receipt: { drift: [{ key: "a", found: "(hidden)" }], replaced: [], flags: [{ flag: "--accept-drift" }] },
    });
    const byHand = bare().file(CONF, "a=9\n").file(join(LIVE, "plugin.xml"), CONTENTS["plugin/plugin.xml"]);
    expect(await run(byHand, swap())).toMatchObject({
      receipt: { drift: [], replaced: [{ key: "a", found: "(hidden)" }], flags: [] },
    });
  });

  test("[D3] every folder in which something is exchanged is tried first, of settings those of their files alone", async () => {
    const probes = ({ done }: MemoryFiles) => done.filter((line) => line.startsWith("probe "));
    const files = (await installed()).file(STALE, "old");
    await run(files, NEXT);
    expect(probes(files)).toEqual([join(INSTALL, "plugins"), LIVE, join(CLIENT, "..")].map((path) => `probe ${path}`));
    const elsewhere = { ...paths, strays: ["{install}\\extra\\p.mdzip"] };
    const stray = (await installed()).file(join(INSTALL, "extra", "p.mdzip"), "old");
    await run(stray, swap({}, { paths: elsewhere }));
    expect(probes(stray)).toEqual([join(INSTALL, "plugins"), LIVE, join(INSTALL, "extra")].map((path) => `probe ${path}`));
    const switched = await installed();
    await run(switched, settings([value("client", "c", "5")]), {}, running);
    expect(probes(switched)).toEqual([`probe ${join(CLIENT, "..")}`]);
    const denied = bare();
    denied.probe = (folder) => {
      if (folder === join(INSTALL, "plugins")) throw failing("EACCES");
    };
    await expect(run(denied, swap())).rejects.toMatchObject(stops(10, /cannot write into that folder/));
  });

  test("[D3] a tool that runs is found before anything is staged", async () => {
    const files = await installed();
    await expect(run(files, NEXT, {}, running)).rejects.toMatchObject(stops(1618, /^the tool is running from /));
    expect(files.done.filter((line) => !line.startsWith("probe "))).toEqual([]);
  });

  test("[D9] settings tell what they leave as it is", async () => {
    const files = await installed();
    files.file(JAR, "edited");
    const { notes, receipt } = await run(files, settings([value("client", "c", "5")]));
    expect(notes).toContain(`${JAR}: changed since it was installed`);
    expect(receipt?.notes).toContain(`${JAR}: changed since it was installed`);
  });

  test("[D4] what cannot be staged is dropped, and what cannot be cleaned up afterwards is a note", async () => {
    const full = bare();
    const { write } = full;
    full.write = (path, chunks, like) => {
      if (path.endsWith("x.jar")) throw failing("ENOSPC");
      write.call(full, path, chunks, like);
    };
    await expect(run(full, swap())).rejects.toMatchObject(stops(10, /^the new build could not be staged: /));
    expect(full.stat(SWAP)).toBe(null);
    const files = await installed();
    files.file(layout.at("20200101T000000Z-0000aa/x"), "");
    files.denied.set(layout.at("20200101T000000Z-0000aa"), "EBUSY");
    const { kind, notes } = await run(files, NEXT);
    expect(kind).toBe("installed");
    expect(notes).toContainEqual(expect.stringMatching(/0000aa could not be removed/));
  });
});

describe("staging ahead", () => {
  const ready = (bundle: ProvenBundle, path = "") => join(layout.ready(bundle.manifestSha256), path);

  test("[D1] writes the folder alone, once, with the tool open, and the swap takes it", async () => {
    const files = await installed();
    const staged = await run(files, NEXT, { stageOnly: true }, running);
    expect(staged).toEqual({
      kind: "staged",
      targets: staged.targets,
      found: staged.found,
      receipt: null,
      recovered: null,
      plan: null,
      notes: [`staged in ${ready(NEXT)}; the tool can stay open until the swap`],
    });
    expect(files.done).toEqual([
      `folder ${join(ready(NEXT), "..")}`,
      `folder ${ready(NEXT)} for this account alone`,
      `folder ${ready(NEXT, "new")}`,
      `folder ${ready(NEXT, "new/conf")}`,
      `write ${ready(NEXT, "new/conf/connector.properties")} like ${CONF}`,
      `write ${ready(NEXT, "new/conf/logger.properties")} like ${join(LIVE, "conf", "logger.properties")}`,
      `folder ${ready(NEXT, "new/lib")}`,
      `write ${ready(NEXT, "new/lib/x.jar")} like ${JAR}`,
      `write ${ready(NEXT, "new/plugin.xml")} like ${join(LIVE, "plugin.xml")}`,
    ]);
    files.done.length = 0;
    files.file(ready(NEXT, "new/lib/x.jar"), "half");
    const told: string[] = [];
    await run(files, NEXT, { stageOnly: true }, { reached: (step, detail) => void (step === "stage" && told.push(`${detail}`)) });
    expect(files.done).toEqual([`write ${ready(NEXT, "new/lib/x.jar")} like ${JAR}`]);
    expect(told).toEqual(["lib/x.jar"]);
    await run(files, NEXT);
    expect(files.stat(ready(NEXT))).toBe(null);
    expect(files.read(JAR).toString()).toBe("JAR");
  });

  test("[D1] of settings there is nothing to stage; a link in its way is refused; what was recovered is reported", async () => {
    const files = await installed();
    await expect(run(files, settings([value("client", "c", "5")]), { stageOnly: true })).rejects.toMatchObject(
      stops(10, /^a settings bundle has nothing to stage$/),
    );
    const linked = (await installed()).folder(join(ready(NEXT), "..")).link(ready(NEXT), INSTALL);
    await expect(run(linked, NEXT, { stageOnly: true })).rejects.toMatchObject(stops(10, /is a link or junction/));
    const inner = (await installed()).folder(ready(NEXT)).link(ready(NEXT, "new"), INSTALL);
    await expect(run(inner, NEXT, { stageOnly: true })).rejects.toMatchObject(stops(10, /is a link or junction/));
    const left = (await installed()).file(layout.journal, "{");
    expect(await run(left, NEXT, { stageOnly: true })).toMatchObject({ kind: "staged", recovered: { direction: "set-aside" } });
  });
});
