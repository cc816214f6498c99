import { expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/registry.ts";
import { pathOf } from "../../src/cli/topics.ts";
import { below, read } from "./project.ts";
import { textsOf, textsOfPowerShell } from "./writing.ts";

/* A configuration repository has no docs/ folder: a text names a page by the command that prints it. */

const PAGE = /(?<!\{\}\/|\/)\bdocs\/[a-z-]+\.md/;
const HELP = /`tierwright help ([a-z][a-z/.-]*)`|<code>tierwright help ([a-z][a-z/.-]*)<\/code>/g;

const TEXTS = [
  ...below("src", /(?<!\.generated|\.d)\.ts$/).flatMap((path) => textsOf(path)),
  ...below("powershell/parts", /\.ps1$/).flatMap((path) => textsOfPowerShell(path)),
  ...["schemas", "templates", "recipes"]
    .flatMap((folder) => below(folder, /\.[a-z]+$/))
    .flatMap((path) =>
      read(path)
        .split("\n")
        .map((text, i) => ({ path, line: i + 1, text })),
    ),
];

const namesPage = (text: string): boolean => PAGE.test(text);

/** Returns true if `help` prints a page or a recipe for a word, and not the description of a command. */
const printsPage = (word: string): boolean =>
  pathOf(word) !== null && !COMMANDS.some(({ name }) => name === word || name.startsWith(`${word} `));

test("no text names a page as a file of docs/", () => {
  expect(TEXTS.length).toBeGreaterThan(10_000);
  expect(TEXTS.filter(({ text }) => namesPage(text)).map(({ path, line, text }) => `${path}:${line}: ${text}`)).toEqual([]);
});

test("every page that a text names with `tierwright help` is printed by it", () => {
  const named = TEXTS.flatMap(({ path, line, text }) =>
    [...text.matchAll(HELP)].map(([, inText, inPage]) => ({ path, line, word: inText ?? inPage ?? "" })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ word }) => word !== "recipes" && !printsPage(word))).toEqual([]);
});

test.each([
  ["docs/probe.md shows one", true],
  ["see it (docs/recording.md#tls)", true],
  ["`tierwright help probe.md` shows one", false],
  ["{}/blob/v{}/docs/rules.md#{}", false],
  ["docs/CODEOWNERS", false],
])("takes '%s' for a page of docs/: %s", (text, named) => {
  expect(namesPage(text)).toBe(named);
});

test.each([
  ["probe.md", true],
  ["formats", true],
  ["probe", false],
  ["idp", false],
  ["no-such-page", false],
])("takes '%s' for a word whose page help prints: %s", (word, printed) => {
  expect(printsPage(word)).toBe(printed);
});
