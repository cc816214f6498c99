import { expect, test } from "vitest";
import { wideEncoding } from "../../../src/kernel/index.ts";

test.each([
  [[0xff, 0xfe, 0x41, 0], "utf-16le"],
  [[0xfe, 0xff, 0, 0x41], "utf-16be"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xef, 0xbb, 0xbf, 0x41], null],
  [[0xff], null],
  [[0xff, 0xff], null],
  [[], null],
])("the bytes %j name %s", (bytes, encoding) => {
  expect(wideEncoding(Uint8Array.from(bytes))).toBe(encoding);
});
