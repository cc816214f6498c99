import { writeFileSync, appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { civil, expectCivil, here, sourcesOf } from "../cli/civil.ts";
import { exampleRepository } from "../support/repository.ts";
import { RICH_REPOSITORY, leaves, replaced } from "./rich-repository.ts";
const ENV = { LICENSE_KEY: "a-key", TCSSO_CLIENT_SECRET: "a-secret" };
const COMMANDS: readonly (readonly string[])[] = [["compile"]];
const ODDS = (process.env["ODDS"] ? JSON.parse(process.env["ODDS"]) : []) as string[];
test("x", async () => {
  const folder = exampleRepository(RICH_REPOSITORY);
  writeFileSync("/tmp/brk/fuzz.log", "");
  for (const leaf of leaves(RICH_REPOSITORY).filter((l) => !l.file.includes("alike") && !l.file.includes("2506"))) for (const odd of ODDS) {
    writeFileSync(join(folder, leaf.file), replaced(RICH_REPOSITORY, leaf, odd));
    const before = sourcesOf(folder);
    for (const c of COMMANDS) {
      const run = here(folder, { env: ENV, programs: { "vault read identity": "a-secret\n" } });
      try { await civil(run, c, { terminal: process.env["TERM_CHECK"] === "1" }); expect(sourcesOf(folder)).toEqual(before); }
      catch (e) { appendFileSync("/tmp/brk/fuzz.log", `${leaf.file} ${leaf.pointer} ${leaf.part} | ${odd.slice(0,30)} | ${c.join(" ")} | ${String((e as Error).message).slice(0, 160).replace(/\n/g, " ")}\n`); }
    }
    writeFileSync(join(folder, leaf.file), String(RICH_REPOSITORY[leaf.file]));
  }
  expect(1).toBe(1);
}, 1000000);
