import { expect, test } from "vitest";
import { csvRows, csvTable, unclosedQuotation } from "../../../../src/kernel/formats/csv.ts";

const lines = (text: string) => csvRows(text, csvTable(text)).map(({ line }) => line);
const fields = (text: string) => csvRows(text, csvTable(text)).map((row) => row.fields);

test("rows of a CSV text have every field decoded, with any of its separators, without mark and blank lines", () => {
  expect(fields("\ufeffmachine,environment\r\nWS-1,demo\r\n\r\nWS-2,\r\n")).toEqual([
    ["machine", "environment"],
    ["WS-1", "demo"],
    ["WS-2", ""],
  ]);
  expect(fields('a;b\n"x;""y""\nz";2')).toEqual([
    ["a", "b"],
    ['x;"y"\nz', "2"],
  ]);
  expect(fields("a\tb\n,\t1")).toEqual([
    ["a", "b"],
    [",", "1"],
  ]);
  expect(fields("")).toEqual([]);
});

test("a row has the line on which it begins, behind fields with line ends, too", () => {
  expect(lines('a,b\n"x\ny",1\n\nlast,2')).toEqual([1, 2, 5]);
});

test.each([
  ["", null],
  ['a,"b\nc"\n', null],
  ['"a"x\n"b""c"\n"d"', null],
  ['a,b"\n', null],
  ['"', { line: 1, column: 1, start: 0 }],
  ['\ufeff"a', { line: 1, column: 1, start: 1 }],
  ['a,"b\r\nc"\r\nd,"e""\r\nf,g\r\n', { line: 3, column: 3, start: 12 }],
])("the quotation mark of %j that is not closed: %j", (text, at) => {
  expect(unclosedQuotation(text, csvTable(text))).toEqual(at);
});
