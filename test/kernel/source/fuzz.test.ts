import fc from "fast-check";
import { expect, test } from "vitest";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { checkDocument, DOCUMENT_KINDS, type DocumentKind } from "../../../src/kernel/schema/validate.ts";
import { at, type Tree } from "../../../src/kernel/source/tree.ts";
import { read } from "../../support/yaml.ts";
import { inWords } from "../../support/said.ts";
import { runs } from "../../support/runs.ts";

const BOUND_MS = 2_000;
/** More where time allows: TIERWRIGHT_FUZZ_RUNS=100000. */
const RUNS = Number(process.env.TIERWRIGHT_FUZZ_RUNS ?? runs(400));
const encoder = new TextEncoder();
const documents = Object.entries(EXAMPLE_REPOSITORY)
  .filter(([path]) => path.endsWith(".yaml"))
  .map(([, text]) => text);

const sign = fc.constantFrom(
  ..."\t \n\r:-?[]{},#&*!|>'\"%@`<~=\\/.\u0000\u0007\u0085\u2028\ufeff\ud83d\u{1F600}ü0a",
  ...[
    ": ",
    "- ",
    "\n  ",
    "\r\n",
    "---\n",
    "...\n",
    "%YAML 1.1\n",
    "<<: ",
    "*a",
    "&a ",
    "!!str ",
    "!x ",
    "{{",
    "}}",
    '"\\x',
    '"\\u',
    "\\\n",
    "|2-\n",
    ">+\n",
    "null",
    "~",
  ],
);
const soup = fc.array(sign, { maxLength: 60 }).map((parts) => parts.join(""));

/** A real document with pieces cut, doubled, moved or replaced by signs. */
const mutated = fc
  .tuple(fc.constantFrom(...documents), fc.array(fc.tuple(fc.nat(), fc.nat(30), soup), { minLength: 1, maxLength: 4 }))
  .map(([text, edits]) => {
    let result = text;
    for (const [position, length, piece] of edits) {
      const start = position % (result.length + 1);
      result = result.slice(0, start) + piece.slice(0, 12) + result.slice(start + (position % 2 === 0 ? length : 0));
    }
    return result;
  });

function everyNode(tree: Tree): Tree[] {
  if (tree.type === "scalar") return [tree];
  const below = tree.type === "list" ? tree.items : [...tree.entries.values()].map((entry) => entry.value);
  return [tree, ...below.flatMap(everyNode)];
}

/** What holds for any input at all. */
function examine(bytes: Uint8Array, kind: DocumentKind): void {
  const start = performance.now();
  const { source, tree, problems } = read(bytes);
  const shape = tree === null ? [] : checkDocument(kind, tree);
  expect(performance.now() - start).toBeLessThan(BOUND_MS);
  if (tree === null) expect(problems.length).toBeGreaterThan(0);
  for (const { at: place, rule, message, help } of [...problems, ...shape].map(inWords)) {
    expect(rule).toMatch(/^(repo|secret)\/[a-z-]+$/);
    expect(`${message}${help}`).toMatch(/^[^\r\n]{10,600}$/);
    expect(place?.line).toBeLessThanOrEqual(source.lineStarts.length);
    expect(place?.endLine).toBeGreaterThanOrEqual(place?.line ?? 0);
    expect(place?.column).toBeLessThanOrEqual(source.line(place?.line ?? 0).length + 2);
  }
  for (const node of tree === null ? [] : everyNode(tree)) {
    expect(node.span.start).toBeLessThanOrEqual(node.span.end);
    expect(node.span.end).toBeLessThanOrEqual(source.text.length);
    expect(at(tree ?? undefined, node.pointer)).toBe(node);
  }
}

const kinds = fc.constantFrom(...DOCUMENT_KINDS);

test("any bytes: findings or a tree, never an exception, in bounded time", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), kinds, examine), { numRuns: RUNS });
});

test("any signs that mean something in YAML", () => {
  fc.assert(
    fc.property(soup, kinds, (text, kind) => examine(encoder.encode(text), kind)),
    { numRuns: RUNS },
  );
});

test("real documents with pieces cut, doubled or replaced", () => {
  fc.assert(
    fc.property(mutated, kinds, (text, kind) => examine(encoder.encode(text), kind)),
    { numRuns: RUNS },
  );
});

test("real documents with bytes changed", () => {
  const bytes = fc
    .tuple(fc.constantFrom(...documents), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 5 }))
    .map(([text, edits]) => {
      const result = encoder.encode(text);
      for (const [position, byte] of edits) result[position % result.length] = byte;
      return result;
    });
  fc.assert(fc.property(bytes, kinds, examine), { numRuns: RUNS });
});
