/** Finds the tests that prove each clause, from the titles in test files and test cases. */
import { filesBelow, readText } from "./sources.mjs";

const TAGS = /^(?:\[[A-H]\d+(?:,? ?[A-H]\d+)*\] ?)+/;
/** Pattern of a string literal that starts with a clause; in a test file, only titles do. */
const TITLE = /(["'`])(\[[A-H]\d+(?:,? ?[A-H]\d+)*\](?:\\.|(?!\1)[^\\])*)\1/g;
const SWITCHED_OFF = /\b(?:test|it|describe)(?:\.\w+)*\.(?:skip|todo|only|fails)\b/;
/** Pattern of tests that some runs leave out (for data outside the project): such a test does not prove a clause by existing. */
const CONDITIONAL = /\b(?:test|it|describe)(?:\.\w+)*\.(?:skipIf|runIf)\b/;

function tagged(file, title) {
  const [tags] = TAGS.exec(title);
  return { file, title: title.slice(tags.length), clauses: tags.match(/[A-H]\d+/g) };
}

async function inFiles() {
  const found = [];
  for (const file of await filesBelow("test", ".test.ts")) {
    const text = await readText(file);
    const off = SWITCHED_OFF.exec(text);
    if (off) throw new Error(`${file}: '${off[0]}' would list a test that proves nothing`);
    if (CONDITIONAL.test(text)) continue;
    const titles = [...text.matchAll(TITLE)].map(([, , literal]) => literal.replace(/\\(["'`$\\])/g, "$1"));
    found.push(...titles.map((title) => tagged(file, title)));
  }
  return found;
}

/** Folders of test cases, each with the test that runs them. */
const CASES = [
  { test: "test/cases.test.ts", folder: "test/cases" },
  { test: "test/compiler/plan/cases.test.ts", folder: "test/compiler/plan/cases" },
];

/** Returns the cases that a test runs; the first line of `command` is the title. */
async function inCases() {
  const found = [];
  for (const { test, folder } of CASES) {
    if ((await readText(test)) === null) continue;
    for (const file of await filesBelow(folder, "/command")) {
      const title = (await readText(file)).split("\n")[0].replace(/^# ?/, "");
      if (TAGS.test(title)) found.push(tagged(file.replace(/\/command$/, ""), title));
    }
  }
  return found;
}

/** Returns the tests with their clauses, in the order of their files: `{ file, title, clauses }`. */
export async function taggedTests() {
  return [...(await inFiles()), ...(await inCases())];
}
