import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { BundleManifest } from "../../../src/deploy/bundle/manifest.ts";
import type { SwapWorld } from "../../../src/platform/machine.ts";
import type { ProvenBundle } from "../../../src/deploy/swap/protocol/bundle.ts";
import type { Receipt } from "../../../src/deploy/swap/protocol/receipt.ts";
import { rollback } from "../../../src/deploy/swap/run/rollback.ts";
import { rollbackWhatIf } from "../../../src/deploy/swap/run/rollback-what-if.ts";
import { sha256 } from "./support/bundle.ts";
import {
  bare,
  CONF,
  CONTENTS,
  installed,
  JAR,
  moment,
  NEXT,
  PROFILE,
  paths,
  run,
  running,
  settings,
  STALE,
  swap,
} from "./support/memory-deploy.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { secret, value } from "./support/sample-bundle.ts";
import { CLIENT, INSTALL, LIVE, memoryWorld, SWAP } from "./support/sample-records.ts";
import { failing, layout } from "./support/transactions.ts";

const stops = (code: number, message: RegExp) => ({ code, message: expect.stringMatching(message) });
const back = (files: MemoryFiles, world: Partial<SwapWorld> = {}, copy: ((receipt: Receipt) => string) | null = null) =>
  rollback(memoryWorld(files, { ...moment(), ...world }), INSTALL, SWAP, "tierwright 0.1.0", null, copy);
const looked = async (files: MemoryFiles, world: Partial<SwapWorld> = {}) => {
  files.done.length = 0;
  const found = await rollbackWhatIf(memoryWorld(files, world), INSTALL, SWAP, null);
  expect(files.done.filter((line) => !line.startsWith("probe "))).toEqual([]);
  return found;
};
const upgraded = async (): Promise<MemoryFiles> => {
  const files = await installed();
  await run(files, NEXT);
  files.done.length = 0;
  return files;
};
const switched = async (): Promise<MemoryFiles> => {
  const files = await installed();
  await run(files, settings([value("client", "c", "5"), value("connector", "a", "5")]));
  files.done.length = 0;
  return files;
};
const receiptsOf = (files: MemoryFiles): readonly Receipt[] =>
  files
    .list(layout.receipts)
    .toSorted()
    .map((name) => JSON.parse(files.read(join(layout.receipts, name)).toString()));
/** The plug-in folder is not there any more. */
const gone = (files: MemoryFiles): void => {
  for (const path of [...files.entries.keys()]) if (path.startsWith(LIVE)) files.entries.delete(path);
};
const changes = (files: MemoryFiles) => files.done.filter((line) => !line.startsWith("probe "));
const probes = (files: MemoryFiles) => files.done.filter((line) => line.startsWith("probe "));

