import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runProgram } from "../../src/platform/run-program.ts";
import { lookUpOwnSecret } from "../../src/platform/secrets.ts";
import { readProfile } from "../../src/compiler/load/profile.ts";
import { findShell } from "../powershell/shell.ts";
import { passwordRecipes } from "../live/probe/password-recipes.ts";
import { notRun } from "../support/not-run.ts";
import { temporaryFolder } from "../support/repository.ts";

/*
 * The recipes of docs/probe.md for a profile's password, with the PowerShell of this machine. The credential store of Windows and the keychain
 * of macOS are not here: their commands are parsed, and nothing more.
 */

const found = findShell();
const powershell = (): string => found ?? notRun("the recipes for a profile's password on Windows: there is no PowerShell here");
const windows = passwordRecipes().filter(({ store }) => store.startsWith("Windows"));
const SECRET = "pässword 'with' \"all\" $of &it; %x%";

/** What the profile's `password:` runs. */
function argvOf(password: string): readonly string[] {
  const file = join(temporaryFolder(), "plm.yaml");
  writeFileSync(file, `user: jdoe\npassword: ${password}\n`);
  chmodSync(file, 0o600);
  const { source } = readProfile(file, "/", null).password;
  if (source.kind !== "command") throw new Error(`${password} runs nothing`);
  return source.argv;
}

describe("[F7] the recipes for a password on Windows", () => {
  test("PowerShell's parser finds no error in any of them", () => {
    const shell = powershell();
    expect(windows).toHaveLength(2);
    for (const { put, password } of windows)
      for (const script of [put, argvOf(password).at(-1) ?? ""]) {
        const parse =
          "$errors = $null; [void][Management.Automation.Language.Parser]::ParseInput($env:SCRIPT, [ref]$null, [ref]$errors); $errors | ForEach-Object { $_.Message }";
        const env = { ...process.env, SCRIPT: script };
        expect([script, execFileSync(shell, ["-NoProfile", "-Command", parse], { env, encoding: "utf8" })]).toEqual([script, ""]);
      }
  });

  test("the encrypted file gives its password back as it was, and a missing one gives none", async () => {
    const shell = powershell();
    const [file] = windows;
    const folder = temporaryFolder();
    const env = { ...process.env, APPDATA: folder, PLAIN: SECRET };
    const put = (file?.put ?? "").replace(
      "(Read-Host -AsSecureString)",
      "(ConvertTo-SecureString $env:PLAIN -AsPlainText -Force)",
    );
    expect(put).toContain("ConvertFrom-SecureString (ConvertTo-SecureString");
    const argv = [shell, ...argvOf(file?.password ?? "").slice(1)];
    const source = { kind: "command" as const, argv };
    const lookedUp = async () => {
      const before = process.env.APPDATA;
      process.env.APPDATA = folder;
      try {
        return await lookUpOwnSecret({ source }, folder, { env: (name) => process.env[name], run: runProgram });
      } finally {
        if (before === undefined) delete process.env.APPDATA;
        else process.env.APPDATA = before;
      }
    };
    expect(await lookedUp()).toMatchObject({ fault: expect.stringMatching(/is empty$|ended with exit code 1$/) });
    mkdirSync(join(folder, "tierwright"));
    execFileSync(shell, ["-NoProfile", "-Command", put], { env });
    const read = await lookedUp();
    expect("value" in read && read.value.reveal()).toBe(SECRET);
  });
});

test("[F7] the keychain of macOS", () => {
  if (process.platform !== "darwin") notRun("the recipe for the macOS keychain: this is not macOS");
  expect(execFileSync("security", ["help", "find-generic-password"], { encoding: "utf8" })).toContain("-w");
});
