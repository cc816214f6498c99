import { describe, expect, test } from "vitest";
import { withException } from "../../../src/compiler/rules/compat/example.ts";
import { cli } from "../../support/host.ts";
import { applyExample, edit, exampleRepository } from "../../support/repository.ts";

/* An exception that nobody answers for opens no gate. */

async function judged(owner: string, reason: string) {
  const folder = exampleRepository();
  applyExample(folder, withException({ owner }));
  edit(folder, "releases/exceptions.yaml", "reason: trial", `reason: ${reason}`);
  const { code, out } = await cli(["check", "--format", "json", "--today", "2036-06-30"], { cwd: folder });
  const { verdicts, findings } = JSON.parse(out);
  return { code, gate: verdicts[0].gate, rules: findings.map(({ rule }: { rule: string }) => rule) };
}

describe("[C4] an exception", () => {
  test.each([
    ["a blank owner", '" "', "trial"],
    ["an empty owner", '""', "trial"],
    ["a blank reason", "plm-team", '"   "'],
    ["a space without a break as its reason", "plm-team", '"\\u00a0"'],
    ["a dash as its owner", '"-"', "trial"],
    ["dots as its reason", "plm-team", '"..."'],
    ["a letter that is drawn as nothing as its owner", '"\\u3164"', "trial"],
    ["fillers of half a width and of syllables as its reason", "plm-team", '"\\uFFA0\\u115F\\u1160"'],
    ["a picture as its owner", '"\\U0001F642"', "trial"],
    ["an accent without a letter as its owner", '"\\u0301"', "trial"],
  ])("with %s is a finding, and the gate stays closed", async (_, owner, reason) => {
    const { code, gate, rules } = await judged(owner, reason);
    expect([code, gate]).toEqual([1, "block"]);
    expect(rules).toContain("compat/exception-not-acceptable");
  });

  test.each([
    ["owner", "null", "trial"],
    ["owner", "NULL", "trial"],
    ["owner", "~", "trial"],
    ["owner", "", "trial"],
    ["reason", "plm-team", "Null"],
    ["reason", "plm-team", ""],
  ])("whose %s is null in YAML ('%s', '%s') is a finding, and the gate stays closed", async (_, owner, reason) => {
    const { code, gate, rules } = await judged(owner, reason);
    expect([code, gate]).toEqual([1, "block"]);
    expect(rules).toContain("repo/null-value");
  });

  test("whose owner is the word 'null' opens it", async () => {
    expect(await judged('"null"', "trial")).toEqual({ code: 0, gate: "accepted", rules: [] });
  });

  test.each([
    ["Ω", "trial"],
    ["plm-team", "7"],
    ["設計", "試験"],
    ["李", "٣"],
    ["김\u3164철수", "시험"],
  ])("that %s answers for because of %s opens it", async (owner, reason) => {
    expect(await judged(owner, `"${reason}"`)).toEqual({ code: 0, gate: "accepted", rules: [] });
  });
});
