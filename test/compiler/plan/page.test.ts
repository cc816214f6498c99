import { cpSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { expectFresh } from "../../docs/examples.ts";
import { blocksOf, readPage } from "../../docs/page.ts";
import { ROOT } from "../../house/project.ts";

const PAGE = "docs/plan.md";

/** The page's examples run beside a state of the sample that none of them changes. */
function before(): void {
  const folder = join(process.env.TMPDIR ?? "", "before");
  const filter = (path: string) => basename(path) !== "kit";
  for (const part of ["environments", "releases", "templates"])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter });
}

test("[B7] [B8] [C4] [C7] every example of docs/plan.md prints what the page shows (else: npm run update)", async () => {
  before();
  expect(await expectFresh(PAGE)).toBe(8);
});

/** Every key of an output; keys of a verdict and of a finding are described with the findings. */
function keysOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...(key === "verdict" || key === "findings" ? [] : keysOf(item))]);
}

test("[B7] every field of the plan document that the page shows is described on it", () => {
  const page = readPage(PAGE);
  const shown = blocksOf(page).find(({ language }) => language === "json");
  const described = page.slice(shown?.end ?? 0);
  const keys = [...new Set(keysOf(JSON.parse(shown?.body ?? "null")))];
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((key) => !described.includes(`\`${key}\``))).toEqual([]);
});
