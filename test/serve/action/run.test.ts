import { describe, expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository } from "../../support/repository.ts";
import { action } from "./runner.ts";

const DEMO = "environments/demo/environment.yaml";

describe("[C4] the Action", () => {
  test("runs the command once, and every form is of that run: the same as each form alone", async () => {
    const folder = exampleRepository();
    const found = await action(folder, { "sarif-file": "out.sarif", command: "check" });
    expect(found.lines.map(([command]) => command)).toEqual(["check", "secrets"]);
    expect(found.summary).toBe((await cli(["check", "--format", "markdown"], { cwd: folder })).out);
    expect(found.written["out.sarif"]).toBe((await cli(["check", "--format", "sarif"], { cwd: folder })).out);
  });

  test("says of a compile what that run wrote, not what a second one found in its place", async () => {
    const folder = exampleRepository();
    const found = await action(folder, { command: "compile" });
    expect(found.summary).toContain("written to dist");
    expect(found.summary).not.toContain("up to date");
  });

  test("annotates what the form github writes: the same ten of a type, the same words, a closed gate, the last notice", async () => {
    const many = Array.from({ length: 14 }, (_, i) => `      KEY_${i}: "1"\n`).join("");
    const folder = exampleRepository();
    edit(folder, DEMO, "workstation:\n", `workstation:\n  set:\n    connector:\n${many}`);
    const found = await action(folder, { command: "check" });
    const lines = (await cli(["check", "--format", "github"], { cwd: folder })).out.split("\n");
    const commands = lines.filter((line) => line.startsWith("::"));
    expect(found.annotations.length).toBe(commands.length);
    expect(found.annotations.length).toBeGreaterThan(10);
    for (const [i, { level, title, place }] of found.annotations.entries()) {
      expect(commands[i]).toMatch(new RegExp(`^::${level} `));
      expect(commands[i]).toContain(title.replaceAll(":", "%3A").replaceAll(",", "%2C"));
      if (place) expect(commands[i]).toContain(`file=${place.file},line=${place.line},`);
    }
    expect(found.annotations.at(-1)?.message).toContain("more, not shown here");
  });

  test("takes no value for an option, whatever it begins with", async () => {
    const folder = exampleRepository();
    for (const inputs of [{ environments: "--with-secrets" }, { directory: "--help" }, { base: "--with-secrets" }] as const) {
      const found = await action(folder, { command: "base" in inputs ? "plan" : "compile", ...inputs });
      expect([found.failed === null, found.outputs.verdict], JSON.stringify(inputs)).toEqual([false, "error"]);
    }
  });

  test("refuses the event whose checkout is not the change", async () => {
    const found = await action(exampleRepository(), {}, { GITHUB_EVENT_NAME: "pull_request_target" });
    expect(found.failed).toContain("use the event pull_request");
    expect([found.lines, found.outputs]).toEqual([[], { verdict: "error" }]);
  });

  test.each(["directory", "base", "sarif-file"])("refuses a way out of the checkout in '%s', and runs nothing", async (name) => {
    const found = await action(exampleRepository(), { [name]: "../elsewhere" });
    expect(found.failed).toContain(`the input '${name}' points outside the checkout, or into its .git: '../elsewhere'`);
    expect([found.lines, found.outputs]).toEqual([[], { verdict: "error" }]);
  });
});
