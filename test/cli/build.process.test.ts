import { spawnSync } from "node:child_process";
import { beforeAll, expect, test } from "vitest";
import { bundle } from "../../scripts/bundle/config.mjs";
import { builtCli } from "./built.ts";

/* What the build makes (scripts/bundle/config.mjs): the same bytes each time, and a command that says what it cannot run on. */

let cli = "";

beforeAll(async () => {
  cli = await builtCli();
}, 120_000);

test.each(["command", "library", "action"] as const)("%s: two builds give the same bytes", { timeout: 240_000 }, async (name) => {
  const [first, again] = [(await bundle(name)).files, (await bundle(name)).files];
  expect([...again.keys()]).toEqual([...first.keys()]);
  expect([...again].filter(([path, bytes]) => !bytes.equals(first.get(path) ?? Buffer.alloc(0))).map(([path]) => path)).toEqual(
    [],
  );
});

test("a Node that is too old is told so in words", () => {
  const older = "data:text/javascript,process.getBuiltinModule=undefined";
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", older, cli, "check"], { encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toBe(`tierwright: Node ${process.version} is too old: 20.19 or newer is required\n  run it with a newer Node\n`);
});
