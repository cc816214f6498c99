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

/** A document of maps. Each key that a map certainly has, and that no list precedes in its column, gets a dash. */
const MAPS = `kind: Environment
tool: 2025x
tier:
  release: "2606"   # a comment
  # another one
  signIn: https://plm.example.com:8443/tc
  members:
    plm.example.com: [ files ]
    other.example.com: [ more ]
  fileTransfer:
  - https://plm.example.com:4544

  transport: http
workstation:
  stagingDir: 'D:\\plm'
  set:
    connector:
      A.B: c
      D: e
    logger:
      F: g
  keep: [ X ]
logging:
  keepDays: 1
  payload: { enabled: false }
`;
const KEYS = [...MAPS.matchAll(/^( *)[\w.]+:/gm)].flatMap(({ index, 1: indent = "", 0: text }) => {
  const alone = /A.B:|D:|F:|kind|transport/.test(text);
  return alone ? [] : [{ key: text.trim(), at: index + indent.length }];
});

describe("a dash before a key of a map is the only finding, at the dash", () => {
  test("the document is sound", () => {
    expect(read(MAPS).problems).toEqual([]);
    expect(KEYS.length).toBeGreaterThan(14);
  });

  test.each(KEYS)("- $key at $at", ({ at }) => {
    const text = `${MAPS.slice(0, at)}- ${MAPS.slice(at)}`;
    const { problems } = read(text);
    const lines = text.slice(0, at).split("\n");
    expect(shown(problems)).toEqual([`${lines.length}:${(lines.at(-1) ?? "").length + 1} repo/yaml-syntax`]);
    expect(marked(text, problems)).toEqual(["-"]);
    expect(problems.map(inWords)[0]?.help).toBe("remove the dash, and start the key in the column of the others");
  });

  test.each([
    "rows:\n  - tool: x\n  connectors: {}\n",
    "ignore:\n  - rule: x\n  - rule: y\n  reason: z\n",
    "tier:\n  - release: x\n  - signIn: y\n  transport: http\n",
    "hunter2:\n  - a: b\n  c: d\n",
  ])("%j can have another fault", (text) => {
    expect(read(text).problems.map(inWords)[0]?.message).not.toContain("dash");
  });
});

test.each([
  ["tier:\n  - signIn: https://x\n    release: a\n", true],
  ["tier:\n  - signIn: https://x\n  - release: a\n", true],
  ["workstation:\n- install: x\n", true],
  ["tier:\n  - hunter2: x\n", false],
  ["tier:\n  - signIn\n", false],
  ["tier: []\n", false],
])("a list of the keys of a map, %j, has too many dashes: %s", (lines, isMap) => {
  const [problem] = found(lines).filter(({ rule }) => rule === "repo/wrong-kind");
  expect(problem?.help?.startsWith("remove each '- ' (dash, space)")).toBe(isMap);
});
