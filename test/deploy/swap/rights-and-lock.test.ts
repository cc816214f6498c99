import { createServer } from "node:net";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lockName } from "../../../src/platform/swap-lock.ts";
import { missingRight } from "../../../src/deploy/swap/protocol/outcome.ts";
import { trial } from "./support/faulty-world.ts";
import { at } from "./support/installation.ts";
import { inProcess } from "./support/in-process.ts";
import { RUNNERS } from "./support/runners.ts";
import { Workstation } from "./support/workstation.ts";

const steps = (events: readonly { readonly kind: string; readonly name: string }[], step: string): number => {
  const from = events.findIndex((event) => event.kind === "step" && event.name === step);
  return events.slice(0, from).filter((event) => event.kind === "operation").length;
};

describe.each(RUNNERS)("$name", (runner) => {
  test("[D3] the plug-in folder may not be moved: that is a missing right and not a tool that is open", async () => {
    const tried = new Workstation(runner, "hand-made");
    await tried.done(tried.deploy(tried.swap()));
    const { events } = await tried.done(tried.deploy(tried.swap({ release: "2606" })));
    const away = events.slice(events.findIndex((event) => event.kind === "step" && event.name === "away"));
    const rename =
      steps(events, "away") + away.filter((event) => event.kind === "operation").findIndex(({ name }) => name === "rename") + 1;
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    const before = here.state;
    const fault = { what: "operation", at: rename, how: "EACCES" } as const;
    const { code, err } = await here.deploy(here.swap({ release: "2606" }), {}, fault);
    expect(err).toMatch(/denied/i);
    expect(err).toMatch(/lacks the right/);
    expect(err).not.toMatch(/open|in use|close the tool/i);
    expect(code).toBe(11);
    expect(here.state).toEqual(before);
  });

  test("[D3] the plug-in folder itself is tried before anything is written", async () => {
    const tried = new Workstation(runner, "hand-made");
    const { events } = await tried.done(tried.deploy(tried.swap()));
    const operations = events.filter((event) => event.kind === "operation");
    const probe = operations.findIndex(({ name, path }) => name === "probe" && path === at.live(tried.root));
    expect(probe).toBeGreaterThan(-1);
    const here = new Workstation(runner, "hand-made");
    const fault = { what: "operation", at: probe + 1, how: "EACCES" } as const;
    await here.refused(() => here.deploy(here.swap(), {}, fault), 10, /cannot write into that folder/);
  });

  test.runIf(process.platform === "linux")("[D4] whoever holds the lock is named, and nothing is written", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    const squatter = createServer();
    const name = `\0${lockName(at.swap(here.root))}`.padEnd(108, "\0");
    await new Promise<void>((resolve) => squatter.listen({ path: name }, resolve));
    try {
      const { code, err } = await here.deploy(here.swap({ release: "2606" }));
      expect(err).toMatch(new RegExp(`another deploy is running[\\s\\S]*process ${process.pid}, account`, "i"));
      expect(code).toBe(1618);
    } finally {
      await new Promise((resolve) => squatter.close(resolve));
    }
    await here.done(here.deploy(here.swap({ release: "2606" })));
  });
});

test("[D4] a lock that another account holds is reported with what to do", async () => {
  const here = new Workstation(inProcess, "hand-made");
  trial.overrides = { lock: () => Promise.resolve(null), lockHolder: () => "nc (process 7, account mallory) holds it" };
  const { code, err } = await here.deploy(here.swap());
  expect(err).toContain("nc (process 7, account mallory) holds it");
  expect(code).toBe(1618);
  expect(existsSync(join(at.swap(here.root), "receipts"))).toBe(false);
});

test("[D3] the right that is missing is named by what was tried", () => {
  const failed = (syscall: string, code: string) =>
    missingRight(Object.assign(new Error(code), { code, syscall, path: "/tool/plugins/a", dest: "/tool/.swap/b" }));
  expect(failed("rename", "EPERM")).toMatch(/to write in the folders of \/tool\/plugins\/a and \/tool\/\.swap\/b/);
  expect(failed("unlink", "EACCES")).toMatch(/to remove \/tool\/plugins\/a/);
  expect(failed("scandir", "EACCES")).toMatch(/to list/);
  expect(failed("rename", "EBUSY")).toBeNull();
});

test("[D4] a clock that was set back: receipts stay in order, and an unfinished run is found although its name is older", async () => {
  const here = new Workstation(inProcess, "hand-made");
  const clock = (year: number) => {
    trial.overrides = { now: () => new Date(Date.UTC(year, 0, 1)) };
  };
  clock(2030);
  await here.done(here.deploy(here.swap()));
  const first = here.state;
  clock(2020);
  await here.done(here.deploy(here.swap({ release: "2606" })));
  clock(2010);
  await here.killedAt("enter", here.swap({ release: "2406", serial: 1_800_000_000 }));
  clock(2005);
  writeFileSync(join(at.swap(here.root), "journal.json"), "torn");
  await here.done(here.rollback());
  clock(2001);
  await here.done(here.rollback());
  expect(here.state).toEqual(first);
});
