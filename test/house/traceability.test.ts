import { expect, test } from "vitest";
import { read } from "./project.ts";

/** What the compiler has to prove: once here, a clause never loses its last test unnoticed. */
const FINISHED = "A1 A2 A3 A4 A5 A6 B1 B2 B3 B4 B5 B6 B8 C1 C2 C3 C4 C5 C7".split(" ");

test("every finished clause has a test", () => {
  const page = read("docs/traceability.md");
  const sections = [...page.matchAll(/^### ([A-H]\d+) [^\n]*\n\n([^\n]*)/gm)].map(
    ([, clause, first]) => [clause, first] as const,
  );
  expect(sections).toHaveLength(67);
  const proven = sections.filter(([, first]) => first?.startsWith("- ")).map(([clause]) => clause);
  expect(FINISHED.filter((clause) => !proven.includes(clause))).toEqual([]);
});
