import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LINES } from "../../cli/situations.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository } from "../../support/repository.ts";

/** The lines that name a path below dist/ that does not exist, and do not say so. */
function claims(folder: string, output: string): readonly string[] {
  return output.split("\n").filter((line) => {
    const paths = [...line.matchAll(/(?<![\w/])dist\/demo\/[\w./-]*\w/g)].map(([path]) => path);
    return paths.some((path) => !existsSync(join(folder, path))) && !/not written yet|would /.test(line);
  });
}

test("no command names a compiled file as if it existed before it is written", { timeout: 120_000 }, async () => {
  const folder = exampleRepository();
  const lines = LINES.filter(
    ([first = "", second]) => !["compile", "mcp", "lsp", "record", "init", "completion"].includes(first) && second !== "--help",
  );
  const said: string[] = [];
  for (const line of [...lines, ["why", "demo", "client/Transport"], ["why", "demo", "BOOTSTRAP_URLS"]]) {
    const { out, err } = await cli(line, { cwd: folder });
    said.push(...claims(folder, `${out}\n${err}`).map((found) => `${line.join(" ")}: ${found.trim()}`));
  }
  expect(said).toEqual([]);
});

test("why says of a compiled line whether its file is written, as text and as JSON", async () => {
  const folder = exampleRepository();
  const why = async (...more: readonly string[]) => (await cli(["why", "demo", "BOOTSTRAP_URLS", ...more], { cwd: folder })).out;
  const place = "  compiled to  dist/demo/client/CommonClient.properties:3";
  expect(await why()).toContain(`${place} (not written yet)\n`);
  expect(JSON.parse(await why("--format", "json")).answers[0].compiled.written).toBe(false);
  await cli(["compile"], { cwd: folder });
  expect(await why()).toContain(`${place}\n`);
  expect(JSON.parse(await why("--format", "json")).answers[0].compiled.written).toBe(true);
});
