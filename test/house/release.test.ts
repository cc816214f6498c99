import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { withoutSignature } from "../../scripts/executable/authenticode.mjs";
import { releaseFacts, textsOf } from "../../scripts/release/installers.mjs";
import { depends, librariesOf } from "../../scripts/release/libraries.mjs";
import { fileOf, OLDEST, NODE, PLATFORMS } from "../../scripts/release/platforms.mjs";
import { bill } from "../../scripts/release/sbom.mjs";
import { temporaryFolder } from "../support/repository.ts";
import { read } from "./project.ts";

/* What a release has besides the package, made from one table of platforms: scripts/release/. */

const HOME = "https://code.example.com/plm/tierwright";
const { version } = JSON.parse(read("package.json")) as { readonly version: string };

/** A scoop manifest: its downloads, and the pattern of later ones. */
interface Scoop {
  readonly architecture: Readonly<Record<string, { readonly url: string; readonly hash: string }>>;
  readonly autoupdate: {
    readonly architecture: Readonly<Record<string, { readonly url: string }>>;
    readonly hash: { readonly url: string };
  };
}

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

/** Returns the digest that scoop takes for a download from a list of digests: the hex number before the file's name at the end of a line. */
function digestByScoop(address: string, sums: string): string | undefined {
  const name = /[^/]*$/.exec(address.replace(/#.*/, ""))?.[0].replaceAll(".", "\\.") ?? "";
  return new RegExp(`([a-fA-F0-9]{32,128})[ \\t]+.*${name}(?:\\s|$)`).exec(sums)?.[1];
}

test("scoop's update finds the digest of a newer Windows executable in SHA256SUMS beside it", async () => {
  const facts = await releaseFacts(folderOf(), HOME);
  const { architecture, autoupdate } = JSON.parse(textsOf(facts)["scoop/tierwright.json"] ?? "") as Scoop;
  const rows = Object.values(facts.executables).map(({ file, sha256 }) => `${sha256}  ${file}\n`);
  const sums = `${"0".repeat(64)}  tierwright-win-x64.exe.sigstore\n${rows.join("")}${"1".repeat(64)}  winget.tar.gz\n`;
  expect(Object.keys(autoupdate.architecture)).toEqual(["64bit", "arm64"]);
  for (const [name, { url }] of Object.entries(autoupdate.architecture)) {
    expect(url.replace("$version", version)).toBe(architecture[name]?.url);
    expect(digestByScoop(url, sums)).toBe(architecture[name]?.hash);
  }
  expect(digestByScoop("https://code.example.com/other.exe", sums)).toBeUndefined();
  expect(autoupdate.hash.url).toBe("$baseurl/SHA256SUMS");
  expect(read(".github/workflows/publish.yml")).toContain('mv "$RUNNER_TEMP/sums" SHA256SUMS');
});

test("the publish workflow makes an executable on a runner of each platform", () => {
  const { jobs } = parse(read(".github/workflows/publish.yml"));
  const rows = PLATFORMS.map((platform) => ({ name: platform.name, runner: platform.runner, file: fileOf(platform) }));
  expect(jobs.executables.strategy.matrix.include).toEqual(rows);
});

test("what is released, and the whole proof, use the Node that executables are made of", () => {
  const released = [...read(".github/workflows/publish.yml").matchAll(/node-version: (.*)/g)].map(([, found]) => found);
  expect(released.length).toBe(read(".github/workflows/publish.yml").split("actions/setup-node@").length - 1);
  expect(new Set(released)).toEqual(new Set([`"${NODE}"`]));
  const tried = [...read(".ci/run").matchAll(/\b(24\.\d+\.\d+)\b/g)].map(([, found]) => found);
  expect(tried.length).toBeGreaterThan(4);
  expect(new Set(tried)).toEqual(new Set([NODE]));
});

test("every other workflow uses the newest Node of that major, and ci.yml the oldest supported one, too", () => {
  const [major] = NODE.split(".");
  const { engines } = JSON.parse(read("package.json"));
  const { jobs } = parse(read(".github/workflows/ci.yml"));
  const lines: readonly string[] = jobs.test.strategy.matrix.node;
  expect([`>=${lines[0]}`, lines.at(-1)]).toEqual([`${engines.node}.0`, major]);
  const others = readdirSync(".github/workflows").filter((file) => file !== "publish.yml");
  expect(others.length).toBeGreaterThan(3);
  for (const file of others)
    for (const [, used = ""] of read(`.github/workflows/${file}`).matchAll(/node-version: (.*)/g))
      expect([`"${major}"`, "${{ matrix.node }}"], file).toContain(used);
});

test("the bill of materials has Node and each package that the build holds", () => {
  const { components, dependencies } = bill(version, NODE);
  const names = components.map(({ name }: { readonly name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["node", "yaml", "ajv", "zod", "@modelcontextprotocol/sdk"]));
  expect(dependencies[0]?.dependsOn).toHaveLength(components.length);
  for (const component of components) expect(component.version).toMatch(/^\d+\.\d+\.\d+/);
});

/** Returns a Linux program of two sections that names libraries and the versions of their symbols. */
function program(needs: Readonly<Record<string, readonly string[]>>): Buffer {
  let texts = "\0";
  const text = (word: string): number => {
    const at = texts.length;
    texts += `${word}\0`;
    return at;
  };
  const dynamic = Buffer.alloc(16 * Object.keys(needs).length);
  const versions: Buffer[] = [];
  for (const [i, [library, used]] of Object.entries(needs).entries()) {
    dynamic.writeBigUInt64LE(1n, 16 * i);
    dynamic.writeBigUInt64LE(BigInt(text(library)), 16 * i + 8);
    if (used.length === 0) continue;
    const rows = used.map((version, n) => {
      const row = Buffer.alloc(16);
      row.writeUInt32LE(text(version), 8);
      row.writeUInt32LE(n + 1 < used.length ? 16 : 0, 12);
      return row;
    });
    const head = Buffer.alloc(16);
    head.writeUInt16LE(used.length, 2);
    head.writeUInt32LE(text(library), 4);
    head.writeUInt32LE(16, 8);
    head.writeUInt32LE(16 + 16 * rows.length, 12);
    versions.push(head, ...rows);
  }
  const last = versions.findLast((row) => row.readUInt16LE(2) > 0);
  last?.writeUInt32LE(0, 12);
  const parts = [Buffer.from(texts), dynamic, Buffer.concat(versions)];
  const head = Buffer.from(`7f454c460201${"00".repeat(58)}`, "hex");
  head.writeBigUInt64LE(64n, 40);
  head.writeUInt16LE(64, 58);
  head.writeUInt16LE(parts.length, 60);
  let offset = 64 + 64 * parts.length;
  const sections = parts.map((part, i) => {
    const section = Buffer.alloc(64);
    section.writeUInt32LE([3, 6, 0x6ffffffe][i] ?? 0, 4);
    section.writeBigUInt64LE(BigInt(offset), 24);
    section.writeBigUInt64LE(BigInt(part.length), 32);
    offset += part.length;
    return section;
  });
  return Buffer.concat([head, ...sections, ...parts]);
}

test("the .deb depends on the newest symbols that its program uses, and on each library that it names", () => {
  const of = (needs: Readonly<Record<string, readonly string[]>>) => depends(librariesOf(program(needs), "a program"));
  const node = { "libdl.so.2": ["GLIBC_2.2.5"], "libc.so.6": ["GLIBC_2.9", "GLIBC_2.28", "GLIBC_2.4"] };
  expect(of(node)).toBe(`libc6 (>= ${OLDEST.linux.glibc})`);
  expect(of({ ...node, "libgcc_s.so.1": [], "libstdc++.so.6": ["GLIBCXX_3.4.9", "GLIBCXX_3.4.21", "CXXABI_1.3.11"] })).toBe(
    "libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 5)",
  );
  expect(of({ "libc.so.6": ["GLIBC_2.38"], "libstdc++.so.6": ["GLIBCXX_3.4.26"] })).toBe("libc6 (>= 2.38), libstdc++6 (>= 9)");
});

test("a file that is no program, a library of no known package and symbols of no known GCC are refused by name", () => {
  expect(() => librariesOf(Buffer.from("a stand-in\n"), "tierwright-linux-x64")).toThrow(
    "tierwright-linux-x64 is no 64-bit Linux program",
  );
  expect(() => depends({ "libatomic.so.1": [] })).toThrow("no Debian package is known for libatomic.so.1");
  expect(() => depends({ "libstdc++.so.6": ["GLIBCXX_3.4.99"] })).toThrow("no GCC is known that brings GLIBCXX_3.4.99");
});

test("every package manager that can refuse a system that is too old names the oldest one, and docs/install.md says it", async () => {
  const texts = textsOf(await releaseFacts(folderOf(), HOME));
  const of = (ending: string) => Object.entries(texts).find(([path]) => path.endsWith(ending))?.[1] ?? "";
  expect(parse(of(".installer.yaml")).MinimumOSVersion).toBe(OLDEST.windows.winget);
  expect(JSON.parse(of("tierwright.json")).notes).toContain(OLDEST.windows.words);
  expect(of("tierwright.rb")).toContain(`  on_macos do\n    depends_on macos: ${OLDEST.macos.homebrew}\n`);
  expect(read("docs/install.md")).toContain(`glibc ${OLDEST.linux.glibc}`);
  expect(read("setup/install.sh")).toContain(`glibc ${OLDEST.linux.glibc}`);
});

/** Returns the head of a 64-bit Windows program whose directory names certificates at its end. */
function windowsProgram(certificates: string, after = ""): Buffer {
  const head = Buffer.alloc(1024);
  head.write("MZ");
  head.writeUInt32LE(128, 0x3c);
  head.write("PE\0\0", 128, "latin1");
  head.writeUInt16LE(0x20b, 152);
  head.writeUInt32LE(certificates ? 1024 : 0, 296);
  head.writeUInt32LE(certificates.length, 300);
  return Buffer.concat([head, Buffer.from(certificates + after)]);
}

test("a Windows program loses the signature that the change of its bytes would break, and nothing else", () => {
  const bare = withoutSignature(windowsProgram("a signature"));
  expect(bare.equals(windowsProgram(""))).toBe(true);
  expect(withoutSignature(bare)).toBe(bare);
  expect(() => withoutSignature(windowsProgram("a signature", "more"))).toThrow("something follows the signature");
  const linux = Buffer.alloc(1024, "\u007fELF");
  expect(withoutSignature(linux)).toBe(linux);
});
