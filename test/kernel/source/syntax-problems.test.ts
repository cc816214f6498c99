import { describe, expect, test } from "vitest";
import { inWords, said } from "../../support/said.ts";
import { marked, read, shown } from "../../support/yaml.ts";

/** [what, text, places and rules, words of the first message or help] */
const CASES: readonly (readonly [string, string, readonly string[], RegExp])[] = [
  ["a quote that is never closed, at the quote", 'a: "x\nb: y\nc: z\n', ["1:4 repo/yaml-syntax"], /never closed/],
  ["a bracket that is never closed, at the bracket", "a: [1, 2\nb: 3\n", ["1:4 repo/yaml-syntax"], /never closed/],
  ["a brace that is never closed, at the root", "{a: 1", ["1:1 repo/yaml-syntax"], /never closed/],
  ["a quote behind a closing quote", "a: 'x'\"\n", ["1:7 repo/yaml-syntax"], /a quote follows.*remove it/],
  ["a closing bracket too many", "a: 1\n}\n", ["2:1 repo/yaml-syntax"], /without an opening/],
  ["a comma with nothing before it", "a: [1, , 2]\n", ["1:8 repo/yaml-syntax"], /comma/],
  ["a colon without a space", "name: x\nkind:y\nz: 1\n", ["2:1 repo/yaml-syntax"], /space is missing after the colon/],
  [
    "a key without its colon, last",
    "a: 1\ntier dev\n",
    ["2:1 repo/yaml-syntax"],
    /a colon is missing after tier.*write 'tier: '/,
  ],
  ["a key without its colon, in between", "tier dev\na: 1\n", ["1:1 repo/yaml-syntax"], /a colon is missing after tier/],
  [
    "a key without its colon, alone on its line",
    "a: 1\ntier\nb: 2\n",
    ["2:1 repo/yaml-syntax"],
    /tier: alone with its keys indented/,
  ],
  [
    "a key without its colon, above lines that only seem misaligned",
    "name: x\ntier\n  hosts:\n    a: 1\n  b: 2\nc: 3\n",
    ["2:1 repo/yaml-syntax"],
    /a colon is missing after tier/,
  ],
  ["a password that goes on too far left", "a: x\nhunter2 dev\n", ["2:1 repo/yaml-syntax"], /not 'key: value'/],
  ["a line that is no key", "key: value\nnot a key\n", ["2:1 repo/yaml-syntax"], /not 'key: value'/],
  ["text behind a closing quote", 'a: "x" y\n', ["1:8 repo/yaml-syntax"], /already ended/],
  ["a quote inside single quotes", "a: 'it's'\n", ["1:8 repo/yaml-syntax"], /already ended/],
  ["a comment without a blank", "a: 'x'#b\n", ["1:7 repo/yaml-syntax"], /comment/],
  ["two keys on a line", "a: b: c\n", ["1:4 repo/yaml-syntax"], /line of its key/],
  ["lines indented below a value", "a: 1\n b: 2\n", ["1:4 repo/yaml-syntax"], /indented deeper/],
  [
    "a line that is not aligned, below an empty one",
    "a: 'x'\n\n# c\n  b: 1\nc: 2\n",
    ["4:1 repo/yaml-syntax"],
    /indented unlike/,
  ],
  ["lines that are not aligned", "a:\n  b: 1\n c: 2\n", ["3:1 repo/yaml-syntax"], /indented unlike/],
  [
    "a value that starts with a reserved sign",
    "a: @x\nb: `y`\nc: %z\n",
    ["1:4 repo/yaml-syntax", "2:4 repo/yaml-syntax", "3:4 repo/yaml-syntax"],
    /cannot start/,
  ],
  ["a template's braces", "a: {{ x }}\n", ["1:5 repo/yaml-syntax"], /must be quoted/],
  ["a map as a key", "[a]: b\n", ["1:1 repo/yaml-syntax"], /key must be text/],
  ["text behind the sign of a block", "a: |x\n  b\n", ["1:5 repo/yaml-syntax"], /start the text on the next line/],
  ["an escape that is none", 'a: "x\\q"\n', ["1:4 repo/yaml-syntax"], /single quotes/],
  ["an anchor without a name", "a: & x\n", ["1:4 repo/yaml-syntax"], /name/],
  ["two anchors", "a: &x &y z\n", ["1:7 repo/yaml-syntax"], /one anchor/],
  ["a tab as indentation", "a:\n\tb: 2\n", ["2:1 repo/yaml-tab"], /tab/],
  ["a tab behind blanks", "a:\n  b: 1\n  \tc: 2\n", ["3:3 repo/yaml-tab"], /tab/],
  ["a tab inside brackets over lines", "a: [1,\n\t2]\n", ["2:1 repo/yaml-tab"], /tab/],
  ["a tag", "a: !secret x\nb: !!binary aGk=\n", ["1:4 repo/yaml-tag", "2:4 repo/yaml-tag"], /tag/],
  ["a directive for YAML 1.1", "%YAML 1.1\n---\na: no\n", ["1:1 repo/yaml-directive"], /YAML 1\.1/],
  ["other directives", "%TAG ! x\n%FOO\n---\na: 1\n", ["1:1 repo/yaml-directive", "2:1 repo/yaml-directive"], /not read here/],
  ["a second document", "a: 1\n---\nb: 2\n---\nc: 3\n", ["2:1 repo/multiple-documents"], /second document/],
  ["a second document without a line", "a: 1\n...\nb: 2\n", ["3:1 repo/multiple-documents"], /second document/],
  ["an empty file", "", ["1:1 repo/empty-document"], /empty/],
  ["comments only", "# a\n# b\n", ["1:1 repo/empty-document"], /empty/],
  ["a start mark only", "---\n", ["1:1 repo/empty-document"], /empty/],
  ["null only", "~\n", ["1:1 repo/empty-document"], /empty/],
];

