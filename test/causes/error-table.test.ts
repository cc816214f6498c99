import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { causesOfWords } from "../../src/causes/match.ts";
import { CAUSES } from "../../src/causes/registry.generated.ts";
import { notRun } from "../support/not-run.ts";

const FOLDER = fileURLToPath(new URL("../../../shared/spec/", import.meta.url));

/** First column of the table below the heading Errors. */
function rows(): readonly string[] {
  if (!existsSync(FOLDER)) return [];
  const text = readdirSync(FOLDER)
    .map((name) => readFileSync(join(FOLDER, name), "utf8"))
    .join("\n");
  const section = /\n## Errors\n([\s\S]*?)\n## /.exec(text)?.[1] ?? "";
  return [...section.matchAll(/^\| (.+?) \|/gm)]
    .map(([, cell]) => cell as string)
    .slice(1)
    .filter((cell) => !/^-+$/.test(cell));
}

const ROWS = rows();

/** The causes beyond the table. */
const BEYOND = [
  "conf/bom",
  "conf/doubled-context-root",
  "conf/payload-dir-unset",
  "cutover/old-address",
  "sso/not-installed",
  "sso/null-private-key",
  "tier/half-switch",
  "tier/wrong-operation",
  "trust/pkix",
];

test("[H7] every row of the specification's error table has its cause", () => {
  if (ROWS.length === 0) notRun("the specification's error table is not beside this repository");
  expect(ROWS.length).toBeGreaterThan(20);
  const found = ROWS.map((row) => [row, causesOfWords(row).map(({ cause }) => cause.id)] as const);
  expect(found.filter(([, ids]) => ids.length === 0).map(([row]) => row)).toEqual([]);
  const all = new Set(found.flatMap(([, ids]) => ids));
  expect(CAUSES.map(({ id }) => id).filter((id) => !all.has(id) && !BEYOND.includes(id))).toEqual([]);
});

test("[H7] what lies beyond the table is there, too", () => {
  expect(CAUSES.map(({ id }) => id)).toEqual(expect.arrayContaining(BEYOND));
});
