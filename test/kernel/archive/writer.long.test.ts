import { expect, test } from "vitest";
import { ZipWriter } from "../../../src/kernel/archive/writer.ts";
import type { ByteSink } from "../../../src/kernel/archive/bytes.ts";

test("[D1] takes 65,535 files and refuses one more", () => {
  const nowhere: ByteSink = { write: () => {}, writeAt: () => {} };
  const writer = new ZipWriter(nowhere);
  for (let i = 0; i < 65_535; i++) writer.add(`f${i}`, []);
  expect(() => writer.add("last", [])).toThrow("'last': is file 65536 of the bundle; it can have 65535");
});
