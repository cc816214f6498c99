import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocument, stringify, type ToStringOptions } from "yaml";
import { projectToPlain } from "../../../src/kernel/source/plain.ts";
import type { Tree } from "../../../src/kernel/source/tree.ts";
import { runs } from "../../support/runs.ts";
import { read } from "../../support/yaml.ts";

const word = fc.oneof(
  fc.constantFrom(
    "a",
    "2506",
    "2024.10",
    "010",
    "true",
    "no",
    "null",
    "~",
    "<<",
    "",
    " ",
    "a b",
    "C:\\temp",
    "x: y",
    "# c",
    "- d",
    "'q'",
    '"r"',
    "{s}",
    "[t",
    "&u",
    "*v",
    "!w",
    "%x",
    "@y",
    "`z",
    "ü",
    "\u{1F600}",
  ),
  fc.string({ maxLength: 12 }).map((text) => text.replace(/[^\t\n -~\u00a1-\ud7ff]/g, "")),
);
const leaf = fc.oneof(word, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(word, tie("value"), { maxKeys: 4 }),
  ),
}));
const document = fc.dictionary(word, value, { minKeys: 1, maxKeys: 5 });
const style: fc.Arbitrary<ToStringOptions> = fc.record({
  indent: fc.integer({ min: 1, max: 6 }),
  indentSeq: fc.boolean(),
  lineWidth: fc.constantFrom(0, 20, 80),
  collectionStyle: fc.constantFrom("any", "block", "flow"),
  defaultStringType: fc.constantFrom("PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE", "BLOCK_LITERAL", "BLOCK_FOLDED"),
  defaultKeyType: fc.constantFrom("PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE"),
});
/** Faults that are YAML and refused by choice. */
const REFUSED = /^repo\/(merge-key|escaped-path|control-character)$/;

function leaves(tree: Tree): Tree[] {
  if (tree.type === "scalar") return [tree];
  const below = tree.type === "list" ? tree.items : [...tree.entries.values()].map((entry) => entry.value);
  return below.flatMap(leaves);
}

test("what is written is read: values of every generated document in every style", () => {
  fc.assert(
    fc.property(document, style, (data, options) => {
      const text = stringify(data, { ...options, nullStr: "''" });
      const { tree, problems } = read(text);
      if (problems.some(({ rule }) => REFUSED.test(rule))) return;
      const theirs = parseDocument(text, { stringKeys: true });
      expect(problems.length > 0).toBe(theirs.errors.length > 0); // its writer makes a few texts that its reader refuses
      if (theirs.errors.length > 0) return;
      expect(JSON.stringify(tree && projectToPlain(tree))).toBe(JSON.stringify(theirs.toJS()));
    }),
    { numRuns: runs(400) },
  );
});

test("every plain leaf on one line is its own source text, and every quoted one starts and ends with its quotes", () => {
  fc.assert(
    fc.property(document, style, (data, options) => {
      const { tree } = read(stringify(data, options));
      for (const node of tree ? leaves(tree) : []) {
        if (node.type !== "scalar") continue;
        const raw = node.span.source.text.slice(node.span.start, node.span.end);
        if (node.style === "plain" && !raw.includes("\n")) expect(raw).toBe(node.text);
        if (node.style === "single") expect(raw).toMatch(/^'[\s\S]*'$/);
        if (node.style === "double") expect(raw).toMatch(/^"[\s\S]*"$/);
      }
    }),
    { numRuns: runs(200) },
  );
});

test("CRLF changes no value and no line number", () => {
  fc.assert(
    fc.property(document, style, (data, options) => {
      const text = stringify(data, options).replaceAll("\r", "");
      const [unix, windows] = [read(text), read(text.replaceAll("\n", "\r\n"))];
      expect(windows.tree && projectToPlain(windows.tree)).toEqual(unix.tree && projectToPlain(unix.tree));
      expect(windows.problems.map(({ rule, at }) => [rule, at?.line])).toEqual(
        unix.problems.map(({ rule, at }) => [rule, at?.line]),
      );
    }),
    { numRuns: runs(200) },
  );
});
