import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeValue, PropertiesDocument } from "../../../../src/kernel/formats/properties/document.ts";
import type { PropertiesFile } from "../../../../src/compiler/model/files.ts";
import { rule as malformedEscape } from "../../../../src/compiler/rules/conf/malformed-escape.ts";
import { rule as singleBackslash } from "../../../../src/compiler/rules/conf/single-backslash.ts";
import { SourceText } from "../../../../src/kernel/source/text.ts";
import { text } from "./generated-documents.ts";
import { runs } from "../../../support/runs.ts";

const RUNS = { numRuns: runs(2000) };
const KEYS = ["STAGING_DIR", "OTHER"];

function alarms(key: string, spelt: string): number {
  const bytes = Buffer.from(`${key}=${spelt}\nNEXT=1\n`, "latin1");
  const document = PropertiesDocument.parse(bytes);
  const source = new SourceText("f", document.text);
  const file: PropertiesFile = {
    path: "f",
    origin: "base",
    role: null,
    bytes,
    source,
    document,
    directoryKeys: new Set(["STAGING_DIR"]),
  };
  return [singleBackslash, malformedEscape].reduce((n, rule) => n + [...rule.check(file)].length, 0);
}

const NAME = fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/);
const path = fc
  .tuple(fc.constantFrom("C:\\", "D:\\", "\\\\server\\"), fc.array(NAME, { minLength: 1, maxLength: 4 }))
  .map(([root, names]) => root + names.join("\\"));

test("[A4] no alarm on any spelling that Properties.store or this encoder writes of text without control characters", () => {
  const printable = fc.oneof(text, path, fc.string()).map((t) => t.replace(/[^ -~\u00a0-\uffff]/g, ""));
  fc.assert(
    fc.property(fc.constantFrom(...KEYS), printable, fc.constantFrom("plain" as const, "store" as const), (key, value, style) => {
      expect(alarms(key, encodeValue(value, "latin1", style))).toBe(0);
    }),
    RUNS,
  );
});

test("[A4] an alarm on every path with single backslashes, whether Java drops them, reads control characters or refuses the file", () => {
  fc.assert(
    fc.property(fc.constantFrom(...KEYS), path, (key, value) => {
      // four digits or letters a to f behind \u are a well-formed escape: nothing tells it from one that is meant
      fc.pre(!/\\u[0-9A-Fa-f]{4}/.test(value));
      // `a:\n` alone may be a label and a line feed, where the key is no directory's
      fc.pre(key === "STAGING_DIR" || !/^.:\\[tnrf]$/.test(value));
      expect(alarms(key, value)).toBeGreaterThan(0);
    }),
    RUNS,
  );
});
