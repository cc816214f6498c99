import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { withoutMoot } from "../../../src/kernel/diagnostic/because.ts";
import { schemaAt } from "../../../src/kernel/schema/nodes.ts";
import { checkDocument, type DocumentKind, DOCUMENT_KINDS } from "../../../src/kernel/schema/validate.ts";
import { readYaml } from "../../../src/kernel/source/yaml.ts";
import { inWords } from "../../support/said.ts";
import { WHOLE_ENVIRONMENT, WHOLE_SIGN_IN } from "../../support/whole-documents.ts";
import { marked } from "../../support/yaml.ts";

/** One finding per key on a wrong level, in every kind of document: it names the key's own map, with the line of the map and an example. */

const own = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

const PROFILE = `apiVersion: tierwright/v1
kind: ConnectorProfile
connector: acme-bridge
files: [connector, client]
writes:
  - { file: connector, key: BRIDGE_SERVER, field: tier.signIn, required: true, decides: where the tool signs in }
directories: [BRIDGE_CACHE]
`;

const DOCUMENTS: Readonly<Record<DocumentKind, readonly string[]>> = {
  Site: [own("environments/site.yaml")],
  Environment: [own("environments/production/environment.yaml"), own("environments/pilot/environment.yaml"), WHOLE_ENVIRONMENT],
  CompatibilityMatrix: [own("releases/matrix.yaml")],
  Exceptions: [own("releases/exceptions.yaml")],
  ConnectorRelease: [own("releases/2506/release.yaml")],
  ConnectorProfile: [PROFILE],
  FederatedSignIn: [own("environments/pilot/sso.yaml"), WHOLE_SIGN_IN],
  KitLock: [own("releases/2506/kit.lock.yaml")],
};

type Plain = Record<string, unknown>;
type Path = readonly (string | number)[];
const isMap = (value: unknown): value is Plain => value !== null && typeof value === "object" && !Array.isArray(value);
const pointer = (path: Path) => path.map((part) => `/${part}`).join("");

/** Yields the path of each map inside a document; of a list only the first item. */
function* mapsOf(value: unknown, path: Path = []): Generator<Path> {
  if (Array.isArray(value)) return yield* mapsOf(value[0], [...path, 0]);
  if (!isMap(value)) return;
  if (path.length > 0) yield path;
  for (const [key, child] of Object.entries(value)) yield* mapsOf(child, [...path, key]);
}

const valueAt = (value: unknown, path: Path): unknown => path.reduce((at, part) => (at as Plain)[part], value);

/** Returns true if a key at a path is legal, and its level therefore not wrong. */
function isLegal(kind: DocumentKind, path: Path, key: string): boolean {
  const { properties, additionalProperties } = schemaAt(kind, pointer(path))?.node ?? {};
  return Object.hasOwn(properties ?? {}, key) || typeof additionalProperties === "object";
}

/** Returns true for a key of free keys that resembles a field's name: a map that has others does not prove that it belongs there. */
const isFreeName = (kind: DocumentKind, map: Path, keys: readonly string[]): boolean =>
  schemaAt(kind, pointer(map))?.node.properties === undefined && keys.length === 1 && !keys[0]?.includes(".");

/** Returns the document with a map's keys in the map around it, right behind the one that they belong to. */
function moved(document: unknown, map: Path, keys: readonly string[]): string {
  const copy = structuredClone(document);
  const from = valueAt(copy, map) as Plain;
  const outer = map.slice(0, typeof map.at(-1) === "number" ? -2 : -1);
  const to = valueAt(copy, outer) as Plain;
  const behind = map[outer.length] as string;
  const rest = Object.entries(to);
  for (const key of Object.keys(to)) delete to[key];
  for (const [key, value] of rest) {
    to[key] = value;
    if (key === behind) for (const name of keys) to[name] = from[name];
  }
  for (const name of keys) delete from[name];
  if (Object.keys(from).length === 0) (valueAt(copy, map.slice(0, -1)) as Plain)[map.at(-1) as string] = null;
  return stringify(copy, { nullStr: "" });
}

function problemsOf(kind: DocumentKind, text: string) {
  const { tree, problems } = readYaml("a.yaml", Buffer.from(text));
  if (!tree) throw new Error(`${text}\n${problems.map(inWords).map(({ message }) => message)}`);
  return withoutMoot([...problems, ...checkDocument(kind, tree)]);
}

interface Case {
  readonly kind: DocumentKind;
  readonly map: Path;
  readonly keys: readonly string[];
  readonly text: string;
}

function* casesOf(kind: DocumentKind, source: string): Generator<Case> {
  const document = parse(source);
  for (const map of mapsOf(document)) {
    const outer = map.slice(0, typeof map.at(-1) === "number" ? -2 : -1);
    const around = valueAt(document, outer) as Plain;
    // an object has digits first, so that such a key cannot be right behind another; an empty one is marked with its quotes
    const isWrong = (key: string) => !/^\d*$/.test(key) && !isLegal(kind, outer, key) && !Object.hasOwn(around, key);
    const all = Object.keys(valueAt(document, map) as Plain);
    const names = all.filter(isWrong);
    for (const keys of [...names.map((key) => [key]), ...(names.length > 1 && names.length === all.length ? [names] : [])])
      yield { kind, map, keys, text: moved(document, map, keys) };
  }
}

