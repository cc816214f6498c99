import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { INSTALL } from "../deploy/swap/support/installation.ts";
import { inProcess } from "../deploy/swap/support/in-process.ts";
import { everything, snapshot } from "../deploy/swap/support/snapshot.ts";
import { Workstation } from "../deploy/swap/support/workstation.ts";
import { scriptPath, shellHere } from "./shell.ts";

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Runs PowerShell lines as a script of somebody who calls deploy.ps1 as `& $Deploy`; a line of JSON for each code. */
function caller(folder: string, lines: readonly string[]): { codes: readonly number[]; said: string } {
  const path = join(folder, "caller.ps1");
  writeFileSync(path, [`$Deploy = ${literal(scriptPath("deploy.ps1"))}`, ...lines].join("\r\n"));
  const run = spawnSync(shellHere(), ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", path], {
    encoding: "utf8",
  });
  return { codes: [...run.stdout.matchAll(/^code (\d+)$/gm)].map(([, code]) => Number(code)), said: run.stdout + run.stderr };
}

test("[D3] a caller's $WhatIfPreference is honoured by every way of working, and -WhatIf:$false is as well", {
  timeout: 180_000,
}, async () => {
  const here = new Workstation(inProcess, "hand-made");
  await here.done(here.deploy(here.swap()));
  const next = here.swap({ release: "2606" });
  const place = `-Root ${literal(here.root)} -Install ${literal(INSTALL)}`;
  const before = everything(here.root);
  const out = join(here.folder, "out.zip");
  const code = 'Write-Output "code $LASTEXITCODE"';
  const looked = caller(here.folder, [
    "function Invoke-Fleet { [CmdletBinding(SupportsShouldProcess)] param()",
    `  & $Deploy -Bundle ${literal(next)} ${place}; ${code} }`,
    "Invoke-Fleet -WhatIf",
    "$WhatIfPreference = $true",
    `& $Deploy -Rollback ${place}; ${code}`,
    `& $Deploy -Bundle ${literal(next)} ${place} -Stage; ${code}`,
    `& $Deploy -Collect ${literal(out)} ${place}; ${code}`,
    `& $Deploy -Verify ${place}; ${code}`,
  ]);
  expect(looked).toEqual({ codes: [0, 0, 0, 0, 0], said: expect.not.stringContaining("What if:") });
  for (const words of [
    "Would be installed",
    "can be rolled back; nothing was written",
    "Would be staged",
    "Would be collected",
    "every file and value",
  ])
    expect(looked.said).toContain(words);
  expect(everything(here.root)).toEqual(before);
  expect(everything(here.folder)).not.toHaveProperty("out.zip");
  const installed = snapshot(here.root);
  const done = caller(here.folder, [
    "$WhatIfPreference = $true",
    `& $Deploy -Bundle ${literal(next)} ${place} -WhatIf:$false; ${code}`,
  ]);
  expect(done.codes).toEqual([0]);
  expect(snapshot(here.root)).not.toEqual(installed);
  await here.done(here.verify());
});

test("[D3] an error reaches the error stream of whoever calls the script: 2>, a variable and a job", {
  timeout: 180_000,
}, async () => {
  const here = new Workstation(inProcess, "hand-made");
  const words = `-Verify -Root ${literal(here.root)} -Install ${literal(INSTALL)}`;
  const { said } = caller(here.folder, [
    `$all = @(& $Deploy ${words} 2>&1)`,
    'foreach ($one in $all) { Write-Output "caught $($one.GetType().Name): $one" }',
    'Write-Output "code $LASTEXITCODE"',
    `$job = Start-Job -ScriptBlock { & $using:Deploy ${words} }`,
    "[void](Wait-Job $job); Receive-Job $job -ErrorVariable told -ErrorAction SilentlyContinue",
    'Write-Output "the job told: $told"',
  ]);
  expect(said).toMatch(/^caught ErrorRecord: .*has no readable receipt/m);
  expect(said).toMatch(/^code 10$/m);
  expect(said).toMatch(/^the job told: .*has no readable receipt/m);
});