describe("a finding each, at its place, with what to do", () => {
  test.each(CASES)("%s", (_, text, places, words) => {
    const { problems } = read(text);
    expect(shown(problems)).toEqual(places);
    expect(problems.map(inWords).map(({ message, help }) => `${message} ${help}`)[0]).toMatch(words);
  });

  test.each(CASES)("no words of the library or of the text: %s", (_, text) => {
    for (const { message, help } of read(text).problems.map(inWords)) {
      expect(`${message} ${help}`).not.toMatch(/flow (map|sequence)|implicit|scalar|node end|token|Unexpected|at line/i);
    }
  });
});

test("sound spellings raise nothing", () => {
  const sound = [
    "%YAML 1.2\n---\na: no\n",
    "---\na: 1\n...\n",
    "a: 1\t# a tab before a comment\n",
    "a: { b: 1,\n     c: 2 }\n",
    "? a\n: b\n",
    "a: 'x'\nb: \"it's\"\n",
    "a: !!str 1\nb: !!map {}\nc: !!int 3\nd: ! x\n",
    "a: |\n  x: [\n  \ty\n",
    "a: https://x:1/y#z\nb: C:\\temp\nc: 'a: b # c'\n",
    "{ a: 1 }",
  ];
  expect(sound.flatMap((text) => read(text).problems)).toEqual([]);
});

test("several faults of a file are all told, in the order of the text", () => {
  const text = 'a: @x\nb: "\\q"\na: 1\nc:\nd: *no\n<<: {}\n';
  expect(shown(read(text).problems)).toEqual([
    "1:4 repo/yaml-syntax",
    "2:4 repo/yaml-syntax",
    "3:1 repo/duplicate-key",
    "4:1 repo/null-value",
    "5:4 repo/unknown-anchor",
    "6:1 repo/merge-key",
  ]);
});

/** A map whose keys have each kind of value that a document can have, with a comment and an empty line in it. */
const SOUND = `kind: x
tier:
  release: "2606"
  signIn: https://plm.example.com:8443/tc # a comment
  transport: http
  members:
    plm.example.com: [ files ]
    other.example.com: [ more ]
    third.example.com: 'one'
  # a comment
  fileTransfer: [ "https://plm.example.com:4544" ]
  hosts: { plm.example.com: 10.20.0.11 }
  list:
    - one
    - two
  flat:
  - one
  - two

  sharedWith: []
  last: 1
workstation:
  install: x
`;

