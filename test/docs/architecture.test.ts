import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { importsOf, sliceOf } from "../house/imports.ts";
import { ALLOWED } from "../house/table.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGE = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");

interface Row {
  readonly file: string;
  readonly name: string;
}

/** The rows `| file | name | words |` of the table that follows a sentence of the page. */
function rowsAfter(words: string): readonly Row[] {
  const at = PAGE.indexOf(words);
  expect(at, words).toBeGreaterThan(0);
  const table = PAGE.slice(PAGE.indexOf("|---|", at)).split("\n\n")[0] ?? "";
  return [...table.matchAll(/^\| `([^`]+)` \| `([^`]+)` \|/gm)].map(([, file = "", name = ""]) => ({
    file: `src/${file}`,
    name,
  }));
}

const WALKS = {
  down: rowsAfter("goes down once"),
  up: rowsAfter("the data goes up once"),
  publish: rowsAfter("publishes one"),
  deploy: rowsAfter("swaps it in:"),
};

const text = (file: string) => readFileSync(join(ROOT, file), "utf8");
const order = Object.keys(ALLOWED);
const heights = (rows: readonly Row[]) => rows.map(({ file }) => order.indexOf(sliceOf(file)));

/** Returns the files that a file imports, also through an index, a registry or a thread's entry. */
function reachedFrom(file: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const add = (path: string, hops: number): void => {
    if (!existsSync(join(ROOT, path))) return;
    for (const { to, ours } of importsOf({ path, text: text(path) })) {
      if (!ours) continue;
      reached.add(to);
      if (hops > 0 && /\/(?:index|registry|registry\.generated|load)\.ts$/.test(to)) add(to, hops - 1);
    }
  };
  add(file, 4);
  return reached;
}

describe("the walks of docs/architecture.md", () => {
  test.each(Object.entries(WALKS))("%s names files that are there and what they export", (_, rows) => {
    expect(rows.length).toBeGreaterThan(2);
    for (const { file, name } of rows) {
      expect(existsSync(join(ROOT, file)), file).toBe(true);
      expect(text(file), `${file} exports ${name}`).toMatch(
        new RegExp(`^export (?:async )?(?:function\\*?|class|const|interface|type) ${name}\\b`, "m"),
      );
    }
  });

  test("the calls go down: each file imports the next one, and no slice stands above the one before", () => {
    const { down } = WALKS;
    for (const [i, { file }] of down.entries()) {
      const next = down[i + 1]?.file;
      if (next === undefined) break;
      expect(reachedFrom(file).has(next), `${file} leads to ${next}`).toBe(true);
    }
    const slices = heights(down);
    expect(slices).toEqual([...slices].sort((a, b) => b - a));
  });

  test("the data goes up: no slice stands below the one before", () => {
    const slices = heights(WALKS.up);
    expect(slices).toEqual([...slices].sort((a, b) => a - b));
  });
});

test("every file that docs/architecture.md names is there", () => {
  const named = [...PAGE.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|mjs|md))`/g)].map((match) => match[1] as string);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, "src", path)))).toEqual([]);
});
