import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { decoded } from "../author/adopt/scene.ts";
import { ROOT } from "../house/project.ts";
import { scriptPath, shellHere } from "../powershell/shell.ts";
import { filesIn } from "../compiler/kit/kits.ts";
import { cli } from "../support/host.ts";
import { edit, temporaryFolder } from "../support/repository.ts";
import { at } from "../deploy/swap/support/installation.ts";
import { inProcess } from "../deploy/swap/support/in-process.ts";
import { Workstation } from "../deploy/swap/support/workstation.ts";

test("[B7] what deploy.ps1 -Collect writes is adopted: release, tool and every value but the secrets", {
  timeout: 240_000,
}, async () => {
  const here = new Workstation(inProcess, "tool");
  await here.done(here.deploy(here.swap()));
  appendFileSync(at.conf(here.root), "KEY_STORE_PASSWORD=hunter1\n");
  const out = join(here.folder, "WS-001.zip");
  const words = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", scriptPath("deploy.ps1")];
  const collected = spawnSync(shellHere(), [...words, "-Root", here.root, "-Collect", out], { encoding: "utf8" });
  expect([collected.status, collected.stderr]).toEqual([0, ""]);
  const repository = temporaryFolder();
  const filter = (path: string) => basename(path) !== "kit";
  for (const part of ["environments", "releases"]) cpSync(join(ROOT, part), join(repository, part), { recursive: true, filter });
  const {
    code,
    out: said,
    err,
  } = await cli(["-C", repository, "adopt", "--from", out, "--name", "adopted", "--tier-release", "2506", "--format", "json"], {
    cwd: repository,
  });
  expect(err).toBe("");
  const { environments, findings } = JSON.parse(said);
  // the workstation signs in with single sign-on, and no file tells whether a session agent is on it
  const errors = findings.filter(({ severity }: { severity: string }) => severity === "error");
  expect(errors.map(({ rule }: { rule: string }) => rule)).toEqual(["sso/no-route"]);
  expect([code, environments[0]?.written, environments[0]?.workstations]).toEqual([1, true, ["WS-001"]]);
  edit(repository, "environments/adopted/environment.yaml", "workstation:\n", "workstation:\n  sessionAgent: 'C:\\Agent'\n");
  expect(environments[0].keys.secret.map(({ key }: { key: string }) => key)).toEqual(["KEY_STORE_PASSWORD"]);
  const compiled = await cli(["-C", repository, "compile", "adopted"], { cwd: repository });
  expect(compiled.out).toContain("written to dist/adopted");
  const given = decoded(filesIn(repository)["dist/adopted/connector/connector.properties"] ?? Buffer.alloc(0));
  const live = decoded(filesIn(join(at.conf(here.root), ".."))["connector.properties"] ?? Buffer.alloc(0));
  for (const [key, value] of Object.entries(live)) if (key !== "KEY_STORE_PASSWORD") expect(given[key], key).toBe(value);
});
