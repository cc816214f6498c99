import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/host.ts";
import { temporaryFolder } from "../support/repository.ts";
import { swapParts, zipped } from "../deploy/swap/support/bundle.ts";

test("a terminal is shown which step and file a long copy is at; a pipe and --quiet are not", async () => {
  const folder = temporaryFolder();
  const { manifest, files } = swapParts({ manifest: { tool: { name: null, row: "2024x", versionFrom: null } } });
  const path = join(folder, "a.zip");
  writeFileSync(path, zipped(`${JSON.stringify(manifest)}\n`, files));
  const deploy = (name: string, color: boolean, ...options: string[]) => {
    mkdirSync(join(folder, name));
    return cli(["deploy", path, "--root", join(folder, name), ...options], { color });
  };
  const shown = await deploy("terminal", true);
  expect(shown.code).toBe(0);
  expect(shown.err).toContain("\r\u001b[Kstage plugin.xml\r\u001b[K");
  expect(shown.err).toContain("enter");
  expect(shown.err.endsWith("\r\u001b[K")).toBe(true); // nothing stays on the line
  expect((await deploy("pipe", false)).err).toBe("");
  expect((await deploy("quiet", true, "--quiet")).err).toBe("");
});
