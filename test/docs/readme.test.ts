import { expect, test } from "vitest";
import { expectFresh, filesOf } from "./examples.ts";
import { readPage } from "./page.ts";
import { answerTo, sceneOf } from "./session.ts";

const README = readPage("README.md");

test("every output that README.md shows is what the command prints (else: npm run update)", async () => {
  await expectFresh("README.md");
});

test("README.md has at most 1,200 words", () => {
  expect(README.split(/\s+/).length).toBeLessThanOrEqual(1200);
});

test("every output that docs/commands.md shows is what the command prints (else: npm run update)", async () => {
  await expectFresh("docs/commands.md");
});

test("exactly the files that README.md shows, copied as they stand, check without a finding", async () => {
  const files = filesOf(README);
  expect(Object.keys(files)).toHaveLength(6);
  const { code, out } = await answerTo("tierwright check --fail-on info --format json", sceneOf(files));
  expect(JSON.parse(out)).toMatchObject({ summary: { environments: 1, errors: 0, warnings: 0, infos: 0 }, findings: [] });
  expect(code).toBe(0);
});

test("none of the files that an environment is compiled from can be left out", async () => {
  const files = filesOf(README);
  for (const path of Object.keys(files).filter((name) => !name.endsWith("/environment.yaml"))) {
    const rest = Object.fromEntries(Object.entries(files).filter(([name]) => name !== path));
    expect((await answerTo("tierwright check", sceneOf(rest))).code, path).not.toBe(0);
  }
});
