import { createHash } from "node:crypto";
import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { filesIn, sampleFile, sampleKit } from "../compiler/kit/kits.ts";
import { cli } from "../support/host.ts";
import { type Files, temporaryFolder, writeFiles } from "../support/repository.ts";
import { below } from "../compiler/kit/kits.ts";

const BASE = ["client.properties", "connector.properties", "log4j2.xml", "logger.properties", "plugin.xml"];
const KIT = "releases/2606/kit";
const JAR = `${KIT}/plugin/lib/plm-sso-2606.jar`;

/** The sample's release 2606 in a repository of its own. */
function repository(changes: Files = {}): string {
  const folder = temporaryFolder();
  const files: Files = below(KIT, sampleKit("2606"));
  for (const name of [...BASE.map((file) => `base/${file}`), "kit.lock.yaml", "release.yaml"])
    files[`releases/2606/${name}`] = sampleFile(`releases/2606/${name}`);
  writeFiles(folder, { ...files, ...changes });
  return folder;
}

const verify = (folder: string, env: Record<string, string> = {}, ...argv: readonly string[]) =>
  cli(["kit", "verify", ...argv], { cwd: folder, env });

async function found(folder: string, env: Record<string, string> = {}) {
  const { code, out } = await verify(folder, env, "--format", "json");
  const { schema, command, releases, findings } = JSON.parse(out);
  expect([schema, command]).toEqual(["tierwright/kit/v1", "verify"]);
  return { code, releases, rules: findings.map(({ rule }: { rule: string }) => rule), findings };
}

