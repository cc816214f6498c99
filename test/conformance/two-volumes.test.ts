import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CHANGES, type Event } from "../deploy/swap/support/fault.ts";
import { at, below } from "../deploy/swap/support/installation.ts";
import type { Runner } from "../deploy/swap/support/runner.ts";
import { RUNNERS } from "../deploy/swap/support/runners.ts";
import { leftovers } from "../deploy/swap/support/snapshot.ts";
import { Workstation } from "../deploy/swap/support/workstation.ts";

const DOCUMENTS = "C:\\Users\\Public\\Documents";
const TEXT = "a stale copy on another volume";
const mount = (...words: string[]) => spawnSync("mount", words, { encoding: "utf8" }).status === 0;
const unmount = (folder: string) => spawnSync("umount", [folder]).status;

/** A workstation whose Public Documents lie on a file system of their own, with a stale copy in them. */
async function across<T>(runner: Runner, use: (here: Workstation, stray: string) => Promise<T>): Promise<T> {
  const here = new Workstation(runner, "hand-made");
  const folder = below(here.root, DOCUMENTS);
  mkdirSync(folder, { recursive: true });
  if (!mount("-t", "tmpfs", "-o", "size=4m", "tmpfs", folder)) throw new Error(`${folder} could not be mounted`);
  try {
    writeFileSync(join(folder, "readme.txt"), "hello");
    const stray = join(folder, "PLM_Profile.mdzip");
    writeFileSync(stray, TEXT);
    expect(lstatSync(folder).dev).not.toBe(lstatSync(here.root).dev);
    return await use(here, stray);
  } finally {
    unmount(folder);
  }
}

/** Where the stale copy lies whole: at its place, in quarantine, or both. */
function whole(root: string, stray: string): readonly string[] {
  const strays = join(at.swap(root), "strays");
  const kept = existsSync(strays) ? (readdirSync(strays, { recursive: true }) as string[]).map((name) => join(strays, name)) : [];
  return [stray, ...kept].filter((path) => existsSync(path) && lstatSync(path).isFile() && readFileSync(path, "utf8") === TEXT);
}

/** Numbers of the changes that a run made between a step and the next one. */
function changesIn(events: readonly Event[], step: string): readonly number[] {
  let [operation, inside] = [0, false];
  return events.flatMap(({ kind, name }) => {
    if (kind === "step") inside = name === step;
    else operation++;
    return kind === "operation" && inside && CHANGES.has(name) ? [operation] : [];
  });
}

/** Only root may mount; and without a second file system there is nothing to cross. */
function twoVolumes(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const probe = new Workstation(RUNNERS[0] as Runner, "nothing").root;
  return mount("-t", "tmpfs", "tmpfs", probe) && unmount(probe) === 0;
}

const possible = twoVolumes();
const said = possible
  ? null
  : "NOT RUN: stale copies on another volume: this machine has only one that may be written to here (mount needs root)";
if (said) console.info(said);

describe.each(possible ? RUNNERS : [])("$name", (runner) => {
  test("[D4] a stale copy on another volume is copied, proven and only then removed; killed at every change, the next run ends whole", async () => {
    const events = await across(runner, async (here, stray) => {
      const done = await here.deploy(here.swap());
      expect({ code: done.code, err: done.err }).toEqual({ code: 0, err: "" });
      expect(existsSync(stray)).toBe(false);
      expect(whole(here.root, stray)).toHaveLength(1);
      return done.events;
    });
    const changes = changesIn(events, "strays:1");
    const names = events.filter(({ kind }) => kind === "operation").map(({ name }) => name);
    // the built-in runner tries the rename first
    const moved = changes.map((number) => names[number - 1]).filter((name) => name !== "makeFolder");
    expect(moved.slice(-3)).toEqual(["write", "rename", "remove"]);
    for (const number of changes) {
      for (const how of ["kill", "torn"] as const) {
        if (how === "torn" && names[number - 1] !== "write") continue;
        await across(runner, async (here, stray) => {
          const bundle = here.swap();
          const killed = await here.deploy(bundle, {}, { what: "operation", at: number, how });
          expect(killed.code).toBeNull();
          expect(whole(here.root, stray)).not.toEqual([]);
          const again = await here.deploy(bundle);
          expect({ number, how, code: again.code, err: again.err }).toEqual({ number, how, code: 0, err: "" });
          expect(existsSync(stray)).toBe(false);
          expect(whole(here.root, stray)).not.toEqual([]);
          expect(leftovers(here.root)).toEqual([]);
        });
      }
    }
  });

  test("[D4] a stale copy that cannot be written to the other volume stays where it is, and so does everything else", async () => {
    const events = await across(runner, async (here) => (await here.deploy(here.swap())).events);
    const names = events.filter(({ kind }) => kind === "operation").map(({ name }) => name);
    const write = changesIn(events, "strays:1").find((number) => names[number - 1] === "write") ?? 0;
    await across(runner, async (here, stray) => {
      const before = here.state;
      const { code } = await here.deploy(here.swap(), {}, { what: "operation", at: write, how: "ENOSPC" });
      expect(code).toBe(11);
      expect(here.state).toEqual(before);
      expect(whole(here.root, stray)).toEqual([stray]);
    });
  });

  test("[D4] a run that fails after the stale copy was moved brings it back to the other volume", async () => {
    await across(runner, async (here, stray) => {
      const before = here.state;
      const { code } = await here.deploy(here.swap(), {}, { what: "step", at: "enter", how: "EIO" });
      expect(code).toBe(11);
      expect(here.state).toEqual(before);
      expect(whole(here.root, stray)).toEqual([stray]);
    });
  });
});

test("[D4] on a machine with one volume it is said that this was not run", () => {
  expect(said).toEqual(possible ? null : expect.stringContaining("NOT RUN"));
});
