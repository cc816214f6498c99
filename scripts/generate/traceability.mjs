/**
 * docs/traceability.md: for every clause of the requirements the tests that prove it. The build makes the page and git does not keep it,
 * because every change of a test would change it, too.
 */
import { PARTS } from "./clauses.mjs";
import { loadRules } from "./rules-page.mjs";
import { filesBelow, readText } from "./sources.mjs";
import { taggedTests } from "./tests.mjs";

const INTRODUCTION = `# Which test proves which clause

<!-- Made by \`npm run build\` from test titles and rule files. Do not edit; git does not keep it. -->

A test names the clauses it proves at the start of its title: \`[A4] a dropped backslash is found\`. A rule names them in its file, and its
examples are executed. A clause under which no test stands is open: nothing here claims it.
`;

/** Returns the test that applies every rule's examples; without it, a rule proves nothing. */
async function exampleTest() {
  for (const file of await filesBelow("test/compiler/rules", ".test.ts")) {
    const text = await readText(file);
    if (/\bRULES\b/.test(text) && /\.fails\b/.test(text) && /\.passes\b/.test(text)) return file;
  }
  return null;
}

/** Returns the rules whose branches are tested one by one, each with its number of cases: the keys of test/compiler/rules/changes/*.ts. */
async function changedRules() {
  const found = [];
  for (const file of await filesBelow("test/compiler/rules/changes", ".ts")) {
    const text = await readText(file);
    for (const [, id] of text.matchAll(/^ {2}"([a-z0-9]+\/[a-z0-9-]+)": \[$/gm)) found.push({ file, id });
  }
  return found;
}

/** Returns the lines of Markdown for each clause. Throws an Error for an unknown clause in a title or a rule. */
async function proofs() {
  const known = PARTS.flatMap(({ clauses }) => Object.keys(clauses));
  const lines = new Map(known.map((clause) => [clause, []]));
  const add = (clause, where, line) => {
    if (!lines.has(clause)) throw new Error(`${where}: there is no clause ${clause} in scripts/generate/clauses.mjs`);
    lines.get(clause).push(line);
  };
  for (const { file, title, clauses } of await taggedTests()) {
    for (const clause of clauses) add(clause, file, `- ${file}: ${title.replace(/([*_<>[\]`|])/g, "\\$1")}\n`);
  }
  const executed = await exampleTest();
  const changed = executed ? await changedRules() : [];
  for (const rule of executed ? await loadRules() : []) {
    for (const clause of rule.clauses) {
      add(clause, rule.id, `- ${executed}: executed examples of \`${rule.id}\`\n`);
      for (const { file, id } of changed) if (id === rule.id) add(clause, id, `- ${file}: every branch of \`${id}\` alone\n`);
    }
  }
  return lines;
}

function part({ letter, title, clauses }, lines) {
  const sections = Object.entries(clauses).map(([clause, text]) => {
    const proven = lines.get(clause);
    return `\n### ${clause} ${text}\n\n${proven.length > 0 ? [...new Set(proven)].join("") : "Not yet: no test asserts it.\n"}`;
  });
  return `\n## ${letter}. ${title}\n${sections.join("")}`;
}

/** Returns every clause with its lines of proof; a clause without one is not proven yet. */
export const clauseProofs = proofs;

/** Returns the page that lists the proofs. */
export function pageOf(lines) {
  const open = [...lines].filter(([, proven]) => proven.length === 0).map(([clause]) => clause);
  const count = `\n${lines.size - open.length} of ${lines.size} clauses have a test${open.length > 0 ? `; open: ${open.join(", ")}` : ""}.\n`;
  return INTRODUCTION + count + PARTS.map((p) => part(p, lines)).join("");
}

export async function outputs() {
  return [{ path: "docs/traceability.md", text: pageOf(await proofs()), kept: false }];
}
