import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { importsOf, type Source } from "./house/imports.ts";
import { ALLOWED, MEDIAN_FILE } from "./house/table.ts";
import {
  fileCycle,
  importViolations,
  lengthViolations,
  unusedExports,
  unusedPermissions,
  upwardPermissions,
  worldViolations,
} from "./house/violations.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

function sourcesBelow(folder: string): Source[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true }) as string[];
  const paths = names.filter((name) => name.endsWith(".ts")).map((name) => `${folder}/${name.split(sep).join("/")}`);
  return paths.sort().map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
}

const ALL = sourcesBelow("src");
/** Registries import what they list: their imports count, their length does not. */
const WRITTEN = ALL.filter(({ path }) => !path.endsWith(".generated.ts"));

describe("the sources", () => {
  test("import only what the table of slices allows", () => {
    expect(importViolations(ALL)).toEqual([]);
  });

  test("touch files, network, clock, process, locale and chance in src/platform and the entry points only", () => {
    expect(worldViolations(WRITTEN)).toEqual([]);
  });

  test("have no file that imports itself in a circle", () => {
    expect(fileCycle(ALL)).toBeNull();
  });

  test("are small: none above 300 lines, half of them below 80", () => {
    expect(lengthViolations(WRITTEN)).toEqual([]);
    const lengths = WRITTEN.map(({ text }) => text.split("\n").length - 1).sort((a, b) => a - b);
    expect(lengths[lengths.length >> 1]).toBeLessThan(MEDIAN_FILE);
  });

  test("use all that the table allows", () => {
    expect(unusedPermissions(ALL)).toEqual([]);
  });

  test("import nothing from a later slice: no arrow leads up", () => {
    expect(upwardPermissions(ALLOWED)).toEqual([]);
  });

  test("list in an index.ts only what another slice imports", () => {
    expect(unusedExports(ALL)).toEqual([]);
  });
});

test("docs/architecture.md names every slice", () => {
  const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
  const named = (slice: string) => page.includes(`\`${slice}/\``) || page.includes(`\`${slice}\``);
  expect(Object.keys(ALLOWED).filter((slice) => !named(slice))).toEqual([]);
});

