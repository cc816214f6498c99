import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MARK } from "../../../src/serve/page/page.ts";
import { expectFresh } from "../../docs/examples.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository, temporaryFolder } from "../../support/repository.ts";
import { fourEnvironments, report } from "./pages.ts";
import { readPage } from "./read-page.ts";

describe("tierwright report", () => {
  test("writes the page that it would print, also over an earlier one, and says the state; the exit code is that of check", async () => {
    const folder = fourEnvironments();
    const { html } = await report(folder);
    for (let i = 0; i < 2; i++) {
      const { code, out, err } = await cli(["report", "--out", "report.html"], { cwd: folder });
      expect({ code, err }).toEqual({ code: 1, err: "" });
      expect(out).toBe("wrote report.html\n3 of 4 environments are ready to deploy; 1 is blocked: production\n");
    }
    expect(readFileSync(join(folder, "report.html"), "utf8")).toBe(html);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect((await cli(["report", "--out", "report.html", "--quiet"], { cwd: exampleRepository() })).out).toBe("");
  });

  test("is 0 where nothing counts, and 1 for a warning that --fail-on asks for", async () => {
    expect((await report(exampleRepository())).code).toBe(0);
    const folder = exampleRepository({ "environments/demo/installed/logger.properties": "a=b \n" });
    expect((await report(folder)).code).toBe(0);
    expect((await report(folder, "--fail-on", "warning")).code).toBe(1);
  });

  test.each([
    ["a source of the repository", "environments/site.yaml", /it contains the repository's own files/],
    ["a folder of the repository", "releases", /it contains the repository's own files/],
    ["somebody else's file", "notes.txt", /notes\.txt already exists and is not a page of tierwright/],
    ["a folder", "pages", /pages cannot be written/],
    ["a folder that is not there", "no/such/page.html", /cannot be written/],
  ])("does not write over %s: exit code 2, and nothing is changed", async (_, out, words) => {
    const folder = exampleRepository({ "notes.txt": "mine\n" });
    mkdirSync(join(folder, "pages"));
    const before = readFileSync(join(folder, "environments/site.yaml"), "utf8");
    const { code, err, out: said } = await cli(["report", "--out", out], { cwd: folder });
    expect({ code, said }).toEqual({ code: 2, said: "" });
    expect(err).toMatch(words);
    expect(readFileSync(join(folder, "notes.txt"), "utf8")).toBe("mine\n");
    expect(readFileSync(join(folder, "environments/site.yaml"), "utf8")).toBe(before);
  });

  test("writes over an empty file, which nobody misses", async () => {
    const folder = exampleRepository({ "report.html": "" });
    expect((await cli(["report", "--out", "report.html"], { cwd: folder })).code).toBe(0);
    expect(readFileSync(join(folder, "report.html"), "utf8").startsWith(MARK)).toBe(true);
  });

  test("refuses a folder that is no repository, and one without environments", async () => {
    expect((await cli(["report"], { cwd: temporaryFolder() })).code).toBe(2);
    const folder = temporaryFolder();
    mkdirSync(join(folder, "environments"));
    writeFileSync(join(folder, "environments/site.yaml"), "");
    expect((await cli(["report"], { cwd: folder })).err).toContain("has no environment");
  });

  test("[B4] takes evidence from a hosts file and from DNS, and demands it when asked", async () => {
    const folder = fourEnvironments();
    writeFileSync(join(folder, "hosts"), "10.0.0.9 production.example.com other.example.com\n");
    const { page } = await report(folder, "--hosts", "hosts");
    expect(page.text("//section[@id='tiers']//tr[th='production']/td[4]")[0]).toContain("hosts");
    const strict = await cli(["report", "--require-proof"], { cwd: exampleRepository() });
    expect(readPage(strict.out).text("//h1")).toHaveLength(1);
  });
});

test("every example of docs/page.md prints what the page shows (else: npm run update)", async () => {
  expect(await expectFresh("docs/page.md")).toBe(1);
});

test("in a terminal the page is refused with the option to give, and piped or with --out it is written", async () => {
  const cwd = exampleRepository();
  const shown = await cli(["report"], { cwd, width: 80 });
  expect([shown.code, shown.out, shown.err]).toEqual([
    2,
    "",
    "tierwright: an HTML page cannot be shown in a terminal\n  name a file with --out, for example --out report.html\n",
  ]);
  expect((await cli(["report"], { cwd })).out).toMatch(/^<!doctype html>/i);
  const written = await cli(["report", "--out", "report.html"], { cwd, width: 80 });
  expect([written.code, written.out]).toEqual([0, expect.stringContaining("wrote report.html")]);
});
