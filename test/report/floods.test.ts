import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { leaving, NL, styleFor, wholeValue } from "../../src/report/style.ts";
import { wrap } from "../../src/report/wrap.ts";
import { here } from "../cli/civil.ts";
import { leaves, replaced, RICH_REPOSITORY } from "../compiler/run/rich-repository.ts";
import { exampleRepository, temporaryFolder } from "../support/repository.ts";
import { eachNth } from "../support/runs.ts";

/* A value of megabytes must not become megabytes of a log: its beginning is shown, and how long it is. */

describe("[A1] a flood in a value", () => {
  const flood = "x".repeat(100_000);

  test("is shortened where text leaves; what stands beside it is not", () => {
    const { bold } = styleFor(true);
    expect(leaving(`a${NL}${flood}${NL}${bold("b")} c`, false)).toBe(`a\n${"x".repeat(1000)}… (100000 characters)\nb c`);
    expect(leaving("y".repeat(10_000), false)).toBe("y".repeat(10_000));
  });

  test("is not cut inside a character", () => {
    expect(leaving(`x${"😀".repeat(20_000)}`, false)).toBe(`x${"😀".repeat(499)}… (40001 characters)`);
  });

  test("is shortened before it is broken into lines", () => {
    const lines = wrap(`head: ${"a b ".repeat(50_000)}`, 80, "  ").split(NL);
    expect(lines.length).toBeLessThan(20);
    expect(lines.slice(-2).join("").replace(/\s+/g, " ")).toMatch(/… \(200006 characters\)$/);
  });

  test("leaves whole where it was asked for itself", async () => {
    expect(leaving(`${wholeValue(flood)}${NL}${flood}`, false)).toHaveLength(100_000 + 1 + 1000 + "… (100000 characters)".length);
    const folder = temporaryFolder();
    writeFileSync(join(folder, "a.properties"), `KEY=${flood}\n`);
    expect(await here(folder)(["properties", "get", "a.properties", "KEY"])).toMatchObject({ code: 0, out: `${flood}\n` });
    expect((await here(folder)(["properties", "list", "a.properties"])).out).toContain(flood);
  });
});

const COMMANDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "environments/full/environment.yaml": [["check"], ["compile"], ["why", "full", "LicenseDir"], ["secrets", "check"], ["compat"]],
  "environments/full/sso.yaml": [["check"], ["secrets", "check"]],
  "environments/site.yaml": [["check"], ["why", "full", "LicenseDir"]],
  "releases/matrix.yaml": [["check"], ["compat"]],
  "releases/exceptions.yaml": [["check"], ["compat"]],
  "releases/2606/release.yaml": [["check"], ["compat"]],
};

/** One text of so many, other ones for each file: all of them are tried with megabytes by the oracle. */
const OF_LEAVES = 9;

describe("[A1] a flood in any text of a repository is answered in some kilobytes", () => {
  test.each(
    eachNth(
      3,
      Object.entries(COMMANDS).map(([file, commands], i) => [file, commands, i] as const),
    ),
  )("%s", async (file, commands, i) => {
    const folder = exampleRepository(RICH_REPOSITORY);
    const told: string[] = [];
    const own = leaves(RICH_REPOSITORY).filter((item) => item.file === file && item.part === "value");
    for (const [turn, leaf] of own.filter((_, at) => at % OF_LEAVES === i).entries()) {
      writeFileSync(join(folder, file), replaced(RICH_REPOSITORY, leaf, `"${"word ".repeat(20_000)}"`));
      const command = commands[turn % commands.length] ?? [];
      const { out, err } = await here(folder)(command);
      if (out.length + err.length > 40_000) told.push(`${leaf.pointer}: ${command.join(" ")}: ${out.length} and ${err.length}`);
    }
    expect(told).toEqual([]);
  });
});

test("[A1] a matrix of a row with thousands of connectors is not drawn, and one with hundreds is, each cell once", async () => {
  const matrix = (count: number) =>
    String(RICH_REPOSITORY["releases/matrix.yaml"]).replace(
      "rows:\n",
      `rows:\n  - { tool: Wide, connectors: { ${Array.from({ length: count }, (_, i) => `"w${i}": A, `).join("")} } }\n`,
    );
  const folder = exampleRepository({ ...RICH_REPOSITORY, "releases/matrix.yaml": matrix(300) });
  const drawn = (await here(folder)(["compat"])).out.split(/\s+/);
  for (let i = 0; i < 300; i++) expect(drawn.filter((word) => word === `w${i}`)).toHaveLength(1);
  writeFileSync(join(folder, "releases/matrix.yaml"), matrix(20_000));
  const { out } = await here(folder)(["compat"]);
  expect(out).toMatch(/rows × 2000\d connectors are too many/);
  expect(out.length).toBeLessThan(40_000);
});

test("[A1] of thousands of findings the gravest are shown, and the rest is counted", async () => {
  const names = Array.from({ length: 3_000 }, (_, i) => `nowhere${i}`);
  const folder = exampleRepository({
    "releases/exceptions.yaml": `apiVersion: tierwright/v1\nkind: CompatExceptions\nexceptions:\n  - tool: 2024x Refresh2\n    connector: "2506"\n    verdict: P\n    environments: [${names.join(", ")}]\n    reason: a test\n    owner: somebody\n    until: 2099-12-31\n`,
    "environments/site.yaml": "apiVersion: tierwright/v1\nkind: Site\nbogus: 1\n",
  });
  const { out, code } = await here(folder)(["check"]);
  expect(code).toBe(1);
  expect(out).toContain("error[repo/unknown-key]");
  expect(out.match(/^(error|warning|info)\[/gm)).toHaveLength(2_000);
  expect(out).toMatch(/^1\d\d\d findings more, not shown here: --format json has them all$/m);
});
