import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleKit } from "../kit/kits.ts";
import { cli } from "../support/host.ts";
import { edit, exampleRepository, temporaryFolder, writeFiles } from "../support/repository.ts";

/*
 * A kit of 2506 that is taken in as 2606, from the archive to the verdict: the name is not believed by anything that judges, until a
 * person has confirmed it, and a person who does is contradicted by the kit itself.
 */
test("[C6] a kit of 2506 that is imported as 2606 is drafted without a range, refused by check, and never A and pass", async () => {
  const folder = exampleRepository();
  const source = join(temporaryFolder(), "vendor");
  writeFiles(source, sampleKit("2506"));
  const imported = await cli(["kit", "import", source, "--release", "2606", "--today", "2026-11-21"], { cwd: folder });
  expect(imported.code, imported.err).toBe(1);
  expect(imported.out + imported.err).toContain("kit/release-differs");

  edit(folder, "environments/demo/environment.yaml", 'connector: "2506"', 'connector: "2606"');
  edit(folder, "releases/matrix.yaml", '"2506": A', '"2506": A, "2606": A');
  const check = async () => {
    const { code, out } = await cli(["check", "--format", "json"], { cwd: folder });
    const { findings, verdicts } = JSON.parse(out);
    const errors = findings.filter(({ severity }: { severity: string }) => severity === "error");
    return { code, errors, verdict: verdicts[0], rules: errors.map(({ rule }: { rule: string }) => rule) };
  };
  const drafted = await check();
  expect(drafted.code).toBe(1);
  expect(drafted.verdict).toMatchObject({ connector: "2606", matrix: "A", tierRange: null, gate: "block" });
  expect(drafted.rules).toContain("kit/release-differs");
  const named = drafted.errors.find(({ rule }: { rule: string }) => rule === "kit/release-differs");
  expect(named.file).toBe("releases/2606/base/plugin.xml");
  expect(named.message).toContain("2506");

  // a person confirms what is not so: the range holds, the finding stays, nothing is compiled
  edit(folder, "releases/2606/release.yaml", '# certifiedTiers: ["2606"]', 'certifiedTiers: ["2506"]');
  const confirmed = await check();
  expect(confirmed.verdict).toMatchObject({ tierRange: true });
  expect(confirmed.rules).toContain("kit/release-differs");
  const compiled = await cli(["compile", "--format", "json"], { cwd: folder });
  expect(compiled.code).toBe(1);
  expect(JSON.parse(compiled.out).outputs).toMatchObject([{ environment: "demo", state: "not-written" }]);
});
