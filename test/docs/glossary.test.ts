import { expect, test } from "vitest";
import { below, read } from "../house/project.ts";
import { readPage } from "./page.ts";

/** The rows `| **word** | meaning | synonym, synonym |` of the glossary. */
const ROWS = [...readPage("docs/glossary.md").matchAll(/^\| \*\*([^*]+)\*\* \| ([^|]+) \| ([^|]*) \|$/gm)].map(
  ([line, word = "", , refused = ""]) => ({ line, word, refused: refused.split(", ").filter((name) => name !== "") }),
);

/** Splits an exported name into its words: "VerdictOf" gives "verdict of". */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();

const exportsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^export (?:declare )?(?:async )?(?:function\*?|class|const|interface|type|enum) (\w+)/gm)].map(
    ([, name = ""]) => name,
  );

/** Whether a name holds a synonym as words of its own, also in the plural. */
const holds = (name: string, synonym: string): boolean =>
  ` ${wordsOf(name)} `.replaceAll("s ", " ").includes(` ${synonym.replace(/s$/, "")} `);

const SYNONYMS = ROWS.flatMap(({ word, refused }) => refused.map((synonym) => ({ word, synonym })));

test("every word of the glossary has one row of at most two lines, and no synonym is a word of its own", () => {
  expect(ROWS.length).toBeGreaterThan(35);
  const words = ROWS.map(({ word }) => word);
  expect(words).toEqual([...new Set(words)]);
  expect(ROWS.filter(({ line }) => line.length > 240).map(({ word }) => word)).toEqual([]);
  expect(SYNONYMS.filter(({ synonym }) => words.includes(synonym))).toEqual([]);
});

test.each([
  ["readViolations", "violation", true],
  ["CAPTURE_DUMP", "dump", true],
  ["dryRunOf", "dry run", true],
  ["violet", "violation", false],
  ["tracedHosts", "trace", false],
] as const)("the search in %s for '%s' answers %s", (name, synonym, found) => {
  expect(holds(name, synonym)).toBe(found);
});

test("no exported name of src/ has a synonym that docs/glossary.md refuses", () => {
  const names = below("src", /\.ts$/).flatMap((path) => exportsOf(read(path)).map((name) => ({ path, name })));
  expect(names.length).toBeGreaterThan(2000);
  const found = names.flatMap(({ path, name }) =>
    SYNONYMS.filter(({ synonym }) => holds(name, synonym)).map(
      ({ word, synonym }) => `${path}: ${name}: '${synonym}' is called '${word}'`,
    ),
  );
  expect(found).toEqual([]);
});

test("the glossary explains no word by a file of the sources, which its readers do not have", () => {
  expect(readPage("docs/glossary.md")).not.toMatch(/`src\/|test\//);
});
