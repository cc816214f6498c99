import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unifiedDiff } from "../../../src/compiler/plan/unified-diff.ts";
import { runs } from "../../support/runs.ts";

/** The text after a unified diff: what `patch` makes of the text before. */
function patched(before: readonly string[], diff: string): readonly string[] {
  const after: string[] = [];
  let at = 0;
  for (const line of diff.split("\n").slice(2, -1)) {
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@$/.exec(line);
    if (hunk) {
      // a hunk without old lines stands after the line that it names
      const start = hunk[2] === "0" ? Number(hunk[1]) : Number(hunk[1]) - 1;
      after.push(...before.slice(at, start));
      at = start;
    } else if (line.startsWith("+")) after.push(line.slice(1));
    else {
      expect(line.slice(1)).toBe(before[at]);
      if (line.startsWith(" ")) after.push(line.slice(1));
      at++;
    }
  }
  return [...after, ...before.slice(at)];
}

const LINES = fc.array(fc.constantFrom("a", "b", "c", "d e", "x=1", ""), { maxLength: 40 });
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

describe("[A6] [B7] the unified diff of a text", () => {
  test("gives the text after when it is applied to the text before, and nothing where they are the same", () => {
    fc.assert(
      fc.property(LINES, LINES, (before, after) => {
        const diff = unifiedDiff("f", text(before), text(after), () => false);
        if (diff === "") expect(after).toEqual(before);
        else expect(patched(before, diff)).toEqual(after);
      }),
      { numRuns: runs(1000) },
    );
  });

  test("counts no line ends, and shows no line that can contain a secret", () => {
    expect(unifiedDiff("f", "a\r\nb\r\n", "a\nb\n", () => false)).toBe("");
    const diff = unifiedDiff("f", "a\nkey=old-secret\n", "a\nkey=new-secret\n", (line) => line.includes("secret"));
    expect(diff).not.toContain("old-secret");
    expect(diff).not.toContain("new-secret");
    expect(diff.match(/can contain a secret is not shown/g)).toHaveLength(2);
  });

  test("of two long texts without a common line is bounded in time", () => {
    const many = (word: string) => text(Array.from({ length: 5_000 }, (_, i) => `${word} ${i}`));
    const diff = unifiedDiff("f", many("a"), many("b"), () => false);
    expect(diff.split("\n")).toHaveLength(10_000 + 3 + 1);
  });
});
