import { describe, expect, test } from "vitest";
import { below } from "./project.ts";
import { commentsOf, type Exported, exportsOf, textsOf, textsOfPowerShell, type Written } from "./writing.ts";

const SOURCES = below("src", /(?<!\.generated|\.d)\.ts$/);
const PARTS = below("powershell/parts", /\.ps1$/);

const inOrder = (found: readonly Written[], words: (one: Written) => string): readonly string[] =>
  found.map((one) => `${one.path}:${one.line}: ${words(one)}`);

const EXPORTS = SOURCES.flatMap((path) => exportsOf(path));
const FUNCTIONS = EXPORTS.filter(({ kind, text }) => kind === "function" && text !== "");
const TYPES = EXPORTS.filter(({ kind, text }) => kind === "object" && text !== "");

/** A verb in the third person and not a plural: "Results of" and "Values are" begin with nouns. */
const VERB = /^[A-Z][a-z]*[a-rt-z]s(?=[\s,]|$)(?! (?:of|are|have)\b)/;
const startsWithVerb = (text: string): boolean =>
  VERB.test(text) && !/^(?:This|Its|Theirs|Always|Perhaps|Besides|Sometimes)\b/.test(text);

/** Clauses are no noun phrases: "What ... is", "Whether ...", "How ...". */
const CLAUSE = /^(?:What|Who|Whose|Whom|Which|Whether|How|Why|When|Where|If|That)\b/;
/** Verbs that start the comment of a function, and are nouns in the plural too. */
const ALSO_NOUNS = [
  "Limits",
  "Counts",
  "Groups",
  "Places",
  "Marks",
  "Plans",
  "Lists",
  "Sets",
  "Tests",
  "Shows",
  "Reports",
  "Checks",
];

const firstWord = (text: string): string => /^[A-Za-z]+/.exec(text)?.[0] ?? "";
const VERBS = new Set(FUNCTIONS.filter(({ text }) => startsWithVerb(text)).map(({ text }) => firstWord(text)));
const isNounPhrase = (text: string): boolean =>
  !CLAUSE.test(text) && (!VERBS.has(firstWord(text)) || ALSO_NOUNS.includes(firstWord(text)));

describe("comments", () => {
  test("that of an exported function starts with a verb in the third person", () => {
    expect(FUNCTIONS.length).toBeGreaterThan(1500);
    expect(
      inOrder(
        FUNCTIONS.filter(({ text }) => !startsWithVerb(text)),
        ({ text }) => text.slice(0, 60),
      ),
    ).toEqual([]);
  });

  test("that of an exported type starts with a noun phrase", () => {
    expect(TYPES.length).toBeGreaterThan(400);
    expect(
      inOrder(
        TYPES.filter(({ text }) => !isNounPhrase(text)),
        ({ text }) => text.slice(0, 60),
      ),
    ).toEqual([]);
  });

  test("no sentence begins with What, Who, Whose, Of, The same or So many", () => {
    const comments = SOURCES.flatMap((path) => commentsOf(path));
    expect(comments.length).toBeGreaterThan(3000);
    const riddles = comments.filter(({ text }) => RIDDLE.test(text));
    expect(inOrder(riddles, ({ text }) => RIDDLE.exec(text)?.[0] ?? "")).toEqual([]);
  });
});

/** A sentence of a comment that begins with a word of the list; "Of course" is none of them. */
const RIDDLE =
  /(?:^|[.!?:] )(?:What|Who|Whose|Of|The same|So many)\b(?! course).{0,40}|^(?:what|who|whose|the same|so many)\b.{0,40}/;

/** Participles and adjectives that name nothing: a function needs a verb, a value a noun. */
const BARE =
  /^(?:told|held|seen|known|found|says|said|shown|spelled|gone|given|taken|made|kept|left|built|written|drawn|broken|chosen|hidden|lost|meant|met|sent|spent|swept|thrown|understood|won|bound|whose|within|elsewhere|alive|beside|stands|standing|[a-z]+(?<!e)ed)$/;
/** Verbs and nouns that end like participles. */
const NOT_BARE = ["embed", "feed", "need", "seed", "shed", "speed"];
const isBare = (name: string): boolean =>
  /^(?:[a-z]+|[A-Z]+)$/.test(name) && BARE.test(name.toLowerCase()) && !NOT_BARE.includes(name.toLowerCase());

test("no exported name is a bare participle", () => {
  const bare = EXPORTS.filter(({ name, kind }) => kind !== "object" && kind !== "call" && isBare(name));
  expect(bare.map(({ path, line, name }) => `${path}:${line}: ${name}`)).toEqual([]);
});

/** Patterns that are wrong in every message, each with the plain word. */
const WRONG: readonly (readonly [RegExp, string])[] = [
  [/\bstands?\b(?! for|-in)/i, "is, appears"],
  [/\b(?:is|are|was|were|be) told\b(?! apart)|\btells\b/i, "reports"],
  [/\bgone\b/i, "deleted, removed, missing"],
  [/\bbeside\b/i, "next to, in addition to"],
  [/\b(?:so that nobody|whoever|nobody (?:knows|can tell))\b/i, "name the fact: unknown, cannot determine"],
  [/\bmay (?:not )?be merged\b/i, "OK to merge, do not merge"],
  [/\bcounts? against\b/i, "blocks"],
  [/\b(?:is|are|be|can be|cannot be) had\b/i, "available"],
  [/\botherwise than\b/i, "differently from"],
  [/\bthat (?:is|are) meant\b|\bit is to be\b/i, "the intended one"],
  [/\bof each (?:its|their) own\b|\bas before, of\b/i, "unchanged"],
  [/\bcannot be looked at\b|\bbe looked at\b/i, "read, inspected"],
  [/\bsays? the same\b/i, "matches, updated accordingly"],
  [/\{\} x \{\}|\d x \d/, "× between releases"],
  [/✗[^\n]*\bpass\b/, "no ✗ in a line that says pass"],
];

