import { expect, test } from "vitest";
import { projectToPlain } from "../../../src/kernel/source/plain.ts";
import { at, type Scalar } from "../../../src/kernel/source/tree.ts";
import { read, treeOf } from "../../support/yaml.ts";

function scalar(text: string, pointer = "/a"): Scalar {
  return at(treeOf(text), pointer) as Scalar;
}

test.each([
  "2506",
  "2024.10",
  "010",
  "1.10",
  "0x1F",
  "0o17",
  "1_000",
  "2026-09-01",
  "22:22",
  "2506e1",
  "-0",
  ".inf",
  ".NaN",
  "True",
  "no",
  "1e400",
])("plain %s keeps its source text", (text) => {
  expect(scalar(`a: ${text}\n`)).toMatchObject({ type: "scalar", text, style: "plain" });
  expect(scalar(`a: [ ${text}, x ]\n`, "/a/0").text).toBe(text);
  expect(scalar(`a: &x ${text} # comment\n`).text).toBe(text);
  expect(scalar(`a: !!str ${text}\n`)).toMatchObject({ text, value: text });
});

test.each([
  ["2506", 2506],
  ["2024.10", 2024.1],
  ["010", 10],
  ["0x1F", 31],
  ["0o17", 15],
  ["TRUE", true],
  ["False", false],
  ["no", "no"],
  ["1_000", "1_000"],
  ["2026-09-01", "2026-09-01"],
  ["22:22", "22:22"],
])("the YAML 1.2 core value of %s decides the kind", (text, value) => {
  expect(scalar(`a: ${text}\n`).value).toBe(value);
});

test.each([
  ["single quotes", "'it''s C:\\temp'", "it's C:\\temp", "single"],
  ["double quotes", '"a\\tb \\u00fc \\\\ \\x41"', "a\tb ü \\ A", "double"],
  ["a quoted number", '"2506"', "2506", "double"],
  ["literal block", "|-\n  a\n  b", "a\nb", "block"],
  ["folded block", ">\n  a\n  b", "a b\n", "block"],
  ["plain text over lines", "one\n  two", "one two", "plain"],
  ["empty text", "''", "", "single"],
])("%s are decoded", (_, source, text, style) => {
  expect(scalar(`a: ${source}\n`)).toMatchObject({ text, value: text, style });
});

test("keys are text as written, and only the same text is the same key", () => {
  const tree = treeOf("2506: a\n2506.0: b\n'null': c\nnull: d\n".replace("null: d\n", "~: d\n"));
  expect(tree.type === "map" && [...tree.entries.keys()]).toEqual(["2506", "2506.0", "null", "~"]);
});

test("__proto__ and constructor are ordinary keys, in the tree and in plain data", () => {
  const plain = projectToPlain(treeOf("__proto__: { polluted: 1 }\nconstructor: 2\n")) as Record<string, unknown>;
  expect(Object.keys(plain)).toEqual(["__proto__", "constructor"]);
  expect(Object.getPrototypeOf(plain)).toBeNull();
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test("plain data has finite numbers and booleans by value, everything else as text", () => {
  const plain = projectToPlain(treeOf("n: 010\nb: true\ni: .inf\nx: .nan\ns: '1'\nl: [1, a]\nbig: 1e400\n"));
  expect(JSON.stringify(plain)).toBe('{"n":10,"b":true,"i":".inf","x":".nan","s":"1","l":[1,"a"],"big":"1e400"}');
});

test("a byte order mark is no part of the text and shifts no column", () => {
  const { tree, problems } = read("\ufeffa: 1\na: 2\n");
  expect(at(tree ?? undefined, "/a")).toMatchObject({ text: "1" });
  expect(problems[0]).toMatchObject({ at: { line: 2, column: 1 }, related: [{ place: { line: 1, column: 1, endColumn: 2 } }] });
});
