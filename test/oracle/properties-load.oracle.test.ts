import fc from "fast-check";
import { expect, test } from "vitest";
import { bytes, lines, soup, tame } from "../kernel/formats/properties/generated-documents.ts";
import { READER_ROWS, STREAM_ROWS } from "../kernel/formats/properties/grammar-rows.ts";
import { runs } from "../support/runs.ts";
import { type JavaLoad, javaLoad } from "./java.ts";
import { shortestDifference } from "./properties-difference.ts";

for (const [name, documents] of Object.entries({ soup, lines, tame, bytes })) {
  test(`[A1] generated files (${name}) read as java.util.Properties reads them, by stream and by UTF-8 reader`, () => {
    expect(shortestDifference(fc.sample(documents, { numRuns: runs(60_000), seed: 1 }))).toBeNull();
  });
}

test("[A1] every file of up to 5 characters over the characters of the grammar reads as Java reads it", () => {
  const alphabet = ["a", "=", " ", "\\", "\n", "\r", "#", "\f", "u", "0"];
  let level = [""];
  const all = [""];
  for (let length = 1; length <= 5; length++) {
    level = level.flatMap((s) => alphabet.map((c) => s + c));
    all.push(...level);
  }
  expect(all.length).toBe(111_111);
  expect(shortestDifference(all)).toBeNull();
});

test("[A1] this machine's Java gives every row of the grammar table", () => {
  const answer = ({ throws, puts }: (typeof STREAM_ROWS)[number]): JavaLoad => ({ loads: !throws, puts });
  expect(javaLoad(STREAM_ROWS.map((row) => row.file)).map((a) => a.latin1)).toEqual(STREAM_ROWS.map(answer));
  expect(javaLoad(READER_ROWS.map((row) => row.file)).map((a) => a.utf8)).toEqual(READER_ROWS.map(answer));
});