describe("a rollback", () => {
  test("[D5] brings folder and files back, as the state was that stands again", async () => {
    const files = await upgraded();
    const [first, second] = receiptsOf(files);
    const { receipt, undone, recovered, install, notes } = await back(files);
    expect([JAR, CLIENT].map((path) => files.read(path).toString())).toEqual(["jar", "c=2\n"]);
    expect({ undone, recovered, install, notes }).toEqual({ undone: second, recovered: null, install: INSTALL, notes: [] });
    expect(receipt).toMatchObject({ kind: "rollback", sequence: 3, bundle: first?.bundle, strays: [] });
    expect(receipt?.before).toEqual({ run: second?.run, tree: { sha256: second?.state?.tree?.sha256, files: 4 } });
    expect(files.done).toContain(`folder ${layout.at(`${receipt?.run}`)} for this account alone`);
    // the folder that the first install had replaced is not kept behind the second one
    expect(receipt?.undo).toBe(null);
    await expect(back(files)).rejects.toMatchObject(stops(10, /^the last run was a rollback/));
  });

  test("[D5] goes further back as long as that is kept, to the state before the first deploy", async () => {
    const files = await switched();
    const [first] = receiptsOf(files);
    expect((await back(files)).receipt?.undo).toEqual(first?.undo);
    expect(await back(files)).toMatchObject({ undone: { sequence: 1 }, receipt: { bundle: null, undo: null } });
    expect(files.stat(LIVE)).toBe(null);
    expect(files.read(CLIENT).toString()).toBe("c=1\n");
    const lost = await switched();
    lost.entries.delete(layout.at(`${receiptsOf(lost)[0]?.undo?.plan}`));
    expect((await back(lost)).receipt?.undo).toBe(null);
  });

  test("[D5] a plug-in folder that is deleted comes back as well", async () => {
    const files = await upgraded();
    gone(files);
    const plans: string[] = [];
    const { write } = files;
    files.write = (path, chunks, like) => {
      const all = [...chunks];
      if (path.endsWith("plan.json")) plans.push(Buffer.concat(all).toString());
      write.call(files, path, all, like);
    };
    expect((await back(files)).receipt?.before?.tree).toBe(null);
    expect(files.read(JAR).toString()).toBe("jar");
    expect(plans.map((plan) => JSON.parse(plan).tree.before)).toEqual([null]);
  });

  test("[D5] is refused before anything is written: nothing was installed, the tool runs, rights are missing", async () => {
    const none = bare();
    await expect(back(none)).rejects.toMatchObject(stops(10, /has no receipt: nothing was installed by Tierwright here$/));
    await expect(back(new MemoryFiles())).rejects.toMatchObject(
      stops(10, /has no receipt: nothing was installed by Tierwright here$/),
    );
    const files = await upgraded();
    await expect(back(files, running)).rejects.toMatchObject(stops(1618, /^the tool is running from /));
    expect(changes(files)).toEqual([]);
    await back(files);
    expect(probes(files)).toEqual([join(INSTALL, "plugins"), LIVE, join(CLIENT, "..")].map((path) => `probe ${path}`));
    const denied = await upgraded();
    denied.probe = (folder) => {
      if (folder === LIVE) throw failing("EACCES");
    };
    await expect(back(denied)).rejects.toMatchObject(stops(10, /cannot write into that folder/));
    expect(changes(denied)).toEqual([]);
  });

  test("[D5] a switch of settings goes back with the tool open", async () => {
    const files = await switched();
    expect(await back(files, running)).toMatchObject({ undone: { kind: "settings" }, receipt: { kind: "rollback" } });
    expect([CLIENT, CONF].map((path) => files.read(path).toString())).toEqual(["c=2\n", "a=2\n"]);
    expect(probes(files)).toEqual([join(LIVE, "conf"), join(CLIENT, "..")].map((path) => `probe ${path}`));
  });

  test("[D5] what cannot be made ready is dropped, and says whether somebody has a file open", async () => {
    const stopped = async (code: string, windows: boolean) => {
      const files = await upgraded();
      const { write } = files;
      files.write = (path, chunks, like) => {
        if (path.endsWith("client.new")) throw failing(code);
        write.call(files, path, chunks, like);
      };
      const before = files.list(SWAP);
      const error = await back(files, { windows }).catch((thrown: unknown) => thrown);
      expect(files.list(SWAP)).toEqual(before);
      return error;
    };
    expect(await stopped("ENOSPC", false)).toMatchObject({
      ...stops(10, /^the rollback could not be prepared: /),
      help: "fix that and run this again; the installation is as it was",
    });
    expect(await stopped("EACCES", false)).toMatchObject(stops(10, /^the rollback could not be prepared: /));
    expect(await stopped("EACCES", true)).toMatchObject({
      ...stops(1618, /another program has it open$/),
      help: expect.stringMatching(/; the installation is as it was$/),
    });
  });

  test("[D5] a run that was cut off and is finished is all that is done; its receipt is copied", async () => {
    const files = await installed();
    files.file(layout.at("20270101T000000Z-00000a/new/x"), "");
    const copied: Receipt[] = [];
    const { receipt, undone, notes } = await back(files, {}, (one) => `copy ${copied.push(one)}`);
    expect({ undone, last: notes.at(-1) }).toEqual({ undone: null, last: "copy 1" });
    expect(notes[0]).toMatch(/^the swap 20270101T000000Z-00000a was interrupted before it changed anything; /);
    expect(copied).toEqual([receipt]);
    expect(receipt).toMatchObject({ sequence: 1, kind: "swap" });
  });
});

