import { expect, test } from "vitest";
import { said } from "../../support/said.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { checkDocument, checkHeader } from "../../../src/kernel/schema/validate.ts";
import { read, shown, treeOf } from "../../support/yaml.ts";

const check = (text: string) => checkDocument("Environment", treeOf(text));

test("an unknown apiVersion is one finding, which names the versions that are read, and nothing else is judged", () => {
  const problems = check("apiVersion: tierwright/v2\nkind: Environmnt\nsomething: new\n");
  expect(shown(problems)).toEqual(["1:13 repo/api-version"]);
  expect(said(problems[0])).toMatch(/'tierwright\/v2'.*tierwright\/v1/);
  expect(shown(check("apiVersion: [1]\nkind: Environment\nx: 1\n"))).toEqual(["1:13 repo/api-version"]);
});

test("another kind is one finding; a misspelled one is told beside the faults of the shape", () => {
  expect(shown(check("apiVersion: tierwright/v1\nkind: Site\nx: 1\n"))).toEqual(["2:7 repo/document-kind"]);
  const problems = check("apiVersion: tierwright/v1\nkind: Environmnt\nname: a\nx: 1\n");
  expect(shown(problems)).toEqual(["2:7 repo/document-kind", "4:1 repo/unknown-key"]);
  expect(problems[0]?.fix).toMatchObject({ safe: false, edits: [{ text: "Environment" }] });
});

test("a missing header is told at the top, can be added, and the shape is still judged", () => {
  const problems = check("# comment\nname: a\nx: 1\n");
  expect(shown(problems)).toEqual(["2:1 repo/api-version", "2:1 repo/document-kind", "3:1 repo/unknown-key"]);
  expect(problems[0]?.fix?.edits).toMatchObject([
    { text: "apiVersion: tierwright/v1\n", place: { line: 2, column: 1, endLine: 2, endColumn: 1 } },
  ]);
});

test("a header that is null is the reader's finding only", () => {
  const { tree, problems } = read("apiVersion:\nkind:\nname: a\n");
  expect(shown(problems)).toEqual(["1:1 repo/null-value", "2:1 repo/null-value"]);
  expect(tree && checkDocument("Environment", tree)).toEqual([]);
});

test("a document that is no map has no header to speak of", () => {
  expect(checkHeader("Site", treeOf("- a\n"))).toEqual([]);
});

test("quoting the header changes nothing", () => {
  const text = (EXAMPLE_REPOSITORY["environments/demo/environment.yaml"] ?? "").replace(
    "apiVersion: tierwright/v1",
    "apiVersion: 'tierwright/v1'",
  );
  expect(check(text)).toEqual([]);
});
