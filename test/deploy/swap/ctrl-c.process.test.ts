import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { notRun } from "../../support/not-run.ts";
import { faultyProgram } from "./support/child.ts";
import { inProcess } from "./support/in-process.ts";
import { snapshot } from "./support/snapshot.ts";
import { Workstation } from "./support/workstation.ts";

/** The command in a process of its own that gets a SIGINT at a step. */
async function interrupted(step: string, argv: readonly string[]) {
  const env = { ...process.env, NO_COLOR: "1", TIERWRIGHT_TEST_FAULT: "", TIERWRIGHT_TEST_SIGINT: step };
  return spawnSync(process.execPath, [await faultyProgram(), ...argv], { env, encoding: "utf8" });
}

test.each([
  ["stage", /^tierwright: needs attention \(12\): interrupted: no run is half-finished in .*\n {2}run the same command again/],
  [
    "away",
    /interrupted: a run was interrupted in .* \(swap \S+ of \S+\.zip\).*\n {2}run `tierwright deploy \S+\/\S+\.zip --root \S+` again/,
  ],
  ["enter", /interrupted: a run was interrupted in .*\n {2}run `tierwright deploy \S+\/\S+\.zip --root \S+` again/],
])("[D4] Ctrl-C at %s ends a deploy with 12, what stands and what to run next", async (step, says) => {
  if (process.platform === "win32") notRun("a program cannot send Ctrl-C to another one of Windows");
  const here = new Workstation(inProcess, "hand-made");
  const before = snapshot(here.root);
  const { status, stderr } = await interrupted(step, ["deploy", here.swap(), `--root=${here.root}`]);
  expect(stderr).toMatch(says);
  expect(status).toBe(12);
  if (step === "stage") expect(snapshot(here.root)).toEqual(before);
  await here.done(here.deploy(here.swap()));
  await here.done(here.verify());
});

test("[D4] Ctrl-C in a rollback names rollback as the next command", async () => {
  if (process.platform === "win32") notRun("a program cannot send Ctrl-C to another one of Windows");
  const here = new Workstation(inProcess, "hand-made");
  const before = snapshot(here.root);
  await here.done(here.deploy(here.swap()));
  const { status, stderr } = await interrupted("away", ["rollback", `--root=${here.root}`]);
  expect([status, stderr]).toEqual([12, expect.stringMatching(/run `tierwright rollback --root \S+` again/)]);
  await here.done(here.rollback());
  expect(snapshot(here.root)).toEqual(before);
});
