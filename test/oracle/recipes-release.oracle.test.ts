import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { builtCli, runBuilt } from "../cli/built.ts";
import { ROOT } from "../house/project.ts";
import { temporaryFolder } from "../support/repository.ts";

/*
 * The shell of recipes/github/release.yml, job by job in the order of a run, in a committed copy of the sample. `npx` stands for the installed package; artifacts are
 * carried by hand; attesting and publishing need GitHub and are not run.
 */

interface Job {
  readonly steps: readonly { readonly run?: string }[];
}
const workflow = parse(readFileSync(join(ROOT, "recipes/github/release.yml"), "utf8")) as {
  env: Record<string, string>;
  jobs: Record<string, Job>;
};

const folder = temporaryFolder();
const [repository, runner, bin] = ["repository", "runner", "bin"].map((name) => join(folder, name)) as [string, string, string];
const key = join(folder, "release.key");
let cli = "";

const git = (...words: string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.invalid", "-c", "commit.gpgsign=false", ...words], {
    cwd: repository,
  });

beforeAll(async () => {
  cli = await builtCli();
  for (const path of [repository, runner, bin]) mkdirSync(path);
  for (const part of ["environments", "releases", "templates", ".gitattributes", ".gitignore"])
    cpSync(join(ROOT, part), join(repository, part), { recursive: true });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "sample");
  const npx = join(bin, "npx");
  writeFileSync(
    npx,
    `#!/bin/sh\n[ "$1 $2" = "--no-install tierwright" ] || exit 99\nshift 2\nexec '${process.execPath}' '${cli}' "$@"\n`,
  );
  chmodSync(npx, 0o755);
  execFileSync("openssl", ["genpkey", "-quiet", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:3072", "-out", key]);
});

/** The scripts of a job as GitHub's bash runs them, in one folder; `npm ci` is left out. */
function play(job: string, cwd: string, env: Readonly<Record<string, string>> = {}): string {
  let out = "";
  for (const { run } of workflow.jobs[job]?.steps ?? []) {
    if (!run || run === "npm ci") continue;
    const found = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run], {
      cwd,
      encoding: "utf8",
      env: { ...process.env, PATH: `${bin}:${process.env.PATH ?? ""}`, RUNNER_TEMP: runner, ...workflow.env, ...env },
    });
    out += found.stdout;
    expect(found.status, `${run}\n${found.stdout}${found.stderr}`).toBe(0);
  }
  return out;
}

describe("the release workflow", () => {
  const bundles = join(repository, "dist/bundles");
  const signed = join(folder, "signed/bundles");

  test("[D1] build makes the bundles of every environment, verifies and rehearses them", () => {
    const out = play("build", repository);
    expect(out.match(/8 of 8 scenarios passed/g)).toHaveLength(2);
    const zips = readdirSync(bundles).filter((name) => name.endsWith(".zip"));
    expect(zips.sort()).toEqual(["production-2506.zip", "production-settings.zip", "sandbox-2506.zip", "sandbox-settings.zip"]);
  });

  test("[D1] the second build is the same, byte for byte, and another one is found", () => {
    cpSync(bundles, join(repository, "first"), { recursive: true });
    expect(play("again", repository).match(/ is the same$/gm)).toHaveLength(4);
    const zip = join(repository, "first/production-2506.zip");
    writeFileSync(zip, Buffer.concat([readFileSync(zip), Buffer.from("x")]));
    const compare = workflow.jobs.again?.steps.at(-1)?.run ?? "";
    const env = { ...process.env, ...workflow.env };
    expect(spawnSync("bash", ["-eo", "pipefail", "-c", compare], { cwd: repository, env }).status).not.toBe(0);
  });

  test("[D1] sign makes signatures that hold with the public key beside them, and leaves no private key behind", () => {
    cpSync(bundles, signed, { recursive: true });
    play("sign", join(folder, "signed"), { RELEASE_KEY: readFileSync(key, "utf8").trimEnd() });
    expect(readdirSync(runner)).toEqual([]);
    for (const name of readdirSync(signed).filter((file) => file.endsWith(".zip"))) {
      const words = ["bundle", "verify", join(signed, name), "--key", join(signed, "release.pub.pem")];
      const { code, out } = runBuilt(cli, words, { cwd: folder });
      expect({ code, name }, out).toEqual({ code: 0, name });
      expect(out).toContain("signature verified");
    }
    const own = join(folder, "own");
    const { code } = runBuilt(cli, ["bundle", "production", "--sign", key, "--out", own, "--quiet"], { cwd: repository });
    expect(code).toBe(0);
    expect(readFileSync(join(own, "production-2506.zip.sig"))).toEqual(readFileSync(join(signed, "production-2506.zip.sig")));
    expect(existsSync(join(signed, "release.pub.pem"))).toBe(true);
  });
});
