import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LOCK, SECOND_RELEASE, secondRelease } from "../../src/kernel/diagnostics/kit/example-kit.ts";
import { EXAMPLE_REPOSITORY } from "../../src/compiler/rules/example.ts";
import { KIT, bundle, kitRepository } from "../deploy/bundle/repository.ts";
import { filesIn, sampleKit } from "../compiler/kit/kits.ts";
import { cli } from "../support/host.ts";
import { type Files, edit, exampleRepository, temporaryFolder, writeFiles } from "../support/repository.ts";

/*
 * A kit of 2506 that is taken in as 2606, from the archive to the verdict: the name is not believed by anything that judges, until a
 * person has confirmed it, and a person who does is contradicted by the kit itself.
 */
test("[C6] a kit of 2506 that is imported as 2606 is drafted without a range, refused by check, and never A and pass", async () => {
  const folder = exampleRepository();
  const source = join(temporaryFolder(), "vendor");
  writeFiles(source, sampleKit("2506"));
  const take = (...words: string[]) =>
    cli(["kit", "import", source, "--release", "2606", "--today", "2026-11-21", ...words], { cwd: folder });
  const before = filesIn(folder);
  const refused = await take();
  expect([refused.code, refused.out]).toEqual([1, expect.stringContaining("(kit/release-differs)")]);
  expect(refused.out).toContain("--force writes it under this name all the same; nothing was written");
  expect(filesIn(folder)).toEqual(before);
  const imported = await take("--force");
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

const rulesOf = (out: string): readonly string[] =>
  JSON.parse(out)
    .findings.filter(({ severity }: { severity: string }) => severity === "error")
    .map(({ rule }: { rule: string }) => rule);

/** A repository with the sample's kit of 2506 and another kit as 2606, and what each command says of them. */
async function imported(kit: Files) {
  const folder = temporaryFolder();
  writeFiles(
    folder,
    Object.fromEntries(Object.entries(EXAMPLE_REPOSITORY).filter(([path]) => !path.startsWith("releases/2506/"))),
  );
  const run = (...words: string[]) => cli([...words, "--format", "json"], { cwd: folder });
  const take = (files: Files, release: string) => {
    const source = join(temporaryFolder(), "vendor");
    writeFiles(source, files);
    return (...words: string[]) => run("kit", "import", source, "--release", release, "--today", "2026-11-21", ...words);
  };
  expect((await take(sampleKit("2506"), "2506")()).code).toBe(0);
  const before = filesIn(folder);
  const second = take(kit, "2606");
  const refused = await second();
  const { state } = JSON.parse(refused.out);
  if (state === "refused") expect(filesIn(folder)).toEqual(before);
  return {
    state,
    refused,
    first: state === "refused" ? await second("--force") : refused,
    verify: await run("kit", "verify", "2606"),
    check: await run("check"),
  };
}

/** The kit of 2506 with 2606 in each name and text: only the jars' content says whose they are. */
const renamed = (): Files =>
  Object.fromEntries(
    Object.entries(sampleKit("2506")).map(([path, bytes]) => [
      path.replace("2506", "2606"),
      /\.(xml|properties)$/.test(path) ? bytes.toString("latin1").replaceAll("2506", "2606") : bytes,
    ]),
  );

test("[C6] a kit of 2506 that was renamed throughout is no release 2606, to import, verify and check", async () => {
  const { state, refused, first, verify, check } = await imported(renamed());
  expect([state, refused.code]).toEqual(["refused", 1]);
  expect(refused.out).toContain(
    "shows another release: release 2606 has the jars of release 2506, byte for byte (kit/release-differs)",
  );
  expect([first.code, verify.code, check.code]).toEqual([1, 1, 1]);
  for (const { out } of [first, verify, check]) expect(rulesOf(out)).toContain("kit/release-differs");
  expect(first.out).toContain("release 2606 has the jars of release 2506, byte for byte");
});

test("[C6] a kit of 2606 into the folder of 2506 is named before the files that it would replace, and no profile is accused", async () => {
  const folder = exampleRepository();
  const run = (...words: string[]) => cli(words, { cwd: folder });
  const take = (kit: "2506" | "2606", release: string, ...words: string[]) => {
    const source = join(temporaryFolder(), "vendor");
    writeFiles(source, sampleKit(kit));
    return run("kit", "import", source, "--release", release, "--today", "2026-11-21", ...words);
  };
  for (const release of ["2506", "2606"] as const) await take(release, release, "--force");
  const before = filesIn(folder);
  const refused = await take("2606", "2506");
  expect([refused.code, filesIn(folder)]).toEqual([1, before]);
  const said = refused.out + refused.err;
  expect(said).toMatch(/shows another release:.*would be replaced.*import it as the release that it is/s);
  await take("2606", "2506", "--force");
  const errors = rulesOf((await run("check", "--all-releases", "--format", "json")).out);
  expect(errors).toContain("kit/release-differs");
  expect(errors).not.toContain("kit/stale-profile");
});

test("[C6] a jar of 2506 under a new name makes a mixed build of 2606, to import, verify and check", async () => {
  const jar = sampleKit("2506")["plugin/lib/plm-sso-2506.jar"] as Buffer;
  const { state, first, verify, check } = await imported({ ...sampleKit("2606"), "plugin/lib/plm-sso-2606.jar": jar });
  expect([state, first.code, verify.code, check.code]).toEqual(["imported", 1, 1, 1]);
  for (const { out } of [first, verify, check]) expect(rulesOf(out)).toContain("kit/mixed-build");
});

test("[C6] a library that both kits have byte for byte is neither", async () => {
  const [library, old] = ["plugin/lib/json-lite-2.1.0.jar", "plugin/lib/json-lite-1.9.4.jar"];
  const { [library]: _, ...kit } = sampleKit("2606");
  kit[old] = sampleKit("2506")[old] as Buffer;
  kit["plugin/plugin.xml"] = Buffer.from(String(kit["plugin/plugin.xml"]).replace("json-lite-2.1.0", "json-lite-1.9.4"));
  const { first, verify } = await imported(kit);
  expect([first.code, verify.code]).toEqual([0, 0]);
});

test("[C6] no bundle is built from a kit that holds another release's jar under a new name", async () => {
  const jar = "stands for the classes of 2406\n";
  const hash = createHash("sha256").update(jar).digest("hex");
  const extra = (files: Files) => {
    const folder = kitRepository(files);
    edit(folder, LOCK, "files:\n", `files:\n  - { path: plugin/lib/extra.jar, size: ${jar.length}, sha256: "${hash}" }\n`);
    return bundle(folder);
  };
  const kit = { [`${KIT}/plugin/lib/extra.jar`]: jar };
  const row = (path: string) => `  - { path: ${path}, size: ${jar.length}, sha256: "${hash}" }\n`;
  const other = (path: string): Files => ({
    ...kit,
    "releases/2406/release.yaml": SECOND_RELEASE.with.replaceAll("2606", "2406"),
    "releases/2406/kit.lock.yaml": secondRelease(row("plugin/lib/PLM_Profile.mdzip") + row(path)).replace("2606", "2406"),
  });
  const refused = await extra(other("plugin/lib/plm-connector-2406.jar"));
  expect([refused.code, refused.out + refused.err]).toEqual([1, expect.stringContaining("kit/mixed-build")]);
  expect((await extra(other("plugin/lib/extra.jar"))).out).not.toContain("kit/mixed-build");
});

test("[C6] an import also says what stands at the other release, where that one has the greater name", async () => {
  const folder = temporaryFolder();
  const take = (files: Files, release: string) => {
    const source = join(temporaryFolder(), "vendor");
    writeFiles(source, files);
    return cli(["kit", "import", source, "--release", release, "--today", "2026-11-21"], { cwd: folder });
  };
  writeFiles(
    folder,
    Object.fromEntries(Object.entries(EXAMPLE_REPOSITORY).filter(([path]) => !path.startsWith("releases/2506/"))),
  );
  expect((await take(sampleKit("2506"), "2506")).code).toBe(0);
  const older = Object.entries(sampleKit("2506")).map(([path, bytes]) => [
    path.replace("2506", "2406"),
    /\.(xml|properties)$/.test(path) ? bytes.toString("latin1").replaceAll("2506", "2406") : bytes,
  ]);
  const before = filesIn(folder);
  const { code, out } = await take(Object.fromEntries(older), "2406");
  expect(filesIn(folder), "the lock of the innocent release is not accused by what was written").toEqual(before);
  expect([code, out]).toEqual([1, expect.stringContaining("release 2506 has the jars of release 2406, byte for byte")]);
});
