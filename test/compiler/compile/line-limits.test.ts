import { describe, expect, test } from "vitest";
import { LONGEST_LINE, lineFault, MOST_LINES } from "../../../src/compiler/load/line-limits.ts";
import { said } from "../../support/said.ts";

const fault = (text: string): string | null => {
  const found = lineFault("a.properties", Buffer.from(text));
  return found && said(found);
};

describe("[A1] a settings file of more lines, or of a longer one, than any is not taken apart", () => {
  test.each(["\n", "\r\n", "\r"])("lines that end in %j", (end) => {
    expect(fault(end.repeat(MOST_LINES))).toBeNull();
    expect(fault(`${end.repeat(MOST_LINES)}a`)).toBeNull();
    expect(fault(end.repeat(MOST_LINES + 1))).toMatch(/has 100001 lines/);
    const longest = "x".repeat(LONGEST_LINE);
    expect(fault(`${longest}${end}${longest}`)).toBeNull();
    expect(fault(`${longest}${end}${longest}x`)).toMatch(/^line 2 of a\.properties has 1048577 bytes/);
    expect(fault(`${end}${longest}x${end}`)).toMatch(/^line 2 of/);
  });

  test("an empty file is within the limits", () => {
    expect(fault("")).toBeNull();
  });
});
