import { expect, test } from "vitest";
import { encodeKey, encodeValue, PropertiesDocument } from "../../../../src/kernel/formats/properties/document.ts";
import type { Charset } from "../../../../src/kernel/formats/properties/types.ts";
import { type GrammarRow, READER_ROWS, STORE_ROWS, STREAM_ROWS } from "./grammar-rows.ts";

function loaded({ file }: GrammarRow, charset: Charset) {
  const { loads, entries, error } = PropertiesDocument.parse(Buffer.from(file, "latin1")).load(charset);
  return { puts: entries.map(({ key, value }) => [key, value]), loads, hasError: error !== null };
}

const answer = ({ puts, throws }: GrammarRow) => ({ puts, loads: !throws, hasError: throws === true });

test("the table has every row", () => {
  expect([STREAM_ROWS.length + STORE_ROWS.length, READER_ROWS.length]).toEqual([126, 9]);
});

for (const [i, row] of STREAM_ROWS.entries()) {
  test(`[A1] row ${i + 1}, ${row.group}: ${row.what}`, () => {
    expect(loaded(row, "latin1")).toEqual(answer(row));
  });
}

for (const row of READER_ROWS) {
  test(`[A1] [A3] UTF-8 reader: ${row.what}`, () => {
    expect(loaded(row, "utf8")).toEqual(answer(row));
  });
}

for (const row of STORE_ROWS) {
  test(`[A1] store: ${row.what}`, () => {
    const line = `${encodeKey(row.key)}=${encodeValue(row.value, "latin1", "store")}`;
    const stored = row.writer ? "\\u00E9=\\u00E9\\u0000\\u007F\\u000B" : row.line;
    expect(line).toBe(stored);
    const { entries } = PropertiesDocument.parse(Buffer.from(row.line, "latin1")).load();
    expect(entries.map(({ key, value }) => [key, value])).toEqual([[row.key, row.value]]);
  });
}
