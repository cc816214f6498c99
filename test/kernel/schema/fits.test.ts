import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scalarAt } from "../../../src/compiler/load/fields.ts";
import { fits } from "../../../src/kernel/schema/fits.ts";
import type { DocumentKind } from "../../../src/kernel/schema/kinds.ts";
import {
  CompatibilityMatrix,
  ConnectorRelease,
  Environment,
  Exceptions,
  FederatedSignIn,
  KitLock,
  Site,
} from "../../../src/kernel/schema/validators.generated.mjs";
import { projectToPlain } from "../../../src/kernel/source/plain.ts";
import { SourceText } from "../../../src/kernel/source/text.ts";
import type { Entry, Mapping, Scalar, Span, Tree } from "../../../src/kernel/source/tree.ts";
import { readYaml } from "../../../src/kernel/source/yaml.ts";
import { ROOT } from "../../house/project.ts";

/* src/kernel/schema/fits.ts and ajv are of one mind about every document: those that are right, and those with one thing in another place or form. */

const treeOf = (text: string): Mapping => {
  const { tree, problems } = readYaml("a.yaml", Buffer.from(text));
  if (tree?.type !== "map" || problems.length > 0) throw new Error("no document");
  return tree;
};

const DOCUMENTS = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .filter((path) => /^(environments|releases)[\\/].*\.yaml$/.test(path))
  .map((path) => treeOf(readFileSync(join(ROOT, path), "utf8")));

/** Every field that a federated sign-in and an environment may have, which the sample need not write. */
const FURTHER = [
  `apiVersion: tierwright/v1
kind: Environment
name: 1
extends: x
derivedFrom: y
connector: "2606"
workstation: { set: { connector: { A: { env: N }, B: { file: f }, C: { command: [a, b] }, D: 1, E: true }, client: {}, logger: {} } }
logging: { keepDays: 30, payload: { enabled: false } }
ignore: [{ rule: a/b, file: f, key: k, reason: r }]
`,
  `apiVersion: tierwright/v1
kind: Exceptions
exceptions: [{ tool: 2024x, connector: "2606", verdict: P, environments: [pilot], reason: r, owner: o, until: 2036-12-31 }]
`,
].map(treeOf);

const kindIn = (tree: Mapping): DocumentKind => scalarAt(tree, "kind")?.text as DocumentKind;

const span: Span = { source: new SourceText("a", ""), start: 0, end: 0 };
const scalar = (value: Scalar["value"], text = String(value)): Tree => ({
  type: "scalar",
  span,
  pointer: "",
  text,
  value,
  style: "plain",
});
const list = (...items: Tree[]): Tree => ({ type: "list", span, pointer: "", items });
const map = (...entries: (readonly [string, Tree])[]): Tree => ({
  type: "map",
  span,
  pointer: "",
  entries: new Map<string, Entry>(entries.map(([key, value]) => [key, { key, keySpan: span, value }])),
});

const ENV = ["env", scalar("NAME")] as const;
const FILE = ["file", scalar("path")] as const;

const OTHERS: readonly Tree[] = [
  scalar("x"),
  scalar(""),
  scalar("tierwright/v1"),
  scalar("sso"),
  scalar(1),
  scalar(0),
  scalar(-1.5),
  scalar(Number.NaN, ".nan"),
  scalar(Number.POSITIVE_INFINITY, ".inf"),
  scalar(true),
  scalar(null, "~"),
  list(),
  list(scalar("x")),
  list(scalar(null, ""), map()),
  map(),
  map(ENV),
  map(FILE),
  map(["command", list(scalar("a"))]),
  map(ENV, FILE),
  map(["env", scalar(null, "")]),
  map(["__proto__", scalar("x")]),
  map(["toString", scalar("x")], ["constructor", map()]),
];

const NEW_KEYS = ["zz", "__proto__", "hasOwnProperty", "description", "env", "kind"];

/** Every tree that differs from this one in one value, one key less, or one key more. */
function* changed(tree: Tree): Iterable<Tree> {
  yield* OTHERS;
  if (tree.type === "list") {
    for (const [i, item] of tree.items.entries())
      for (const other of changed(item)) yield { ...tree, items: tree.items.map((old, at) => (at === i ? other : old)) };
  }
  if (tree.type !== "map") return;
  for (const [key, entry] of tree.entries) {
    const without = new Map(tree.entries);
    without.delete(key);
    yield { ...tree, entries: without };
    for (const value of changed(entry.value)) yield { ...tree, entries: new Map(tree.entries).set(key, { ...entry, value }) };
  }
  for (const key of NEW_KEYS)
    for (const value of [scalar("x"), map()])
      yield { ...tree, entries: new Map(tree.entries).set(key, { key, keySpan: span, value }) };
}

const VALIDATORS = { CompatibilityMatrix, ConnectorRelease, Environment, Exceptions, FederatedSignIn, KitLock, Site };

const byAjv = (kind: DocumentKind, tree: Tree): boolean => VALIDATORS[kind](projectToPlain(tree));

describe("documents that fit their schema", () => {
  test.each([...DOCUMENTS, ...FURTHER].map((tree) => [`${kindIn(tree)} of ${tree.span.end} characters`, tree] as const))(
    "%s",
    (_, tree) => {
      const kind = kindIn(tree);
      expect([fits(kind, tree), byAjv(kind, tree)]).toEqual([true, true]);
      let [right, wrong] = [0, 0];
      for (const other of changed(tree)) {
        const fitting = fits(kind, other);
        if (fitting !== byAjv(kind, other)) expect([fitting, projectToPlain(other)]).toBe("of one mind with ajv");
        if (fitting) right++;
        else wrong++;
      }
      expect(Math.min(right, wrong)).toBeGreaterThan(10);
    },
  );
});
