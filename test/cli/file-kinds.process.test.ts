import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { exampleRepository } from "../support/repository.ts";
import { builtCli, runBuilt } from "./built.ts";
import { documentOf } from "./civil.ts";

/*
 * Pipes, devices and very large files in the places of files. They are tried on the built command, because a read that blocks
 * would hold this process up, too.
 */

const ENVIRONMENT = "environments/demo/environment.yaml";
const BASE = "releases/2506/base";

let command = "";
beforeAll(async () => {
  command = await builtCli();
});

const FILES = [
  ENVIRONMENT,
  "environments/site.yaml",
  "releases/matrix.yaml",
  "releases/2506/release.yaml",
  `${BASE}/connector.properties`,
  `${BASE}/log4j2.xml`,
  "environments/demo/sso.yaml",
  "environments/demo/installed/connector.properties",
];

/** Milliseconds; to be left out where the fault is fixed: a loaded machine may need longer for a sound run. */
const WHILE_IT_HANGS = 2500;

const unix = process.platform !== "win32";

function replace(folder: string, path: string, make: (absolute: string) => void): void {
  const absolute = join(folder, ...path.split("/"));
  rmSync(absolute, { recursive: true, force: true });
  mkdirSync(join(absolute, ".."), { recursive: true });
  make(absolute);
}

const pipe = (absolute: string) => void execFileSync("mkfifo", [absolute]);

describe.runIf(unix)("a named pipe", () => {
  test.each(FILES)("in the place of %s holds nothing up", (path) => {
    const folder = exampleRepository();
    replace(folder, path, pipe);
    const found = runBuilt(command, ["compile", "--format", "json"], { cwd: folder });
    expect(found.code).toBe(1);
    expect((documentOf(found).findings ?? []).filter((finding) => finding.file === path).map((finding) => finding.rule)).toEqual([
      "repo/unreadable-file",
    ]);
  });

  test("in the place of a YAML file is told of in the text form, too", () => {
    const folder = exampleRepository();
    replace(folder, ENVIRONMENT, pipe);
    const found = runBuilt(command, ["check"], { cwd: folder, hangsAfter: WHILE_IT_HANGS });
    expect(found.code).toBe(1);
    expect(found.out).toContain("it is not an ordinary file");
  });

  test("given as --hosts is refused", () => {
    const folder = exampleRepository();
    pipe(join(folder, "hosts"));
    const found = runBuilt(command, ["check", "--hosts", "hosts"], { cwd: folder, hangsAfter: WHILE_IT_HANGS });
    expect(found.code).toBe(2);
    expect(found.err).toContain("hosts cannot be read");
  });

  test("in the place of the cache costs speed at most", () => {
    const folder = exampleRepository();
    replace(folder, ".tierwright/cache-v1", pipe);
    const found = runBuilt(command, ["check"], { cwd: folder });
    expect(found.code).toBe(0);
  });
});

describe.runIf(unix)("a device", () => {
  test.each(["/dev/null", "/dev/zero", "/dev/full"])("%s in the place of a file is refused", (device) => {
    for (const path of [ENVIRONMENT, `${BASE}/connector.properties`]) {
      const folder = exampleRepository();
      replace(folder, path, (absolute) => symlinkSync(device, absolute));
      const found = runBuilt(command, ["check", "--format", "json"], { cwd: folder });
      expect(found.code).toBe(1);
      expect((documentOf(found).findings ?? []).find((finding) => finding.file === path)?.message).toMatch(
        /leads out of the repository|it is a link/,
      );
    }
  });
});

describe.runIf(unix && process.getuid?.() === 0)("a device of its own", () => {
  test("in the place of a file is refused", () => {
    for (const path of [ENVIRONMENT, `${BASE}/connector.properties`]) {
      const folder = exampleRepository();
      replace(folder, path, (absolute) => void execFileSync("mknod", [absolute, "c", "1", "5"]));
      const found = runBuilt(command, ["check", "--format", "json"], { cwd: folder });
      expect(found.code).toBe(1);
      expect((documentOf(found).findings ?? []).find((finding) => finding.file === path)?.message).toMatch(
        /not an ordinary file/,
      );
    }
  });
});

describe("200 MB", () => {
  const large = (folder: string, path: string) =>
    replace(folder, path, (absolute) => {
      writeFileSync(absolute, "");
      truncateSync(absolute, 200 * 1024 * 1024);
    });

  test.each([ENVIRONMENT, `${BASE}/log4j2.xml`])("%s is refused from its size: 64 MB of heap are enough", (path) => {
    const folder = exampleRepository();
    large(folder, path);
    const found = runBuilt(command, ["check", "--format", "json"], { cwd: folder, nodeOptions: ["--max-old-space-size=64"] });
    expect(found.code, found.err.slice(0, 300)).toBe(1);
    expect((documentOf(found).findings ?? []).find((finding) => finding.file === path)?.rule).toBe("repo/too-large");
  });
});
