import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readBlockYaml } from "../../../src/kernel/source/block-yaml.ts";
import { ProblemList } from "../../../src/kernel/source/problem.ts";
import { SourceText } from "../../../src/kernel/source/text.ts";
import { readByLibrary, readYaml } from "../../../src/kernel/source/yaml.ts";
import { below } from "../../house/project.ts";
import { stepOf } from "../../support/runs.ts";

/* Where the short way answers, it says exactly what the library's way says: the same tree, the same places, and that nothing is wrong. */

const encode = (text: string) => new TextEncoder().encode(text);

/** What both say of a text; the short way is null where it leaves the text to the library. */
function both(text: string) {
  const source = new SourceText("a.yaml", text);
  const problems = new ProblemList(source);
  const short = readBlockYaml(source, text);
  return { short, long: short && { tree: readByLibrary(text, source, problems), problems: problems.finish() } };
}

/** The real documents that the product holds: environments, releases, kits, exceptions, cases. */
const REAL = ["environments", "releases", "test/cases"]
  .flatMap((folder) => below(folder, /\.yaml$/))
  .map((path) => readFileSync(path, "utf8"));

const HANDMADE = [
  "a: 1\n",
  "a:\n- x\n- y: 1\n  z: 2\nb: {}\n",
  "a: []\nb: [ x , 'y, z' , \"w\" ]\nc: { d: { e: [ {f: g} ] } }\n",
  "- a: 1\n  b:\n    - c\n-   d: e # comment\n- 'it''s'\n",
  "---\nkey with spaces: value with spaces   # and a comment\n\n\n# end\n",
  "a: https://plm.example.com:8443/tc#x\nb: D:\\plm\\staging\nc: a#b\nd: ~x\n",
  "n: 010\no: 0o17\nx: 0x1F\nf: 1.50\ne: 1e3\nt: TRUE\nq: +.inf\nm: 2024.10\nd: 2026-09-01\n",
  "ä: 1\n",
  "a: Prüfung ✓ 🙂 x\nb: 'ü: {'\n",
  "a: 1\r\nb:\r\n  - x\r\n  - y\r\n",
];

test("documents that people write are read the short way, each as the library reads it", () => {
  const answers = [...REAL, ...HANDMADE].map(both);
  for (const { short, long } of answers) if (short) expect({ tree: short, problems: [] }).toEqual(long);
  expect(answers.filter(({ short }) => short).length).toBeGreaterThan(answers.length * 0.85);
});

test.each([
  ["a value that goes on below", "a: one\n  two\nb: 1\n"],
  ["a list's value that goes on below", "- one\n  two\n"],
  ["no value", "a:\nb: 1\n"],
  ["null", "a: null\n"],
  ["a tilde", "a: ~\n"],
  ["a key twice", "a: 1\nb: 2\na: 3\n"],
  ["a key twice in a row", "a: { b: 1, b: 2 }\n"],
  ["a block text", "a: |\n  x\n"],
  ["an anchor", "a: &x 1\n"],
  ["an alias", "a: *x\n"],
  ["a tag", "a: !!str 1\n"],
  ["a merge key", "<<: { a: 1 }\n"],
  ["an escape", 'a: "x\\ty"\n'],
  ["a quote that is not closed", "a: 'x\n"],
  ["a bracket that is not closed", "a: [x\n"],
  ["a colon inside", "a: b: c\n"],
  ["a colon at the end", "a: b:\n"],
  ["a key below a value", "a: 1\n  b: 2\n"],
  ["a line between the columns", "a:\n    b: 1\n  c: 2\n"],
  ["an item among keys", "a: 1\n- b\n"],
  ["a key among items", "- b\na: 1\n"],
  ["text after a quote", "a: 'x' y\n"],
  ["a comment without a space", "a: 'x'#y\n"],
  ["two documents", "a: 1\n---\nb: 2\n"],
  ["an end of the document", "a: 1\n...\n"],
  ["a directive", "%YAML 1.2\n---\na: 1\n"],
  ["a tab", "a:\t1\n"],
  ["a byte order mark", "\ufeffa: 1\n"],
  ["nothing", "# only a comment\n"],
  ["one value", "hello\n"],
  ["an indented document", "  a: 1\n"],
  ["a pair in a list", "a: [b: c]\n"],
  ["a comma at the end", "a: [b,]\n"],
  ["a key alone in braces", "a: { b }\n"],
  ["typographic quotes", "a: “x”\n"],
  ["a nested list on one line", "- - a\n"],
  ["an escape in a key", '"a\\tb": 1\n'],
  ["a doubled quote in a key", "'a''b': 1\n"],
  ["a key with a colon in it", "a:b: 1\n"],
  ["a space before the colon", "a : 1\n"],
  ["no space after the colon of a quoted key", '{"a":1}\n'],
])("%s is left to the library", (_, text) => {
  expect(both(text).short).toBeNull();
});