/** A document with keys whose maps are on the lines below. */
const MAPS = `kind: x
tier:
  release: "2606"
  hosts:
    plm.example.com: 10.20.0.11
    files.example.com: 10.20.0.12
  signIn: https://plm.example.com:8443/tc
workstation:

  # a comment
  set:
    connector:
      A: b
      C.D: d
  install: x
logging:
  levels:
    a.b: DEBUG
  keepDays: 1
`;
const HEADS = [...MAPS.matchAll(/^ *(?!connector)(\w+):$/gm)].map(({ 1: key = "", index, 0: head }) => ({
  key,
  end: index + head.length,
}));
const ABOVE = HEADS.flatMap((head) =>
  ["plm", "on", "yes", "{}", "[]", '"x"', "'2606'", "on # a comment"].map((value) => ({ ...head, value })),
);

describe("a value on the line of a key whose map is below is the only finding, at the value", () => {
  test("the document has such keys", () => {
    expect(HEADS.length).toBeGreaterThanOrEqual(5);
    expect(read(MAPS).problems).toEqual([]);
  });

  test.each(ABOVE)("$key: $value", ({ key, end, value }) => {
    const text = `${MAPS.slice(0, end)} ${value}${MAPS.slice(end)}`;
    const { problems } = read(text);
    expect(problems.map(({ at }) => at?.line)).toEqual([MAPS.slice(0, end).split("\n").length]);
    expect(marked(text, problems)).toEqual([value.replace(" # a comment", "")]);
    expect(problems.map(inWords).map(({ help }) => help)).toEqual([
      `remove the value after '${key}:': the map is on the lines below`,
    ]);
  });

  test.each(["tool: 2024x\n  connector: x\n", "name: x\n  tier: y\n", "hosts: { a: b }\n  c: d\n"])(
    "a line indented by mistake is no such map: %s",
    (text) => {
      expect(said(read(text).problems[0])).not.toContain("map on the lines below");
    },
  );
});

/** The lines of SOUND that begin with a key, each with its number and the column of the key. */
const KEYS = SOUND.split("\n").flatMap((text, i) => (/^ *\w/.test(text) ? [{ line: i + 1, column: text.search(/\w/) }] : []));

/** The keys that a map has above a further key, after no empty line, each with the columns of the maps around it. */
const NOT_LAST = KEYS.flatMap(({ line, column }, i) => {
  const below = KEYS.slice(i + 1).find((key) => key.column <= column);
  if (below?.column !== column || SOUND.split("\n")[line - 2] === "") return [];
  return [0, 2].filter((left) => left < column).map((left) => ({ line, left }));
});

describe("a key that starts further left than the rest of its map is the only finding, at the key", () => {
  test("the document has such keys", () => {
    expect(NOT_LAST.length).toBeGreaterThanOrEqual(12);
    expect(read(SOUND).problems).toEqual([]);
  });

  test.each(NOT_LAST)("line $line in column $left", ({ line, left }) => {
    const lines = SOUND.split("\n");
    lines[line - 1] = " ".repeat(left) + (lines[line - 1] ?? "").trimStart();
    const { problems } = read(lines.join("\n"));
    expect(shown(problems)).toEqual([`${line}:${left + 1} repo/yaml-syntax`]);
    expect(said(problems[0])).toContain("starts further left than the lines below it");
  });
});

/** The first key of each map of SOUND that has a further key. */
const FIRST = KEYS.filter(({ column }, i) => {
  const below = KEYS.slice(i + 1).find((key) => key.column <= column);
  return i > 0 && (KEYS[i - 1]?.column ?? 0) < column && below?.column === column;
});

describe("a first key that starts further right than the rest of its map is the only finding, at the key", () => {
  test("the document has such keys", () => expect(FIRST.length).toBeGreaterThan(1));

  test.each(FIRST)("line $line", ({ line, column }) => {
    const lines = SOUND.split("\n");
    lines[line - 1] = `  ${lines[line - 1]}`;
    const { problems } = read(lines.join("\n"));
    expect(shown(problems)).toEqual([`${line}:${column + 3} repo/yaml-syntax`]);
    expect(said(problems[0])).toContain("starts further right than the line below it");
  });
});

