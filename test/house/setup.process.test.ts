import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/bundle/options.mjs";
import { fileOf, PLATFORMS } from "../../scripts/release/platforms.mjs";
import { temporaryFolder } from "../support/repository.ts";

/* setup/install.sh, by which a job gets the executable of the Action's own version. A stand-in for curl answers with bytes of the test. */

const PROGRAM = "#!/bin/sh\necho 9.8.7\n";
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function install(answer: string | null, platform: readonly [string, string], sums: string | null) {
  const folder = temporaryFolder();
  for (const part of ["setup", "bin", "temp"]) mkdirSync(join(folder, part));
  copyFileSync(join(ROOT, "setup/install.sh"), join(folder, "setup/install.sh"));
  writeFileSync(join(folder, "package.json"), '{\n  "name": "tierwright",\n  "version": "9.8.7",\n  "type": "module"\n}\n');
  if (sums !== null) writeFileSync(join(folder, "setup/SHA256SUMS"), sums);
  if (answer !== null) writeFileSync(join(folder, "answer"), answer);
  const curl = `#!/bin/sh\nfor word; do last=$word; done\necho "$last" > '${folder}/address'\nwhile [ "$1" != --output ]; do shift; done\ncp '${folder}/answer' "$2"\n`;
  writeFileSync(join(folder, "bin/curl"), curl);
  chmodSync(join(folder, "bin/curl"), 0o755);
  const [system, processor] = platform;
  const env = {
    PATH: `${join(folder, "bin")}:/usr/bin:/bin`,
    RUNNER_OS: system,
    RUNNER_ARCH: processor,
    RUNNER_TEMP: join(folder, "temp"),
    SOURCE: "plm/tierwright",
    GITHUB_SERVER_URL: "https://code.example.com",
    GITHUB_PATH: join(folder, "path"),
    GITHUB_OUTPUT: join(folder, "output"),
  };
  const { status, stdout, stderr } = spawnSync("bash", [join(folder, "setup/install.sh")], { encoding: "utf8", env });
  const file = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : "");
  return { status, text: stdout + stderr, file, left: readdirSync(join(folder, "temp"), { recursive: true }).map(String).sort() };
}

const SUMS = PLATFORMS.map((platform) => `${sha256(PROGRAM)}  ${fileOf(platform)}\n`).join("");

describe.skipIf(process.platform === "win32")("[C4] setup/install.sh", () => {
  test("installs the executable of its own version for the runner, and puts it on the job's PATH", () => {
    const found = install(PROGRAM, ["Linux", "X64"], SUMS);
    expect([found.status, found.text]).toEqual([0, "9.8.7\n"]);
    expect(found.file("address")).toBe("https://code.example.com/plm/tierwright/releases/download/v9.8.7/tierwright-linux-x64\n");
    expect(found.file("path")).toMatch(/\/temp\/tierwright-9\.8\.7\n$/);
    expect(found.file("output")).toMatch(/^path=.*\/tierwright-9\.8\.7\/tierwright\n$/);
  });

  test.each([
    ["Linux", "X64", "linux-x64"],
    ["Linux", "ARM64", "linux-arm64"],
    ["Windows", "X64", "win-x64"],
    ["Windows", "ARM64", "win-arm64"],
    ["macOS", "ARM64", "darwin-arm64"],
    ["macOS", "X64", "darwin-x64"],
  ])("%s on %s gets the executable of %s", (system, processor, name) => {
    const platform = PLATFORMS.find((each) => each.name === name);
    expect(platform).toBeDefined();
    const found = install(PROGRAM, [system, processor], SUMS);
    expect(found.file("address").trim().split("/").at(-1)).toBe(platform && fileOf(platform));
    expect(found.status).toBe(0);
  });

  test.each([
    [
      "other bytes than the release's",
      "#!/bin/sh\necho bad\n",
      ["Linux", "X64"],
      SUMS,
      /is damaged or another file: its SHA-256 is [0-9a-f]{64}, and the release tag has [0-9a-f]{64}; nothing was installed/,
    ],
    ["half a download", PROGRAM.slice(0, 12), ["Linux", "X64"], SUMS, /is damaged or another file/],
    ["no answer", null, ["Linux", "X64"], SUMS, /cannot be downloaded/],
    ["a runner without an executable", PROGRAM, ["Linux", "X86"], SUMS, /there is no executable for Linux on X86/],
    ["a commit that is no release tag", PROGRAM, ["Linux", "X64"], null, /use a release tag/],
    [
      "sums without the runner's file",
      PROGRAM,
      ["Linux", "X64"],
      SUMS.replace(/.*linux-x64\n/, ""),
      /has no line for tierwright-linux-x64/,
    ],
    [
      "sums with a digest that is cut off",
      PROGRAM,
      ["Linux", "X64"],
      SUMS.replaceAll(sha256(PROGRAM), sha256(PROGRAM).slice(1)),
      /has no line for/,
    ],
  ] as const)("%s: an error, and nothing on the PATH", (_, answer, platform, sums, words) => {
    const found = install(answer, platform, sums);
    expect(found.status).toBe(1);
    expect(found.text).toMatch(/^(cp: .*\n)?::error::/);
    expect(found.text).toMatch(words);
    expect([found.file("path"), found.file("output")]).toEqual(["", ""]);
    expect(found.left.filter((name) => name.endsWith("/tierwright"))).toEqual([]);
  });
  test("an executable that does not start on the runner: the system's words and what to do, no success", () => {
    const old = "#!/bin/sh\necho 'libc.so.6: version `GLIBC_2.28 not found' >&2\nexit 1\n";
    const found = install(old, ["Linux", "X64"], `${sha256(old)}  tierwright-linux-x64\n`);
    expect(found.status).toBe(1);
    expect(found.text).toMatch(/GLIBC_2\.28 not found/);
    expect(found.text).toMatch(/::error::tierwright-linux-x64 does not start on this system: it needs Linux with glibc 2\.28/);
    expect(found.file("path")).toBe("");
  });
});
