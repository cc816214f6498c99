import { describe, expect, test } from "vitest";
import { daysBetween, isDay } from "../../../src/kernel/verdict/day.ts";
import { nearestToolRow } from "../../../src/compiler/verdict/tool-row.ts";

describe("[C4] days", () => {
  test("what is not a day is none, and has no distance to one", () => {
    expect(["2036-02-30", "2036-2-3", "soon", ""].map(isDay)).toEqual([false, false, false, false]);
    expect([daysBetween("2036-02-30", "2036-03-01"), daysBetween("2036-03-01", "soon")]).toEqual([Number.NaN, Number.NaN]);
    expect(daysBetween("2036-02-28", "2036-03-01")).toBe(2);
    expect(daysBetween("2036-03-01", "2036-02-28")).toBe(-2);
  });
});

describe("[C2] the row that was most likely meant", () => {
  const spaces = (text: string) => text.padEnd(120, " ");
  test.each([
    ["of two alike the first", "2024x Refresh3", ["2024x Refresh2", "2024x Refresh4"], "2024x Refresh2"],
    ["the refresh without a hot fix before one that is two fixes away", "2024x R2 HF1", ["2024x R2 HF3", "2024x R2"], "2024x R2"],
    [
      "a refresh of the same family before another family",
      "2024x Refresh9",
      ["2023x Refresh9", "2024x Refresh1"],
      "2024x Refresh1",
    ],
    ["the longest that stands in the text", "Modeler 2024x and later", ["24", "2024x", "x"], "2024x"],
    ["of two as long the first", "Modeler 2024x and later", ["2024x", "later"], "2024x"],
    ["no row without a name", "Modeler 2024x and later", [""], null],
    ["a long text", spaces("2024x"), ["2024x Refresh1"], "2024x Refresh1"],
    ["a text that is too long", `${spaces("2024x")} `, ["2024x Refresh1"], null],
    ["a long row", "2024x", [spaces("2024x Refresh1")], spaces("2024x Refresh1")],
    ["a row that is too long", "2024x", [`${spaces("2024x Refresh1")} `], null],
    ["nothing like it", "xyz", ["2024x"], null],
  ])("%s", (_, tool, rows, expected) => {
    expect(nearestToolRow(tool, rows)).toBe(expected);
  });
});
