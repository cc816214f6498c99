import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Git } from "../../../src/platform/git.ts";
import { recordingsInGit } from "../../../src/compiler/run/recordings.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository, temporaryFolder, writeFiles } from "../../support/repository.ts";

/* Git itself says whether it has a recording, or would take it. */

const RECORDING = "apiVersion: tierwright/v1\nkind: Environment\nname: demo.recording\nextends: demo\nderivedFrom: demo\n";
const git = (folder: string, ...words: readonly string[]) =>
  execFileSync("git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.com", ...words], {
    stdio: "ignore",
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  });

/** A checkout of the example repository, below a folder of it where `below` says so. */
function checkout(below = "", ignored = ""): { readonly top: string; readonly config: string } {
  const top = temporaryFolder();
  const config = join(top, below);
  mkdirSync(config, { recursive: true });
  cpSync(exampleRepository(), config, { recursive: true });
  writeFileSync(join(top, ".gitignore"), `.tierwright/\n${ignored}`);
  git(top, "init", "-q", "-b", "main");
  git(top, "add", "-A");
  git(top, "commit", "-qm", "before");
  writeFiles(config, { "environments/demo.recording/environment.yaml": RECORDING });
  return { top, config };
}
const found = async (folder: string) => {
  const findings = await recordingsInGit(folder, { openGit: (root, use) => Git.open(root, use) });
  return findings.map(({ severity, at }) => `${severity} ${at?.file}`);
};
const PLACE = "environments/demo.recording/environment.yaml";

describe("[B9] a recording in a checkout", () => {
  test.each(["", "config/plm"])(
    "is a warning while git does not ignore it, an error once it is added, in '%s'",
    async (below) => {
      const { top, config } = checkout(below);
      expect(await found(config)).toEqual([`warning ${PLACE}`]);
      git(top, "add", "-A");
      expect(await found(config)).toEqual([`error ${PLACE}`]);
    },
  );

  test.each(["/environments/*.recording/\n", "*.recording\n"])("is none where git ignores it: %j", async (ignored) => {
    expect(await found(checkout("", ignored).config)).toEqual([]);
  });

  test("that was added although git ignores it is an error", async () => {
    const { top, config } = checkout("", "*.recording\n");
    git(top, "add", "-f", "environments/demo.recording");
    expect(await found(config)).toEqual([`error ${PLACE}`]);
  });

  test("ignores itself by a .gitignore of its own", async () => {
    const { config } = checkout();
    writeFiles(config, { "environments/demo.recording/.gitignore": "*\n" });
    expect(await found(config)).toEqual([]);
  });

  test("without git there is nothing to ask", async () => {
    const folder = exampleRepository({ [PLACE]: RECORDING });
    expect(await found(folder)).toEqual([]);
  });

  test("blocks a check and a plan; one that the base has already is as before", async () => {
    const { top, config } = checkout();
    git(top, "add", "-A");
    const rules = async (...words: string[]) => {
      const { code, out } = await cli([...words, "--format", "json"], { cwd: config });
      const { findings } = JSON.parse(out) as { findings: { rule: string; state?: string }[] };
      return [code, findings.map(({ rule, state }) => `${rule} ${state ?? ""}`.trim())];
    };
    expect(await rules("check")).toEqual([1, ["repo/recording-in-git"]]);
    expect(await rules("plan", "--base", "main", "--gate", "new")).toEqual([1, ["repo/recording-in-git new"]]);
    git(top, "commit", "-qm", "with it");
    expect(await rules("plan", "--base", "main", "--gate", "new")).toEqual([0, ["repo/recording-in-git unchanged"]]);
  });
});
