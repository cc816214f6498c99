import { notRun } from "../../support/not-run.ts";
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { processHost } from "../../../src/platform/process-host.ts";
import { lockFolder } from "../../../src/platform/swap-lock.ts";
import { processesBelow } from "../../../src/platform/swap-processes.ts";
import { trial } from "./support/faulty-world.ts";
import { at, installation } from "./support/installation.ts";
import { debris } from "./support/judge.ts";
import { inProcess } from "./support/in-process.ts";
import { RUNNERS } from "./support/runners.ts";
import { jsonOf, livePairs, snapshot, wantedPairs } from "./support/snapshot.ts";
import { Workstation } from "./support/workstation.ts";

/** Starts a program that sleeps from the tool's own Java folder; gives what ends it. */
async function toolRuns(root: string): Promise<() => Promise<void>> {
  const folder = join(at.install(root), "jre", "bin");
  mkdirSync(folder, { recursive: true });
  const program = join(folder, process.platform === "win32" ? "javaw.exe" : "javaw");
  copyFileSync(process.platform === "win32" ? process.execPath : "/bin/sleep", program);
  chmodSync(program, 0o755);
  const child = spawn(program, process.platform === "win32" ? ["-e", "setTimeout(() => {}, 60000)"] : ["60"], {
    stdio: "ignore",
  });
  await new Promise<void>((resolve, reject) => child.once("spawn", resolve).once("error", reject));
  return () =>
    new Promise((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGKILL");
    });
}

/** The next run of the built-in runner asks the system for its processes; the others do without, because Windows takes a second for it. */
function asksSystem<T>(run: () => T): T {
  trial.overrides = { processes: (folder) => processesBelow(folder, processHost().run) };
  return run();
}

describe.each(RUNNERS)("$name", (runner) => {
  test.runIf(process.platform !== "darwin")(
    "[D3] while the tool runs a swap and its rollback are refused with 1618 and name the process; closed, they work",
    async () => {
      const here = new Workstation(runner, "hand-made");
      const bundle = here.swap();
      const close = await toolRuns(here.root);
      try {
        const { err } = await here.refused(() => asksSystem(() => here.deploy(bundle)), 1618, /running|in use/i);
        expect(err).toMatch(/javaw/);
      } finally {
        await close();
      }
      here.change(() => undefined);
      await here.done(here.deploy(bundle));
      const again = await toolRuns(here.root);
      try {
        await here.refused(() => asksSystem(() => here.rollback()), 1618, /running|in use/i);
      } finally {
        await again();
      }
      await here.done(here.rollback());
    },
  );

  test.runIf(process.platform !== "darwin")(
    "[B8, D5] a settings bundle is installed with the tool open, and it is said that it is not in effect yet",
    async () => {
      const here = new Workstation(runner, "hand-made");
      await here.done(here.deploy(here.swap()));
      const close = await toolRuns(here.root);
      try {
        const { code, out } = await asksSystem(() => here.deploy(here.settings({ tier: "pilot" }), { switchEnvironment: true }));
        expect(out).toMatch(/not in effect|next start|restart/i);
        expect(code).toBe(0);
        expect(livePairs(here.root)).toEqual(wantedPairs("pilot"));
        expect((await asksSystem(() => here.rollback())).code).toBe(0);
        expect(livePairs(here.root)).toEqual(wantedPairs("production"));
      } finally {
        await close();
      }
    },
  );

  test("[D3] two runners at once: the second is refused with 1618 and changes nothing; the lock goes with the first", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    const release = await lockFolder(at.swap(here.root));
    expect(release).not.toBeNull();
    const next = here.swap({ release: "2606" });
    await here.refused(() => here.deploy(next), 1618, /another deploy is running/i);
    await here.refused(() => here.rollback(), 1618, /another deploy is running/i);
    release?.();
    await here.done(here.deploy(next));
  });

  test("[D3] a folder that cannot be renamed because somebody has a file in it open: 1618, all is as it was", async () => {
    const here = new Workstation(runner, "hand-made");
    const old = here.state;
    const tried = await here.deploy(
      here.swap(),
      {},
      { what: "step", at: "away", how: "change", change: { path: join(here.folder, "x"), text: "" } },
    );
    expect(tried.code).toBe(0);
    await here.done(here.rollback());
    expect(here.state).toEqual(old);
    const start = tried.events.findIndex((event) => event.kind === "step" && event.name === "away");
    const rename = tried.events.findIndex((event, i) => i > start && event.name === "rename");
    const number = tried.events.slice(0, rename + 1).filter((event) => event.kind === "operation").length;
    const again = new Workstation(runner, "hand-made");
    const before = again.state;
    const { code, err } = await again.deploy(again.swap(), {}, { what: "operation", at: number, how: "EBUSY" });
    expect(err).toMatch(/cannot be moved|in use|open/i);
    expect(code).toBe(1618);
    expect(again.state).toEqual(before);
    expect(debris(again.root)).toEqual([]);
    expect(jsonOf(join(at.swap(again.root), "receipts", "attempt.json"))).toMatchObject({ result: "in-use", code: 1618 });
  });

  test("[D4] a real disk that is full: refused, all is as it was, and what was staged is deleted", async () => {
    const disk = mkdtempSync(join(tmpdir(), "tierwright-disk-"));
    if (!mounted(disk)) {
      rmdirSync(disk);
      notRun("this account may not mount a small tmpfs here");
    }
    try {
      const here = new Workstation(runner, "hand-made");
      const root = installation(join(disk, "root"), "hand-made");
      const old = snapshot(root);
      // fits beside what is there by the numbers of the disk, but not with the second copy of every small file
      const big = here.swap({
        files: Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`plugin/lib/part-${i}.jar`, "x"])),
      });
      const { code, err } = await runner.deploy(big, { root });
      expect(err).toMatch(/disk is full|no space|free|not enough/i);
      expect(code).toBe(10);
      expect(snapshot(root)).toEqual(old);
      expect(debris(root)).toEqual([]);
      expect((await runner.deploy(here.swap(), { root })).code).toBe(0);
      expect(livePairs(root)).toEqual(wantedPairs("production"));
    } finally {
      execFileSync("umount", [disk]);
      rmdirSync(disk);
    }
  });
});

