import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { recordProblems } from "../../../src/kernel/schema/records.ts";
import { kitRepository, OUT } from "../../deploy/bundle/repository.ts";
import { cli } from "../../support/host.ts";
import { temporaryFolder } from "../../support/repository.ts";

/*
 * What a deploy really writes is what schemas/receipt.schema.json promises to whoever reads receipts.
 */

const receipts = new Map<string, Record<string, unknown>>();

beforeAll(async () => {
  const folder = kitRepository();
  const root = temporaryFolder();
  const run = async (words: readonly string[], code: number) => {
    // every run writes a receipt of its own, named after the second
    const found = await cli(words, { cwd: folder, now: new Date().toISOString() });
    expect(found.code, found.out + found.err).toBe(code);
  };
  await run(["bundle", "demo", "--serial", "2"], 0);
  await run(["bundle", "demo", "--settings", "--serial", "3"], 0);
  await run(["bundle", "demo", "--serial", "1", "--out", "older"], 0);
  const bundle = (path: string) => join(folder, ...path.split("/"));
  await run(["deploy", bundle(`${OUT}/demo-2506.zip`), "--root", root], 0);
  await run(["deploy", bundle(`${OUT}/demo-settings.zip`), "--root", root], 0);
  await run(["deploy", bundle("older/demo-2506.zip"), "--root", root], 10);
  await run(["deploy", bundle("older/demo-2506.zip"), "--root", root, "--allow-downgrade", "2506.2 loses links"], 0);
  await run(["rollback", "--root", root], 0);
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) =>
    /receipts[\\/][^\\/]+\.json$/.test(path),
  );
  for (const path of paths.sort())
    receipts.set(path, JSON.parse(readFileSync(join(root, path), "utf8")) as Record<string, unknown>);
});

describe("[D8] receipts", () => {
  test("of an install, a switch, a downgrade and a rollback are valid by the published schema", () => {
    const kinds = [...receipts.values()].map(({ kind, result }) => `${kind} ${result}`);
    expect(kinds).toEqual(expect.arrayContaining(["swap done", "settings done", "rollback done"]));
    for (const [path, receipt] of receipts) expect(recordProblems("receipt", receipt), path).toEqual([]);
  });

  test("that lack a field, have one more or one of another kind are not", () => {
    const [receipt = {}] = receipts.values();
    const { machine: _, ...without } = receipt;
    expect(recordProblems("receipt", without)).toEqual(["the record lacks the key 'machine'"]);
    expect(recordProblems("receipt", { ...receipt, more: 1 })).toEqual(["the record has the unknown key 'more'"]);
    expect(recordProblems("receipt", { ...receipt, code: 3 })).toEqual(["/code must be one of 0, 1618, 10, 11, 12"]);
    expect(recordProblems("receipt", { ...receipt, schema: "x" })).toEqual(['/schema must be "tierwright/receipt/v1"']);
    expect(recordProblems("receipt", { ...receipt, sequence: "1" })).toEqual(["/sequence must be integer"]);
    expect(recordProblems("receipt", null)).toEqual(["the record must be object"]);
  });

  test("are not flooded with problems: ten are told, the rest is counted", () => {
    expect(recordProblems("receipt", {})).toHaveLength(11);
    expect(recordProblems("receipt", {}).at(-1)).toMatch(/^and \d+ more$/);
    const rows = Array.from({ length: 200_000 }, () => ({}));
    expect(recordProblems("receipt", { kept: rows, drift: rows }).slice(10)).toEqual(["and many more"]);
  });
});
