import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { gitState } from "../../src/platform/git.ts";
import { commitAll, git } from "../support/git.ts";
import { arm, marks } from "../support/git-arms.ts";
import { cli } from "../support/host.ts";
import { exampleRepository, temporaryFolder, writeFiles } from "../support/repository.ts";

/* Where a checkout's configuration can lie besides .git/config, and what else could make git start something. */

const unix = process.platform !== "win32";
const kept = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name];
  Object.assign(process.env, kept);
});

async function used(folder: string): Promise<void> {
  await gitState(folder);
  for (const words of [
    ["bundle", "demo", "--settings"],
    ["bundle", "demo", "--settings", "--serial", "1"],
    ["check"],
    ["compile"],
  ])
    expect((await cli(words, { cwd: folder })).err).not.toMatch(/\bat .*:\d+:\d+|TypeError/);
}

type Armed = ReturnType<typeof marks>;
const repository = (): string => {
  const folder = exampleRepository({ ".gitattributes": "* filter=x diff=x merge=x\n" });
  commitAll(folder);
  return folder;
};

/** Each gives the folder of a config repository whose git folder is armed in its own way. */
const TRAPS: Readonly<Record<string, (armed: Armed) => string>> = {
  "a .git file that names a folder of the repository": (armed) => {
    const folder = repository();
    arm(join(folder, ".git", "config"), armed);
    renameSync(join(folder, ".git"), join(folder, "vendor"));
    writeFileSync(join(folder, ".git"), "gitdir: vendor\n");
    return folder;
  },
  "a .git file that names ordinary files of the repository": (armed) => {
    const folder = repository();
    cpSync(join(folder, ".git"), join(folder, "kit"), { recursive: true });
    rmSync(join(folder, ".git"), { recursive: true });
    rmSync(join(folder, "kit", "index"));
    arm(join(folder, "kit", "config"), armed);
    writeFileSync(join(folder, ".git"), "gitdir: ./kit\r\n");
    return folder;
  },
  "a .git file whose folder says that its common folder is one of the repository": (armed) => {
    const folder = repository();
    renameSync(join(folder, ".git"), join(folder, "common"));
    arm(join(folder, "common", "config"), armed);
    writeFiles(folder, { "own/HEAD": "ref: refs/heads/main\n", "own/commondir": "../common\n", ".git": "gitdir: own\n" });
    cpSync(join(folder, "common", "index"), join(folder, "own", "index"));
    return folder;
  },
  "the configuration of a further work tree": (armed) => {
    const top = repository();
    const tree = join(temporaryFolder(), "tree");
    git(top, "worktree", "add", "-q", "--detach", tree);
    git(top, "config", "extensions.worktreeConfig", "true");
    const [name = ""] = readdirSync(join(top, ".git", "worktrees"));
    arm(join(top, ".git", "worktrees", name, "config.worktree"), armed);
    arm(join(top, ".git", "config.worktree"), armed);
    return tree;
  },
  "the configuration of a submodule": (armed) => {
    const [top, inner] = [repository(), repository()];
    const folder = join(top, "inner");
    cpSync(inner, folder, { recursive: true });
    mkdirSync(join(top, ".git", "modules"));
    renameSync(join(folder, ".git"), join(top, ".git", "modules", "inner"));
    writeFileSync(join(folder, ".git"), `gitdir: ${relative(folder, join(top, ".git", "modules", "inner"))}\n`);
    git(top, "config", "--file", join(top, ".git", "modules", "inner", "config"), "core.worktree", folder);
    writeFiles(top, {
      ".gitmodules": `[submodule "inner"]\n\tpath = inner\n\turl = ext::${armed.program("url")}\n\tupdate = !${armed.program("update")}\n`,
    });
    for (const config of [join(top, ".git", "config"), join(top, ".git", "modules", "inner", "config")]) arm(config, armed);
    return folder;
  },
  "a configuration that is included on conditions": (armed) => {
    const folder = repository();
    const included = join(folder, "included");
    git(folder, "config", "remote.origin.url", "https://example.com/x");
    arm(included, armed);
    for (const condition of ["gitdir:**", "gitdir/i:**", "onbranch:**", "hasconfig:remote.*.url:**"])
      appendFileSync(join(folder, ".git", "config"), `[includeIf "${condition}"]\n\tpath = "${included}"\n`);
    return folder;
  },
  "objects that lie in another repository": (armed) => {
    const [folder, other] = [repository(), repository()];
    arm(join(other, ".git", "config"), armed);
    writeFileSync(
      join(folder, ".git", "objects", "info", "alternates"),
      `${join(other, ".git", "objects")}\n../../../../nowhere\n`,
    );
    const [fan = ""] = readdirSync(join(folder, ".git", "objects")).filter((name) => name.length === 2);
    rmSync(join(folder, ".git", "objects", fan), { recursive: true });
    return folder;
  },
  "extensions and a partial clone": (armed) => {
    const folder = repository();
    arm(join(folder, ".git", "config"), armed);
    for (const [key, value] of [
      ["core.repositoryformatversion", "1"],
      ["extensions.partialClone", "evil"],
      ["extensions.preciousObjects", "true"],
    ] as const)
      git(folder, "config", "--file", join(folder, ".git", "config"), key, value);
    return folder;
  },
  "hooks and a monitor": (armed) => {
    const folder = repository();
    for (const name of [
      "post-index-change",
      "fsmonitor-watchman",
      "pre-auto-gc",
      "reference-transaction",
      "post-checkout",
      "query-watchman",
    ])
      cpSync(armed.program(name), join(folder, ".git", "hooks", name));
    git(folder, "config", "core.fsmonitor", ".git/hooks/fsmonitor-watchman");
    appendFileSync(join(folder, ".git", "config"), "[core]\n\thooksPath = .git/hooks\n");
    return folder;
  },
};

