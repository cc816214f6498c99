import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { edit } from "./support/repository.ts";
import { projectCheckout } from "./workflows/checkout.ts";

test("a new field of a document needs one `generate`: its validator is compiled before any generator reads the sources", () => {
  const folder = projectCheckout();
  const validators = join(folder, "src/kernel/schema/validators.generated.mjs");
  expect(existsSync(validators)).toBe(false);
  const anchor = '  "properties": {\n    "apiVersion"';
  edit(
    folder,
    "schemas/site.schema.json",
    anchor,
    anchor.replace("{", '{\n    "madeUpField": { "type": "string", "description": "a made-up field" },'),
  );
  execFileSync(process.execPath, ["scripts/generate.mjs", "rules-registry"], { cwd: folder });
  expect(readFileSync(validators, "utf8")).toContain("madeUpField");
});
