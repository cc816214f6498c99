import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { BundleManifest } from "../../src/deploy/bundle/manifest.ts";
import { builtCli, runBuilt } from "../cli/built.ts";
import { exampleRepository } from "../support/repository.ts";
import { SIZE, within } from "./limits.ts";
import { SIGNS } from "./nasty.ts";
import { JSONS, MANIFESTS, ZIPS, zipOf } from "./nasty-zip.ts";

/* The structure of archives, and the manifest of a bundle; how is said in limits.ts. */

let command = "";
let folder = "";
let manifest: BundleManifest;
beforeAll(async () => {
  command = await builtCli();
  folder = exampleRepository();
  const made = runBuilt(command, ["bundle", "demo", "--serial", "1", "--settings"], { cwd: folder });
  expect(made).toMatchObject({ code: 0 });
  const zip = readFileSync(join(folder, "dist/bundles/demo-settings.zip"));
  const begin = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
  manifest = JSON.parse(zip.toString("utf8", begin, begin + zip.readUInt32LE(18))) as BundleManifest;
});

function tried(name: string, zip: Buffer, ...commands: readonly (readonly string[])[]): void {
  writeFileSync(join(folder, "a.zip"), zip);
  for (const argv of commands) expect(within(command, folder, argv, name)).toBeNull();
}

const VERIFY = ["bundle", "verify", "a.zip"];
const DEPLOY = ["deploy", "a.zip", "--root", "environments", "--what-if"];

describe("an archive", () => {
  test.each(ZIPS)(
    "[A1] of %s",
    (name, zip) => tried(name, zip(SIZE), VERIFY, ["kit", "import", "a.zip", "--release", "2606"]),
    600_000,
  );
});

describe("a manifest", () => {
  const asZip = (text: string): Buffer => zipOf([["manifest.json", Buffer.from(text)]]);

  test.each(MANIFESTS)(
    "[A1] with excessive %s",
    (name, change) => tried(name, asZip(`${JSON.stringify({ ...manifest, ...change(SIZE) }, null, 2)}\n`), VERIFY, DEPLOY),
    600_000,
  );

  test.each(JSONS)("[A1] of %s", (name, text) => tried(name, asZip(text(SIZE)), VERIFY), 600_000);

  test.each(SIGNS.filter((_, i) => i % 20 === 0).map((sign) => [JSON.stringify(sign), sign] as const))(
    "[A1] whose environment is a run of %s",
    (name, sign) => tried(name, asZip(JSON.stringify({ ...manifest, environment: sign.repeat(SIZE / 2) })), VERIFY),
    600_000,
  );
});
