import { posix } from "node:path";
import { expect, test } from "vitest";
import { bundle } from "../../scripts/bundle/config.mjs";

/* What the start of the command reads: its files are found, read and compiled before the first word is printed (docs/performance.md). */

const { dirname, join } = posix;

type Files = ReadonlyMap<string, string>;

const texts = async (name: "command" | "library"): Promise<Files> =>
  new Map([...(await bundle(name)).files].map(([path, bytes]) => [path, bytes.toString("utf8")]));

const FILES = await texts("command");

/** What each file asks for when it is loaded; what is behind an arrow is loaded on demand. */
const asked = (files: Files): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...files].map(([name, text]) => [
      name,
      [...text.matchAll(/(?:\bfrom|\bimport|(?<!=>)\brequire\()"(\.{1,2}\/[^"]+\.c?js)"/g)].map(([, path = ""]) =>
        join(dirname(name), path),
      ),
    ]),
  );

const ASKED = asked(FILES);

/** A file with all that it loads. */
function loadedWith(name: string, all = ASKED, seen = new Set<string>()): ReadonlySet<string> {
  if (!seen.has(name)) {
    seen.add(name);
    for (const next of all.get(name) ?? []) loadedWith(next, all, seen);
  }
  return seen;
}

const chunk = (name: string): string =>
  [...FILES.keys()].find((path) => new RegExp(`^chunks/${name}-[\\w-]{8}\\.cjs$`).test(path)) ?? `no chunk ${name}`;
const textOf = (files: Files, names: Iterable<string>) => [...names].map((name) => files.get(name)).join("\n");

const START = new Set([...loadedWith("cli.cjs"), ...loadedWith(chunk("every-run"))]);

test("a run that answers from the cache loads four files, and no rule, schema, template or codec", () => {
  expect([...START].map((name) => name.replace(/-[\w-]{8}\.cjs$/, ""))).toEqual([
    "cli.cjs",
    "chunks/rolldown-runtime",
    "chunks/every-run",
    "chunks/first",
  ]);
  const text = textOf(FILES, START);
  expect(text.length).toBeLessThan(220_000);
  for (const computing of [
    "tier/half-switch`",
    "defineDiagnostic",
    "PropertiesDocument",
    "Log4j2Document",
    "compileTemplate",
    "schemaPath",
  ])
    expect({ computing, loaded: text.includes(computing) }).toEqual({ computing, loaded: false });
});

test("the start asks Node for nothing that only hashing, threads, programs or the network need", () => {
  const text = textOf(FILES, START);
  const modules = new Set([...text.matchAll(/\brequire\([`"]node:([^`"]+)[`"]\)/g)].map(([, name]) => name));
  expect([...modules].sort()).toEqual(["fs", "os", "path", "url", "util"]);
  // Node loads its web crypto and its perf_hooks when these globals are first touched
  expect(text.match(/\bgetRandomValues\b|\bperformance\.now\b/g)).toBeNull();
});

test("a command that edits a file comes without what computes", () => {
  // the list of commands has a group and a short line for each
  expect(textOf(FILES, loadedWith(chunk("one-file"))).length).toBeLessThan(330_000);
  expect(loadedWith(chunk("one-file"))).not.toContain(chunk("computing"));
});

test("a check that computes comes without bundles, kits that are imported, swaps, and what asks servers and reads logs", () => {
  const text = textOf(FILES, loadedWith(chunk("computing")));
  for (const [words, loaded] of [
    ['require("node:zlib")', false],
    ['require("node:child_process")', false],
    ["tier/half-switch`", true],
    ["Invoke-Walk", false],
    ["ZipWriter", false],
    ["composeManifest", false],
    ["LoginInput", false],
    ["tier/backend-lost", false],
    ["XMLParser", false],
    ["HandlebarsEnvironment", false],
    ["COMPARATOR", false],
  ] as const)
    expect({ words, loaded: text.includes(words) }).toEqual({ words, loaded });
});

test("the library's codecs come without what checks, compiles and plans", async () => {
  const files = await texts("library");
  const start = textOf(files, loadedWith("index.js", asked(files)));
  expect(start).toContain("PropertiesDocument");
  expect(start.length).toBeLessThan(160_000);
});

test("no file waits for another in a circle", () => {
  const circular = [...ASKED].filter(([name, next]) => next.some((path) => loadedWith(path).has(name)));
  expect(circular).toEqual([]);
});

test("internal errors name their functions", () => {
  expect(textOf(FILES, START)).toContain("function processHost(");
});
