import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256 } from "../deploy/swap/support/bundle.ts";
import { inProcess } from "../deploy/swap/support/in-process.ts";
import { at } from "../deploy/swap/support/installation.ts";
import { Workstation } from "../deploy/swap/support/workstation.ts";
import { inDeployScript, scriptPath, shellHere } from "./shell.ts";

/** Asks the script for a machine of Windows, on any system. */
const ON_WINDOWS = `
function Test-Windows { return $true }
$given = ConvertFrom-JsonBytes ([System.IO.File]::ReadAllBytes("$Folder/input.json")) 'it'
$targets = New-InstallTarget 'C:\\Tool'
$found = @(foreach ($receipt in $given['receipts']) { [string](Get-ReceiptFault $receipt $targets '' $false) + '|' + (@(Get-SkippedRoot $receipt $targets '') -join ' ') })
[Console]::Out.Write(($found -join "\n"))
`;

test("[D9] a plug-in root on a share does not make a receipt unreadable, is not searched, and a client file there is not opened", {
  timeout: 120_000,
}, () => {
  const shell = shellHere();
  const plugin = { folder: "p", id: "i", conf: "conf/c.properties", logger: null };
  const receipt = (paths: object) => ({
    install: "C:\\Tool",
    plugin,
    state: null,
    before: null,
    strays: [],
    paths: { client: "C:\\Client\\CommonClient.properties", ...paths },
  });
  const share = "\\\\server\\share\\plugins";
  const receipts = [
    receipt({ roots: [share, "D:\\plugins"] }),
    receipt({ strays: [share] }),
    receipt({ client: `${share}\\CommonClient.properties` }),
    receipt({ roots: ["plugins"] }),
    receipt({ roots: ["D:\\a\\..\\b"] }),
  ];
  const [root, stray, client, ...lies] = inDeployScript(shell, ON_WINDOWS, { receipts }).split("\n");
  expect([root, stray]).toEqual([`|${share}`, "|"]);
  expect(client).toContain("leads to another machine");
  for (const lie of lies) expect(lie).toMatch(/is not a place of this installation/);
});

test("[D8] -Detect without -Root says nothing of a file that only a forged receipt names, and writes nothing", {
  timeout: 120_000,
}, async () => {
  const shell = shellHere();
  const here = new Workstation(inProcess, "hand-made");
  await here.done(here.deploy(here.swap(), {}));
  const settings = here.settings({ paths: { roots: [], strays: [] } });
  await here.done(here.deploy(settings));
  const folder = join(at.swap(here.root), "receipts");
  const path = join(folder, readdirSync(folder).sort().at(-1) ?? "");
  const outside = join(here.folder, "shadow.properties");
  writeFileSync(outside, "DOOR=door-4711-pin\n");
  const install = at.install(here.root);
  const words = ["-Detect", "-Bundle", settings, "-Install", install, "-ClientFile", at.client(here.root)];
  const detect = () => {
    const run = spawnSync(shell, ["-NoProfile", "-NonInteractive", "-File", scriptPath("deploy.ps1"), ...words], {
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1" },
    });
    return { code: run.status, said: run.stdout + run.stderr };
  };
  expect(detect()).toMatchObject({ code: 0 });
  const record = JSON.parse(readFileSync(path, "utf8"));
  record.paths.client = outside;
  record.state.values.push({ file: "client", key: "DOOR", value: "x", decided: true });
  writeFileSync(path, JSON.stringify(record));
  const before = readdirSync(folder);
  const { code, said } = detect();
  expect(code).toBe(1);
  expect(said).not.toMatch(/door-4711-pin/);
  expect(said).not.toContain(sha256("DOOR=door-4711-pin\n"));
  expect([readdirSync(folder), readFileSync(path, "utf8"), readFileSync(outside, "utf8")]).toEqual([
    before,
    JSON.stringify(record),
    "DOOR=door-4711-pin\n",
  ]);
});
