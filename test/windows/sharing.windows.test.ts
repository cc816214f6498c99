import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { at } from "../deploy/swap/support/installation.ts";
import { debris } from "../deploy/swap/support/judge.ts";
import { livePairs, receipts, wantedPairs } from "../deploy/swap/support/snapshot.ts";
import { Workstation } from "../deploy/swap/support/workstation.ts";
import { held, ON_WINDOWS, RUNNERS } from "./windows.ts";

/*
 * An open file on Windows: the rename of its folder fails, which is the real test whether the tool runs (D3). Nothing of this shows on Linux.
 */

describe.runIf(ON_WINDOWS).each(RUNNERS)("$name on Windows", (runner) => {
  async function installed(): Promise<Workstation> {
    const here = new Workstation(runner, "tool");
    await here.done(here.deploy(here.swap()));
    return here;
  }
  const jar = (here: Workstation) => join(at.live(here.root), "lib", "connector-2506.jar");

  test("[D3] a jar that a JVM has open stops the swap with 1618, and nothing has changed", async () => {
    const here = await installed();
    const before = here.state;
    const holder = await held(jar(here));
    const refused = await here.deploy(here.swap({ release: "2606" }));
    await holder.release();
    expect({ code: refused.code, state: here.state }).toEqual({ code: 1618, state: before });
    expect(debris(here.root)).toEqual([]);
    await here.done(here.deploy(here.swap({ release: "2606", serial: 1_790_009_000 })));
  });

  test("[D3] what a scanner holds for some seconds is waited for", async () => {
    const here = await installed();
    const holder = await held(jar(here), 6);
    await here.done(here.deploy(here.swap({ release: "2606" })));
    await holder.release();
    expect(receipts(here.root).at(-1)).toMatchObject({ result: "done" });
  });

  test("[D4, D5] a client file that is open leaves both files and the folder old", async () => {
    const here = await installed();
    const before = here.state;
    const holder = await held(at.client(here.root));
    const stopped = await here.deploy(here.swap({ release: "2606", tier: "pilot" }), { switchEnvironment: true });
    await holder.release();
    expect([11, 1618]).toContain(stopped.code);
    expect(here.state).toEqual(before);
    expect(livePairs(here.root)).toEqual(wantedPairs("production"));
    expect(debris(here.root)).toEqual([]);
  });

  test("[D5] a conf that is open stops a settings switch as a whole", async () => {
    const here = await installed();
    const before = here.state;
    const holder = await held(at.conf(here.root));
    const stopped = await here.deploy(here.settings({ tier: "pilot" }), { switchEnvironment: true });
    await holder.release();
    expect([11, 1618]).toContain(stopped.code);
    expect(here.state).toEqual(before);
    await here.done(here.deploy(here.settings({ tier: "pilot" }), { switchEnvironment: true }));
    expect(livePairs(here.root)).toEqual(wantedPairs("pilot"));
  });

  test("[D3] a shell that stands in the plug-in folder counts as in use", async () => {
    const here = await installed();
    const before = here.state;
    const child = spawn("cmd.exe", ["/k", "echo here"], { cwd: join(at.live(here.root), "lib") });
    await once(child.stdout, "data");
    const refused = await here.deploy(here.swap({ release: "2606" }));
    child.kill();
    expect({ code: refused.code, state: here.state }).toEqual({ code: 1618, state: before });
  });
});
