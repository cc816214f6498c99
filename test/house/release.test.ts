import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { releaseFacts, textsOf } from "../../scripts/release/installers.mjs";
import { fileOf, PLATFORMS } from "../../scripts/release/platforms.mjs";
import { bill } from "../../scripts/release/sbom.mjs";
import { temporaryFolder } from "../support/repository.ts";
import { read } from "./project.ts";

/* What a release has besides the package, made from one table of platforms: scripts/release/. */

const HOME = "https://code.example.com/plm/tierwright";
const { version } = JSON.parse(read("package.json")) as { readonly version: string };

/** Returns a folder with a stand-in for each executable but the skipped one. */
function folderOf(skipped = ""): string {
  const folder = temporaryFolder();
  for (const file of PLATFORMS.map(fileOf)) if (file !== skipped) writeFileSync(join(folder, file), `a stand-in for ${file}\n`);
  return folder;
}

test("every platform's executable is in the installers with its address and the digest of its bytes", async () => {
  const facts = await releaseFacts(folderOf(), HOME);
  const texts = Object.values(textsOf(facts)).join("\n").toLowerCase();
  for (const { url, sha256, path } of Object.values(facts.executables)) {
    expect(readFileSync(path, "utf8")).toContain("a stand-in for");
    expect(texts).toContain(sha256);
    expect(texts).toContain(url.toLowerCase());
    expect(url.startsWith(`${HOME}/releases/download/v${version}/tierwright-`)).toBe(true);
  }
  expect(new Set(Object.values(facts.executables).map(({ sha256 }) => sha256)).size).toBe(PLATFORMS.length);
});

test("a platform without an executable, and an executable of no platform, are refused by name", async () => {
  await expect(releaseFacts(folderOf("tierwright-win-arm64.exe"), HOME)).rejects.toThrow("has no tierwright-win-arm64.exe");
  const folder = folderOf();
  mkdirSync(join(folder, "tierwright-plan9"));
  await expect(releaseFacts(folder, HOME)).rejects.toThrow("has files of no platform: tierwright-plan9");
  await expect(releaseFacts(folderOf(), "http://code.example.com/x")).rejects.toThrow("is no https address of a repository");
});

test("winget's manifests name the same package and version, and Homebrew's description is short enough", async () => {
  const texts = textsOf(await releaseFacts(folderOf(), HOME));
  const manifests = Object.entries(texts).filter(([path]) => path.startsWith("winget/"));
  expect(manifests.map(([path]) => path.split("/").at(-1))).toEqual([
    "Tierwright.Tierwright.yaml",
    "Tierwright.Tierwright.installer.yaml",
    "Tierwright.Tierwright.locale.en-US.yaml",
  ]);
  for (const [, text] of manifests)
    expect(parse(text)).toMatchObject({ PackageIdentifier: "Tierwright.Tierwright", PackageVersion: version });
  const [, description = ""] = /desc "([^"]*)"/.exec(texts["homebrew/tierwright.rb"] ?? "") ?? [];
  expect(description.length).toBeGreaterThan(10);
  expect(description.length).toBeLessThanOrEqual(80);
});

test("the publish workflow makes an executable on a runner of each platform", () => {
  const { jobs } = parse(read(".github/workflows/publish.yml"));
  const rows = PLATFORMS.map((platform) => ({ name: platform.name, runner: platform.runner, file: fileOf(platform) }));
  expect(jobs.executables.strategy.matrix.include).toEqual(rows);
});

test("the bill of materials has Node and each package that the build holds", () => {
  const { components, dependencies } = bill(version, "24.21.0");
  const names = components.map(({ name }: { readonly name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["node", "yaml", "ajv", "zod", "@modelcontextprotocol/sdk"]));
  expect(dependencies[0]?.dependsOn).toHaveLength(components.length);
  for (const component of components) expect(component.version).toMatch(/^\d+\.\d+\.\d+/);
});
