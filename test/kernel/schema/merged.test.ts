import { expect, test } from "vitest";
import { helpOf, inWords } from "../../support/said.ts";
import { REQUIRED_OF_ENVIRONMENT, validate, validateMerged } from "../../../src/kernel/schema/validate.ts";
import { SourceText } from "../../../src/kernel/source/text.ts";
import type { Mapping } from "../../../src/kernel/source/tree.ts";
import { readYaml } from "../../../src/kernel/source/yaml.ts";
import { shown, treeOf } from "../../support/yaml.ts";

const HEAD = "apiVersion: tierwright/v1\nkind: Environment\nname: demo\n";
const LAYERS = ["environments/demo/environment.yaml", "defaults in environments/site.yaml"];

function missing(text: string) {
  const tree = treeOf(HEAD + text);
  return validateMerged("Environment", tree, tree.span, () => LAYERS);
}

test("an environment that says nothing itself has the right shape: its layers may say it", () => {
  expect(validate("Environment", treeOf(HEAD))).toEqual([]);
  expect(shown(missing(""))).toEqual(Array(3).fill("1:1 repo/missing-key"));
  expect(missing("").map(({ pointer }) => pointer)).toEqual(["/connector", "/tool", "/tier"]);
  expect(helpOf(missing("")[2])).toMatch(/release, signIn, fileTransfer/);
});

test("what is missing in a map of the own file stands on its key, and the layers that were searched are named", () => {
  const problems = missing('connector: "2506"\ntool: x\ntier:\n  release: "2506"\n  fileTransfer: []\n');
  expect(shown(problems)).toEqual(["6:1 repo/missing-key"]);
  expect(problems.map(inWords)[0]).toMatchObject({
    pointer: "/tier/signIn",
    message: expect.stringMatching(/neither environments\/demo\/.* nor defaults in/),
  });
});

test("a map that another layer wrote is told at the own document's beginning", () => {
  const own = treeOf(`${HEAD}tool: x\nconnector: y\n`) as Mapping;
  const other = readYaml("environments/site.yaml", new TextEncoder().encode("tier: { release: a, signIn: b }\n")).tree as Mapping;
  const merged: Mapping = { ...own, entries: new Map([...own.entries, ...other.entries]) };
  const problems = validateMerged("Environment", merged, own.span);
  expect(problems).toMatchObject([
    { rule: "repo/missing-key", pointer: "/tier/fileTransfer", at: { file: "test.yaml", line: 1 } },
  ]);
});

test("what the shape has already said is not said again", () => {
  expect(missing("connector: a\ntool: b\ntier: text\n")).toEqual([]);
  expect(missing("conector: a\ntool: b\ntier: { relese: a, signIn: b, fileTransfer: [] }\n")).toEqual([]);
});

test("the list of what is required names keys of the schema", () => {
  expect(REQUIRED_OF_ENVIRONMENT).toContain("/tier/signIn");
  const source = new SourceText("own.yaml", "x");
  const empty: Mapping = { type: "map", span: { source, start: 0, end: 1 }, pointer: "", entries: new Map() };
  for (const problem of validateMerged("Environment", empty, empty.span)) expect(helpOf(problem)).toMatch(/^add it\. \S.{10,}/);
});