/** A tmpfs of 2 MB at a folder, where the system allows it. */
function mounted(folder: string): boolean {
  if (process.platform !== "linux") return false;
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m,mode=0777", "tierwright", folder], { stdio: "ignore" });
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

test("[D3] a disk without room for a second tree is refused before anything is staged", async () => {
  const here = new Workstation(inProcess, "hand-made");
  const bundle = here.swap();
  trial.overrides = { free: () => 1000 };
  await here.refused(() => here.deploy(bundle), 10, /1 MB free/);
});

test("[D3] on Windows a rename is tried again while a scanner holds the folder, and given up as in use when its time is over", async () => {
  const here = new Workstation(inProcess, "hand-made");
  let clock = Date.parse("2026-11-21T12:00:00Z");
  const pause = (milliseconds: number) => {
    clock += milliseconds;
  };
  const watched = { patience: 30_000, now: () => new Date(clock), pause };
  let held = 3;
  trial.overrides = watched;
  trial.before = (event) => {
    if (event.name === "rename" && event.path === at.live(here.root) && held-- > 0)
      throw Object.assign(new Error("held"), { code: "EPERM" });
  };
  await here.done(here.deploy(here.swap()));
  expect(held).toBe(-1);
  const next = here.swap({ release: "2606" });
  const old = here.state;
  trial.overrides = watched;
  trial.before = (event) => {
    if (event.name === "rename" && event.path === at.live(here.root)) throw Object.assign(new Error("held"), { code: "EBUSY" });
  };
  const begin = clock;
  const { code } = await here.deploy(next);
  expect(code).toBe(1618);
  expect(clock - begin).toBeGreaterThanOrEqual(30_000);
  expect(here.state).toEqual(old);
});

test("[D3] what is not a folder in the place of .swap is refused", async () => {
  const here = new Workstation(inProcess, "hand-made");
  here.change((root) => writeFileSync(at.swap(root), "a file"));
  await here.refused(() => here.deploy(here.swap()), 10, /\.swap/);
});
