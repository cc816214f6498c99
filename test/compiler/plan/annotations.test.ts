import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { action } from "../../serve/action/runner.ts";
import { commitAll, git } from "../../support/git.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository } from "../../support/repository.ts";

/* Annotations of a plan: what the change brings comes first, and what the base has already is a notice where it does not count. */

const ENVIRONMENT = "environments/demo/environment.yaml";

/** The example with twelve errors of its own: keys of workstation.set that a write owns stand in twelve environments. */
function oldErrors(): string {
  const folder = exampleRepository();
  const lines = Array.from({ length: 12 }, (_, i) => `KEY${i}_PASSWORD: plain${i}text`).join(", ");
  edit(folder, ENVIRONMENT, "  sessionAgent: none\n", `  sessionAgent: none\n  set: { connector: { ${lines} } }\n`);
  return folder;
}

const NEW = ["signIn: https://plm.example.com:8443/tc", "signIn: https://plm.example.com:8443/tc/more"] as const;

function states(): readonly [string, string] {
  const [before, after] = [oldErrors(), oldErrors()];
  edit(after, ENVIRONMENT, ...NEW);
  return [before, after];
}

const count = (out: string, level: string) => out.split("\n").filter((line) => line.startsWith(`::${level} `)).length;

describe("[B7] --format github of a plan", () => {
  test("--gate new: the new error is the only error, and old ones are notices", async () => {
    const [before, after] = states();
    const { code, out } = await cli(["plan", "--base", before, "--gate", "new", "--format", "github"], { cwd: after });
    expect(code).toBe(1);
    expect(count(out, "error")).toBe(1);
    expect(out).toMatch(/^::error .*title=tier\/context-root/m);
    expect(count(out, "notice")).toBe(10);
    expect(out).toContain("3 notices more, not shown here");
  });

  test("--gate all: the new error stands before ten old ones", async () => {
    const [before, after] = states();
    const { out } = await cli(["plan", "--base", before, "--format", "github"], { cwd: after });
    expect(count(out, "error")).toBe(10);
    expect(out.split("\n")[0]).toContain("title=tier/context-root");
  });

  test("without a change nothing is an error, and a check, which compares nothing, has them all", async () => {
    const before = oldErrors();
    const { code, out } = await cli(["plan", "--base", before, "--gate", "new", "--format", "github"], { cwd: oldErrors() });
    expect([code, count(out, "error")]).toEqual([0, 0]);
    expect(count((await cli(["check", "--format", "github"], { cwd: before })).out, "error")).toBe(10);
  });

  test("the Action leaves room for the error that ends the step", async () => {
    const folder = oldErrors();
    commitAll(folder);
    const base = git(folder, "rev-parse", "HEAD").trim();
    edit(folder, ENVIRONMENT, ...NEW);
    const errors = async (gate: string) => {
      const { annotations, failed } = await action(folder, { command: "plan", base, gate });
      expect(failed).not.toBeNull();
      return annotations.filter(({ level }) => level === "error").map(({ title }) => title);
    };
    const all = await errors("all");
    expect([all.length, all[0]]).toEqual([9, expect.stringContaining("tier/context-root")]);
    expect(await errors("new")).toHaveLength(1);
  });
});

test("[C4] the output 'verdict' is the gate of a green step although an environment could not be read before either", async () => {
  const folder = exampleRepository({ "environments/other/environment.yaml": "a: [\n" });
  commitAll(folder);
  const base = git(folder, "rev-parse", "HEAD").trim();
  edit(folder, ENVIRONMENT, "27000@lic", "27001@lic");
  const green = await action(folder, { command: "plan", base, gate: "new" });
  expect([green.failed, green.outputs.verdict]).toEqual([null, "pass"]);
  const red = await action(folder, { command: "plan", base, gate: "all" });
  expect([red.failed === null, red.outputs.verdict]).toEqual([false, "error"]);
  writeFileSync(join(folder, ENVIRONMENT), "a: [\n");
  const broken = await action(folder, { command: "plan", base, gate: "new" });
  expect([broken.failed === null, broken.outputs.verdict]).toEqual([false, "error"]);
});
