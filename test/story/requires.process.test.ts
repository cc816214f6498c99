import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { notRun } from "../support/not-run.ts";
import { edit, temporaryFolder } from "../support/repository.ts";

/* `requires:` of site.yaml against what is installed: the package's command, and the file that TIERWRIGHT_EXECUTABLE names. */

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const executable = process.env.TIERWRIGHT_EXECUTABLE;

const FORMS = [
  { name: "the package", command: [process.execPath, resolve("build/cli.cjs")] },
  { name: "the executable", command: executable !== undefined && existsSync(executable) ? [resolve(executable)] : null },
];

/** Runs `check` of the sample with a range of versions. */
function check(command: readonly string[], range: string) {
  const folder = temporaryFolder();
  for (const part of ["environments", "releases"]) cpSync(part, join(folder, part), { recursive: true });
  edit(folder, "environments/site.yaml", '">=0.1 <1"', `"${range}"`);
  const [program = "", ...words] = command;
  return spawnSync(program, [...words, "check"], { cwd: folder, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });
}

test.each(FORMS)(
  "$name compiles a repository that requires its version, and refuses one that requires another",
  ({ command }) => {
    if (command === null) notRun("the executable: TIERWRIGHT_EXECUTABLE names no file");
    expect(check(command, `>=${version} <99`).status).toBe(0);
    // lies: a bound that its own version misses by nothing, a range in npm's other form, and one of a version to come
    for (const range of [`<${version}`, `>${version}`, "^99.0.0"]) {
      const { status, stderr } = check(command, range);
      expect([range, status, stderr]).toEqual([range, 2, expect.stringContaining(`requires tierwright ${range}`)]);
      expect(stderr).toContain(version);
    }
  },
);
