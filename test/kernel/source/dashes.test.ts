import { describe, expect, test } from "vitest";
import { checkDocument } from "../../../src/kernel/schema/validate.ts";
import { inWords } from "../../support/said.ts";
import { marked, read, shown } from "../../support/yaml.ts";

/** A dash without the space after it, in every place where a list item can be, and keys below a key that has a value. */

/** Texts with faults of YAML; each has a single dash without its space. */
const FAULTS = [
  "f:\n  - a\n  -b\n",
  "f:\n  - a\n  -b\n  - c\n",
  "f:\n- a\n-b\nc: d\n",
  "f:\n-a\nc: d\n",
  "f:\n  - r: a\n    b: c\n  -r: a\n    b: c\n",
  "f:\n  -r: a\n   b: c\n",
  "f:\n  - { a: b }\n  -{ a: b }\n",
  "f:\n  - [a]\n  -[b]\n",
  "- a\n-b\n",
  "ignore:\n  -{ rule: conf/unknown-key, reason: x }\n",
  "f:\n  - x\n  -'b'\n",
  "f:\n  - https://a:1\n    -https://b:1\n",
  "f:\n  - a\n   -b\n  - c\n",
];

describe("a dash without its space is the only finding, at the dash", () => {
  test.each(FAULTS)("%j", (text) => {
    const { tree, problems } = read(text);
    const lines = text.split("\n");
    const line = lines.findIndex((one) => /^ *-[^ ]/.test(one));
    expect(shown(problems)).toEqual([`${line + 1}:${(lines[line] ?? "").indexOf("-") + 1} repo/yaml-syntax`]);
    expect(marked(text, problems)).toEqual(["-"]);
    expect(problems.map(inWords)[0]?.message).toBe("a space is missing after the dash of this list item");
    expect(tree).toBeNull();
  });

  test.each([
    "a: -x\n",
    "a: b\n  -c\n",
    "a:\n  - -x\n  - --y\n  - -1\n",
    "a: |\n  -x\n",
    "a: [-x, -y]\n",
    "a:\n  - >-\n    -x\n",
  ])("%j is sound", (text) => {
    expect(read(text).problems).toEqual([]);
  });
});

const HEAD = "apiVersion: tierwright/v1\nkind: Environment\nname: demo\n";
const found = (lines: string) => {
  const { tree, problems } = read(HEAD + lines);
  if (!tree) throw new Error(problems.map(inWords).map(({ message }) => message)[0]);
  return checkDocument("Environment", tree).map(inWords);
};

describe("a text or map that begins with such a dash, where a list belongs", () => {
  test.each([
    ["tier:\n  fileTransfer:\n    -https://a:1\n", "fileTransfer: [ https://a:1 ]"],
    ["tier:\n  fileTransfer: -https://a:1\n", "fileTransfer: [ https://a:1 ]"],
    ["tier:\n  fileTransfer:\n    -https://a:1\n    -https://b:1\n", "'- value'"],
    ["tier:\n  fileTransfer:\n    -https://a:1\n    - https://b:1\n", "'- value'"],
    ["tier:\n  sharedWith: -sandbox\n", "sharedWith: [ sandbox ]"],
    ["workstation:\n  keep:\n    -STAGING_DIR\n", "keep: [ STAGING_DIR ]"],
    ["ignore:\n  -rule: conf/unknown-key\n  reason: x\n", "- "],
  ])("%j", (lines, spelling) => {
    const problems = found(lines).filter(({ rule }) => rule === "repo/wrong-kind");
    expect(problems).toHaveLength(1);
    expect(problems[0]?.help).toMatch(/^put a space after the dash/);
    expect(problems[0]?.help).toContain(spelling);
  });

  test("a password in its place is not repeated", () => {
    const [problem] = found("tier:\n  sharedWith:\n    -x password=hunter2\n");
    expect(problem?.help).not.toContain("hunter2");
  });
});

describe("a key with a value, and keys below it", () => {
  test.each([
    [
      "set:\n  connector: x\n    A: b\n",
      "2:14",
      "connector has a value on its line, and the lines below are indented as its map",
    ],
    ["set: connector\n  A: b\n", "1:6", "set has a value on its line, and the lines below are indented as its map"],
    ["set: connector: x\n  A: b\n", "1:6", "set and connector, a key of its map, are on one line"],
    ["set: connector:\n    A: b\n", "1:6", "set and connector, a key of its map, are on one line"],
    ["- set: x\n    A: b\n", "1:8", "set has a value on its line, and the lines below are indented as its map"],
    ["kind: x\n  A: b\n", "1:7", "the lines below are indented deeper than this key, which has a value already"],
    ["hunter2: x\n  A: b\n", "1:10", "the lines below are indented deeper than this key, which has a value already"],
    ["set: hunter2: x\n", "1:6", "a value on the line of its key cannot hold a further 'key: value' or list"],
  ])("%j", (text, place, message) => {
    const { problems } = read(text);
    expect(shown(problems)).toEqual([`${place} repo/yaml-syntax`]);
    expect(problems.map(inWords)[0]?.message).toBe(message);
    expect(problems.map(inWords)[0]?.help).not.toContain("hunter2");
  });
});
