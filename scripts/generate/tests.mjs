/** Which tests carry which clause: read from the titles as they stand in the test files. */
import { filesBelow, readText } from "./sources.mjs";

const TAGS = /^(?:\[[A-H]\d+(?:, ?[A-H]\d+)*\] ?)+/;
/** A string literal that starts with a tag; titles are the only such strings in a test file. */
const TITLE = /(["'`])(\[[A-H]\d+(?:, ?[A-H]\d+)*\](?:\\.|(?!\1)[^\\])*)\1/g;
const SWITCHED_OFF = /\b(?:test|it|describe)(?:\.\w+)*\.(?:skip|skipIf|runIf|todo|only|fails)\b/;

/** Test titles with their clauses, in file order: `{ file, title, clauses }`. */
export async function taggedTests() {
  const found = [];
  for (const file of await filesBelow("test", ".test.ts")) {
    const text = await readText(file);
    const off = SWITCHED_OFF.exec(text);
    if (off) throw new Error(`${file}: '${off[0]}' would list a test that proves nothing`);
    for (const [, , literal] of text.matchAll(TITLE)) {
      const [tags] = TAGS.exec(literal);
      const title = literal.slice(tags.length).replace(/\\(["'`$\\])/g, "$1");
      found.push({ file, title, clauses: tags.match(/[A-H]\d+/g) });
    }
  }
  return found;
}