describe("a look at what a rollback would do", () => {
  test("[D5] the folder, each file with the values that become others, and what stays in quarantine", async () => {
    const files = (await installed()).file(STALE, "old");
    await run(files, NEXT);
    const [first, second] = receiptsOf(files);
    expect(await looked(files)).toEqual({
      undone: second,
      back: first?.bundle,
      notes: [
        `${LIVE} would be replaced: 4 files by 4 files`,
        `${CLIENT} would be changed`,
        "  c: '3' would become '2'",
        `${STALE} would stay in quarantine (.swap/${second?.strays[0]?.to})`,
      ],
    });
    expect(await looked(await installed())).toMatchObject({
      back: null,
      notes: [
        `${LIVE} would be removed`,
        `${CLIENT} would be changed`,
        "  c: '2' would become '1'",
        `${PROFILE} would be removed`,
      ],
    });
  });

  test("[D5] where folder, files or values are gone, or are back already", async () => {
    const files = await upgraded();
    gone(files);
    files.file(CLIENT, "# saved\nc : 2\n");
    expect((await looked(files)).notes).toEqual([`${LIVE} would be replaced: 0 files by 4 files`]);
    const without = await upgraded();
    without.remove(CLIENT);
    expect((await looked(without)).notes.slice(1)).toEqual([`${CLIENT} would be written`, "  c: '3' would become '2'"]);
  });

  test("[D5] of settings with the tool open; values of what is a secret to a receipt are not said", async () => {
    const files = bare();
    const keyed = { "plugin/conf/connector.properties": "a=@secret(NAME)\nb=1\n" };
    files.file(CONF, "a=own\n").file(CLIENT, "c=1\ns=own\n");
    files.file(join(LIVE, "plugin.xml"), `${CONTENTS["plugin/plugin.xml"]}`);
    await run(files, swap(keyed, { values: [secret("connector", "a"), secret("client", "s")] }));
    await run(files, settings([value("connector", "a", "5"), value("client", "s", "5"), value("connector", "b", "5")]));
    const { notes } = await looked(files, running);
    expect(notes).toEqual([
      `${CONF} would be changed`,
      "  a: (hidden) would become (hidden)",
      "  b: '5' would become '1'",
      `${CLIENT} would be changed`,
      "  s: (hidden) would become (hidden)",
    ]);
  });

  test("[D5] what would stop it stops the look: nothing installed, the tool that runs, a link", async () => {
    await expect(looked(bare())).rejects.toMatchObject(stops(10, /has no receipt/));
    await expect(looked(await upgraded(), running)).rejects.toMatchObject(stops(1618, /^the tool is running from /));
    await expect(looked(bare().link(SWAP, CLIENT))).rejects.toMatchObject(stops(10, /is a link or junction/));
    const files = await upgraded();
    await looked(files);
    expect(probes(files)).toEqual(
      [join(INSTALL, ".swap"), join(INSTALL, "plugins"), LIVE, join(CLIENT, "..")].map((path) => `probe ${path}`),
    );
    files.file(layout.journal, "{");
    expect((await looked(files)).notes[0]).toMatch(/^an unfinished run would be finished or undone first; /);
  });
});

describe("what a receipt says of an install", () => {
  test("[D7] a tool row that was read there needs no note", async () => {
    const tool = { row: "2024x Refresh3", versionFrom: { file: "version.txt", pattern: "^(.+)$" } };
    const proven = (text: string | null, more: Partial<BundleManifest["tool"]> = {}) => {
      const files = bare();
      if (text !== null) files.file(join(INSTALL, "version.txt"), text);
      return run(files, swap({}, { tool: { ...swap().manifest.tool, ...tool, ...more } }));
    };
    expect((await proven("2024x Refresh3\n")).notes).toEqual([]);
    expect((await proven(null)).notes).toEqual(["tool row not proven: 2024x Refresh3 is expected"]);
  });

  test("[D8] places of stale copies are the bundle's; settings know none, and those of what stands on hold", async () => {
    const files = await installed();
    const strays = () => receiptsOf(files).map((receipt) => receipt.paths.strays);
    await run(files, settings([value("client", "c", "5")]));
    expect(strays()).toEqual([[STALE], [STALE]]);
    await run(files, swap({ "plugin/lib/x.jar": "other" }, { paths: { ...paths, strays: ["{install}\\extra\\q.mdzip"] } }));
    expect(strays()[2]).toEqual([join(INSTALL, "extra", "q.mdzip")]);
  });

  test("[D1] the key of the install that stands is carried on by a bundle that is signed with it", async () => {
    const key = { sha256: sha256("key"), pem: "PEM" };
    const signed = (bundle: ProvenBundle): ProvenBundle => ({ ...bundle, signedBy: (pem) => pem === key.pem });
    const files = bare();
    await run(files, { ...swap(), key, vouched: [key.sha256] });
    await run(files, signed(NEXT));
    await run(files, signed(settings([value("client", "c", "5")])));
    expect(receiptsOf(files).map((receipt) => receipt.key)).toEqual([key, key, key]);
    await expect(run(files, swap())).rejects.toMatchObject(stops(10, /is not signed with it$/));
    const unsigned = await run(bare(), swap());
    expect(unsigned.receipt?.key).toBe(null);
  });
});
