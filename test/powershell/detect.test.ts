import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { detectBytes } from "../../src/deploy/publish/scripts.ts";
import type { Receipt } from "../../src/deploy/swap/protocol/receipt.ts";
import { inProcess } from "../deploy/swap/support/in-process.ts";
import { at } from "../deploy/swap/support/installation.ts";
import { receipts } from "../deploy/swap/support/snapshot.ts";
import { Workstation } from "../deploy/swap/support/workstation.ts";
import { shellHere } from "./shell.ts";

interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function detected(shell: string, script: string): Said {
  const words = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", script];
  const run = spawnSync(shell, words, { encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });
  return { code: run.status, out: run.stdout.trim(), err: run.stderr.trim() };
}

test("[D8] the detection script finds exactly the bundle that is installed, by its receipt and by what lies there", {
  timeout: 120_000,
}, async () => {
  const here = new Workstation(inProcess, "tool");
  await here.done(here.deploy(here.swap()));
  const install = at.install(here.root);
  const { bundle, plugin } = receipts(here.root).at(-1) as unknown as Receipt & { bundle: NonNullable<Receipt["bundle"]> };
  const script = join(here.folder, "detect.ps1");
  const expectManifest = (manifest: string) =>
    writeFileSync(script, detectBytes({ manifest, environment: bundle.environment, install }));
  expectManifest(bundle.manifest);
  const shell = shellHere();
  expect(detected(shell, script)).toEqual({
    code: 0,
    out: expect.stringMatching(/^environment '.*', connector .* is installed and matches receipt /),
    err: "",
  });
  expectManifest("0".repeat(64));
  expect(detected(shell, script)).toEqual({ code: 1, out: "", err: expect.stringMatching(/^another bundle is installed: /) });
  expectManifest(bundle.manifest);
  writeFileSync(join(install, "plugins", plugin.folder, "left-over.jar"), "PK");
  expect(detected(shell, script)).toEqual({
    code: 1,
    out: "",
    err: expect.stringContaining("left-over.jar: not part of this build"),
  });
  writeFileSync(script, detectBytes({ manifest: bundle.manifest, environment: bundle.environment, install: "C:\\Modeler" }));
  const elsewhere = detected(shell, script);
  expect([elsewhere.code, elsewhere.out]).toEqual([1, ""]);
  expect(elsewhere.err).toBe(
    process.platform === "win32"
      ? "the tool is not installed in C:\\Modeler"
      : "'C:\\Modeler' is a path of Windows, but this is another system: run this script on the workstation.",
  );
  const odd = `${install}/$ExpectedManifest = '' ##vso[x]\u001b[2J\n::error::`;
  writeFileSync(script, detectBytes({ manifest: bundle.manifest, environment: bundle.environment, install: odd }));
  expect(detected(shell, script)).toEqual({
    code: 1,
    out: "",
    err: expect.stringMatching(/^.*\$ExpectedManifest = '' #<U\+0023>vso\[x\]<U\+001B>\[2J<U\+000A>::error::.*$/),
  });
});
