import { appendFileSync, cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { validatorOf } from "../../support/printed-documents.ts";
import { temporaryFolder } from "../../support/repository.ts";
import { at } from "../../deploy/swap/support/installation.ts";
import { cli, inProcess } from "../../deploy/swap/support/in-process.ts";
import { Workstation } from "../../deploy/swap/support/workstation.ts";
import { ROOT } from "../../house/project.ts";

vi.setConfig({ testTimeout: 120_000 });

/*
 * What the commands of the kit, bundle and deploy families really print is what schemas/ promises to whoever reads it.
 */

/** Runs a command with --format json, and holds its one document to its schema; gives the document. */
async function printed(name: string, argv: readonly string[], cwd = process.cwd()): Promise<Record<string, unknown>> {
  const { code, out, err } = await cli([...argv, "--format", "json"], { cwd, now: new Date().toISOString() });
  const valid = validatorOf(name);
  const document = JSON.parse(out) as Record<string, unknown>;
  expect({ argv, code, err, schema: document.schema }).toMatchObject({ schema: `tierwright/${name}/v1` });
  expect({ argv, valid: valid(document), errors: valid.errors ?? [] }).toEqual({ argv, valid: true, errors: [] });
  // a document with a key more is another one: the schema is closed
  expect(valid({ ...document, unknown: 1 })).toBe(false);
  return document;
}

/** The sample repository, with nothing built in it. */
function sample(): string {
  const folder = temporaryFolder();
  for (const part of ["environments", "releases"]) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  return folder;
}

describe("what commands print is what their schema says", () => {
  test("[C6] kit import, verify, diff and carry", async () => {
    const cwd = sample();
    const kit = (release: string) => join(cwd, "releases", release, "kit");
    const imported = await printed("kit", ["kit", "import", kit("2606"), "--release", "2606b"], cwd);
    expect(imported).toMatchObject({ command: "import", state: "imported", release: "2606b" });
    await printed("kit", ["kit", "import", kit("2506"), "--release", "2606"], cwd);
    await printed("kit", ["kit", "verify"], cwd);
    writeFileSync(join(kit("2606"), "plugin", "more.jar"), "x");
    appendFileSync(join(kit("2606"), "plugin", "plugin.xml"), " ");
    const { releases } = await printed("kit", ["kit", "verify", "2606"], cwd);
    expect(releases).toMatchObject([{ state: "differs", differences: [{}, {}] }]);
    await printed("kit", ["kit", "diff", "2506", "2606"], cwd);
    await printed("kit", ["kit", "carry", "production"], cwd);
    await printed("kit", ["kit", "carry", "production", "--to", "2606"], cwd);
    await printed("error", ["kit", "carry", "nowhere"], cwd);
  });

  test("[D1, D2] bundle and bundle verify", async () => {
    const cwd = sample();
    await printed("bundled", ["bundle", "production", "--serial", "5", "--out", "out"], cwd);
    await printed("bundled", ["bundle", "production", "--settings", "--serial", "5", "--out", "out"], cwd);
    const zip = join(cwd, "out", "production-2506.zip");
    expect(await printed("bundle-verified", ["bundle", "verify", zip])).toMatchObject({ sound: true });
    appendFileSync(zip, "x");
    expect(await printed("bundle-verified", ["bundle", "verify", zip])).toMatchObject({ sound: false });
    await printed("bundle-verified", ["bundle", "verify", join(cwd, "environments", "site.yaml")]);
    await printed("error", ["bundle", "verify", join(cwd, "none.zip")]);
  });

  test("[D8] deploy, verify, rollback, the list of receipts and a rehearsal", async () => {
    const here = new Workstation(inProcess, "hand-made");
    const root = ["--root", here.root];
    const swap = here.swap();
    await printed("deploy", ["deploy", swap, "--what-if", ...root]);
    await printed("deploy", ["deploy", swap, "--stage", ...root]);
    await printed("error", ["rollback", ...root]);
    await printed("receipt", ["deploy", swap, ...root]);
    await printed("receipt", ["deploy", swap, ...root]);
    expect(await printed("verify", ["deploy", "--verify", ...root])).toMatchObject({ differences: [] });
    await printed("receipts", ["rollback", "--list", ...root]);
    await printed("deploy", ["rollback", "--what-if", ...root]);
    writeFileSync(join(at.live(here.root), "foreign.jar"), "x");
    appendFileSync(at.conf(here.root), "SOMEBODY=was here\n");
    const { differences } = await printed("verify", ["deploy", "--verify", ...root]);
    expect(differences).toMatchObject([{ kind: "foreign" }, { kind: "value", key: "SOMEBODY", found: "(hidden)" }]);
    expect(await printed("receipt", ["deploy", here.swap({ release: "2606" }), ...root])).toMatchObject({
      result: "refused",
      drift: [{ key: "SOMEBODY" }],
    });
    await printed("receipt", ["rollback", ...root]);
    await printed("receipts", ["rollback", "--list", ...root]);
    await printed("verify", ["deploy", "--verify", ...root]);
    await printed("rehearsal", ["rehearse", swap]);
    await printed("error", ["rehearse", here.settings()]);
  });

  test("[A1, A2] properties get, set and unset", async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "a.properties"), "A=1\n");
    await printed("property", ["properties", "get", "a.properties", "A"], cwd);
    await printed("property", ["properties", "get", "a.properties", "B"], cwd);
    await printed("property", ["properties", "set", "a.properties", "B", "2"], cwd);
    await printed("property", ["properties", "unset", "a.properties", "B"], cwd);
    await printed("error", ["properties", "get", "none.properties", "B"], cwd);
  });
});
