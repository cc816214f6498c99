import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { adoptionOf } from "../../src/author/commands/adopt/adopt.ts";
import { doctorOf } from "../../src/live/commands/doctor/doctor.ts";
import { probeOf } from "../../src/live/commands/probe/probe.ts";
import type { Example } from "../../src/kernel/diagnostic/example.ts";
import { loadShared } from "../../src/compiler/load/shared.ts";
import { diskTree } from "../../src/platform/disk-tree.ts";
import { Git } from "../../src/platform/git.ts";
import { recordingsInGit } from "../../src/compiler/run/recordings.ts";
import { kitState } from "../../src/compiler/run/kit-state.ts";
import { readFindings } from "../../src/compiler/run/rules.ts";
import type { RunOutcome } from "../../src/compiler/run/run.ts";
import { doctorFindings as findingsOfDoctor } from "../../src/live/views/doctor-findings.ts";
import { workstation } from "../live/doctor/scene.ts";
import { fakeHost } from "./host.ts";
import { applyExample, exampleRepository, run } from "./repository.ts";

/** What comparing the kits with their locks adds (`kit verify`). */
function kitFindings(folder: string) {
  const { releases } = loadShared(diskTree(folder)).model;
  return readFindings(
    [...releases.values()].flatMap((release) => kitState(folder, release, undefined).problems),
    null,
  );
}

/** What adopting the workstations below ws/ adds. */
async function adoptFindings(folder: string) {
  const options = new Map([
    ["from", "ws"],
    ["release", "2506"],
    ["tool", "2024x Refresh3"],
    ["tier-release", "2506"],
  ]);
  const { host } = fakeHost({ cwd: folder });
  const asked = { args: [], options, directory: folder, today: "2026-11-21", host };
  return (await adoptionOf(asked)).findings;
}

/** What `probe` finds where no name resolves and nobody answers. */
async function probeFindings(folder: string) {
  const { host } = fakeHost({ cwd: folder });
  const options = new Map([["only", "tier/same-address,tier/doubled-root"]]);
  return (await probeOf({ args: ["demo"], options, directory: folder, today: "2026-11-21", host })).findings;
}

/** What `doctor` finds on a workstation that is as the example repository says without a change. */
async function doctorFindings(folder: string) {
  const options = new Map([
    ["root", await workstation()],
    ["only", "environment/values,tool/row"],
  ]);
  const { host } = fakeHost({ cwd: folder });
  const asked = { args: ["demo"], options, directory: folder, today: "2026-11-21", host };
  const { results, environment } = await doctorOf(asked);
  return findingsOfDoctor(results, environment);
}

/** What git says of recordings once all of it is in the index. */
async function gitFindings(folder: string) {
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-C", folder, "-c", "core.excludesFile=", ...words], { stdio: "ignore" });
  git("init", "-q");
  git("add", "-A");
  return recordingsInGit(folder, { openGit: (root, use) => Git.open(root, use) });
}

/** The example repository under one example, compiled: what a rule reports for it. */
export async function runExample(example: Example | null): Promise<RunOutcome> {
  const folder = exampleRepository();
  if (example) applyExample(folder, example);
  const { programs = {}, ...options } = example?.options ?? {};
  const answers = Object.entries(programs).map(([name, prints]) => [
    name,
    (input: Buffer) => `${prints[input.toString("utf8")] ?? ""}\n`,
  ]);
  const outcome = await run(folder, { out: join(folder, "dist"), ...options, programs: Object.fromEntries(answers) });
  const further = [
    ...(example?.options?.kit ? kitFindings(folder) : []),
    ...(example?.options?.adopt ? await adoptFindings(folder) : []),
  ];
  const probed = example?.options?.probe ? await probeFindings(folder) : [];
  const looked = example?.options?.doctor ? await doctorFindings(folder) : [];
  const found = example?.options?.git ? await gitFindings(folder) : [];
  return { ...outcome, findings: [...outcome.findings, ...further, ...probed, ...looked, ...found] };
}
