import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { readPage } from "../docs/page.ts";
import { codeOf } from "./source.ts";
import { scriptPath, shellHere } from "./shell.ts";
import { readFileSync } from "node:fs";

const code = codeOf(readFileSync(scriptPath("deploy.ps1"), "latin1"));

test("[D10, D3] every value is looked at for a swallowed quote", () => {
  expect(code).toMatch(/Test-GivenPath \$Options/);
});

test("[D10, D3] a value that swallowed its quote is refused with what went with it, before anything is looked at", {
  timeout: 120_000,
}, () => {
  const shell = shellHere();
  const said = (...words: string[]) => {
    const run = spawnSync(shell, ["-NoProfile", "-NonInteractive", "-File", scriptPath("deploy.ps1"), ...words], {
      encoding: "utf8",
    });
    return { code: run.status, err: run.stderr.trim(), out: run.stdout };
  };
  const swallowed = said("-Bundle", "nothing.zip", "-Install", 'C:\\Tools" -WhatIf');
  expect(swallowed).toEqual({ code: 2, out: "", err: expect.stringContaining("holds a quote") });
  expect(readPage("docs/windows.md")).toContain(`\n${swallowed.err}\n`);
  expect(said("-Bundle", "nothing.zip", "-Install", 'C:\\Program Files\\Tool"')).toMatchObject({
    code: 2,
    err: '-Install holds a quote: C:\\Program Files\\Tool". A backslash before the closing quote made the quote part of the value. Leave the last backslash away: -Install "C:\\Program Files\\Tool". Nothing was written.',
  });
  expect(said("-Verify", "-Root", 'D:\\scratch" -Detect')).toMatchObject({ code: 2, err: expect.stringContaining("'-Detect'") });
});

test("[D3] an empty path, as of an unset variable, is refused by its name", { timeout: 120_000 }, () => {
  const names = ["Bundle", "Root", "Install", "ClientFile", "Key", "Collect", "ReceiptCopy", "Secrets"];
  const lines = names.map((name) => `& '${scriptPath("deploy.ps1")}' -${name} ''; "$LASTEXITCODE"`);
  const { stdout, stderr } = spawnSync(shellHere(), ["-NoProfile", "-NonInteractive", "-Command", lines.join("\n")], {
    encoding: "utf8",
  });
  expect(stdout.trim().split(/\r?\n/)).toEqual(names.map(() => "2"));
  expect(stderr.match(/-\w+ is empty\./g)).toEqual(names.map((name) => `-${name} is empty.`));
});
