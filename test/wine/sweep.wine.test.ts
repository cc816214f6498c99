import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, inject, test } from "vitest";
import { scratch } from "../deploy/swap/support/scratch.ts";
import { holding } from "./support/holder.ts";
import { onWindows } from "./support/machine.ts";

/* The sweep of a workstation's own logs, on its own paths. */

const root = join(scratch(), "root");
const LOGS = join(root, "C", "ProgramData", "Example", "MBSE", "logs");

function put(path: string, content = "old"): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  utimesSync(path, 1_700_000_000, 1_700_000_000);
  return path;
}

beforeAll(() => {
  cpSync("build", join(root, "C", "tierwright", "build"), { recursive: true });
  writeFileSync(join(root, "C", "tierwright", "package.json"), readFileSync("package.json"));
  for (const folder of ["environments", "releases"]) cpSync(folder, join(root, "C", "repo", folder), { recursive: true });
  mkdirSync(join(root, "C", "ProgramData", "Example", "MBSE", "bhm"), { recursive: true });
  cpSync("releases/2506/base/log4j2.xml", join(root, "C", "ProgramData", "Example", "MBSE", "bhm", "log4j2.xml"));
});

test("[H4] old logs go on Windows' own paths, one that a program holds open is said and skipped, and a link on the way is not followed", async () => {
  for (const name of ["client.log", "traffic.log", "CLIENT-2026-01-01-1.LOG", "client-2026-01-02-1.log", "notes.txt"])
    put(join(LOGS, name));
  put(join(root, "C", "Elsewhere", "connectorLogs.log"));
  const run = (...words: string[]) =>
    onWindows(root, [
      inject("node"),
      "C:\\tierwright\\build\\cli.cjs",
      "-C",
      "C:\\repo",
      "logs",
      "sweep",
      "--store",
      "C:\\none",
      ...words,
    ]);
  symlinkSync(join(root, "C", "Elsewhere"), join(root, "C", "Temp"));
  const held = await holding(root, "open", join(LOGS, "client-2026-01-02-1.log"));
  const found = await run("--apply", "--format", "json");
  await held.release();
  const { places } = JSON.parse(found.out) as {
    places: { closed: { reason: string } | null; files: { path: string; outcome: { kind: string } | null }[] }[];
  };
  const became = places.flatMap(({ files }) =>
    files.map(({ path, outcome }) => [path.replace(/.*\\/, ""), outcome?.kind ?? null]),
  );
  expect(Object.fromEntries(became)).toEqual({
    "client.log": null,
    "traffic.log": null,
    "CLIENT-2026-01-01-1.LOG": "deleted",
    "client-2026-01-02-1.log": "in-use",
  });
  expect(places.map(({ closed }) => closed?.reason ?? null)).toEqual([null, null, "through-link", "absent"]);
  expect(found.code).toBe(0);
  expect(existsSync(join(LOGS, "CLIENT-2026-01-01-1.LOG"))).toBe(false);
  expect(existsSync(join(root, "C", "Elsewhere", "connectorLogs.log"))).toBe(true);
  const again = await run("--apply");
  expect(again.out).toContain("client-2026-01-02-1.log");
  expect(existsSync(join(LOGS, "client-2026-01-02-1.log"))).toBe(false);
  expect(existsSync(join(LOGS, "notes.txt"))).toBe(true);
});
