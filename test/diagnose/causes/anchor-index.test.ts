import { expect, test } from "vitest";
import { AnchorIndex } from "../../../src/diagnose/causes/anchor-index.ts";
import { anchorsOf } from "../../../src/diagnose/causes/match.ts";
import { CAUSES } from "../../../src/diagnose/causes/registry.generated.ts";
import { NEGATIVES, POSITIVES } from "./records.ts";

const GROUPS = CAUSES.flatMap(({ signs }) => signs.map((sign) => anchorsOf(sign).map((anchor) => anchor.toLowerCase())));

test("[H8] the index finds the groups that a search for each anchor finds, in their order", () => {
  const index = new AnchorIndex(GROUPS.map((anchors, i) => ({ anchors, items: [i] })));
  for (const [, text] of [...POSITIVES, ...NEGATIVES]) {
    const small = text.toLowerCase();
    const searched = GROUPS.flatMap((anchors, i) => (anchors.some((anchor) => small.includes(anchor)) ? [i] : []));
    expect(index.itemsIn(small), text).toEqual(searched);
  }
});

test("an anchor is found at both ends, inside of another one, and if it is shorter than the key", () => {
  const index = new AnchorIndex([
    { anchors: ["code 1003", "\uFEFF"], items: ["a"] },
    { anchors: ["1003"], items: ["b"] },
    { anchors: ["ab"], items: ["c"] },
  ]);
  expect(index.itemsIn("code 1003")).toEqual(["a", "b"]);
  expect(index.itemsIn("x1003")).toEqual(["b"]);
  expect(index.itemsIn("\uFEFF")).toEqual(["a"]);
  expect(index.itemsIn("ab")).toEqual(["c"]);
  for (const text of ["", "a", "100", "code 100"]) expect(index.itemsIn(text)).toEqual([]);
});