const pointer = (bytes: Uint8Array) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash("sha256").update(bytes).digest("hex")}\nsize ${bytes.length}\n`;

describe("kit verify", () => {
  test("[C6] a kit that matches its lock in every byte is verified, and nothing is written", async () => {
    const folder = repository();
    const before = filesIn(folder);
    const { code, out } = await verify(folder);
    expect(code).toBe(0);
    expect(out).toContain("✓ 2606  all 14 files match the lock, in the repository");
    expect(out).toContain("not checked");
    expect(filesIn(folder)).toEqual(before);
  });

  test("[C6] a changed, a lost and an extra file stand on their line of the lock", async () => {
    const folder = repository({ [JAR]: "other", [`${KIT}/plugin/lib/extra.jar`]: "x" });
    rmSync(join(folder, `${KIT}/mapping.xml`));
    const { code, releases, findings } = await found(folder);
    expect([code, releases[0].state]).toEqual([1, "differs"]);
    const short = findings.map(
      ({ rule, line, message }: { rule: string; line: number; message: string }) => `${rule} ${line} ${message.split(":")[0]}`,
    );
    expect(short).toEqual([
      "kit/extra-file 1 plugin/lib/extra.jar is in the kit, but not in releases/2606/kit.lock.yaml",
      "kit/changed 11 mapping.xml is missing in the kit",
      "kit/changed 20 plugin/lib/plm-sso-2606.jar has 5 bytes, and the kit that was locked had 1636",
    ]);
  });

  test("[C6] one bit of a jar that keeps its size", async () => {
    const bytes = Buffer.from(sampleKit("2606")["plugin/lib/plm-sso-2606.jar"] ?? "");
    bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
    expect((await found(repository({ [JAR]: bytes }))).rules).toEqual(["kit/changed"]);
  });

  test("[C6] a base file that is not the kit's", async () => {
    const { rules, code } = await found(repository({ "releases/2606/base/logger.properties": "rootLevel=DEBUG\n" }));
    expect([rules, code]).toEqual([["kit/base-differs"], 1]);
  });

  test("[C6] Git LFS pointers are recognised and said once, with the command that fetches them", async () => {
    const kit = sampleKit("2606");
    const jars = Object.entries(kit).filter(([path]) => path.endsWith(".jar"));
    const { rules, findings, releases } = await found(
      repository(Object.fromEntries(jars.map(([path, bytes]) => [`${KIT}/${path}`, pointer(bytes)]))),
    );
    expect([rules, releases[0].state]).toEqual([["kit/unavailable"], "unavailable"]);
    expect(findings[0].message).toContain("6 files of the kit are Git LFS pointers");
    expect(findings[0].help).toBe('run `git lfs pull --include "releases/2606/kit/**"`');
  });

  test("[C6] a pointer to other bytes would not bring the vendor's file", async () => {
    const { rules, findings } = await found(repository({ [JAR]: pointer(Buffer.from("other")) }));
    expect([rules, findings[0].message.includes("pointer to other bytes")]).toEqual([["kit/changed"], true]);
  });

  test.runIf(process.platform !== "win32")("[C6] a link in the place of a file is not followed", async () => {
    const folder = repository();
    renameSync(join(folder, JAR), join(folder, "elsewhere.jar"));
    symlinkSync(join(folder, "elsewhere.jar"), join(folder, JAR));
    const { rules, findings } = await found(folder);
    expect([rules, findings[0].message.includes("it is a link")]).toEqual([["kit/changed"], true]);
  });

  test("[C6] a kit that is nowhere: where it was looked for, and what to do", async () => {
    const folder = repository();
    rmSync(join(folder, KIT), { recursive: true });
    const { code, findings, rules } = await found(folder);
    expect([code, rules]).toEqual([1, ["kit/unavailable"]]);
    expect(findings[0].notes.join("; ")).toContain("releases/2606/kit is not a folder; TIERWRIGHT_KITS is not set");
    expect(findings[0].line).toBeGreaterThan(1);
  });

  test("[C6] a kit that lies in the folder that TIERWRIGHT_KITS names", async () => {
    const folder = repository();
    const kits = join(temporaryFolder(), "kits");
    writeFiles(kits, { "9999/a": "" });
    renameSync(join(folder, KIT), join(kits, "2606"));
    const { code, releases } = await found(folder, { TIERWRIGHT_KITS: kits });
    expect([code, releases[0]]).toEqual([0, expect.objectContaining({ state: "verified", where: "TIERWRIGHT_KITS" })]);
    writeFileSync(join(kits, "2606", "mapping.xml"), "x");
    expect((await found(folder, { TIERWRIGHT_KITS: kits })).rules).toEqual(["kit/changed"]);
  });

  test("[C6] a release without a lock cannot be proven", async () => {
    const folder = repository();
    rmSync(join(folder, "releases/2606/kit.lock.yaml"));
    const { rules, code, releases } = await found(folder);
    expect([rules, releases[0].state]).toEqual([["kit/not-locked"], "differs"]);
    expect(code).toBe(0);
    expect((await verify(folder, {}, "--fail-on", "warning")).code).toBe(1);
  });

  test("[C6] a lock or release.yaml that cannot be read is a finding, and never green", async () => {
    for (const name of ["kit.lock.yaml", "release.yaml"]) {
      const folder = repository({ [`releases/2606/${name}`]: "apiVersion: [\n" });
      expect((await verify(folder)).code, name).toBe(1);
      expect((await verify(folder, {}, "2606")).code, name).toBe(1);
    }
  });

  test("[C6] the lock of another release proves nothing", async () => {
    const other = sampleFile("releases/2606/kit.lock.yaml").toString("utf8").replace('release: "2606"', 'release: "2506"');
    const { rules, findings } = await found(repository({ "releases/2606/kit.lock.yaml": other }));
    expect([rules, findings[0].line]).toEqual([["repo/release-name"], 5]);
  });

  test("[C9] the counts of a mapping definition that is not the locked one are not shown", async () => {
    const { releases, rules } = await found(repository({ [`${KIT}/mapping.xml`]: "<mapping/>" }));
    expect([rules, releases[0].facts.mapping.counts]).toEqual([["kit/changed"], null]);
  });

  test("a release that does not exist is wrong use, and so is a repository without one", async () => {
    const folder = repository();
    const named = await verify(folder, {}, "2607");
    expect([named.code, named.err.includes("did you mean '2606'")]).toEqual([2, true]);
    const empty = temporaryFolder();
    writeFiles(empty, { "releases/matrix.yaml": "" });
    const none = await verify(empty);
    expect([none.code, none.err.includes("there is nothing to verify")]).toEqual([2, true]);
  });

  test("[C6] the sample's own kits are what their locks say", async () => {
    const { code, out } = await cli(["-C", join(import.meta.dirname, "../.."), "kit", "verify", "--format", "json"]);
    expect(
      JSON.parse(out).releases.map(({ release, state }: { release: string; state: string }) => `${release} ${state}`),
    ).toEqual(["2506 verified", "2606 verified"]);
    expect(code).toBe(0);
  });
});
