import { chmodSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { at, below } from "../deploy/swap/support/installation.ts";
import { debris } from "../deploy/swap/support/judge.ts";
import { liveFiles, livePairs, receipts, wantedPairs } from "../deploy/swap/support/snapshot.ts";
import { Workstation } from "../deploy/swap/support/workstation.ts";
import { holding } from "./support/holder.ts";
import { windowsRunner } from "./support/windows-runner.ts";

/* What test/windows asserts of Windows' rules of sharing and naming, as far as Wine has them: the rest is named in limits.wine.test.ts. */

describe("the built-in runner on C:\\", () => {
  async function installed(): Promise<Workstation> {
    const here = new Workstation(windowsRunner, "tool");
    mkdirSync(dirname(at.client(here.root)), { recursive: true }); // on a machine itself it has to be there
    await here.done(here.deploy(here.swap()));
    return here;
  }

  test("[D10, D4, D5] a client file that another program has open leaves both files and the folder old", async () => {
    const here = await installed();
    const before = here.state;
    const holder = await holding(here.root, "open", at.client(here.root));
    const stopped = await here.deploy(here.swap({ release: "2606", tier: "pilot" }), { switchEnvironment: true });
    await holder.release();
    expect(stopped).toMatchObject({ code: 1618 });
    expect(here.state).toEqual(before);
    expect(livePairs(here.root)).toEqual(wantedPairs("production"));
    expect(debris(here.root)).toEqual([]);
  });

  test("[D10, D5] a conf that another program has open stops a settings switch as a whole", async () => {
    const here = await installed();
    const before = here.state;
    const holder = await holding(here.root, "open", at.conf(here.root));
    const stopped = await here.deploy(here.settings({ tier: "pilot" }), { switchEnvironment: true });
    await holder.release();
    expect(stopped).toMatchObject({ code: 1618 });
    expect(here.state).toEqual(before);
    await here.done(here.deploy(here.settings({ tier: "pilot" }), { switchEnvironment: true }));
    expect(livePairs(here.root)).toEqual(wantedPairs("pilot"));
  });

  test("[D10, D3] a program that stands in the plug-in folder stops the swap with 1618, and nothing has changed", async () => {
    const here = await installed();
    const before = here.state;
    const holder = await holding(here.root, "stand", at.live(here.root));
    const stopped = await here.deploy(here.swap({ release: "2606" }));
    await holder.release();
    expect({ code: stopped.code, state: here.state }).toEqual({ code: 1618, state: before });
    await here.done(here.deploy(here.swap({ release: "2606" })));
    expect(receipts(here.root).at(-1)).toMatchObject({ result: "done" });
  });

  test("[D10, D4] a second run while the first has the lock is 1618", async () => {
    const here = await installed();
    const before = here.state;
    const lock = join(at.swap(here.root), "lock");
    writeFileSync(lock, "");
    const holder = await holding(here.root, "open", lock);
    const stopped = await here.deploy(here.swap({ release: "2606" }));
    await holder.release();
    expect({ code: stopped.code, state: here.state }).toEqual({ code: 1618, state: before });
  });

  test("[D10, D3] a client file with the read-only attribute is refused, and nothing is written", async () => {
    const here = new Workstation(windowsRunner, "hand-made");
    chmodSync(at.client(here.root), 0o444); // what Wine shows as the attribute
    await here.refused(() => here.deploy(here.swap()), 10, /read-only/);
    chmodSync(at.client(here.root), 0o644);
    await here.done(here.deploy(here.swap()));
  });

  test("[D10, D2] names that differ in case alone are one folder: the old spelling is replaced, not kept beside", async () => {
    const here = new Workstation(windowsRunner, "hand-made");
    writeFileSync(join(at.live(here.root), "LIB-extra.jar"), "PK");
    await here.done(here.deploy(here.swap()));
    expect(liveFiles(here.root)).not.toContain("LIB-extra.jar");
    expect(livePairs(here.root)).toEqual(wantedPairs("production"));
  });

  test("[D10, D2] an installation whose paths would pass 259 characters is refused with them, and nothing is written", async () => {
    const here = new Workstation(windowsRunner, "hand-made");
    const install = ["C:", "d".repeat(60), "e".repeat(60), "f".repeat(60), "Tool 2024x"].join("\\");
    mkdirSync(dirname(below(here.root, install)), { recursive: true });
    renameSync(at.install(here.root), below(here.root, install));
    await here.refused(() => here.deploy(here.swap(), { install }), 10, /longer than the 259 characters/);
  });
});
