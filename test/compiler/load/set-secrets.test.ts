import { describe, expect, test } from "vitest";
import { readDocument } from "../../../src/compiler/load/document.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { diskTree } from "../../../src/platform/disk-tree.ts";
import { leaksIn, plainCanary } from "../run/canary.ts";
import { exampleRepository } from "../../support/repository.ts";

const HEAD = "apiVersion: tierwright/v1\n";
/** The documents with a workstation.set: the environment, and the defaults of site.yaml. */
const DOCUMENTS = [
  ["environments/demo/environment.yaml", "Environment", (set: string) => `${HEAD}kind: Environment\nworkstation:\n  ${set}\n`],
  ["environments/site.yaml", "Site", (set: string) => `${HEAD}kind: Site\ndefaults:\n  workstation:\n    ${set}\n`],
] as const;

/** Wrong values of `set`; P is the secret. */
const WRONG = [
  "set: P",
  "set: [P]",
  "set: { P }",
  "set: { DB_SECRET: P }",
  "set: { connector: P }",
  "set: { connector: [P] }",
  "set: { connector: { DB_SECRET: [P] } }",
  "set: { connector: { DB_SECRET: { P: P } } }",
  "set: { connector: { DB_SECRET: { env: A, file: P } } }",
  "set: { conector: { DB_SECRET: P } }",
  "set: { connector: { DB_SECRET: P }",
  'set: { connector: { DB_SECRET: "P\\q" } }',
];

describe.each(DOCUMENTS)("[E3] a secret in a wrong workstation.set of %s", (path, kind, textOf) => {
  test("the file is one of the example's", () => expect(EXAMPLE_REPOSITORY[path]).toBeDefined());

  test.each(WRONG)("%s: no finding shows or quotes it", (set) => {
    const secret = plainCanary("planted");
    const folder = exampleRepository({ [path]: textOf(set).replaceAll(/(?<![A-Za-z])P(?![a-z])/g, secret) });
    const { problems } = readDocument(diskTree(folder), path, kind);
    const quoted = problems.filter(({ at, quote }) => quote !== false && (at?.line ?? 1) > 2);
    expect(problems.length).toBeGreaterThan(0);
    expect(leaksIn(JSON.stringify(problems.map(({ at: _, ...said }) => said)), [secret], set)).toEqual([]);
    expect(quoted.filter(({ rule }) => rule !== "repo/missing-key").map(({ rule }) => rule)).toEqual([]);
  });
});
