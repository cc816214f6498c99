import { expect, test } from "vitest";
import { bundleEntry } from "../../scripts/bundle/entry.mjs";
import { COMMANDS } from "../../src/commands/registry.generated.ts";
import { FORMS } from "../../src/report/registry.generated.ts";
import { below, read } from "../house/project.ts";

/* What the start of the command reads: its files are found, read and compiled before the first word is printed (docs/performance.md). */

const FILES = new Map((await bundleEntry("cli")).files.map(([name, bytes]) => [name, bytes.toString("utf8")]));

/** A file with all that it imports when it is loaded; paths below build/. */
function loadedFrom(files: ReadonlyMap<string, string>, name: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const folder = name.includes("/") ? name.replace(/[^/]+$/, "") : "";
  const text = files.get(name) ?? "";
  // the command's parts are scripts, those of the library ES modules; what is behind an arrow is loaded on demand
  for (const [, path = ""] of text.matchAll(/(?:(?:\bfrom|\bimport)\s*|(?<!=>)\brequire\()"\.\/([^"]+\.c?js)"/g)) {
    loadedFrom(files, folder + path, seen);
  }
  const [, entry] = name === "cli.cjs" ? (/\("([^"]+\.cjs)"\)/.exec(text) ?? []) : [];
  return entry === undefined ? seen : loadedFrom(files, `parts/${entry}`, seen);
}

const loadedWith = (name: string): ReadonlySet<string> => loadedFrom(FILES, name);

const size = (names: ReadonlySet<string>) => [...names].reduce((sum, name) => sum + (FILES.get(name)?.length ?? 0), 0);

test("the entry loads few files, and no rule, schema, template or codec", () => {
  const start = loadedWith("cli.cjs");
  expect(start.size).toBe(2);
  expect(size(start)).toBeLessThan(200_000);
  const text = [...start].map((name) => FILES.get(name)).join("\n");
  for (const computing of [
    'tier/half-switch"',
    "defineDiagnostic",
    "PropertiesDocument",
    "Log4j2Document",
    "compileTemplate",
    "schemaPath",
  ]) {
    expect({ computing, loaded: text.includes(computing) }).toEqual({ computing, loaded: false });
  }
});

test("a check from the cache loads one more file: its own name", () => {
  const start = loadedWith("cli.cjs");
  const text = [...start].map((name) => FILES.get(name)).join("\n");
  const check = /name:"check",summary:"[^"]*",load:\(\)=>Promise\.resolve\(\)\.then\(\(\)=>require\("\.\/([^"]+)"\)\)/.exec(
    text,
  )?.[1];
  expect([...loadedWith(`parts/${check}`)].filter((name) => !start.has(name))).toEqual([`parts/${check}`]);
});

test("the start asks Node for nothing that only hashing, threads, programs or the network need", () => {
  const text = [...loadedWith("cli.cjs")].map((name) => FILES.get(name)).join("\n");
  const modules = new Set([...text.matchAll(/\brequire\("node:([^"]+)"\)/g)].map(([, name]) => name));
  expect([...modules].sort()).toEqual(["fs", "os", "path", "url", "util"]);
  // Node loads its web crypto and its perf_hooks when these globals are first touched
  expect(text.match(/\bgetRandomValues\b|\bperformance\.now\b/g)).toBeNull();
});

test("each command is loaded when it is called; one that edits a file comes without what computes", () => {
  const all = [...FILES.keys()];
  expect(all.length).toBeLessThan(COMMANDS.length + FORMS.length + 60);
  for (const name of ["get", "set", "unset", "list", "set-level", "set-trigger", "show"]) {
    // commands of other families may end in the same word
    const found = all.filter((file) => new RegExp(`^parts/${name}-[A-Z0-9]{8}\\.cjs$`).test(file));
    expect({ name, small: found.some((path) => size(loadedWith(path)) < 270_000) }).toEqual({ name, small: true });
  }
});

test("a check that computes comes without bundles, kits that are imported, swaps, and what asks servers and reads logs", () => {
  const [full = "none"] = [...FILES.keys()].filter((file) => /^parts\/full-[A-Z0-9]{8}\.cjs$/.test(file));
  const text = [...loadedWith(full)].map((name) => FILES.get(name)).join("\n");
  for (const [words, loaded] of [
    ['}=require("node:zlib")', false],
    ['}=require("node:child_process")', false],
    ['tier/half-switch"', true],
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
  const files = new Map((await bundleEntry("index")).files.map(([name, bytes]) => [name, bytes.toString("utf8")]));
  const start = [...loadedFrom(files, "index.js")].map((name) => files.get(name)).join("\n");
  expect(start).toContain("PropertiesDocument");
  expect(start.length).toBeLessThan(120_000);
});

test("what scripts/bundle/parts.mjs puts together is there", () => {
  const sources = below("src", /\.ts$/);
  const patterns = [...read("scripts/bundle/parts.mjs").matchAll(/of: \/(.*)\/(?: \}|,$)/gm)].map(([, source = ""]) => source);
  expect(patterns.length).toBeGreaterThan(5);
  for (const pattern of patterns)
    expect({ pattern, there: sources.some((path) => new RegExp(pattern).test(path)) }).toEqual({ pattern, there: true });
});

test("a server that is found when the command runs is imported as the ES module that it is", () => {
  const computed = [...FILES.values()].flatMap((text) => text.match(/\b(?:__require|module\.import)\((?!"|\w+\)).{3}/g) ?? []);
  expect(computed.map((found) => found.replace(/\(.*/, ""))).toEqual(["module.import", "module.import"]);
});
