/** Which tests carry which clause: read from the titles as they stand in the test files and test cases. */
import { filesBelow, readText } from "./sources.mjs";

const TAGS = /^(?:\[[A-H]\d+(?:,? ?[A-H]\d+)*\] ?)+/;
/** A string literal that starts with a tag; titles are the only such strings in a test file. */
const TITLE = /(["'`])(\[[A-H]\d+(?:,? ?[A-H]\d+)*\](?:\\.|(?!\1)[^\\])*)\1/g;
const SWITCHED_OFF = /\b(?:test|it|describe)(?:\.\w+)*\.(?:skip|todo|only|fails)\b/;
/** Tests of such a file may stay out of a run (data that lies beside the project): they prove nothing by being there. */
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

/** Folders of cases with the test that runs them. */
const CASES = [
  { test: "test/cases.test.ts", folder: "test/cases" },
  { test: "test/compiler/plan/cases.test.ts", folder: "test/compiler/plan/cases" },
];

/** Cases that a test runs: the first line of `command` is the title. */
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

/** Tests with their clauses, in the order of their files: `{ file, title, clauses }`. */
export async function taggedTests() {
  return [...(await inFiles()), ...(await inCases())];
}
