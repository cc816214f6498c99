import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clauseProofs, pageOf } from "../../scripts/generate/traceability.mjs";
import { read, ROOT } from "./project.ts";

/** What the compiler has to prove: once here, a clause never loses its last test unnoticed. */
const FINISHED =
  "A1 A2 A3 A4 A5 A6 A7 B1 B2 B3 B4 B5 B6 B8 C1 C2 C3 C4 C5 C7 E1 E2 E3 E4 E5 E6 E7 E8 E9 E10 E11 E12 E13 E14 E15 E16 E17 H1 H2 H3 H7".split(
    " ",
  );

const proofs = await clauseProofs();

test("every finished clause has a test", () => {
  expect(proofs.size).toBe(82);
  expect(FINISHED.filter((clause) => (proofs.get(clause) ?? []).length === 0)).toEqual([]);
});

// that a test asserts at all is held by every run (requireAssertions), and that it ran by .ci/asserted.mjs
test("every line of the page names a test file that is there, with the title as it stands in it", () => {
  const lines = [...proofs.values()].flat();
  expect(lines.length).toBeGreaterThan(500);
  for (const line of lines) {
    const [, path = "", words = ""] = /^- (\S+?): (.*)\n$/.exec(line) ?? [];
    expect(existsSync(join(ROOT, path)), line).toBe(true);
    const text = read(/^test\/(?:compiler\/plan\/)?cases\//.test(path) ? `${path}/command` : path);
    const plain = words.replace(/\\([*_<>[\]`|])/g, "$1");
    const branches = /^every branch of `(.*)` alone$/.exec(words)?.[1];
    if (words.startsWith("executed examples of")) expect(text).toMatch(/describe\.each\(eachNth\(\d, RULES\b/);
    // test/compiler/rules/changes.test.ts runs every change of these tables
    else if (branches !== undefined) expect(text).toContain(`  "${branches}": [`);
    else expect(text.replace(/\\(["'`$\\])/g, "$1"), line).toContain(plain);
  }
});

test("the page says how many clauses are proven, and which are open", () => {
  const open = [...proofs].filter(([, lines]) => lines.length === 0).map(([clause]) => clause);
  const left = open.length === 0 ? "" : `; open: ${open.join(", ")}`;
  expect(pageOf(proofs)).toContain(`${82 - open.length} of 82 clauses have a test${left}.`);
});