test.each(DOCUMENT_KINDS)("a key of %s one level too high is one finding that names its map", (kind) => {
  const wrong: string[] = [];
  let count = 0;
  for (const { map, keys, text } of DOCUMENTS[kind].flatMap((source) => [...casesOf(kind, source)])) {
    count++;
    const problems = problemsOf(kind, text);
    const home = String(map.findLast((part) => typeof part === "string"));
    const [words] = problems.map(inWords);
    const good =
      problems.length === 1 &&
      problems[0]?.rule === "repo/unknown-key" &&
      keys.includes(marked(text, problems)[0] ?? "") &&
      (isFreeName(kind, map, keys) || (words?.message.includes("belongs under '") && words.message.includes(home))) &&
      /under line \d+: |known keys|write the file above the key/.test(words?.help ?? "");
    if (!good)
      wrong.push(
        `${pointer(map)} ${keys}: ${problems.map(inWords).map(({ rule, message, help }) => `\n  ${rule} ${message} | ${help}`)}`,
      );
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(0);
});

test("the finding shows the line of the key, that of its map, and the YAML as it should be", () => {
  const text =
    "apiVersion: tierwright/v1\nkind: Environment\nname: demo\nworkstation:\n  stagingDir: a\nset:\n  client: { A: 1 }\n";
  expect(problemsOf("Environment", text).map(inWords)).toMatchObject([
    {
      message: "'set' belongs under 'workstation', but is a key of the document",
      help: "move line 6, with the lines below it that belong to it, under line 4: workstation: { set: ... }",
    },
  ]);
});

test.each([
  [
    "a key too deep",
    "workstation:\n  set:\n    client: { A: 1 }\n    stagingDir: a\n",
    "'stagingDir' belongs under 'workstation'",
  ],
  ["a map too deep", "tier:\n  transport: http\n  workstation: { stagingDir: a }\n", "'workstation' is not a key of 'tier'"],
  ["a misspelled key behind free keys", "tier:\n  hosts: { a.b: 10.0.0.1 }\n  sharedwith: [a]\n", "did you mean 'sharedWith'?"],
  ["a wrong key behind free keys", "logging:\n  levels: { a.b: INFO }\n  zzz: 1\n", "'zzz' is not a key of 'logging'"],
])("%s", (_, lines, words) => {
  const found = problemsOf("Environment", `apiVersion: tierwright/v1\nkind: Environment\nname: demo\n${lines}`);
  expect(found.map(inWords)).toMatchObject([{ rule: "repo/unknown-key", message: expect.stringContaining(words) }]);
});

/** Returns the document with a map of the top inside another one, its key without a value and its own keys in one column with it. */
function flattenedInto(document: Plain, key: string, into: string): string {
  const { [key]: inner, ...rest } = structuredClone(document);
  return stringify({ ...rest, [into]: { ...(rest[into] as Plain), [key]: null, ...(inner as Plain) } }, { nullStr: "" });
}

/** Pairs of maps at the top of a document, of which the keys of the first are none of the second. */
function* pairsOf(kind: DocumentKind, document: Plain): Generator<readonly [key: string, into: string]> {
  const maps = Object.keys(document).filter((key) => schemaAt(kind, `/${key}`)?.node.properties && isMap(document[key]));
  for (const key of maps)
    for (const into of maps)
      if (key !== into && ![key, ...Object.keys(document[key] as Plain)].some((one) => isLegal(kind, [into], one)))
        yield [key, into];
}

test.each(["Site", "Environment", "FederatedSignIn"] as const)(
  "a map of %s whose keys are in the column of its key is one finding",
  (kind) => {
    let count = 0;
    for (const source of DOCUMENTS[kind]) {
      const document = parse(source) as Plain;
      for (const [key, into] of pairsOf(kind, document)) {
        count++;
        const text = flattenedInto(document, key, into);
        const problems = problemsOf(kind, text);
        expect([problems.map(({ rule }) => rule), marked(text, problems)], text).toEqual([["repo/unknown-key"], [key]]);
        const [words] = problems.map(inWords);
        expect(words?.message).toContain(`'${key}' belongs to the document, but is a key of '${into}' without a value; `);
        for (const below of Object.keys(document[key] as Plain)) expect(words?.help).toContain(`'${below}'`);
      }
    }
    expect(count).toBeGreaterThan(0);
  },
);

test("[tier] a map below a map of a map names that map", () => {
  const lines = "workstation:\n  stagingDir: a\n  set:\n    connector: { A: 1 }\n    logger: { B: 1 }\n    keep: [X]\n";
  const text = `apiVersion: tierwright/v1\nkind: Environment\nname: demo\nlogging:\n  payload:\n    enabled: false\n    tier:\n    signIn: https://a/tc\n${lines}`;
  expect(problemsOf("Environment", text).map(inWords)).toMatchObject([
    {
      message:
        "'tier' belongs to the document, but is a key of 'logging.payload' without a value; 'signIn' next to it belongs below it",
      help: "move 'tier' to the left margin, and start 'signIn' two columns deeper than it",
    },
    { message: expect.stringContaining("'keep' belongs under 'workstation'") },
  ]);
});
