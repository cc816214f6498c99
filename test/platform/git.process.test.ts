import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { Git, gitState } from "../../src/platform/git.ts";
import { commitAll, git, WHEN_SECONDS } from "../support/git.ts";
import { arm, marks } from "../support/git-arms.ts";
import { cli } from "../support/host.ts";
import { edit, exampleRepository, temporaryFolder, writeFiles } from "../support/repository.ts";

/* git is asked about checkouts that a stranger filled, so nothing that lies in one may be started by it. */

const unix = process.platform !== "win32";
const PATH = "environments/demo/environment.yaml";

const kept = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name];
  Object.assign(process.env, kept);
});

/** Attributes that select every driver, and files whose state git can only tell from their content. */
function attributed(): string {
  const folder = exampleRepository({ ".gitattributes": "* filter=x diff=x merge=x\n" });
  const commit = commitAll(folder);
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  const now = new Date();
  for (const path of [PATH, "environments/site.yaml", ".gitattributes"]) utimesSync(join(folder, path), now, now);
  return folder;
}

async function everything(folder: string): Promise<void> {
  await gitState(folder);
  await Git.open(folder, async (repository) => {
    const head = await repository.resolve("HEAD");
    if (head === null) return;
    await repository.resolve("main");
    await repository.files(head);
    await repository.mergeBase(head, head);
    await repository.read("blob", `${head}:${repository.prefix}${PATH}`);
  }).catch((error: Error) => expect(error.name).toBe("NoGit"));
  await cli(["bundle", "demo", "--settings"], { cwd: folder });
  await cli(["bundle", "demo", "--settings", "--serial", "1"], { cwd: folder });
  await cli(["check"], { cwd: folder });
  await cli(["compile"], { cwd: folder });
}

describe.runIf(unix)("[D1] git is asked, and starts no program", () => {
  test("that ordinary files name which make the folder look like a bare repository", async () => {
    for (const inside of [false, true]) {
      const armed = marks();
      const top = exampleRepository();
      if (inside) commitAll(top);
      // as in a pull request: HEAD, config, objects and refs beside environments/ and releases/
      const source = temporaryFolder();
      cpSync(top, source, { recursive: true, filter: (path) => !path.includes(".git") });
      commitAll(source);
      for (const name of ["HEAD", "config", "objects", "refs", "index"])
        cpSync(join(source, ".git", name), join(top, name), { recursive: true });
      arm(join(top, "config"), armed);
      rmSync(join(top, "objects"), { recursive: true });
      for (const name of ["objects/info", "objects/pack"]) mkdirSync(join(top, name), { recursive: true });
      await everything(top);
      expect(armed.left()).toEqual([]);
      const state = await gitState(top);
      expect(state).toMatchObject(inside ? { kind: "commit", changed: false } : { kind: "none" });
    }
  });

  test("that .git/config names, whatever .gitattributes select; a plain git would", async () => {
    const armed = marks();
    const folder = attributed();
    arm(join(folder, ".git", "config"), armed);
    await everything(folder);
    expect(armed.left()).toEqual([]);
    expect(await gitState(folder)).toMatchObject({ kind: "commit", changed: false });
    edit(folder, PATH, "27000@lic", "27001@lic");
    await everything(folder);
    expect(armed.left()).toEqual([]);
    expect(await gitState(folder)).toMatchObject({ kind: "commit", changed: true });
    try {
      execFileSync("git", ["-C", folder, "status"], { stdio: "ignore" });
    } catch {
      // the programs answer nothing that git could use
    }
    expect(armed.left().length).toBeGreaterThan(0);
  });

  test("for an object that is missing: nothing is fetched", async () => {
    const armed = marks();
    const folder = attributed();
    const blob = git(folder, "rev-parse", `HEAD:${PATH}`).trim();
    arm(join(folder, ".git", "config"), armed);
    rmSync(join(folder, ".git", "objects", blob.slice(0, 2), blob.slice(2)));
    edit(folder, PATH, "27000@lic", "27001@lic");
    await everything(folder);
    expect(armed.left()).toEqual([]);
    expect(await gitState(folder)).toMatchObject({ kind: "commit", changed: true });
  });

  test("that the user's variables name", async () => {
    const armed = marks();
    const folder = attributed();
    const names = [
      "GIT_EXTERNAL_DIFF",
      "GIT_SSH",
      "GIT_SSH_COMMAND",
      "GIT_PAGER",
      "PAGER",
      "GIT_EDITOR",
      "GIT_ASKPASS",
      "SSH_ASKPASS",
    ];
    for (const name of [...names, "GIT_PROXY_COMMAND", "GIT_SEQUENCE_EDITOR"]) process.env[name] = armed.program(name);
    const settings = ["core.fsmonitor", "core.pager", "filter.x.clean", "diff.external"];
    process.env.GIT_CONFIG_COUNT = String(settings.length);
    settings.forEach((key, i) => {
      process.env[`GIT_CONFIG_KEY_${i}`] = key;
      process.env[`GIT_CONFIG_VALUE_${i}`] = armed.program(key);
    });
    process.env.GIT_DIR = join(temporaryFolder(), "elsewhere");
    await everything(folder);
    expect(armed.left()).toEqual([]);
    expect(await gitState(folder)).toMatchObject({ kind: "commit", changed: false });
  });

  test("called git that lies in the checkout or in the current folder", async () => {
    const armed = marks();
    const folder = exampleRepository();
    commitAll(folder);
    for (const place of ["", "bin/"]) {
      writeFiles(folder, { [`${place}git`]: `#!/bin/sh\necho x > '${join(armed.folder, "git.started")}'\n` });
      chmodSync(join(folder, `${place}git`), 0o755);
    }
    const outside = temporaryFolder();
    symlinkSync(join(folder, "git"), join(outside, "git"));
    process.env.PATH = ["", ".", "bin", folder, join(folder, "bin"), outside, process.env.PATH].join(delimiter);
    expect(await gitState(folder)).toMatchObject({ kind: "commit" });
    expect(armed.left()).toEqual([]);
  });
});