test("[D3] -PassThru gives the result as an object, whatever the end is, and without it nothing is in the pipeline", {
  timeout: 180_000,
}, async () => {
  const here = new Workstation(inProcess, "hand-made");
  const place = `-Root ${literal(here.root)} -Install ${literal(INSTALL)}`;
  const install = `& $Deploy -Bundle ${literal(here.swap())} ${place}`;
  const told = 'Write-Output "result $($one | ConvertTo-Json -Compress)"';
  const { said } = caller(here.folder, [
    `$one = & $Deploy -Verify ${place} -PassThru 2>$null; ${told}`,
    `$one = ${install} -PassThru; ${told}`,
    `$one = ${install}; ${told}`,
  ]);
  const results = [...said.matchAll(/^result (.*)$/gm)].map(([, text]) => (text === "" ? null : JSON.parse(text ?? "")));
  expect(results).toEqual([
    expect.objectContaining({
      ExitCode: 10,
      Mode: "Verify",
      Run: null,
      Said: [],
      Errors: [expect.stringContaining("no readable receipt")],
    }),
    expect.objectContaining({
      ExitCode: 0,
      Mode: "Install",
      Run: expect.stringMatching(/^\d{8}T\d{6}Z-/),
      Install: expect.stringContaining("Tool 2024x"),
      Errors: [],
    }),
    null,
  ]);
  expect(results[1].Said[0]).toMatch(/^Installed: /);
});

test("[D3] every way of working has a set of parameters of its own, and what does not fit together is refused in the script's own words", {
  timeout: 180_000,
}, () => {
  const here = new Workstation(inProcess, "hand-made");
  const place = `-Root ${literal(here.root)} -Install ${literal(INSTALL)}`;
  const words = [
    "-Bundle ''",
    "-Collect ''",
    "-Stage",
    "-Detect",
    "-Stage -Verify -Bundle x.zip",
    "-List -WhatIf",
    "-Bundel x.zip",
  ];
  const { said } = caller(here.folder, [
    '(Get-Command $Deploy).ParameterSets | ForEach-Object { Write-Output "set $($_.Name): $($_.ToString())" }',
    ...words.map((word) => `& $Deploy ${place} ${word} 2>&1 | Out-Null; Write-Output "code $LASTEXITCODE"`),
  ]);
  const sets = new Map([...said.matchAll(/^set (\w+): (.*)$/gm)].map(([, name, text]) => [name, text]));
  expect([...sets.keys()].sort()).toEqual(["Collect", "Detect", "Install", "List", "Rollback", "Stage", "Verify"]);
  for (const [name, text] of sets) if (name !== "Install") expect(text).toMatch(new RegExp(`(?<!\\[)-${name}\\b`));
  expect(sets.get("Detect")).toMatch(/^-Bundle <string> -Detect /);
  expect(sets.get("List")).not.toMatch(/-WhatIf|-Bundle/);
  expect(said.match(/^code .*$/gm)).toEqual(words.map(() => "code 2"));
});

test("[D3] a bundle beside -Rollback or -List is refused, as the built-in runner refuses one, and never left unread", {
  timeout: 180_000,
}, async () => {
  const here = new Workstation(inProcess, "hand-made");
  const bundle = here.swap();
  await here.done(here.deploy(bundle));
  const before = everything(here.root);
  const { codes, said } = caller(
    here.folder,
    ["-Rollback", "-Rollback -WhatIf", "-List", "-Rollback -List"].map(
      (words) => `& $Deploy ${words} -Bundle ${literal(bundle)} -Root ${literal(here.root)}; Write-Output "code $LASTEXITCODE"`,
    ),
  );
  expect(codes).toEqual([2, 2, 2, 2]);
  expect(said.match(/-(?:Rollback|List) takes no -Bundle/g)).toHaveLength(4);
  expect(everything(here.root)).toEqual(before);
});
