import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withoutGit } from "../deploy/bundle/git.ts";
import { kitRepository, OUT } from "../deploy/bundle/repository.ts";
import { builtCli } from "./built.ts";

/*
 * Bundles of two serials are built in turn and killed at random moments. Whenever that is: a zip that lies there lies among the sidecars
 * that belong to it, and the next run that ends has fixed everything.
 */

const KILLS = Number(process.env.TIERWRIGHT_KILLS ?? 12);
const SET = ["demo-2506.zip", "demo-2506.zip.sha256", "demo-2506.cdx.json", "demo-2506.report.md", "detect-demo.ps1"];

const sha256 = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

test("[D1] whenever a build is killed, no zip lies among the sidecars of another one", { timeout: 120_000 }, async () => {
  const command = await builtCli();
  const folder = kitRepository();
  const out = join(folder, OUT);
  const env = { ...process.env, ...withoutGit() };
  const digests = (): string => SET.map((name) => sha256(join(out, name))).join(" ");
  const build = (serial: number, killAfter?: number) =>
    new Promise<number | null>((resolve) => {
      const child = spawn(process.execPath, [command, "bundle", "demo", "--quiet", "--serial", String(serial)], {
        cwd: folder,
        env,
        stdio: "ignore",
      });
      const timer = killAfter === undefined ? null : setTimeout(() => child.kill("SIGKILL"), killAfter);
      child.once("close", (code) => {
        if (timer) clearTimeout(timer);
        resolve(code);
      });
    });
  const sets = new Map<number, string>();
  let took = 0;
  for (const serial of [1, 2]) {
    const begin = performance.now();
    expect(await build(serial)).toBe(0);
    took = performance.now() - begin;
    sets.set(serial, digests());
  }
  let killed = 0;
  for (let i = 0; i < KILLS; i++) {
    // most of the writing is in the last part of a run
    const code = await build((i % 2) + 1, took * (0.4 + (0.7 * i) / KILLS));
    if (code === null) killed++;
    if (existsSync(join(out, SET[0] ?? ""))) expect([...sets.values()]).toContain(digests());
  }
  expect(killed).toBeGreaterThan(0);
  expect(await build(1)).toBe(0);
  expect(digests()).toBe(sets.get(1));
  expect(readdirSync(out).filter((name) => name.startsWith("."))).toEqual([]);
});

test("[D1] several environments' bundles may be built into one folder at the same time", { timeout: 120_000 }, async () => {
  const command = await builtCli();
  const names = ["demo", "second", "third"];
  const first = kitRepository();
  const text = readFileSync(join(first, "environments", "demo", "environment.yaml"), "utf8");
  const others = names
    .slice(1)
    .map(
      (name) =>
        [
          `environments/${name}/environment.yaml`,
          text
            .replace("name: demo", `name: ${name}`)
            .replaceAll("plm.example.com", `${name}.example.com`)
            .replace("10.20.0.11", `10.20.1.${name.length}`),
        ] as const,
    );
  const folder = kitRepository(Object.fromEntries(others));
  const env = { ...process.env, ...withoutGit() };
  const codes = await Promise.all(
    names.map(
      (name) =>
        new Promise<number | null>((resolve) => {
          spawn(process.execPath, [command, "bundle", name, "--serial", "1"], { cwd: folder, env, stdio: "ignore" }).once(
            "close",
            resolve,
          );
        }),
    ),
  );
  expect(codes).toEqual([0, 0, 0]);
  const found = readdirSync(join(folder, OUT));
  expect(found.filter((name) => name.endsWith(".zip"))).toEqual(names.map((name) => `${name}-2506.zip`));
  expect(found.filter((name) => name.startsWith("."))).toEqual([]);
});