/** Each bracket and quote of SOUND that closes something. */
const CLOSING = [...SOUND.matchAll(/[\]}"'](?= |\n|$)/g)].map(({ index }) => index);

describe("without a closing bracket or quote there is one finding, at the one that opens", () => {
  test.each(CLOSING)("the one at offset %i, above plain values, a map and another open bracket", (at) => {
    const end = SOUND.indexOf("\n", at) + 1;
    const indent = SOUND.slice(SOUND.lastIndexOf("\n", at) + 1).search(/\w/);
    const below = ["p: one", "q: two", "r: a: b", "s:", "  t: [ 1", "u: 'x' y"].map((text) => `${" ".repeat(indent)}${text}\n`);
    const { problems } = read(SOUND.slice(0, at) + SOUND.slice(at + 1, end) + below.join("") + SOUND.slice(end));
    const line = SOUND.slice(0, at).split("\n").length;
    expect(problems.map((problem) => problem.at?.line)).toEqual([line]);
    expect(said(problems[0])).toContain("is never closed");
  });
});

/** Each closing bracket of SOUND; a further one behind it, of either kind, closes nothing. */
const BRACKETS = [...SOUND.matchAll(/[\]}](?= |\n|$)/g)].flatMap(({ index }) =>
  ["]", "}", " ]"].map((extra) => ({ index, extra })),
);

describe("a closing bracket too many is the only finding, although the library misreads what follows", () => {
  test.each(BRACKETS)("$extra behind offset $index", ({ index, extra }) => {
    const { problems } = read(SOUND.slice(0, index + 1) + extra + SOUND.slice(index + 1));
    expect(problems.map(({ at }) => at?.line)).toEqual([SOUND.slice(0, index).split("\n").length]);
    expect(said(problems[0])).toContain("a closing bracket without an opening one");
  });
});

test("a line with a tab is one finding, although it takes its neighbours out of line", () => {
  expect(shown(read("a:\n\tb: 1\n  c: 2\nd: @\n").problems)).toEqual(["2:1 repo/yaml-tab", "4:4 repo/yaml-syntax"]);
});

test("a text of several documents is told, and what it lacks is not guessed", () => {
  const { tree, problems } = read("a: 1\na: 2\n---\nb: 3\n");
  expect(shown(problems)).toEqual(["2:1 repo/duplicate-key", "3:1 repo/multiple-documents"]);
  expect(tree).toBeNull();
});

test("beyond fifty they are counted", () => {
  const { problems } = read("a:\n".replace("a", "k0") + Array.from({ length: 79 }, (_, i) => `k${i + 1}:\n`).join(""));
  expect(problems).toHaveLength(50);
  expect(said(problems[49])).toContain("30 more problems");
  expect(said(problems[48])).not.toContain("more problems");
});

test("a wrong escape and an escaped path can be put in single quotes, for review", () => {
  const text = 'a: "bin\\quick"\nb: "D:\\temp\\new"\nc: "it\'s D:\\q"\n';
  const { problems } = read(text);
  expect(problems.map(({ fix }) => fix?.edits[0]?.text)).toEqual(["'bin\\quick'", "'D:\\temp\\new'", "'it''s D:\\q'"]);
  expect(problems[0]?.fix?.safe).toBe(false);
  expect(marked(text, problems)[1]).toBe('"D:\\temp\\new"');
});

test.each(["C:\\Program Files", "C:\\temp\\new", "d:\\Users\\x", "C:\\quick", "C:\\x"])(
  '"%s" is told once, as a path',
  (path) => {
    const { problems } = read(`a: "${path}"\n`);
    expect(shown(problems)).toEqual(["1:4 repo/escaped-path"]);
    expect(problems[0]?.fix?.edits[0]?.text).toBe(`'${path}'`);
  },
);

test.each(['"C:\\\\temp"', '"C:/temp"', '"C:\\/temp"', "'C:\\temp'", "C:\\temp", '"a\\tb"'])("%s is no such path", (value) => {
  expect(read(`a: ${value}\n`).problems).toEqual([]);
});
