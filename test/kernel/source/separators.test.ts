import { describe, expect, test } from "vitest";
import { DOCUMENT_KEYS } from "../../../src/kernel/source/document-keys.generated.ts";
import { inWords } from "../../support/said.ts";
import { marked, read, shown } from "../../support/yaml.ts";

/** Colons and commas that are missing between keys and values in brackets and before brackets: the only finding, at the item that shows it. */

/** A document of keys with maps in brackets, on one line and on several, with each spelling of keys and values. */
const SOUND = `kind: CompatibilityMatrix
codes: # a comment
  A: { means: certified, gate: pass } # a comment as well
  "X": { means: 'not supported', gate: block }
  NEW: { means: not copied yet, gate: "block", acceptable: true }
rows:
  - { tool: "2024x Refresh3", connectors: { "2506": NEW, '2606': A, 2612: X } }
  - { tool: 2025x, connectors: {
      "2506": A, # a comment
      2606: X
    } }
one: [ { tool: 2024x, gate: [ pass, block ] } ]
last: {}
`;

const positionOf = (text: string, offset: number): string => {
  const lines = text.slice(0, offset).split("\n");
  return `${lines.length}:${(lines.at(-1) ?? "").length + 1} repo/yaml-syntax`;
};

/** Each key of SOUND inside brackets or before a bracket, with the offset of its colon. */
const COLONS = [...SOUND.matchAll(/(?<=[{,] |^ *)("[^"\n]*"|'[^'\n]*'|\w+):(?= )/gm)]
  .map(({ 0: whole, 1: key = "", index }) => ({ key, at: index, colon: index + whole.length - 1 }))
  .filter(({ at, colon }) => /[{,] $/.test(SOUND.slice(0, at)) || /^: [{[]/.test(SOUND.slice(colon)));

describe("a missing colon is the only finding, at the key", () => {
  test("the document has such keys", () => {
    expect(COLONS.length).toBeGreaterThan(18);
    expect(read(SOUND).problems).toEqual([]);
  });

  test.each(COLONS)("$key at $at", ({ key, at, colon }) => {
    const text = SOUND.slice(0, colon) + SOUND.slice(colon + 1);
    const { tree, problems } = read(text);
    expect(shown(problems)).toEqual([positionOf(text, at)]);
    expect(marked(text, problems)).toEqual([key]);
    const named = DOCUMENT_KEYS.has(key) ? key : "this key";
    expect(problems.map(inWords)[0]?.message).toBe(`a colon is missing after ${named}`);
    expect(problems.map(inWords)[0]?.help).toMatch(/^write '[\w.-]*: ' \(colon and space\) (before|between)[^;]*$/);
    expect(tree).toBeNull();
  });
});

/** Each comma of SOUND between two items of a map, with the offset of the key behind it. */
const COMMAS = [...SOUND.matchAll(/,(?= (?:# a comment\n *)?["'\w]+: )/g)].map(({ index }) => ({
  index,
  key: index + 1 + SOUND.slice(index + 1).search(/(?!a comment)(?<=\s)["'\w]+:/),
}));

describe("a missing comma is the only finding, at the key behind it", () => {
  test("the document has such commas", () => expect(COMMAS.length).toBeGreaterThan(8));

  test.each(COMMAS)("at $index", ({ index, key }) => {
    const text = SOUND.slice(0, index) + SOUND.slice(index + 1);
    const { problems } = read(text);
    expect(shown(problems)).toEqual([positionOf(text, key - 1)]);
    expect(problems.map(inWords)[0]?.message).toBe("a comma is missing before this item");
  });
});

describe("a missing comma between brackets is the only finding, at the second item", () => {
  const ITEMS = ["{ tool: x }", "[ { a: b } ]", "{ a: { b: [ c ] }, 'd': \"}\" }"];
  const AROUND = [
    ["clients: [ ", " ]\nstage: live\n"],
    ["clients:\n  - [ { a: b }, ", ", { c: d } ]\n"],
    ["idp: { a: b, clients: [", "] }\nlast:\n  - x\n"],
    ["clients: [\n  ", "\n]\nstage: live\n"],
  ];
  const cases = ITEMS.flatMap((first) =>
    [...ITEMS, "word", "'text'"].flatMap((second) =>
      [...(/^[[{]/.test(second) ? [""] : []), " ", "\n    ", " # {\n    "].flatMap((gap) =>
        AROUND.map(([before = "", after = ""]) => [before + first + gap, second + after] as const),
      ),
    ),
  );
  test.each(cases)("%j before %j", (before, after) => {
    const { problems } = read(before + after);
    expect(shown(problems)).toEqual([positionOf(before, before.length)]);
    expect(problems.map(inWords)[0]?.message).toBe("a comma is missing before this item");
  });
});

test.each(["a: [ {{ x }} {{ y }} ]\n", "a: [ { b: c }: d ]\n"])("%j has a key that is no text", (text) => {
  expect(read(text).problems.map(inWords)[0]?.message).toMatch(/^a key must be text/);
});

test.each([
  ["codes: { A: { means: c } B: { means: d } }\n", "1:26", "a comma is missing before this item"],
  ["codes:\n  X: {}\n  A {}\n", "3:3", "a colon is missing after this key"],
  ["codes { A: { means: c } }\nrows: []\n", "1:1", "a colon is missing after codes"],
  ["codes: {}\nrows [ { a: b } ]\nlast: 1\n", "2:1", "a colon is missing after rows"],
  ["codes: { A: { means hunter2, gate: pass } }\n", "1:15", "a colon is missing after means"],
  ["codes: { A: { hunter2 x, gate: pass } }\n", "1:15", "a colon is missing after this key"],
  ["codes: { A: { tool:x, gate: pass } }\n", "1:15", "a space is missing after the colon"],
])("%j", (text, place, message) => {
  const { problems } = read(text);
  expect(shown(problems)).toEqual([`${place} repo/yaml-syntax`]);
  expect(problems.map(inWords)[0]?.message).toBe(message);
  expect(problems.map(inWords)[0]?.help).not.toContain("hunter2");
});

test.each(["a: { b }\n", "a: { b, c: d }\n"])("%j has a key without a value", (text) => {
  expect(shown(read(text).problems)).toEqual(["1:6 repo/null-value"]);
});

test.each(["a: { b c: d }\n", "a: { https://x: y }\n", "a b: { c: d }\n", "a [b]: c\n", "? a [b]\n: c\n"])(
  "%j is sound",
  (text) => {
    expect(read(text).problems).toEqual([]);
  },
);

test.each([
  ["one line", `a: {${" b: c, d: { e: f },".repeat(1000)} g: h i: j }\n`],
  ["lines of faults", `a: [\n${" { b: c d: e },\n".repeat(3000)}]\n`],
])("thousands of items take no longer each: %s", { timeout: 5000 }, (_, text) => {
  expect(read(text).problems.map(inWords)[0]?.message).toBe("a comma is missing before this item");
});
