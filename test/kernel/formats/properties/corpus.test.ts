import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { PropertiesDocument } from "../../../../src/kernel/formats/properties/document.ts";
import { corpusFaults } from "./corpus.ts";

const CORPUS = fileURLToPath(new URL("../../../../../shared/corpus/", import.meta.url));
const present = existsSync(join(CORPUS, "properties"));
if (!present)
  console.log(
    "The corpus of real properties files (../shared/corpus) is not here: read against Java's answers only where it is.",
  );

describe.skipIf(!present)("real files", () => {
  const files = present
    ? (readdirSync(join(CORPUS, "properties"), { recursive: true }) as string[]).filter((f) => f.endsWith(".properties"))
    : [];

  test("[A1] [A2] [A3] every one reads as Java read it, both ways, prints its bytes, and setting each key to its value changes none", () => {
    expect(files.length).toBeGreaterThan(300);
    const faults = files.flatMap((name) => {
      const bytes = readFileSync(join(CORPUS, "properties", name));
      const answer = JSON.parse(readFileSync(join(CORPUS, "oracle", `${name.split(sep).join("/")}.json`), "utf8"));
      return corpusFaults(PropertiesDocument.parse(bytes), bytes, answer).map((fault) => `${name}: ${fault}`);
    });
    expect(faults).toEqual([]);
  });
});

test("the comparison itself finds a wrong value, a missing key, a wrong error and changed bytes", () => {
  const bytes = Buffer.from("a=1\na=1\nb=2\n");
  const document = PropertiesDocument.parse(bytes);
  const latin1 = { ok: true, puts: 3, duplicates: ["a"], map: { a: "1", b: "2" } };
  expect(corpusFaults(document, bytes, { latin1, utf8: null })).toEqual([]);
  expect(corpusFaults(document, bytes, { latin1: { ...latin1, map: { a: "1", b: "3" } }, utf8: null })).toHaveLength(2);
  expect(corpusFaults(document, bytes, { latin1: { ...latin1, map: { a: "1", b: "2", c: "" } }, utf8: null })).toHaveLength(2);
  expect(corpusFaults(document, bytes, { latin1, utf8: { ...latin1, ok: false, error: "x" } })).toHaveLength(1);
  expect(corpusFaults(document, Buffer.from("a=1\na=1\nb=2"), { latin1, utf8: null })).toHaveLength(1);
});
