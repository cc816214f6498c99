import { expect, test } from "vitest";
import { mappingCounts } from "../../../src/compiler/kit/mapping.ts";

test.each([
  ["sixty megabytes of elements", '<elementMapping element="Block" type="B4_x"/>', 1_300_000],
  ["millions of small elements", "<a/>", 2_000_001],
])("[A1] %s are not read into memory", (_, element, count) => {
  expect(mappingCounts(Buffer.from(`<m>${element.repeat(count)}</m>`))).toEqual({});
});
