import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { edit, temporaryFolder, writeFiles } from "../../support/repository.ts";
import { filesIn, sampleFile, sampleKit } from "../../compiler/kit/kits.ts";
import { cli } from "../../support/host.ts";

const TODAY = "2026-11-21";
const STAND_INS = ["base/client.properties", "base/connector.properties", "base/log4j2.xml", "base/logger.properties"];

/** A repository as `init` writes it, with a kit beside it. */
async function scene(release: "2506" | "2606" = "2506") {
  const folder = temporaryFolder();
  writeFiles(join(folder, "vendor"), sampleKit(release));
  const made = await cli(["init", "plm", "--release", release, "--today", TODAY], { cwd: folder });
  expect(made.code).toBe(0);
  const root = join(folder, "plm");
  const run = (...words: readonly string[]) => cli([...words, "--today", TODAY], { cwd: root });
  return {
    root,
    run,
    at: (path: string) => join(root, `releases/${release}/${path}`),
    take: (...words: readonly string[]) => run("kit", "import", "../vendor", "--release", release, ...words),
    rules: async (): Promise<readonly string[]> =>
      JSON.parse((await run("check", "--format", "json")).out).findings.map(({ rule }: { rule: string }) => rule),
  };
}

describe("a kit takes the place of the stand-ins that init wrote", () => {
  test.each([
    ["as they are", (text: string) => text],
    ["with line ends that Git converted", (text: string) => text.replaceAll("\n", "\r\n")],
    ["as an earlier version wrote them", (text: string) => text.replace("--release RELEASE)", "--release RELEASE --force)")],
  ])("[C6] %s: base files and release.yaml are replaced without --force, and named", async (_, convert) => {
    const { root, take, at, rules } = await scene();
    for (const path of [...STAND_INS, "release.yaml"]) writeFileSync(at(path), convert(readFileSync(at(path), "utf8")));
    expect(await rules()).toEqual(["repo/example-path", "kit/stand-in"]);
    const { code, out } = await take("--format", "json");
    expect(code).toBe(0);
    const { state, standIns, draft, notes } = JSON.parse(out);
    expect([state, standIns]).toEqual(["imported", [...STAND_INS, "release.yaml"]]);
    expect(draft.writes).toHaveLength(14);
    expect(notes.join("\n")).not.toContain("release.yaml");
    for (const path of STAND_INS) expect(readFileSync(at(path)).equals(sampleFile(`releases/2506/${path}`)), path).toBe(true);
    const release = readFileSync(at("release.yaml"), "utf8");
    expect(release).toContain("# QUESTION: which releases of the PLM tier");
    expect(parse(release).certifiedTiers).toBeUndefined(); // what nobody said does not pass for the vendor's word
    expect(await rules()).not.toContain("kit/stand-in");
    expect(Object.keys(filesIn(root)).filter((path) => path.includes(".tierwright-"))).toEqual([]);
  });

  test("[C6] a stand-in that a person changed stays, in words; so does everything beside it", async () => {
    const { root, take, at } = await scene();
    writeFileSync(at("base/client.properties"), `${readFileSync(at("base/client.properties"), "utf8")}MINE=1\n`);
    const before = filesIn(root);
    const { code, out } = await take();
    expect(code).toBe(1);
    expect(out).toContain("1 reason");
    expect(out).toContain("'base/client.properties' is a stand-in of `tierwright init` that was changed, and would be replaced");
    expect(filesIn(root)).toEqual(before);
  });

  test("[C6] a release.yaml that a person changed stays; its unconfirmed tiers are named until somebody confirms them", async () => {
    const { root, take, at, rules } = await scene();
    edit(root, "releases/2506/release.yaml", "certifiedTiers", "java: 17\ncertifiedTiers");
    const own = readFileSync(at("release.yaml"), "utf8");
    const { code, out } = await take();
    expect(code).toBe(0);
    expect(readFileSync(at("release.yaml"), "utf8")).toBe(own);
    expect(out).toContain("release.yaml still states the certifiedTiers that `tierwright init` wrote");
    expect(await rules()).toContain("kit/stand-in");
    edit(root, "releases/2506/release.yaml", / {3}# confirm: .*/.exec(own)?.[0] ?? "", "");
    expect(await rules()).not.toContain("kit/stand-in");
  });

  test("[C6] a stand-in that the kit has no file for goes, too", async () => {
    const { root, take, at } = await scene();
    rmSync(join(root, "../vendor/client/log4j2.xml"));
    const { code, out } = await take("--format", "json");
    expect([code, JSON.parse(out).standIns.includes("base/log4j2.xml")]).toEqual([0, true]);
    expect(() => readFileSync(at("base/log4j2.xml"))).toThrow();
  });

  test("[C6] the notes on a release.yaml that stays are one block to paste, with which the release is complete", async () => {
    const { root, take, at, run } = await scene();
    edit(root, "releases/2506/release.yaml", "certifiedTiers", "java: 17\ncertifiedTiers");
    const { out } = await take();
    expect(out).not.toContain("has no kit.");
    const block = /to paste +into releases\/2506\/release\.yaml.*\n\n([\s\S]*?)\n\n/.exec(out)?.[1] ?? "";
    expect(Object.keys(parse(block).kit)).toEqual(["root", "plugin", "conf", "logger", "profile", "client", "log4j2", "mapping"]);
    writeFileSync(at("release.yaml"), `${readFileSync(at("release.yaml"), "utf8")}\n${block}\n`);
    const site = /to paste +into environments\/site\.yaml\n\n(.*)\n\n/.exec(out)?.[1] ?? "";
    writeFileSync(join(root, "environments/site.yaml"), `${readFileSync(join(root, "environments/site.yaml"), "utf8")}${site}\n`);
    const again = JSON.parse((await take("--format", "json")).out);
    expect([again.state, again.paste]).toEqual(["unchanged", []]);
    const { findings } = JSON.parse((await run("check", "--format", "json")).out);
    const inSite = findings.filter(({ file }: { file: string }) => file === "environments/site.yaml");
    expect(inSite.map(({ rule }: { rule: string }) => rule)).toEqual(["repo/example-path"]);
  });

  test("[C6] a release that no environment uses is not reported", async () => {
    const { root, take, rules } = await scene();
    await take();
    const other = await scene("2606");
    cpSync(join(other.root, "releases/2606"), join(root, "releases/2606"), { recursive: true });
    expect(await rules()).not.toContain("kit/stand-in");
  });
});
