import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentOf, readZip } from "../../src/archive/reader.ts";
import { sourceOf } from "../bundle/support.ts";
import { at } from "../swap/support/installation.ts";
import { inProcess } from "../swap/support/in-process.ts";
import { everything } from "../swap/support/snapshot.ts";
import { Workstation } from "../swap/support/workstation.ts";
import { findShell, scriptPath } from "./shell.ts";

/** Names and contents of a zip. */
async function filesOf(path: string): Promise<ReadonlyMap<string, string>> {
  const source = sourceOf(readFileSync(path));
  const files = new Map<string, string>();
  for (const entry of readZip(source).entries) {
    const chunks: Buffer[] = [];
    for await (const chunk of contentOf(source, entry)) chunks.push(chunk);
    files.set(entry.name, Buffer.concat(chunks).toString("latin1"));
  }
  return files;
}

test("[D3] -Collect gathers what a diagnosis needs, changes nothing, and holds no secret", { timeout: 120_000 }, async () => {
  const here = new Workstation(inProcess, "tool");
  await here.done(here.deploy(here.swap()));
  appendFileSync(at.conf(here.root), "KEY_STORE_PASSWORD=hunter1\n#old.password=hunter2\nMIRROR=https://bob:hunter3@host/x\n");
  appendFileSync(at.client(here.root), "apiToken=hunter4\nJAVA=-Djavax.net.ssl.trustStorePassword=hunter5 -Dx=y\n");
  const before = everything(here.root);
  const shell = findShell();
  if (shell === null) {
    console.info("NOT RUN: -Collect of deploy.ps1: no PowerShell was found; TIERWRIGHT_PWSH names one");
    return;
  }
  const out = join(here.folder, "collected.zip");
  const words = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", scriptPath("deploy.ps1")];
  const collect = () => spawnSync(shell, [...words, "-Root", here.root, "-Collect", out], { encoding: "utf8" });
  const first = collect();
  expect([first.status, first.stderr]).toEqual([0, ""]);
  const files = await filesOf(out);
  expect([...files.keys()]).toEqual(
    expect.arrayContaining([
      "connector/connector.properties",
      "client/CommonClient.properties",
      "client/log4j2.xml",
      "files.txt",
      "notes.txt",
    ]),
  );
  expect([...files].filter(([, text]) => /hunter\d/.test(text))).toEqual([]);
  expect(files.get("connector/connector.properties")).toContain("KEY_STORE_PASSWORD=(hidden)");
  expect(files.get("files.txt")).toMatch(/^[0-9a-f]{64} {2}\d+ {2}.*plugin\.xml$/m);
  expect(everything(here.root)).toEqual(before);
  const again = collect();
  expect([again.status, again.stderr]).toEqual([10, expect.stringContaining("is there already")]);
});
