import { describe, expect, test } from "vitest";
import { nearestToolRow, parseToolRow, sameToolRow, toolRowKey } from "../../../src/compiler/verdict/tool-row.ts";

const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  "2024x": ["2024x", "2024X", " 2024x ", "2024 x", "2024-x"],
  "2024x Refresh2": [
    "2024x Refresh2",
    "2024x Refresh 2",
    "2024x-refresh2",
    "2024x_Refresh_2",
    "2024xR2",
    "2024x r2",
    "2024X REFRESH-2",
    "2024x\u00a0Refresh\u00a02",
    "2024x \u2013 Refresh2",
    "2024xRefresh2",
  ],
  "2024x Refresh2 Hot Fix 1": [
    "2024x Refresh2 Hot Fix 1",
    "2024x Refresh 2 Hotfix 1",
    "2024x Refresh2 HF1",
    "2024xR2HF1",
    "2024x-r2-hf-1",
    "2024x_refresh2_hot_fix_1",
    "2024x R2 hot-fix 1",
  ],
  "2024x Hot Fix 1": ["2024x HF1", "2024xHF1", "2024x hot fix 1"],
  "19.0 SP4": ["19.0 SP4", "19.0 sp 4", "19.0-SP4"],
};

const DIFFERENT: readonly (readonly [string, string, string])[] = [
  ["2022", "2022x", "another family"],
  ["2024x", "2024x Refresh1", "a missing refresh"],
  ["2024x", "2024x Refresh0", "a missing refresh is not the zeroth"],
  ["2024x Refresh2", "2024x Refresh3", "another refresh"],
  ["2024x Refresh2", "2024x Refresh20", "a longer number"],
  ["2024x Refresh2", "2024x Refresh02", "levels are read as written"],
  ["2024x Refresh2", "2024x Refresh2 HF1", "a missing hot fix"],
  ["2024x Refresh2 HF1", "2024x HF1", "a missing refresh below a hot fix"],
  ["2024x Refresh2 HF1", "2024x Refresh21", "digits of two levels do not flow together"],
  ["2024x Refresh2 1", "2024x Refresh21", "digits parted by a blank stay apart"],
  ["2024x Refresh2", "2024x Refresh2 and later", "'and later' is not expanded"],
  ["2024x Refresh2", "2024x Refresh2+", "a plus is not expanded"],
  ["2024x Refresh2", "2024x Refresh1-3", "a range is not expanded"],
  ["2024x Refresh3", "2024x Refresh1-3", "the end of a range is not the row"],
  ["2024x Refresh2", "2024x R1-R3", "a range of short spellings"],
  ["2024x", "2024x-2026x", "a range of families"],
  ["2024x", "2024x, 2026x", "a list of families"],
  ["2024x Refresh2", "2024x*", "a pattern"],
  ["2024x", "", "nothing"],
  ["2024x Refresh2", "Refresh2", "no family"],
  ["Server 2", "Serve Refresh 2", "an r that ends a word is no refresh"],
];

describe("spellings of a tool row", () => {
  for (const [row, spellings] of Object.entries(SPELLINGS)) {
    test.each(spellings)(`[C2] '%s' is the row '${row}'`, (spelling) => {
      expect(toolRowKey(spelling)).toBe(toolRowKey(row));
      expect(sameToolRow(spelling, row)).toBe(true);
    });
  }

  test("[C2] each of those rows is another one", () => {
    const keys = Object.keys(SPELLINGS).map(toolRowKey);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each(DIFFERENT)("[C2] '%s' is not '%s': %s", (a, b) => {
    expect(sameToolRow(a, b)).toBe(false);
    expect(sameToolRow(b, a)).toBe(false);
  });

  test("[C2] the empty text is no row, not even the empty row", () => {
    expect(sameToolRow("", " - ")).toBe(false);
  });

  test("[C2] the three levels are read apart", () => {
    expect(parseToolRow("2024xR2 HF1")).toEqual({ family: "2024x", refresh: "2", hotFix: "1" });
    expect(parseToolRow("2024x HF1")).toEqual({ family: "2024x", refresh: null, hotFix: "1" });
    expect(parseToolRow("2024x and later")).toEqual({ family: "2024xandlater", refresh: null, hotFix: null });
  });

  test("[C2] a text of a million characters costs no more than its length", () => {
    const start = performance.now();
    expect(sameToolRow("1".repeat(1_000_000), "2024x")).toBe(false);
    expect(sameToolRow("1r".repeat(500_000), "2024x")).toBe(false);
    expect(nearestToolRow("r1 ".repeat(300_000), ["2024x"])).toBeNull();
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe("the nearest row", () => {
  const ROWS = ["2022x", "2024x", "2024x Refresh1", "2024x Refresh3", "2024x Refresh3 Hot Fix 2", "2026x"];
  test.each([
    ["2024x Refresh4", "2024x Refresh3"],
    ["2024x Refresh3 HF1", "2024x Refresh3 Hot Fix 2"],
    ["2024x Refresh3 HF2 ", "2024x Refresh3 Hot Fix 2"],
    ["2024x HF1", "2024x"],
    ["2022", "2022x"],
    ["2022x Refresh2", "2022x"],
    ["2025x Refresh3", "2024x Refresh3"],
    ["2024 Refresh3", "2024x Refresh3"],
    ["2024x Refesh3", "2024x Refresh3"],
    ["2024x and later", "2024x"],
    ["2024x Refresh3 and later", "2024x Refresh3"],
    ["Systems Modeler 2024x Refresh3", "2024x Refresh3"],
  ])("[C2] of '%s' it is '%s'", (tool, row) => {
    expect(nearestToolRow(tool, ROWS)).toBe(row);
  });

  test("[C2] where none is near, none is named", () => {
    expect(nearestToolRow("Windchill", ROWS)).toBeNull();
    expect(nearestToolRow("2024x", [])).toBeNull();
  });
});