describe.runIf(unix)("[D1] the source commit", () => {
  test("is found with its time from a folder below the top, from a further work tree and from a submodule's .git file", async () => {
    const top = temporaryFolder();
    cpSync(exampleRepository(), join(top, "config"), { recursive: true });
    const commit = commitAll(top);
    const expected = { kind: "commit", commit, time: WHEN_SECONDS, changed: false };
    expect(await gitState(join(top, "config"))).toEqual(expected);
    git(top, "worktree", "add", "-q", "--detach", join(top, "tree"));
    expect(await gitState(join(top, "tree", "config"))).toEqual(expected);
    const other = temporaryFolder();
    cpSync(join(top, "config"), join(other, "config"), { recursive: true });
    writeFileSync(join(other, ".git"), `gitdir: ${join(top, ".git")}\n`);
    expect(await gitState(join(other, "config"))).toEqual(expected);
  });

  test("does not count line ends of a Windows checkout, ignored files and LFS contents as changes, and every real change", async () => {
    const kit = "the kit's own bytes\n";
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize ${kit.length}\n`;
    const { createHash } = await import("node:crypto");
    const lfs = pointer.replace("0".repeat(64), createHash("sha256").update(kit).digest("hex"));
    const folder = exampleRepository({ "releases/2506/kit/a.jar": lfs, ".gitignore": "*.swp\n" });
    commitAll(folder);
    const text = (await import("node:fs")).readFileSync(join(folder, PATH), "utf8");
    writeFiles(folder, { "releases/2506/kit/a.jar": kit, [PATH]: text.replaceAll("\n", "\r\n"), "environments/x.swp": "x" });
    writeFiles(folder, { ".git/info/exclude": "*.tmp\n", "environments/demo/y.tmp": "x", "notes.txt": "no source" });
    expect(await gitState(folder)).toMatchObject({ kind: "commit", changed: false });
    for (const [path, content] of [
      ["releases/2506/kit/a.jar", "the kit's own bytes!"],
      [PATH, `${text}# more\n`],
      ["environments/new/environment.yaml", "x"],
    ] as const) {
      const changed = temporaryFolder();
      cpSync(folder, changed, { recursive: true });
      writeFiles(changed, { [path]: content });
      expect(await gitState(changed), path).toMatchObject({ kind: "commit", changed: true });
    }
    rmSync(join(folder, "releases/matrix.yaml"));
    expect(await gitState(folder)).toMatchObject({ changed: true });
  });

  test("of a checkout that another user owns is asked for only where the user trusts it", async () => {
    if (process.getuid?.() !== 0) return expect(process.getuid?.()).not.toBe(0);
    const folder = exampleRepository();
    commitAll(folder);
    execFileSync("chown", ["-R", "65534", folder]);
    const state = await gitState(folder);
    expect(state).toMatchObject({ kind: "none" });
    expect(state.kind === "none" && state.why).toMatch(/another user owns .*safe\.directory/);
    // git takes a '*' at the end for every folder beside it
    const star = join(temporaryFolder(), "*");
    cpSync(folder, star, { recursive: true });
    execFileSync("chown", ["-R", "65534", star]);
    const beside = await gitState(star);
    expect(beside.kind === "none" && beside.why).toMatch(/another user owns .*rename it/);
    expect(beside.kind === "none" && beside.why).not.toContain("safe.directory");
    const home = temporaryFolder();
    writeFileSync(join(home, ".gitconfig"), `[safe]\n\tdirectory = ${folder}\n`);
    Object.assign(process.env, { HOME: home, GIT_CONFIG_GLOBAL: join(home, ".gitconfig") });
    expect(await gitState(folder)).toMatchObject({ kind: "commit", changed: false });
  });

  test("is not known without a repository, without a commit and of a .git that leads nowhere", async () => {
    const folder = exampleRepository();
    expect(await gitState(folder)).toMatchObject({ kind: "none", why: expect.stringMatching(/no \.git/) });
    git(folder, "init", "-q");
    expect(await gitState(folder)).toMatchObject({ kind: "none", why: expect.stringMatching(/finds no commit/) });
    const other = exampleRepository({ ".git": "gitdir: /nowhere/at/all\n" });
    expect(await gitState(other)).toMatchObject({ kind: "none" });
    expect(existsSync(join(other, "objects"))).toBe(false);
  });
});