describe.runIf(unix)("[D1] git starts nothing that lies in a checkout", () => {
  test.each(Object.keys(TRAPS))("%s", async (name) => {
    const armed = marks();
    const folder = TRAPS[name]?.(armed) ?? "";
    await used(folder);
    expect(armed.left()).toEqual([]);
  });

  test("[D1] every GIT_ variable that can name a program, a file or another repository", async () => {
    const armed = marks();
    const folder = repository();
    const other = repository();
    arm(join(other, ".git", "config"), armed);
    const traces = [
      "GIT_TRACE",
      "GIT_TRACE2",
      "GIT_TRACE2_EVENT",
      "GIT_TRACE2_PERF",
      "GIT_TRACE_SETUP",
      "GIT_TRACE_PACKET",
      "GIT_TRACE_CURL",
    ];
    for (const name of traces) process.env[name] = join(folder, `written-by-${name}`);
    const config = join(other, ".git", "config");
    Object.assign(process.env, {
      GIT_CONFIG: config,
      GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${armed.program("parameters")}' 'filter.x.clean=${armed.program("clean")}'`,
      GIT_WORK_TREE: other,
      GIT_COMMON_DIR: join(other, ".git"),
      GIT_INDEX_FILE: join(other, ".git", "index"),
      GIT_OBJECT_DIRECTORY: join(other, ".git", "objects"),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: join(other, ".git", "objects"),
      GIT_NAMESPACE: "evil",
      GIT_CEILING_DIRECTORIES: "/",
      GIT_DISCOVERY_ACROSS_FILESYSTEM: "1",
      GIT_TEMPLATE_DIR: join(other, ".git"),
      GIT_PROTOCOL_FROM_USER: "1",
      GIT_ALLOW_PROTOCOL: "ext:file",
      GIT_REPLACE_REF_BASE: "refs/heads/",
      GIT_FLUSH: "1",
    });
    const state = await gitState(folder);
    await used(folder);
    expect(armed.left()).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.startsWith("written-by"))).toEqual([]);
    expect(state).toMatchObject({ kind: "commit", commit: expect.any(String) });
  });

  test("[D1] a checkout of somebody else cannot say itself that it is to be trusted", async () => {
    if (process.getuid?.() !== 0) return expect(process.getuid?.()).not.toBe(0);
    const folder = repository();
    git(folder, "config", "safe.directory", "*");
    writeFileSync(join(folder, "home.gitconfig"), "[safe]\n\tdirectory = *\n");
    execFileSync("chown", ["-R", "65534", folder]);
    expect(await gitState(folder)).toMatchObject({ kind: "none", why: expect.stringMatching(/another user owns/) });
    expect(existsSync(join(folder, "dist"))).toBe(false);
  });
});