/** The same numbers each time (mulberry32), so that a failure can be met again. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

const SIGNS = [
  " ",
  "  ",
  "\n",
  "\r\n",
  ":",
  ": ",
  "- ",
  "-",
  "#",
  " #",
  "'",
  '"',
  "''",
  "[",
  "]",
  "{",
  "}",
  ",",
  "?",
  "? ",
  "|",
  ">",
  "&a",
  "*a",
  "!",
  "%",
].concat([
  "@",
  "`",
  "~",
  "null",
  "0",
  "1.",
  "0x",
  "---",
  "...",
  "\\",
  "ä",
  "\u00a0",
  "\u2028",
  "\u2019",
  "\t",
  "<<",
  "=",
  "a: b",
  "- a",
  "true",
  "\n  ",
  "\n\n",
]);

/** A document with some slips of the kind that YAML is known for. */
function slipped(text: string, random: (below: number) => number): string {
  let changed = text;
  for (let left = 1 + random(4); left > 0; left--) {
    const at = random(changed.length + 1);
    const lines = changed.split("\n");
    const line = random(lines.length);
    switch (random(6)) {
      case 0:
        changed = changed.slice(0, at) + changed.slice(at + 1 + random(3));
        break;
      case 1:
      case 2:
        changed = changed.slice(0, at) + SIGNS[random(SIGNS.length)] + changed.slice(at);
        break;
      case 3:
        changed = lines.toSpliced(line, 1, " ".repeat(random(4)) + lines[line]).join("\n");
        break;
      case 4:
        changed = lines.toSpliced(line, 1, (lines[line] as string).replace(/^ {1,2}/, "")).join("\n");
        break;
      default:
        changed = lines.toSpliced(random(lines.length), 0, lines[line] as string).join("\n");
    }
  }
  return changed;
}

/** A small document of its own making: blocks and rows as they come. */
function made(random: (below: number) => number, depth = 0, column = 0): string {
  const pad = " ".repeat(column);
  const scalars = [
    "a",
    "2506",
    "1.0",
    "'x'",
    '"y: z"',
    "a b",
    "D:\\x",
    "https://h:1/a",
    "[]",
    "{ a: b }",
    "[a, 'b']",
    "0x1F",
    "true",
    "a#b",
    "x # c",
  ];
  const lines: string[] = [];
  const list = random(4) === 0;
  for (let i = 1 + random(3); i > 0; i--) {
    const head = list ? "-" : `k${random(5)}:`;
    const deep = depth < 3 && random(3) === 0;
    if (deep && list) lines.push(`${pad}- ${made(random, depth + 1, column + 2).trimStart()}`);
    else if (deep) lines.push(`${pad}${head}\n${made(random, depth + 1, column + random(3))}`);
    else lines.push(`${pad}${head} ${scalars[random(scalars.length)]}`);
  }
  return lines.join("\n");
}

const DOCUMENTS = Math.ceil(100_000 / stepOf(240));

test(`${DOCUMENTS} documents, generated and with slips: wherever the short way answers, the library says the same`, () => {
  const small = [...HANDMADE, ...REAL.filter(({ length }) => length < 1_500)];
  let answered = 0;
  for (let seed = 0; seed < DOCUMENTS; seed++) {
    const random = randomOf(seed);
    const text =
      random(2) === 0 ? made(random) : slipped(random(3) === 0 ? made(random) : (small[random(small.length)] as string), random);
    const { short, long } = both(text);
    if (!short) continue;
    // what is wrong with a text's characters is found before either way
    if (readYaml("a.yaml", encode(text)).problems.length > 0 && long?.problems.length === 0) continue;
    answered++;
    expect({ seed, text, tree: short, problems: [] }).toEqual({ seed, text, ...long });
  }
  expect(answered).toBeGreaterThan(DOCUMENTS / 10);
}, 600_000);
