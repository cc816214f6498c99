import { execFileSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { copyOfSample, outputs, SAMPLE } from "../deploy/bundle/sample.ts";
import { builtCli, runBuilt } from "../cli/built.ts";
import { temporaryFolder } from "../support/repository.ts";

/*
 * The serial and the commit come from git itself. Fails where git is missing.
 */

let command = "";
beforeAll(async () => {
  command = await builtCli();
});

describe("[D1] two clones of one commit", () => {
  const git = (cwd: string, ...words: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false", ...words], {
      cwd,
      env: { ...process.env, GIT_COMMITTER_DATE: "2026-09-21T14:13:20Z", GIT_AUTHOR_DATE: "2026-09-01T00:00:00Z" },
      stdio: ["ignore", "pipe", "ignore"],
      encoding: "utf8",
    }).trim();

  /** Built without a serial: the commit gives it. */
  function ofClone(folder: string): ReadonlyMap<string, Buffer> {
    const out = join(temporaryFolder(), "out");
    const { code, err } = runBuilt(command, ["bundle", "production", "--quiet", "--out", out], {
      cwd: folder,
      env: { SOURCE_DATE_EPOCH: "" },
    });
    expect(code, err).toBe(0);
    return outputs(out);
  }

  test("build the same bytes, with the commit and its committer's time in them; a change since the commit is said", () => {
    const origin = copyOfSample();
    git(origin, "init", "-q");
    cpSync(join(SAMPLE, ".gitattributes"), join(origin, ".gitattributes"));
    git(origin, "add", ".");
    git(origin, "commit", "-q", "-m", "sample");
    const commit = git(origin, "rev-parse", "HEAD");
    const clones = [[], ["-c", "core.autocrlf=true"]].map((words) => {
      const folder = join(temporaryFolder(), "clone");
      git(origin, ...words, "clone", "-q", ...words, origin, folder);
      return folder;
    });
    const [first, second] = clones.map(ofClone);
    expect([...(first ?? [])].map(([name, bytes]) => [name, bytes.toString("latin1")])).toEqual(
      [...(second ?? [])].map(([name, bytes]) => [name, bytes.toString("latin1")]),
    );
    const zip = first?.get("production-2506.zip")?.toString("latin1") ?? "";
    expect(zip).toContain(`"serial": ${Date.UTC(2026, 8, 21, 14, 13, 20) / 1000}`);
    expect(zip).toContain(`"source": {"commit":"${commit}","changed":false}`);
    const [folder = ""] = clones;
    writeFileSync(join(folder, "environments", "new.txt"), "not committed");
    expect(ofClone(folder).get("production-2506.zip")?.toString("latin1")).toContain(
      `"source": {"commit":"${commit}","changed":true}`,
    );
  });
});
