import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { exampleRepository, temporaryFolder, writeFiles } from "../support/repository.ts";
import { environmentText } from "../compiler/run/rich-repository.ts";
import { builtCli, runBuilt } from "./built.ts";

/*
 * A compile of many environments is killed at random moments. Whenever that is: each environment's folder is whole, old or new, or
 * not there; what is not ours is as it was; and the next run that ends has fixed everything.
 */

const ENVIRONMENTS = 300;
const KILLS = Number(process.env.TIERWRIGHT_KILLS ?? 10);

let command = "";
let folder = "";
/** Digest of each environment's folder, by state of the repository. */
const expected: { a: ReadonlyMap<string, string>; b: ReadonlyMap<string, string> } = { a: new Map(), b: new Map() };

function digestOf(root: string): string {
  const hash = createHash("sha256");
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).map((entry) => ({
    path: join(entry.parentPath, entry.name),
    file: entry.isFile(),
  }));
  for (const { path, file } of entries.sort((x, y) => (x.path < y.path ? -1 : 1))) {
    hash.update(path.slice(root.length)).update(file ? readFileSync(path) : "folder");
  }
  return hash.digest("hex");
}

const environments = (root: string) => readdirSync(root).filter((name) => name.startsWith("env"));
const digests = (root: string) => new Map(environments(root).map((name) => [name, digestOf(join(root, name))]));

/** One line of the kit's file changes, and with it the folder of every environment. */
function turnTo(state: "a" | "b"): void {
  writeFiles(folder, {
    "releases/2506/base/logger.properties": `# state ${state}\nisPayloadRequired=false\njsonPayloaddir=C:/Temp\n`,
  });
}

/** Runs the command and kills it after a while; true when it had ended by itself. */
function killedAfter(milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [command, "compile"], { cwd: folder, stdio: "ignore" });
    const timer = setTimeout(() => child.kill("SIGKILL"), milliseconds);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve(code !== null);
    });
  });
}

const endOf = (): Promise<number | null> =>
  new Promise((resolve) => {
    spawn(process.execPath, [command, "compile"], { cwd: folder, stdio: "ignore" }).once("close", resolve);
  });

const MINE = { "dist/mine/notes.txt": "mine", "dist/notes.txt": "mine", "dist/.tierwright-stage-mine/x": "mine" };

beforeAll(async () => {
  command = await builtCli();
  const files = Array.from({ length: ENVIRONMENTS }, (_, i) => `env${String(i).padStart(3, "0")}`).map((name) => [
    `environments/${name}/environment.yaml`,
    environmentText(name),
  ]);
  folder = exampleRepository(Object.fromEntries(files));
  rmSync(join(folder, "environments/demo"), { recursive: true });
  for (const state of ["a", "b"] as const) {
    const out = temporaryFolder();
    turnTo(state);
    expect(runBuilt(command, ["compile", "--out", out], { cwd: folder }).code).toBe(0);
    expected[state] = digests(out);
  }
  turnTo("a");
});

/** What is wrong with the output folder, in words. */
function wrong(): string[] {
  const found: string[] = [];
  for (const [name, digest] of digests(join(folder, "dist")))
    if (digest !== expected.a.get(name) && digest !== expected.b.get(name))
      found.push(`${name} is neither the old nor the new one`);
  for (const [path, text] of Object.entries(MINE))
    if (!existsSync(join(folder, path)) || readFileSync(join(folder, path), "utf8") !== text)
      found.push(`${path} is gone or changed`);
  return found;
}

test(`${KILLS} times at random moments, and everything is fixed after it`, { timeout: 300_000 }, async () => {
  expect(expected.a.size).toBe(ENVIRONMENTS);
  expect([...expected.a.values()].every((digest, i) => digest !== [...expected.b.values()][i])).toBe(true);
  writeFiles(folder, MINE);
  const begin = performance.now();
  expect(runBuilt(command, ["compile"], { cwd: folder }).code).toBe(0);
  let whole = performance.now() - begin;
  let killed = 0;
  // A run that was quicker than its kill is no kill: the next one comes earlier.
  for (let i = 0; killed < KILLS; i++) {
    expect(i, "runs until enough of them were killed").toBeLessThan(6 * KILLS);
    turnTo(i % 2 === 0 ? "b" : "a");
    if (await killedAfter(whole * (0.1 + Math.random() * 0.9))) whole *= 0.8;
    else killed++;
    expect(wrong(), `after ${i + 1} runs`).toEqual([]);
    if (i % 5 !== 4) continue;
    const fixed = runBuilt(command, ["compile"], { cwd: folder });
    expect([fixed.code, fixed.err]).toEqual([0, ""]);
    expect(digests(join(folder, "dist"))).toEqual(expected[i % 2 === 0 ? "b" : "a"]);
    expect(readdirSync(join(folder, "dist")).filter((name) => name.startsWith("."))).toEqual([".tierwright-stage-mine"]);
    expect(wrong()).toEqual([]);
  }
  expect(killed, "runs that were really killed").toBe(KILLS);
  expect(readdirSync(folder).sort()).toEqual([".tierwright", "dist", "environments", "releases"]);
});

test("three runs at once: each ends in words, and what they leave is whole", { timeout: 120_000 }, async () => {
  writeFiles(folder, MINE);
  for (const state of ["a", "b", "a"] as const) {
    turnTo(state);
    const codes = await Promise.all(Array.from({ length: 3 }, () => endOf()));
    // 2: another run was quicker with a folder; that is said, and nothing is lost
    for (const code of codes) expect([0, 2]).toContain(code);
    expect(wrong()).toEqual([]);
  }
  expect(runBuilt(command, ["compile"], { cwd: folder }).code).toBe(0);
  expect(digests(join(folder, "dist"))).toEqual(expected.a);
  expect(readdirSync(join(folder, "dist")).filter((name) => name.startsWith("."))).toEqual([".tierwright-stage-mine"]);
});
