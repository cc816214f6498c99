import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MOST_HEADLINE } from "../../../src/kernel/diagnostic/define.ts";
import type { Example } from "../../../src/kernel/diagnostic/example.ts";
import { plain } from "../../../src/kernel/diagnostic/text.ts";
import { RULES } from "../../../src/compiler/rules/registry.generated.ts";
import type { Rule } from "../../../src/compiler/rules/rule.ts";
import type { RunOutcome } from "../../../src/compiler/run/run.ts";
import { runExample } from "../../support/examples.ts";
import { rulesOf } from "../../support/repository.ts";
import { eachNth } from "../../support/runs.ts";
import { said } from "../../support/said.ts";
import { BRANCHES } from "./branches.ts";
import { inWords } from "./in-words.ts";

const MESSAGES = join(import.meta.dirname, "messages");
const UPDATE = process.env.UPDATE === "1";

/** What an example raises, worked out once for each example. */
const outcomes = new Map<Example, Promise<RunOutcome>>();
function outcomeOf(example: Example): Promise<RunOutcome> {
  const outcome = outcomes.get(example) ?? runExample(example);
  // while mutants are tried (npm run mutation), the same example ends in other ways
  if (!("__mutant" in globalThis)) outcomes.set(example, outcome);
  return outcome;
}

const ruleOf = (id: string, outcome: RunOutcome) => outcome.findings.filter((finding) => finding.rule === id);

/** A failing example raises its rule, at a place and with words, and beside it exactly what it says. */
async function expectFailing(id: string, example: Example): Promise<void> {
  const outcome = await outcomeOf(example);
  const found = ruleOf(id, outcome);
  expect(
    found.length,
    `found instead: ${rulesOf(outcome).join(", ") || "nothing: does a check or a stage raise it?"}`,
  ).toBeGreaterThan(0);
  for (const finding of found) {
    expect(said(finding).length).toBeGreaterThan(20);
    expect(finding.at).not.toBeNull();
    expect(finding.at?.line).toBeGreaterThan(0);
  }
  const beside = new Set(rulesOf(outcome).filter((rule) => rule !== id));
  expect([...beside].sort(), "what the example raises beside its rule, which its field 'beside' has to name").toEqual(
    [...(example.beside ?? [])].sort(),
  );
}

const groupOf = (id: string): string => id.split("/")[0] ?? "";

async function messageOf(title: string, id: string, example: Example): Promise<string> {
  const findings = ruleOf(id, await outcomeOf(example));
  return `${title}\n${findings.map(inWords).join("")}`;
}

/** The part of the group's file that tells of one example; what nobody wrote down is empty. */
function written(group: string, title: string): string {
  const path = join(MESSAGES, `${group}.txt`);
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return text.split(/\n(?=\S)/).find((part) => part.startsWith(`${title}\n`)) ?? "";
}

/** The example raises its rule as `title` in messages/ says it. */
async function expectExample(title: string, id: string, example: Example): Promise<void> {
  await expectFailing(id, example);
  // the group's own test writes the file
  if (!UPDATE) expect((await messageOf(title, id, example)).trimEnd()).toBe(written(groupOf(id), title).trimEnd());
}

describe("the example repository", () => {
  test("compiles without a finding, so that every finding of an example is the example's", async () => {
    const outcome = await runExample(null);
    expect(outcome.findings).toEqual([]);
    expect([...outcome.outputs.values()].map((output) => output.state)).toEqual(["written"]);
  });
});

/** In `npm test` of every sixth rule; that the others are silent where they should is in changes.test.ts, too. */
const SILENT = new Set<Rule>(eachNth(6, RULES));

/** In `npm test` every second rule. */
describe.each(eachNth(2, RULES as readonly Rule[]).map((rule) => [rule.id, rule] as const))("%s", (_, rule) => {
  test("reports its failing example, with a place, a message and what to do", () => expectExample(rule.id, rule.id, rule.fails));

  test("is silent for each passing example", async () => {
    expect(rule.passes.length).toBeGreaterThan(0);
    for (const example of SILENT.has(rule) ? rule.passes : []) {
      const outcome = await runExample(example);
      expect(ruleOf(rule.id, outcome).map((finding) => finding.message)).toEqual([]);
    }
  });

  // the words of the others are strings still
  const inParts = "at" in rule;
  if (inParts)
    test("reports the problem in one line, and the rest in separate notes", async () => {
      const found = ruleOf(rule.id, await outcomeOf(rule.fails));
      expect(found.length).toBeGreaterThan(0);
      for (const finding of found) {
        const headline = plain(finding.message);
        expect(headline.length, headline).toBeLessThanOrEqual(MOST_HEADLINE);
        const notes = (finding.notes ?? []).map(plain);
        for (const text of [headline, ...notes]) expect(text).not.toMatch(/\.$|^\s|\s$/);
        expect(new Set([headline, ...notes]).size, "each thing is said once").toBe(notes.length + 1);
      }
    });

  test("has a reason, a remedy and a group", () => {
    expect(rule.id).toMatch(/^(repo|tier|conf|logging|compat|kit|sso|idp|secret)\/[a-z0-9-]+$/);
    for (const text of [rule.title, rule.why, rule.remedy]) expect(text.length).toBeGreaterThan(10);
  });
});

describe("every branch of a rule", () => {
  test.each(eachNth(4, BRANCHES).map((branch) => [branch.rule, branch.title, branch] as const))(
    "%s: %s",
    async (rule, title, { example }) => {
      expect(RULES.map(({ id }) => id)).toContain(rule);
      await expectExample(`${rule}: ${title}`, rule, example);
    },
  );
});

/*
 * What each failing example makes the tool say, a file for each group of rules: to be read when it changes
 * (`npm run update test/compiler/rules/examples.test.ts` writes it anew).
 */
describe.each([...new Set(RULES.map(({ id }) => groupOf(id)))])(
  "messages of %s (else: npm run update test/compiler/rules/examples.test.ts)",
  (group) => {
    const rules = RULES.filter(({ id }) => groupOf(id) === group) as readonly Rule[];
    const examples = rules.flatMap((rule) => [
      { title: rule.id, rule: rule.id, example: rule.fails },
      ...BRANCHES.filter((item) => item.rule === rule.id).map((branch) => ({ ...branch, title: `${rule.id}: ${branch.title}` })),
    ]);

    // each of them is held to what the example says by the test of the example
    test("are in their own file, in this order", async () => {
      const path = join(MESSAGES, `${group}.txt`);
      if (UPDATE) {
        const parts: string[] = [];
        for (const { title, rule, example } of examples) parts.push(await messageOf(title, rule, example));
        mkdirSync(MESSAGES, { recursive: true });
        writeFileSync(path, parts.join("\n"));
      }
      const parts = readFileSync(path, "utf8").split(/\n(?=\S)/);
      expect(parts.map((part) => part.split("\n")[0])).toEqual(examples.map(({ title }) => title));
    });
  },
);
