import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterLast,
  beforeFirst,
  fitsWildcards,
  trailing,
  withoutLeading,
  withoutTrailing,
} from "../../../src/kernel/text/runs.ts";

/** Texts of few characters, so that runs of them are frequent. */
const text = fc.string({ unit: fc.constantFrom(" ", "\t", "/", "\\", "a", "b", "\n"), maxLength: 12 });

describe("runs of characters", () => {
  it("are cut as the expressions cut them that take too long", () => {
    fc.assert(
      fc.property(text, (sample) => {
        expect(withoutTrailing(sample, " \t")).toBe(sample.replace(/[ \t]+$/, ""));
        expect(withoutTrailing(sample, "\\/")).toBe(sample.replace(/[\\/]+$/, ""));
        expect(withoutLeading(sample, " \t")).toBe(sample.replace(/^[ \t]+/, ""));
        expect(withoutTrailing(sample, "/") + trailing(sample, "/")).toBe(sample);
        expect(trailing(sample, "/")).toBe(/[/]*$/.exec(sample)?.[0]);
        expect(beforeFirst(sample, "/a")).toBe(sample.replace(/[/a].*$/s, ""));
        expect(afterLast(sample, "/a")).toBe(sample.replace(/^.*[/a]/s, ""));
      }),
    );
  });

  it("cost nothing in texts of ten megabytes", () => {
    const long = " ".repeat(10_000_000);
    expect(withoutTrailing(`${long}x`, " ")).toHaveLength(10_000_001);
    expect(withoutTrailing(`x${long}`, " ")).toBe("x");
    expect(beforeFirst(long, "x")).toHaveLength(10_000_000);
    expect(afterLast(`${long}/x`, "/")).toBe("x");
  });
});

describe("wildcards", () => {
  const sign = fc.constantFrom("a", "B", "*", "?", "/", ".");

  it("fit what the expression made of them fits", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "B", "b", "."), maxLength: 10 }),
        fc.string({ unit: sign, maxLength: 6 }),
        (name, pattern) => {
          const source = pattern.replace(/[./]/g, "\\$&").replaceAll("*", ".*").replaceAll("?", ".");
          expect(fitsWildcards(name, pattern)).toBe(new RegExp(`^${source}$`, "s").test(name));
          expect(fitsWildcards(name, pattern, true)).toBe(new RegExp(`^${source}$`, "si").test(name));
        },
      ),
    );
  });

  it("with thirty asterisks are judged at once", () => {
    const [name, pattern] = ["a".repeat(10_000), `${"*a".repeat(30)}*b`];
    expect(fitsWildcards(name, pattern)).toBe(false);
    expect(fitsWildcards(`${name}b`, pattern)).toBe(true);
  });
});
