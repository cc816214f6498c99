import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../house/project.ts";
import { exampleRepository, temporaryFolder } from "../support/repository.ts";

/* The completion scripts in the shells themselves: bash, zsh and fish on a terminal with the tab key, PowerShell by TabExpansion2. */

const FOLDER = exampleRepository();
const BIN = temporaryFolder();
writeFileSync(join(BIN, "tierwright"), `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, "build/cli.cjs")}' "$@"\n`);
chmodSync(join(BIN, "tierwright"), 0o755);
const ENV = { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH}`, TERM: "xterm", PS1: "> ", HOME: temporaryFolder() };

const SHELLS = [
  ["bash", ["bash", "--norc", "--noprofile", "-i"], 'eval "$(tierwright completion bash)"'],
  ["zsh", ["zsh", "-f", "-i"], "autoload -U compinit; compinit -u -D; source <(tierwright completion zsh)"],
  ["fish", ["fish", "--no-config", "-i"], "tierwright completion fish | source"],
] as const;

/** What is typed, and what the line then reads; a tool row holds spaces and is quoted. */
const TYPED = [
  ["tierwright che\t", "tierwright check "],
  ["tierwright check d\t", "tierwright check demo "],
  ["tierwright check --format=te\t", "tierwright check --format=text"],
  ["tierwright explain tier/half\t", "tierwright explain tier/half-switch "],
  ["tierwright why demo BOOTS\t", "tierwright why demo BOOTSTRAP_URLS "],
  ["tierwright compat --tool 2024x\\ Refresh\t", "tierwright compat --tool 2024x\\ Refresh3"],
  ["tierwright check --directory envi\t", "tierwright check --directory environments/"],
  ["tierwright properties get releases/2506/base/conn\t", "tierwright properties get releases/2506/base/connector.properties "],
] as const;

test.each(SHELLS)("%s", { timeout: 300_000 }, (_, command, setup) => {
  const lines = TYPED.map(([typed, until]) => ({ typed, until }));
  const argv = [join(ROOT, "test/oracle/keyboard.py"), JSON.stringify({ command, setup, lines })];
  const { stdout, stderr, status } = spawnSync("python3", argv, { cwd: FOLDER, env: ENV, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  const shown = JSON.parse(stdout) as readonly string[];
  expect(TYPED.filter(([, until], i) => !shown[i]?.includes(until)).map(([typed]) => typed)).toEqual([]);
});

const PWSH = process.env.TIERWRIGHT_PWSH;
if (PWSH === undefined) console.log("NOT RUN: completion in PowerShell: TIERWRIGHT_PWSH names none");

test.runIf(PWSH !== undefined)("PowerShell", { timeout: 120_000 }, () => {
  const lines = [
    "tierwright check d",
    "tierwright check --format=te",
    'tierwright compat --tool "2024x Refresh',
    "tierwright kit ",
  ];
  const script = [
    "tierwright completion powershell | Out-String | Invoke-Expression",
    ...lines.map((line) => `(TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText -join ','`),
  ].join("\n");
  const found = spawnSync(PWSH ?? "", ["-NoProfile", "-Command", script], { cwd: FOLDER, env: ENV, encoding: "utf8" });
  expect(found.stdout.trim().split("\n")).toEqual(["demo", "--format=text", "'2024x Refresh3'", "carry,diff,import,verify"]);
});
