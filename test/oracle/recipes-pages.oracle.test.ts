import { describe, expect, test } from "vitest";
import { fits, runPage, runReadme, updated } from "./page-run.ts";

/*
 * docs/getting-started.md, docs/kits.md, docs/bundles.md, docs/rollout.md and docs/pull-requests.md as somebody reads them: every console block from top to bottom in a shell, with git, openssl and
 * sha256sum of the machine. What differs from run to run is written as '...' in the pages.
 */

describe("a page's console blocks print what it shows", () => {
  test.each([
    ["[C4, C6]", "docs/getting-started.md", 20],
    ["[C6, C7, C9]", "docs/kits.md", 18],
    ["[D1, D2, D8]", "docs/bundles.md", 35],
    ["[D3, D5, D7, D8]", "docs/rollout.md", 50],
    ["[B4, B7, B8, C4]", "docs/pull-requests.md", 26],
  ])("%s %s", async (_, path, atLeast) => {
    const said = await runPage(path);
    expect(said.length).toBeGreaterThanOrEqual(atLeast);
    if (process.env.UPDATE) return updated(path, said);
    for (const { command, shown, now } of said) {
      if (!fits(shown, now)) expect(`$ ${command}\n${now.join("\n")}`, path).toBe(`$ ${command}\n${shown.join("\n")}`);
    }
  });
});

test("[C6, D1, D3, D5] every line of the README's way from a kit to a workstation runs as it stands", async () => {
  const lines = await runReadme();
  expect(lines.length).toBe(10);
  for (const { command, code, out } of lines) expect(code, `${command}\n${out}`).toBe(0);
});

test("an elision stands for what differs, and for nothing else", () => {
  expect(fits(["a ... c"], ["a b c"])).toBe(true);
  expect(fits(["a ... c"], ["a b d"])).toBe(false);
  expect(fits(["x", "...", "y"], ["x", "1", "2", "y"])).toBe(true);
  expect(fits(["x", "...", "y"], ["x", "1", "2"])).toBe(false);
  expect(fits(["x"], ["x", "y"])).toBe(false);
  expect(fits(["..."], [])).toBe(true);
});
