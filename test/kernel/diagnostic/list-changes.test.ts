import { describe, expect, test } from "vitest";
import { listChanges, listChangesText } from "../../../src/kernel/diagnostic/list-changes.ts";

const elements = Array.from({ length: 54 }, (_, i) => `Block.Property${i + 1}|Real|kilogram`);
const list = (items: readonly string[], between = ",") => items.join(between);

describe("[D8, D9] long list values are compared by element", () => {
  test("two changed elements among 54 are two changes, with their places", () => {
    const found = elements.with(4, "Block.Mass|Real|gram").with(53, "Block.Last|Real|metre");
    expect(listChanges(list(elements), list(found))).toEqual([
      { at: 5, expected: elements[4], found: "Block.Mass|Real|gram" },
      { at: 54, expected: elements[53], found: "Block.Last|Real|metre" },
    ]);
    const text = listChangesText(list(elements), list(found)) ?? "";
    expect(text).toBe(
      "element 5 is 'Block.Mass|Real|gram', expected was 'Block.Property5|Real|kilogram'; element 54 is 'Block.Last|Real|metre', expected was 'Block.Property54|Real|kilogram'",
    );
  });

  test("an element in the middle that is new or gone is one change, not all behind it", () => {
    const more = [...elements.slice(0, 10), "Block.New|Real|second", ...elements.slice(10)];
    expect(listChanges(list(elements), list(more))).toEqual([{ at: 11, expected: null, found: "Block.New|Real|second" }]);
    expect(listChanges(list(more), list(elements))).toEqual([{ at: 11, expected: "Block.New|Real|second", found: null }]);
  });

  test("two elements that changed places are shown, because the order may count", () => {
    const [first = "", second = "", ...rest] = elements;
    expect(listChanges(list(elements), list([second, first, ...rest]))?.length).toBe(2);
  });

  test("blanks alone are said as such; everything other is a few lines and a count", () => {
    expect(listChangesText(list(elements), list(elements, ", "))).toBe("only spaces around its elements differ");
    const text = listChangesText(list(elements), list(elements.map((element) => `${element}|x`))) ?? "";
    expect(text).toMatch(/; and 49 more elements$/);
    expect(text.length).toBeLessThan(800);
  });

  test("one element of 5,000 characters is cut where it is shown", () => {
    const text = listChangesText(list(elements), list(elements.with(0, "y".repeat(5000)))) ?? "";
    expect(text.length).toBeLessThan(200);
  });

  test("short values, absent ones and what is no list are shown whole", () => {
    expect(listChangesText("a,b,c,d,e", "a,b,c,d,f")).toBeNull();
    expect(listChangesText("x".repeat(400), "y".repeat(400))).toBeNull();
    expect(listChangesText(null, list(elements))).toBeNull();
    expect(listChangesText(list(elements), null)).toBeNull();
  });

  test("lists of 20,000 elements are compared place by place, at once", () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `v${i}`);
    expect(listChanges(list(many), list(many.with(7, "other")))).toEqual([{ at: 8, expected: "v7", found: "other" }]);
  });
});
