import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import config from "../../vitest.config.ts";
import { notRun } from "../support/not-run.ts";
import { below, ROOT, read } from "./project.ts";

/* What a run of `.ci/run` holds, and how it is counted. */

const LISTS = [...read(".ci/run").matchAll(/^steps <<'LIST'\n([\s\S]*?)^LIST$/gm)].flatMap(([, list = ""]) =>
  list.trim().split("\n"),
);
const COMMANDS = LISTS.map((line) => line.replace(/^[^|]*\|/, "").trim());

const projects = (config as { test: { projects: { test: { name: string; include: string[]; exclude?: string[] } }[] } }).test
  .projects;

describe(".ci/run", () => {
  test("is a list of names with a command each", () => {
    expect(LISTS.length).toBeGreaterThan(25);
    for (const line of LISTS) expect(line).toMatch(/^(?:& )?[^|&]+ \| \S/);
    const names = LISTS.map((line) => line.replace(/\|.*/, "").trim());
    expect(new Set(names).size).toBe(names.length);
  });

  test("every script that a command names is there", () => {
    const named = COMMANDS.flatMap((command) => command.match(/(?:\.ci|scripts|bench)\/[\w./-]+/g) ?? []);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test("every project of the tests is run", () => {
    const run = COMMANDS.flatMap((command) => /\.ci\/tests (\S+)/.exec(command)?.[1]?.split(",") ?? []);
    expect(projects.map(({ test: { name } }) => name).filter((name) => !run.includes(name))).toEqual([]);
  });
});

test("a project holds every test file whose name says so, and every long table is whole in one", () => {
  const include = (wanted: string) => projects.find(({ test: { name } }) => name === wanted)?.test.include ?? [];
  const whole = [...include("long"), ...include("conformance")];
  const files = below("test", /\.test\.ts$/);
  expect(whole.filter((path) => !path.includes("*") && !files.includes(path))).toEqual([]);
  const parts = files.filter((path) => read(path).includes('support/runs.ts"') && !/\.(?:process|long|oracle)\./.test(path));
  expect(parts.length).toBeGreaterThan(30);
  expect(parts.filter((path) => !whole.includes(path))).toEqual([]);
});

describe("the steps of a run", () => {
  /** Runs a list of steps, a second each at most, and returns what is printed, the output of each and the lines for the summary. */
  async function steps(...list: readonly string[]) {
    const folder = mkdtempSync(join(tmpdir(), "steps-"));
    const script = `set -u; source .ci/steps; steps <<'LIST'\n${list.join("\n")}\nLIST\n`;
    const env = { ...process.env, WORK: folder, CI_STEP_SECONDS: "1" };
    const { stdout } = await promisify(execFile)("bash", ["-c", script], { cwd: ROOT, env });
    const outcomes = readFileSync(join(folder, "steps"), "utf8").trimEnd().split("\n");
    return { stdout, outcomes: outcomes.map((line) => line.split("\t").slice(1)), left: readdirSync(folder) };
  }

  test("one that hangs is cut off with what it said, also beside others, and the next one runs", async () => {
    if (process.platform === "win32") notRun("bash of the CI is one of Linux");
    const { stdout, outcomes, left } = await steps(
      "first | true",
      "& beside | (sleep 60)",
      "hangs | echo so far; sleep 60 | cat",
      "after | exit 3",
    );
    expect(outcomes.toSorted()).toEqual([
      ["0", "first"],
      ["124", "beside"],
      ["124", "hangs"],
      ["3", "after"],
    ]);
    expect(stdout).toMatch(/FAIL {2}hangs \(\d s\)\n +\| so far\n +\| cut off after 1 s/);
    expect(left.filter((name) => name.endsWith(".pid"))).toEqual([]);
  });
});

describe("the summary of a run", () => {
  const one = (fullName: string, status: string, meta = {}) => ({ fullName, status, meta });

  /** Returns what is printed for steps, each with its exit status, output and the tests of its report. */
  async function summary(...steps: readonly (readonly [number, string, (readonly object[])?])[]) {
    const folder = mkdtempSync(join(tmpdir(), "summary-"));
    for (const [i, [, log, tests]] of steps.entries()) {
      writeFileSync(join(folder, `${i}.log`), log);
      if (tests) writeFileSync(join(folder, `${i}.json`), JSON.stringify({ testResults: [{ assertionResults: tests }] }));
    }
    writeFileSync(join(folder, "steps"), steps.map(([status], i) => `${i}\t${status}\tstep ${i}\n`).join(""));
    const run = promisify(execFile)(process.execPath, [join(ROOT, ".ci/summary.mjs"), folder, "7"]);
    const { code, stdout } = await run.then(
      (ended) => ({ ...ended, code: 0 }),
      (error) => error as { code: number; stdout: string },
    );
    return { code, lines: stdout.trimEnd().split(/\r?\n/) };
  }

  test("a check counts as one, and a run of tests as its tests", async () => {
    const { code, lines } = await summary([0, ""], [0, "", [one("a", "passed"), one("b", "passed")]]);
    expect({ code, lines }).toEqual({ code: 0, lines: ["7 s", "3 passed, 0 failed"] });
  });

  test("a failed check, a failed test and a run that crashed without one are each a failure", async () => {
    const { code, lines } = await summary(
      [1, "boom"],
      [1, "", [one("a", "passed"), one("b", "failed")]],
      [1, "", [one("c", "passed")]],
    );
    expect(code).toBe(1);
    expect(lines).toEqual([
      "FAILED: step 0",
      "FAILED: step 1",
      "FAILED: step 1: b",
      "FAILED: step 2",
      "7 s",
      "2 passed, 3 failed",
    ]);
  });

  test("what was not run is named with its reason, and is no pass; a test that another step ran is no loss", async () => {
    const skipped = [one("a", "skipped"), one("b", "skipped", { notRun: "no shell" })];
    const { lines } = await summary(
      [0, "NOT RUN: no PowerShell\n", [one("x", "passed"), ...skipped]],
      [0, "", [one("a", "passed")]],
    );
    expect(lines).toEqual(["NOT RUN: step 0: no PowerShell", "NOT RUN: test 'b': no shell", "7 s", "2 passed, 0 failed"]);
  });

  test("a run whose tests are all skipped was loaded, and each is named", async () => {
    const { code, lines } = await summary([0, "", [one("w", "pending")]]);
    expect({ code, lines }).toEqual({ code: 0, lines: ["NOT RUN: test 'w'", "7 s", "1 passed, 0 failed"] });
  });
});
