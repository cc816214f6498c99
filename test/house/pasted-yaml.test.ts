import { describe, expect, test } from "vitest";
import { below, read } from "./project.ts";
import { textsOf } from "./writing.ts";

/* A help text that prints `key: { ... }` is pasted as a line. Where the document has the key already, that is repo/duplicate-key. */

const DOCUMENTS = [
  "compatibility-matrix",
  "connector-profile",
  "connector-release",
  "environment",
  "exceptions",
  "federated-sign-in",
  "kit-lock",
  "profile",
  "site",
];

/** The keys that a document has at its top. */
const TOP_KEYS = new Set(
  DOCUMENTS.flatMap((name) => {
    const schema = JSON.parse(read(`schemas/${name}.schema.json`)) as { readonly properties: object };
    return Object.keys(schema.properties);
  }),
);

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Returns the keys at the top of a document that a text in words prints with a map or a list, as one would paste them. */
const printedIn = (text: string): readonly string[] =>
  text.includes("\n")
    ? [] // a document of an example, no text in words
    : [...text.matchAll(/(?<=[\w:;,)}] [`(]?)(\w+): [{[](?![}\]])/g)]
        .filter(({ index }) => count(text.slice(0, index), /[{[]/g) === count(text.slice(0, index), /[}\]]/g))
        .flatMap(([, key = ""]) => (TOP_KEYS.has(key) ? [key] : []));

test("no text prints a block to paste that the document can have already", () => {
  expect(TOP_KEYS.size).toBeGreaterThan(40);
  const texts = below("src", /(?<!\.generated|\.d)\.ts$/).flatMap((path) => textsOf(path));
  expect(texts.length).toBeGreaterThan(8000);
  expect(texts.flatMap(({ path, line, text }) => printedIn(text).map((key) => `${path}:${line}: ${key}`))).toEqual([]);
});

describe("the search", () => {
  test.each([
    ["write gateway: { aliasing: true } or false", ["gateway"]],
    ["write `idp: { users: users.csv }` in sso.yaml", ["idp"]],
    ["add `certifiedTiers: [...]` with the tier releases", ["certifiedTiers"]],
    ["write vault: { enabled: true }, or secrets: { keyStorePassword: ... }", ["vault", "secrets"]],
    ["services: { ssc: { name: SSC }, vault: { name: VAULT } } and more", []],
    ["set `gateway.aliasing` to true", []],
    ["write idp.username: { min: 2 }", []],
    ["the profile of the kit: {}", []],
    ["vault: { enabled: true }\ngateway: { aliasing: true }\n", []],
  ])("finds in '%s' %j", (text, keys) => {
    expect(printedIn(text)).toEqual(keys);
  });
});
