import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Answer, changedJson, worstGate } from "../../../src/serve/action/answer.ts";
import { harmOf, HOSTILE } from "../../report/hostile-text.ts";
import { commitAll, git } from "../../support/git.ts";
import { edit, exampleRepository } from "../../support/repository.ts";
import { action } from "./runner.ts";
import { eachNth } from "../../support/runs.ts";

const DEMO = "environments/demo/environment.yaml";
const of = (name: string, gate: "pass" | "accepted" | "block" | null, status = "changed") => ({
  name,
  status,
  verdict: { after: gate && { environment: name, gate } },
});
const judged = (environment: string, gate: "pass" | "accepted" | "block") => ({ environment, gate });

describe("[C4] the output 'verdict'", () => {
  test.each<[string, Answer, string]>([
    ["nothing is judged", {}, "pass"],
    ["all pass", { verdicts: [judged("a", "pass")] }, "pass"],
    ["one is accepted", { verdicts: [judged("a", "pass"), judged("b", "accepted")] }, "accepted"],
    ["one is blocked", { environments: [of("a", "block"), of("b", "accepted")] }, "block"],
    ["one is removed, which has none", { environments: [of("a", null, "removed"), of("b", "accepted")] }, "accepted"],
    ["one cannot be read", { verdicts: [judged("a", "accepted")], unread: ["b"] }, "error"],
    ["one cannot be read, another is blocked", { verdicts: [judged("a", "block")], unread: ["b"] }, "error"],
    ["one cannot be read by plan", { environments: [of("a", "accepted"), of("b", null, "broken")] }, "error"],
    ["one that is added cannot be judged", { environments: [of("b", null, "added")] }, "error"],
  ])("%s", (_, answer, verdict) => {
    expect(worstGate(answer)).toBe(verdict);
  });

  test.each(eachNth(4, ["a: [\n", "", "- x\n", "\u0000", "kind: Environment\nname: other\n"]))(
    "an environment that cannot be read is an error of check and of plan, and the step fails: %j",
    async (text) => {
      const folder = exampleRepository();
      commitAll(folder);
      const base = git(folder, "rev-parse", "HEAD").trim();
      mkdirSync(join(folder, "environments/other"), { recursive: true });
      writeFileSync(join(folder, "environments/other/environment.yaml"), text);
      for (const inputs of [{ command: "check" }, { command: "compile" }, { command: "plan", base }]) {
        const found = await action(folder, inputs);
        expect([inputs.command, found.outputs.verdict, found.failed === null]).toEqual([inputs.command, "error", false]);
      }
    },
  );

  test("a change that can be read is judged as before", async () => {
    const folder = exampleRepository();
    commitAll(folder);
    const base = git(folder, "rev-parse", "HEAD").trim();
    edit(folder, DEMO, "27000@lic", "27001@lic");
    const found = await action(folder, { command: "plan", base });
    expect(found.outputs).toEqual({ verdict: "pass", errors: "0", changed: '["demo"]' });
  });
});

/** Names of folders that no environment can have. */
const INVALID = [
  "x\ny",
  "x\nverdict=pass",
  "x\r::error::y",
  "$(id)",
  "a b",
  "A",
  "-x",
  "--help",
  ".x",
  "con",
  "nul.x",
  "x.",
  "ü",
  "x\u200b",
  "x\u202ey",
  "x;y",
  "`id`",
  "'",
  '"',
  "x".repeat(64),
  "",
];

describe("[C4] the output 'changed'", () => {
  test.each(eachNth(4, INVALID))("holds no name that no environment can have: %j", (name) => {
    const environments = [of("demo", "pass"), of(name, "pass"), of(name, null, "broken"), of(name, null, "removed")];
    expect(changedJson({ environments })).toBe('["demo"]');
  });

  test.runIf(process.platform !== "win32")("nor does any output, a title, or a line of the summary of a whole run", async () => {
    const folder = exampleRepository();
    commitAll(folder);
    const base = git(folder, "rev-parse", "HEAD").trim();
    for (const name of [
      ...INVALID.filter((one) => one !== "" && !one.startsWith(".")),
      HOSTILE.replaceAll("/", "").slice(0, 60),
    ]) {
      mkdirSync(join(folder, "environments", name), { recursive: true });
      writeFileSync(join(folder, "environments", name, "environment.yaml"), `name: ${JSON.stringify(name)}\nx: [\n`);
    }
    for (const inputs of [{ command: "check" }, { command: "plan", base }] as const) {
      const found = await action(folder, { ...inputs, "sarif-file": "x.sarif" });
      expect([found.outputs.verdict, found.outputs.changed]).toEqual(["error", "[]"]);
      const texts = [
        ...Object.values(found.outputs),
        found.failed ?? "",
        ...found.info,
        ...found.annotations.flatMap(({ title, message, place }) => [title, message, place?.file ?? ""]),
      ];
      for (const text of texts) expect(harmOf(text.replace(/^::|##/g, ""))).toBeNull();
      for (const text of [found.summary, found.written["x.sarif"] ?? ""]) expect(harmOf(text)).toBeNull();
      expect(found.annotations.filter(({ title, place }) => /\n/.test(title + (place?.file ?? "")))).toEqual([]);
    }
  });

  test.runIf(process.platform !== "win32")("a refusal that quotes such a name is a line, too", async () => {
    const folder = exampleRepository();
    for (const inputs of [{ environments: "x\u202ey" }, { directory: HOSTILE }, { command: HOSTILE }, { base: HOSTILE }]) {
      const found = await action(folder, { command: "plan", ...inputs });
      expect(found.outputs.verdict).toBe("error");
      expect(harmOf(`${found.failed} ${found.summary}`)).toBeNull();
    }
  });
});