/** Texts with a wrong word that stay: each with the reason. */
const EXCEPTIONS: readonly (readonly [path: string, text: string, reason: string])[] = [
  ...[
    "src/platform/recording-files.ts",
    "src/record/commands/record/running.ts",
    "src/record/commands/record/start-environment.ts",
    "src/record/commands/record/start.ts",
  ].map((path) => [path, "store gone", "a value of the capture's journal"] as const),
];

const exceptionFor = ({ path, text }: Written) => EXCEPTIONS.find(([file, words]) => path === file && text.includes(words));

const wrongIn = (text: string): readonly string[] =>
  WRONG.flatMap(([pattern, plainly]) => {
    const match = pattern.exec(text);
    return match ? [`'${match[0]}' in '${text.slice(Math.max(0, match.index - 50), match.index + 50)}': ${plainly}`] : [];
  });

test("no message has words that are wrong in every message", () => {
  const texts = [...SOURCES.flatMap((path) => textsOf(path)), ...PARTS.flatMap((path) => textsOfPowerShell(path))];
  expect(texts.length).toBeGreaterThan(8000);
  const wrong = texts.filter((one) => !exceptionFor(one)).flatMap((one) => wrongIn(one.text).map((text) => ({ ...one, text })));
  expect(inOrder(wrong, ({ text }) => text)).toEqual([]);
  const unused = EXCEPTIONS.filter((one) => !texts.some((text) => exceptionFor(text) === one && wrongIn(text.text).length > 0));
  expect(unused).toEqual([]);
});

const exported = (text: string): Exported | undefined => exportsOf("src/made-up.ts", text)[0];

describe("the search", () => {
  test.each([
    ["Returns the size.", true],
    ["Reads, checks and writes.", true],
    ["Does nothing.", true],
    ["Passes it on.", true],
    ["The size of a file.", false],
    ["Results of a run.", false],
    ["Values are read.", false],
    ["This returns nothing.", false],
    ["Read a file.", false],
  ])("takes '%s' for a verb in the third person: %s", (text, verb) => {
    expect(startsWithVerb(text)).toBe(verb);
  });

  test.each([
    ["A file.", true],
    ["Limits of a run.", true],
    ["What a run found.", false],
    ["Whether it is safe.", false],
    ["Returns the size.", false],
  ])("takes '%s' for a noun phrase: %s", (text, noun) => {
    expect(isNounPhrase(text)).toBe(noun);
  });

  test("knows a function, a value, a type of functions and a type, with their comments", () => {
    expect(exported("/** Adds. */\nexport const add = (a: number) => a;")).toMatchObject({ kind: "function", text: "Adds." });
    expect(exported("/**\n * Adds\n * two.\n */\nexport async function add() {}")).toMatchObject({ text: "Adds two." });
    expect(exported("export const MOST = 3;")).toMatchObject({ kind: "value", text: "", name: "MOST" });
    expect(exported("export type Read = () => string;")).toMatchObject({ kind: "call" });
    expect(exported("export interface Read {}")).toMatchObject({ kind: "object" });
  });

  test("joins the lines of a comment, and reads none in a string", () => {
    const text = 'const a = "// What"; // the same here\n// One line\n// Of two.\n/**\n * Who reads.\n */\n';
    expect(commentsOf("src/made-up.ts", text).map((one) => one.text)).toEqual([
      "the same here",
      "One line Of two.",
      "Who reads.",
    ]);
  });

  test("reads strings and templates, and no import", () => {
    const text = 'import "a b";\nconst a = `it stands ${1} there`;\nconst b = ["not one", "one"];';
    expect(textsOf("src/made-up.ts", text).map((one) => one.text)).toEqual(["it stands {} there", "not one"]);
    expect(textsOfPowerShell("a.ps1", "# 'not this one'\n$a = 'but this'; $b = \"and {0} that\"").map((one) => one.text)).toEqual(
      ["but this", "and {0} that"],
    );
  });

  test.each(["it stands there", "2506 x 2606", "may not be merged", "✗ Compatibility: pass"])("refuses '%s'", (text) => {
    expect(wrongIn(text)).not.toEqual([]);
  });

  test.each(["a stand-in", "what it stands for", "standard", "tell them apart", "cannot be told apart", "0x10"])(
    "accepts '%s'",
    (text) => {
      expect(wrongIn(text)).toEqual([]);
    },
  );

  test.each([
    ["found", true],
    ["folded", true],
    ["isFound", false],
    ["foundFiles", false],
    ["renderAdopted", false],
    ["need", false],
    ["exceed", false],
  ])("takes the name '%s' for a bare participle: %s", (name, bare) => {
    expect(isBare(name)).toBe(bare);
  });
});
