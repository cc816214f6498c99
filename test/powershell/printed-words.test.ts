import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { quotedWord } from "../../src/kernel/text/shell-words.ts";
import { ROOT } from "../house/project.ts";
import { temporaryFolder } from "../support/repository.ts";
import { NASTY, needs, PWSH } from "../support/shells.ts";

/* deploy.ps1 prints the words of a command as the built-in runner does on Windows. */

const UNSEEN = ["\n", "\r", "\u001b", "\u00a0", "\u200b", "\u202e", "\u3164", "\u115f", "\ufe0f", "\ufeff", "\u034f"].map(
  (c) => `a${c}b`,
);
const WORDS = [
  ...NASTY,
  ...NASTY.map((word) => `k${word}z`),
  ...UNSEEN,
  "production-2606.zip",
  "C:\\Tools\\x y.zip",
  "##vso[x]",
  "x".repeat(1_001),
];

test("every word is written as by the built-in runner, or by neither", { timeout: 120_000 }, () => {
  needs(PWSH);
  const folder = temporaryFolder();
  const script = join(folder, "words.ps1");
  const functions = readFileSync(join(ROOT, "powershell/parts/10-text.ps1"), "utf8");
  writeFileSync(join(folder, "words.json"), JSON.stringify(WORDS));
  writeFileSync(
    script,
    `${functions}
$words = [System.IO.File]::ReadAllText('${join(folder, "words.json")}') | ConvertFrom-Json
$lines = @(foreach ($word in $words) { $found = Format-Word $word; if ($null -eq $found) { '' } else { [Convert]::ToBase64String([System.Text.Encoding]::UTF8.GetBytes($found)) } })
[Console]::Out.Write(($lines -join ','))
`,
  );
  const { stdout, stderr } = spawnSync(PWSH, ["-NoProfile", "-File", script], { encoding: "utf8" });
  expect(stderr).toBe("");
  const found = stdout.split(",").map((word) => Buffer.from(word, "base64").toString("utf8"));
  const expected = WORDS.map((word) =>
    word.startsWith("-") || word.includes("##vso[") ? "" : (quotedWord(word, "windows") ?? ""),
  );
  expect(WORDS.flatMap((word, i) => (found[i] === expected[i] ? [] : [{ word, here: found[i], there: expected[i] }]))).toEqual(
    [],
  );
});

test("a name that has no spelling is reported by its code points", { timeout: 60_000 }, () => {
  needs(PWSH);
  const folder = temporaryFolder();
  const script = join(folder, "command.ps1");
  writeFileSync(
    script,
    `${readFileSync(join(ROOT, "powershell/parts/10-text.ps1"), "utf8")}
Format-Command 'deploy.ps1 -Bundle' 'x";$(id).zip' ' -AcceptDrift'
Format-Command 'deploy.ps1 -Bundle' "o'brien 1.zip" ''
`,
  );
  const { stdout } = spawnSync(PWSH, ["-NoProfile", "-File", script], { encoding: "utf8" });
  expect(stdout.trim().split(/\r?\n/)).toEqual([
    "(in words, because no shell can be given the name safely) deploy.ps1 -Bundle NAME -AcceptDrift, with NAME for x<U+0022><U+003B><U+0024><U+0028>id<U+0029>.zip",
    '`deploy.ps1 -Bundle "o\'brien 1.zip"`',
  ]);
});
