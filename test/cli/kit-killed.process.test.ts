import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { below, filesIn, sampleKit, zipOf } from "../compiler/kit/kits.ts";
import { temporaryFolder } from "../support/repository.ts";
import { builtCli, runBuilt } from "./built.ts";

/*
 * An import over a release that stands is killed at moments spread over its whole run. Whenever that is: the release is the old one or the new
 * one, byte for byte, or waits in the stage for the next import to put it back; and the next import that ends leaves nothing else.
 */

const KILLS = Number(process.env.TIERWRIGHT_KILLS ?? 8);

let command = "";
let folder = "";

const words = (source: string) => [
  "-C",
  "repository",
  "kit",
  "import",
  source,
  "--release",
  "1",
  "--force",
  "--today",
  "2026-11-21",
];
const release = () => join(folder, "repository", "releases", "1");

/** Imports and kills after a while; true when it had ended by itself. */
function killedAfter(milliseconds: number, source: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [command, ...words(source)], { cwd: folder, stdio: "ignore" });
    const timer = setTimeout(() => child.kill("SIGKILL"), milliseconds);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve(code !== null);
    });
  });
}

beforeAll(async () => {
  command = await builtCli();
  folder = temporaryFolder();
  mkdirSync(join(folder, "repository", "releases"), { recursive: true });
  for (const name of ["2506", "2606"] as const)
    writeFileSync(join(folder, `${name}.zip`), zipOf(below("PLM", sampleKit(name)), { deflate: true }));
}, 60_000);

test("[C6] an import that is killed leaves the old release or the new one, and the next import fixes the rest", async () => {
  const states: Record<string, Record<string, Buffer>> = {};
  let took = 0;
  for (const name of ["2606", "2506"]) {
    rmSync(release(), { recursive: true, force: true });
    const start = performance.now();
    expect(runBuilt(command, words(`${name}.zip`), { cwd: folder }).code).toBe(0);
    took = performance.now() - start;
    // what is drafted when there is none stays afterwards
    rmSync(join(release(), "release.yaml"));
    states[name] = filesIn(release());
  }
  let killed = 0;
  for (let i = 0; i < KILLS; i++) {
    const source = i % 2 === 0 ? "2606.zip" : "2506.zip";
    if (!(await killedAfter((took * (i + 1)) / KILLS, source))) killed++;
    if (existsSync(release())) {
      const { "release.yaml": _, ...found } = filesIn(release());
      expect([states["2506"], states["2606"]]).toContainEqual(found);
    }
    expect(runBuilt(command, words(source), { cwd: folder }).code).toBe(0);
    expect(readdirSync(join(folder, "repository", "releases"))).toEqual(["1"]);
    const { "release.yaml": _, ...after } = filesIn(release());
    expect(after).toEqual(states[source.slice(0, 4)]);
  }
  expect(killed).toBeGreaterThan(0);
}, 120_000);