describe("the test itself finds", () => {
  const one = (path: string, text: string) => [{ path, text }];

  test.each([
    ["an import against the direction", "src/kernel/formats/a.ts", 'import type { Site } from "../../compiler/index.ts";'],
    ["a re-export against the direction", "src/kernel/source/a.ts", 'export * from "../../compiler/index.ts";'],
    ["a lazy import against the direction", "src/compiler/model/a.ts", 'const a = await import("../../deploy/index.ts");'],
    ["an import over several lines", "src/compiler/model/a.ts", 'import {\n  a,\n  b,\n} from "../rules/rule.ts";'],
    ["a slice without a line in the table", "src/helpers/a.ts", 'import { a } from "../kernel/index.ts";'],
    [
      "another file of a slice than its index",
      "src/deploy/swap/run/a.ts",
      'import { judge } from "../../../compiler/verdict/judge.ts";',
    ],
    ["the index of the own slice", "src/compiler/run/a.ts", 'import { judge } from "../index.ts";'],
    ["a room to the right", "src/compiler/model/a.ts", 'import { judge } from "../verdict/judge.ts";'],
    ["a room that the table does not name", "src/compiler/helpers/a.ts", 'import { site } from "../model/site.ts";'],
    [
      "more than a type of the platform in a rule",
      "src/compiler/rules/tier/a.ts",
      'import { readNamedFile } from "../../../platform/index.ts";',
    ],
    ["the file system in a codec", "src/kernel/formats/a.ts", 'import { readFileSync } from "node:fs";'],
    ["the network in a rule", "src/compiler/rules/tier/a.ts", 'import dns from "node:dns/promises";'],
    ["a package in the wrong room", "src/compiler/rules/tier/a.ts", 'import { parse } from "yaml";'],
    ["a package that nobody declared", "src/platform/a.ts", 'import chalk from "chalk";'],
    ["an import from outside the sources", "src/platform/a.ts", 'import { a } from "../../test/house/table.ts";'],
  ])("%s", (_, path, text) => {
    expect(importViolations(one(path, text))).toHaveLength(1);
  });

  test("nothing in a type of the platform that a rule takes", () => {
    expect(
      importViolations(one("src/compiler/rules/tier/a.ts", 'import type { Host } from "../../../platform/index.ts";')),
    ).toEqual([]);
  });

  test("a name in an index.ts that no slice imports", () => {
    const index = one("src/compiler/index.ts", 'export { type A, b as c } from "./model/site.ts";');
    expect(unusedExports(index)).toHaveLength(2);
    expect(
      unusedExports([...index, ...one("src/deploy/a.ts", 'import { type A, c as d } from "../compiler/index.ts";')]),
    ).toEqual([]);
  });

  test("a rule that imports a rule, and lets rules share what is none", () => {
    const rule = (path: string, imported: string) => one(path, `import { x } from "${imported}";\nexport const rule = x;`);
    const [a, b, c] = ["src/compiler/rules/conf/a.ts", "src/compiler/rules/tier/b.ts", "src/compiler/rules/conf/c.ts"];
    expect(importViolations([...rule(a, "../tier/b.ts"), ...rule(b, "../rule.ts")])).toHaveLength(1);
    expect(importViolations([...rule(a, "./c.ts"), ...rule(c, "../rule.ts")])).toHaveLength(1);
    expect(importViolations([...rule(a, "./c.ts"), ...one(c, "export const example = 1;")])).toEqual([]);
  });

  test("a command that imports a command, and lets them share what is none", () => {
    const command = (path: string, imported: string) => one(path, `import { x } from "${imported}";\nexport const command = x;`);
    const [a, b] = ["src/deploy/commands/kit/a.ts", "src/deploy/commands/swap/b.ts"];
    expect(importViolations([...command(a, "../swap/b.ts"), ...command(b, "../command.ts")])).toHaveLength(1);
    expect(importViolations([...command(a, "./c.ts"), ...one("src/deploy/commands/kit/c.ts", "export const x = 1;")])).toEqual(
      [],
    );
  });

  test.each([
    ["the environment", "const a = process.env.HOME;"],
    ["the clock", "const a = Date.now();"],
    ["the clock in an object", "const a = new Date();"],
    ["chance", "const a = Math.random();"],
    ["chance of the Web's crypto", "const a = crypto.getRandomValues(new Uint8Array(4));"],
    ["the locale", "list.sort((a, b) => a.localeCompare(b));"],
    ["the time zone", "const a = day.getHours();"],
    ["the network", "const a = await fetch(url);"],
    ["the terminal", "console.log(1);"],
    ["the environment in a text", "const a = `home is ${{ a: process.env.HOME }.a} or `;"],
  ])("a use of %s in a rule", (_, text) => {
    expect(worldViolations(one("src/compiler/rules/conf/a.ts", text))).toHaveLength(1);
    expect(worldViolations(one("src/platform/a.ts", text))).toEqual([]);
  });

  test("a permission that nothing uses, and one that leads up", () => {
    const unused = "platform does not use kernel";
    expect(unusedPermissions(one("src/platform/a.ts", 'import { a } from "../kernel/index.ts";'))).not.toContain(unused);
    expect(unusedPermissions(one("src/platform/a.ts", "export {};"))).toContain(unused);
    expect(upwardPermissions({ low: ["high"], high: [] })).toHaveLength(1);
    expect(upwardPermissions({ low: ["low"] })).toHaveLength(1);
    expect(upwardPermissions({ low: [], high: ["low"] })).toEqual([]);
  });

  test("a part of swap/ that imports a later one, or lies beside the parts", () => {
    expect(importViolations(one("src/deploy/swap/records/a.ts", 'import { a } from "../run/deploy.ts";'))).toHaveLength(1);
    expect(importViolations(one("src/deploy/swap/a.ts", 'import { a } from "./protocol/plan.ts";'))).toHaveLength(1);
    expect(importViolations(one("src/deploy/swap/run/a.ts", 'import { a } from "../records/receipt.ts";'))).toEqual([]);
  });

  test("files in a circle, and long files", () => {
    const circle = [
      ...one("src/compiler/model/a.ts", 'import type { B } from "./b.ts";'),
      ...one("src/compiler/model/b.ts", 'import type { A } from "./a.ts";'),
    ];
    expect(fileCycle(circle)).toEqual(["src/compiler/model/a.ts", "src/compiler/model/b.ts", "src/compiler/model/a.ts"]);
    expect(lengthViolations(one("src/compiler/model/a.ts", "\n".repeat(301)))).toHaveLength(1);
    expect(lengthViolations(one("src/compiler/model/a.ts", "\n".repeat(300)))).toEqual([]);
  });

  test("nothing in comments and texts", () => {
    const text = [
      '// import { a } from "../commands/check.ts"; process.env.A',
      '/* import("../commands/check.ts"); Date.now() */',
      'const a = "process.env.HOME, Math.random()";',
      "const b = /process\\.env['\"]/.test(a);",
      "const c = `console.log(1) ${a} process.env.B ${`${a}`}`;",
      'import type { Place } from "../diagnostic/place.ts";',
    ].join("\n");
    const sources = one("src/kernel/source/a.ts", text);
    expect(importViolations(sources)).toEqual([]);
    expect(worldViolations(sources)).toEqual([]);
    expect(importsOf(sources[0] as Source)).toMatchObject([{ to: "src/kernel/diagnostic/place.ts", line: 6 }]);
  });
});
