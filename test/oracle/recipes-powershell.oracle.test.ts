import { notRun } from "../support/not-run.ts";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findShell } from "../powershell/shell.ts";
import { intuneLines, type ScriptLine } from "../recipes/powershell-lines.ts";
import { Fleet } from "./ansible.ts";

/*
 * What the recipes tell Windows to run, with the PowerShell of this machine, word for word behind `-File`, and -Root added: a content folder of Intune, and a
 * share. The host path (Sysnative), Intune itself and win_command are not tried here. Without a PowerShell these tests are skipped, and .ci/run names them.
 */

const shell = findShell();
let fleet: Fleet;
let content = "";

/** The content folder of an app: bundle, signature, public key, script. */
beforeAll(async () => {
  fleet = await Fleet.open();
  const [key, pub] = [join(fleet.folder, "release.key"), join(fleet.folder, "release.pub.pem")];
  execFileSync("openssl", ["genpkey", "-quiet", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", key]);
  execFileSync("openssl", ["pkey", "-in", key, "-pubout", "-out", pub]);
  const zip = fleet.bundle(1_790_000_000, ["--sign", key]);
  content = join(zip, "..");
  copyFileSync(pub, join(content, "release.pub.pem"));
  mkdirSync(join(fleet.folder, "share"));
});
afterAll(() => fleet.close());

function run(words: readonly string[]): { code: number | null; out: string; err: string } {
  const found = spawnSync(shell ?? "", ["-NoProfile", "-NonInteractive", "-File", ...words, "-Root", fleet.root], {
    cwd: content,
    encoding: "utf8",
    timeout: 120_000,
  });
  return { code: found.status, out: found.stdout, err: found.stderr };
}

/** The share of a line becomes a folder of this machine. */
const here = ({ words }: ScriptLine): readonly string[] =>
  words.map((word) => (word.startsWith("\\\\srv") ? join(fleet.folder, "share") : word));

const lineOf = (where: string, word: string): ScriptLine => {
  const found = intuneLines().find((line) => line.where === where && line.words.includes(word));
  if (!found) throw new Error(`${where} has no line with ${word}`);
  return found;
};

/** detect-production.ps1 has no parameters: its own function is asked about the scratch installation. */
function detected(): { code: number | null; out: string } {
  const script = [
    ". ./detect-production.ps1",
    `$found = Get-Detection '${fleet.tool}' $ExpectedManifest $ExpectedEnvironment`,
    "[Console]::Out.Write($found.line); if (-not $found.found) { exit 1 }",
  ].join("\n");
  const found = spawnSync(shell ?? "", ["-NoProfile", "-NonInteractive", "-Command", script], { cwd: content, encoding: "utf8" });
  return { code: found.status, out: found.stdout };
}

describe.skipIf(shell === null)("the command lines of Intune, with the PowerShell of this machine", () => {
  test("[D8] detection finds nothing, the install command installs, detection finds it, and a second run is success", () => {
    expect(detected()).toMatchObject({ code: 1 });
    const install = here(lineOf("docs/rollout.md", "-Bundle"));
    const first = run(install);
    expect(first.code, first.out + first.err).toBe(0);
    const found = detected();
    expect(found.code, found.out).toBe(0);
    expect(found.out).toMatch(
      /^environment 'production', connector 2506, serial 1790000000 \(2026-09-21 14:13 UTC\) is installed/,
    );
    expect(run(install).code).toBe(0);
    const copying = run(here(lineOf("recipes/intune/win32app.json", "-Bundle")));
    expect(copying.code, copying.out + copying.err).toBe(0);
  });

  test("[D3] with the tool open it is 1618, which arrives as 82 here, and detection goes on to find the old bundle", () => {
    const key = join(fleet.folder, "release.key");
    const newer = join(fleet.bundle(1_790_000_100, ["--sign", key], ['"1200"', '"1300"']), "..");
    fleet.openTool("closed");
    const refused = run(["deploy.ps1", "-Bundle", join(newer, "production-2506.zip")]);
    fleet.close();
    expect(refused.code, refused.out + refused.err).toBe(82);
    expect(refused.out + refused.err).toContain("javaw");
    expect(detected().code).toBe(0);
  });

  test("[D5] the uninstall command is a rollback, after which detection finds nothing", () => {
    const back = run(here(lineOf("recipes/intune/win32app.json", "-Rollback")));
    expect(back.code, back.out + back.err).toBe(0);
    expect(detected().code).toBe(1);
    expect(run(here(lineOf("docs/rollout.md", "-Rollback"))).code).toBe(10);
  });

  test("[D8] -Stage, -WhatIf, -Verify, -Detect and -Collect do what the page says of them", () => {
    const bundle = ["deploy.ps1", "-Bundle", "production-2506.zip"];
    const whatIf = run([...bundle, "-WhatIf"]);
    expect(whatIf.code, whatIf.out + whatIf.err).toBe(0);
    const staged = run([...bundle, "-Stage"]);
    expect(staged.code, staged.out + staged.err).toBe(0);
    const [ready = ""] = readdirSync(join(fleet.tool, ".swap/ready"));
    expect(readFileSync(join(fleet.tool, ".swap/ready", ready, "new/plugin.xml"), "utf8")).toContain("<plugin");
    expect(run([...bundle, "-Detect"]).code).toBe(1);
    expect(run(bundle).code).toBe(0);
    expect(run([...bundle, "-Detect"]).code).toBe(0);
    expect(run(["deploy.ps1", "-Verify"]).code).toBe(0);
    const collected = join(realpathSync(fleet.folder), "collected.zip");
    const collect = run(["deploy.ps1", "-Collect", collected]);
    expect(collect.code, collect.out + collect.err).toBe(0);
    expect(execFileSync("unzip", ["-l", collected], { encoding: "utf8" })).toContain("CommonClient.properties");
  });
});

test("the command lines of the recipes are played with a PowerShell", () => {
  if (shell === null) notRun("no PowerShell was found; TIERWRIGHT_PWSH names one");
  expect(shell.length).toBeGreaterThan(0);
});
