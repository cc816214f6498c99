import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { commitAll, git } from "../../support/git.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository, type Files, temporaryFolder, writeFiles } from "../../support/repository.ts";

type Row = readonly [string, string, string];

const rulesOf = async (cwd: string, base: string): Promise<readonly Row[]> => {
  const { out, err } = await cli(["plan", "--base", base, "--format", "json"], { cwd });
  const { ownRules } = JSON.parse(out);
  if (!ownRules) throw new Error(err);
  return ownRules.map(({ what, file, change }: Record<string, string>) => [what, file, change] as unknown as Row);
};

/** What a change of these files alters of its own rules: against a folder, and against a commit. Both have to say the same. */
async function altered(before: Files, after: Files, below = ""): Promise<readonly Row[]> {
  const top = temporaryFolder();
  const folder = below === "" ? exampleRepository() : join(top, below);
  const root = below === "" ? folder : top;
  if (below !== "") {
    mkdirSync(dirname(folder), { recursive: true });
    renameSync(exampleRepository(), folder);
  }
  writeFiles(root, before);
  commitAll(root);
  const commit = git(root, "rev-parse", "HEAD").trim();
  for (const path of Object.keys(before)) if (!(path in after)) rmSync(join(root, path));
  writeFiles(root, after);
  const found = await rulesOf(folder, commit);
  if (below === "") expect(await rulesOf(exampleRepository(after), exampleRepository(before))).toEqual(found);
  return found;
}

const json = (value: unknown) => JSON.stringify(value);
const lock = (path: string, entry: object) => json({ lockfileVersion: 3, packages: { "": { name: "x" }, [path]: entry } });

/** A file with what stands in it before and after, and what it decides. */
const ROWS: readonly (readonly [string, string, string, string])[] = [
  ["workflow", ".github/workflows/gate.yml", "on: push\n", "on: pull_request\n"],
  ["workflow", ".GitHub/Workflows/gate.yml", "on: push\n", "on: pull_request\n"],
  ["workflow", ".gitea/workflows/gate.yml", "a\n", "b\n"],
  ["workflow", ".forgejo/workflows/gate.yml", "a\n", "b\n"],
  ["workflow", ".gitlab-ci.yml", "a\n", "b\n"],
  ["workflow", ".gitlab/ci/x.yml", "a\n", "b\n"],
  ["workflow", ".circleci/config.yml", "a\n", "b\n"],
  ["workflow", "azure-pipelines.yml", "a\n", "b\n"],
  ["workflow", "Jenkinsfile", "a\n", "b\n"],
  ["action", ".github/actions/setup/action.yml", "a\n", "b\n"],
  ["action", ".github/actions/setup/dist/deep/index.js", "a\n", "b\n"],
  ["action", ".GITHUB/actions/x.sh", "a\n", "b\n"],
  ["action", "action.yaml", "a\n", "b\n"],
  ["codeowners", "CODEOWNERS", "a\n", "b\n"],
  ["codeowners", ".github/CODEOWNERS", "a\n", "b\n"],
  ["codeowners", ".gitlab/CODEOWNERS", "a\n", "b\n"],
  ["codeowners", "docs/CODEOWNERS", "a\n", "b\n"],
  ["codeowners", "codeowners", "a\n", "b\n"],
  ["installation", ".npmrc", "a=1\n", "ignore-scripts=false\n"],
  ["installation", ".yarnrc", "a\n", "b\n"],
  ["installation", ".yarnrc.yml", "a: 1\n", "yarnPath: x.js\n"],
  ["installation", ".yarn/releases/yarn.cjs", "a\n", "b\n"],
  ["installation", ".yarn/plugins/x/y.cjs", "a\n", "b\n"],
  ["installation", ".yarn/cache/tierwright-npm-1.zip", "a\n", "b\n"],
  ["installation", ".pnpmfile.cjs", "a\n", "b\n"],
  ["installation", ".pnpmfile.mjs", "a\n", "b\n"],
  ["installation", "pnpm-workspace.yaml", "packages: []\n", "packages: [x]\n"],
  ["installation", "bunfig.toml", "a\n", "b\n"],
  ...["preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare", "prepublish"].map(
    (script) =>
      ["installation", "package.json", json({ scripts: { [script]: "a" } }), json({ scripts: { [script]: "b" } })] as const,
  ),
  ["installation", "package.json", json({ packageManager: "npm@1" }), json({ packageManager: "yarn@1" })],
  ["installation", "package.json", json({ workspaces: ["a"] }), json({ workspaces: ["a", "b"] })],
  ["installation", "package.json", json({ trustedDependencies: ["a"] }), json({ trustedDependencies: ["a", "b"] })],
  ...["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"].map(
    (list) => ["tool", "package.json", json({ [list]: { tierwright: "1" } }), json({ [list]: { tierwright: "2" } })] as const,
  ),
  ["tool", "package.json", json({ overrides: { a: "1" } }), json({ overrides: { a: "2" } })],
  ["tool", "package.json", json({ overrides: { a: { tierwright: "1" } } }), json({ overrides: { a: { tierwright: "2" } } })],
  ["tool", "package.json", json({ resolutions: { a: "1" } }), json({ resolutions: { a: "2" } })],
  ["tool", "package.json", json({ pnpm: { overrides: { a: "1" } } }), json({ pnpm: { overrides: { a: "2" } } })],
  ["tool", "package.json", json({ bin: { tierwright: "a" } }), json({ bin: { tierwright: "b" } })],
  [
    "tool",
    "package-lock.json",
    lock("node_modules/tierwright", { integrity: "a" }),
    lock("node_modules/tierwright", { integrity: "b" }),
  ],
  [
    "tool",
    "package-lock.json",
    lock("node_modules/tierwright", { resolved: "x" }),
    lock("node_modules/tierwright", { resolved: "x", link: true }),
  ],
  [
    "tool",
    "package-lock.json",
    lock("node_modules/a", { bin: { tierwright: "x" } }),
    lock("node_modules/a", { bin: { tierwright: "y" } }),
  ],
  [
    "tool",
    "package-lock.json",
    lock("packages/y", { name: "tierwright", version: "1" }),
    lock("packages/y", { name: "tierwright", version: "2" }),
  ],
  [
    "tool",
    "package-lock.json",
    lock("node_modules/a", { hasInstallScript: true, version: "1" }),
    lock("node_modules/a", { hasInstallScript: true, version: "2" }),
  ],
  [
    "tool",
    "npm-shrinkwrap.json",
    lock("node_modules/tierwright", { integrity: "a" }),
    lock("node_modules/tierwright", { integrity: "b" }),
  ],
  [
    "tool",
    "package-lock.json",
    lock("node_modules/@tierwright/tierwright", { integrity: "a" }),
    lock("node_modules/@tierwright/tierwright", { integrity: "b" }),
  ],
  [
    "tool",
    "package-lock.json",
    lock("packages/y", { name: "@tierwright/tierwright", version: "1" }),
    lock("packages/y", { name: "@tierwright/tierwright", version: "2" }),
  ],
  ["tool", "yarn.lock", 'tierwright@^1:\n  version "1"\n', 'tierwright@^1:\n  version "2"\n'],
  [
    "tool",
    "yarn.lock",
    '"x@npm:1":\n  resolution: "x@1"\n\n"tierwright@1":\n  resolution: "a"\n',
    '"x@npm:1":\n  resolution: "x@1"\n\n"tierwright@1":\n  resolution: "b"\n',
  ],
  [
    "tool",
    "pnpm-lock.yaml",
    "packages:\n\n  tierwright@1.0.0:\n    resolution: {integrity: a}\n",
    "packages:\n\n  tierwright@1.0.0:\n    resolution: {integrity: b}\n",
  ],
  [
    "tool",
    "bun.lock",
    '{ "packages": {\n "tierwright": ["tierwright@1"],\n} }\n',
    '{ "packages": {\n "tierwright": ["tierwright@2"],\n} }\n',
  ],
  ["tool", "bun.lockb", "\0a", "\0b"],
];

describe("[C4] what decides how a change is judged is named first", () => {
  // rows about the same file, or about names that differ in case only, are tried one after the other
  const batches: (typeof ROWS)[number][][] = [];
  for (const row of ROWS) {
    const top = (path: string) =>
      path
        .toLowerCase()
        .split("/")
        .slice(0, path.startsWith(".g") ? 1 : 9)
        .join("/");
    const free = batches.find((batch) =>
      batch.every(
        ([, path]) =>
          path !== row[1] && (top(path) !== top(row[1]) || path.startsWith(".github/") === row[1].startsWith(".github/")),
      ),
    );
    if (free) free.push(row);
    else batches.push([row]);
  }
  test.each(batches.map((batch) => [batch.length, batch] as const))(
    "%i files, changed, added and removed",
    { timeout: 300_000 },
    async (_, batch) => {
      const before = Object.fromEntries(batch.map(([, path, text]) => [path, text]));
      const after = Object.fromEntries(batch.map(([, path, , text]) => [path, text]));
      const sorted = (rows: readonly Row[]) => rows.map((row) => row.join(" ")).sort();
      const rows = (change: string) => batch.map(([what, path]) => `${what} ${path} ${change}`).sort();
      expect(sorted(await altered(before, after))).toEqual(rows("changed"));
      expect(sorted(await altered({}, after))).toEqual(expect.arrayContaining(rows("added")));
      expect(sorted(await altered(before, {}))).toEqual(expect.arrayContaining(rows("removed")));
      const crlf = Object.fromEntries(Object.entries(before).map(([path, text]) => [path, text.replaceAll("\n", "\r\n")]));
      expect(await altered(before, crlf)).toEqual([]);
    },
  );

  test("the folders between the top and the config repository count, each other does not", async () => {
    const files = (text: string): Files => ({
      ".npmrc": text,
      "a/.npmrc": text,
      "a/b/.npmrc": text,
      "a/b/package.json": json({ scripts: { prepare: text } }),
      "other/.npmrc": text,
      "other/.github/workflows/x.yml": text,
    });
    expect(await altered(files("1"), files("2"), "a/b")).toEqual([
      ["installation", ".npmrc", "changed"],
      ["installation", "a/.npmrc", "changed"],
      ["installation", "a/b/.npmrc", "changed"],
      ["installation", "a/b/package.json", "changed"],
    ]);
  });

  test.each([
    ["packages/*", "packages/x/package.json"],
    ["./packages/**", "packages/a/b/package.json"],
    ["packages/tierwright", "packages/tierwright/package.json"],
    ["*", "x/package.json"],
  ])("a workspace named tierwright: %s has %s", async (pattern, path) => {
    const root = { "package.json": json({ workspaces: [pattern] }) };
    for (const name of ["tierwright", "@tierwright/tierwright"])
      expect(await altered(root, { ...root, [path]: json({ name }) })).toEqual([["tool", path, "added"]]);
    expect(await altered(root, { ...root, [path]: json({ name: "other", scripts: { postinstall: "x" } }) })).toEqual([
      ["installation", path, "added"],
    ]);
    expect(await altered(root, { ...root, [path]: json({ name: "other", version: "1" }) })).toEqual([]);
    const yaml = { "pnpm-workspace.yaml": `packages:\n  - "${pattern}"\n` };
    if (pattern !== "*")
      expect(await altered(yaml, { ...yaml, [path]: json({ name: "tierwright" }) })).toEqual([["tool", path, "added"]]);
  });

  test("what a workflow runs from the checkout, and a tool that is a file of it", async () => {
    const gate = { ".github/workflows/gate.yml": "jobs:\n  a:\n    steps:\n      - uses: ./tools/gate\n" };
    const own = (text: string) => ({
      ...gate,
      "tools/gate/action.yml": "a\n",
      "tools/gate/run.sh": text,
      "tools/other/run.sh": text,
    });
    expect(await altered(own("a"), own("b"))).toEqual([["action", "tools/gate/run.sh", "changed"]]);
    const file = (spec: string, text: string, name = "tierwright") => ({
      "package.json": json({ devDependencies: { [name]: spec } }),
      "vendor/tierwright.tgz": text,
      "vendor/t/cli.js": text,
      "vendor/x.txt": text,
    });
    expect(await altered(file("file:vendor/tierwright.tgz", "a"), file("file:vendor/tierwright.tgz", "b"))).toEqual([
      ["tool", "vendor/tierwright.tgz", "changed"],
    ]);
    const scoped = (text: string) => file("file:vendor/tierwright.tgz", text, "@tierwright/tierwright");
    expect(await altered(scoped("a"), scoped("b"))).toEqual([["tool", "vendor/tierwright.tgz", "changed"]]);
    expect(await altered(file("file:./vendor/t", "a"), file("file:./vendor/t", "b"))).toEqual([
      ["tool", "vendor/t/cli.js", "changed"],
    ]);
  });

  test("a file that gets another name is one that is gone and one that is new", async () => {
    expect(await altered({ ".github/workflows/a.yml": "a" }, { ".github/workflows/b.yml": "a" })).toEqual([
      ["workflow", ".github/workflows/a.yml", "removed"],
      ["workflow", ".github/workflows/b.yml", "added"],
    ]);
  });

  test.runIf(process.platform !== "win32")(
    "a link is what git keeps of it, and is not followed out of the checkout",
    async () => {
      const folder = exampleRepository();
      commitAll(folder);
      const base = git(folder, "rev-parse", "HEAD").trim();
      symlinkSync(temporaryFolder(), join(folder, ".github"));
      symlinkSync("nowhere", join(folder, ".npmrc"));
      symlinkSync("/dev/zero", join(folder, "CODEOWNERS"));
      const links: readonly Row[] = [
        ["workflow", ".github", "added"],
        ["codeowners", "CODEOWNERS", "added"],
        ["installation", ".npmrc", "added"],
      ];
      expect(await rulesOf(folder, base)).toEqual(links);
      git(folder, "add", "-A");
      git(folder, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "links");
      expect(await rulesOf(folder, git(folder, "rev-parse", "HEAD").trim())).toEqual([]);
    },
  );

  test.runIf(process.platform !== "win32").each([
    [".github", "ci", "workflow", "ci/actions/x/action.yml"],
    [".GitHub", "ci", "workflow", "ci/actions/x/action.yml"],
    [".github/actions", "../ci/actions", "action", "ci/actions/x/action.yml"],
    [".github/actions/x", "../../ci/actions/x", "action", "ci/actions/x/action.yml"],
    [".gitea/actions", "../ci/actions", "action", "ci/actions/x/action.yml"],
    [".gitlab/ci", "../ci", "workflow", "ci/actions/x/action.yml"],
    [".circleci", "ci", "workflow", "ci/actions/x/action.yml"],
    [".yarn/plugins", "../ci", "installation", "ci/actions/x/action.yml"],
  ])("%s that is a link to %s: the link, and later what lies behind it", async (name, target, what, behind) => {
    const folder = exampleRepository();
    writeFiles(folder, { [behind]: "a\n" });
    commitAll(folder);
    const base = git(folder, "rev-parse", "HEAD").trim();
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    symlinkSync(target, join(folder, name));
    expect(await rulesOf(folder, base)).toContainEqual([what, name, "added"]);
    git(folder, "add", "-A");
    git(folder, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "links");
    writeFiles(folder, { [behind]: "b\n" });
    expect(await rulesOf(folder, git(folder, "rev-parse", "HEAD").trim())).toEqual([["action", behind, "changed"]]);
  });
});

/** Puts a submodule into the index alone, as a checkout without submodules has it. */
function gitlink(folder: string, path: string, digit: string): void {
  git(folder, "update-index", "--add", "--cacheinfo", `160000,${digit.repeat(40)},${path}`);
}
const committed = (folder: string): string => {
  git(folder, "commit", "-qm", "more");
  return git(folder, "rev-parse", "HEAD").trim();
};

describe("[C4] a submodule in the place of what decides", () => {
  const WORKFLOW = { ".github/workflows/a.yml": "jobs: {}\n  uses: ./tools/x/y\n" };

  test.each([
    [".github", "workflow"],
    [".github/workflows", "workflow"],
    [".github/actions", "action"],
    [".github/actions/x", "action"],
    [".GitHub/actions/x/deep", "action"],
    [".gitea/actions", "action"],
    [".gitlab/ci", "workflow"],
    [".yarn/plugins", "installation"],
    ["tools/x/y", "action"],
    ["tools/x", "action"],
    ["tools", "action"],
  ])("at %s is named where it is added and where its commit changes, and not where it stays", async (path, what) => {
    const folder = exampleRepository(path.startsWith("tools") ? WORKFLOW : {});
    const base = commitAll(folder);
    gitlink(folder, path, "1");
    expect(await rulesOf(folder, base)).toEqual([[what, path, "added"]]);
    const one = committed(folder);
    expect(await rulesOf(folder, one)).toEqual([]);
    mkdirSync(join(folder, path), { recursive: true });
    writeFiles(folder, { [`${path}/action.yml`]: "of the submodule\n", [`${path}/workflows/b.yml`]: "of the submodule\n" });
    expect(await rulesOf(folder, one)).toEqual([]);
    gitlink(folder, path, "2");
    expect(await rulesOf(folder, one)).toEqual([[what, path, "changed"]]);
  });

  test("elsewhere decides nothing", async () => {
    const folder = exampleRepository(WORKFLOW);
    const base = commitAll(folder);
    for (const path of ["vendor", "tools/y", "toolsx", ".github/ISSUE_TEMPLATE"]) gitlink(folder, path, "1");
    expect(await rulesOf(folder, base)).toEqual([]);
  });

  test.runIf(process.platform !== "win32")(
    "a link on the way to an action is named, and what lies behind it, through one more",
    async () => {
      const folder = exampleRepository({ ...WORKFLOW, "other/x/y/action.yml": "a\n" });
      const base = commitAll(folder);
      symlinkSync("between", join(folder, "tools"));
      symlinkSync("other", join(folder, "between"));
      const rows = await rulesOf(folder, base);
      expect(rows).toContainEqual(["action", "tools", "added"]);
      expect(rows).toContainEqual(["action", "between", "added"]);
      git(folder, "add", "-A");
      const links = committed(folder);
      expect(await rulesOf(folder, links)).toEqual([]);
      writeFiles(folder, { "other/x/y/action.yml": "b\n" });
      expect(await rulesOf(folder, links)).toEqual([["action", "other/x/y/action.yml", "changed"]]);
    },
  );
});

describe("[C4] what decides nothing is not named", () => {
  test.each<[string, Files, Files]>([
    [
      "another package",
      { "package.json": json({ devDependencies: { tierwright: "1", a: "1" } }) },
      { "package.json": json({ devDependencies: { tierwright: "1", a: "2" } }) },
    ],
    [
      "another script",
      { "package.json": json({ scripts: { test: "a" } }) },
      { "package.json": json({ scripts: { test: "b", build: "c" } }) },
    ],
    [
      "another version of the repository",
      { "package.json": json({ name: "x", version: "1" }) },
      { "package.json": json({ name: "x", version: "2" }) },
    ],
    [
      "another package of the lock",
      { "package-lock.json": lock("node_modules/a", { version: "1" }) },
      { "package-lock.json": lock("node_modules/a", { version: "2" }) },
    ],
    [
      "another package of Yarn's lock",
      { "yarn.lock": 'a@1:\n  version "1"\n\ntierwright@1:\n  version "1"\n' },
      { "yarn.lock": 'a@1:\n  version "2"\n\ntierwright@1:\n  version "1"\n' },
    ],
    [
      "another package of pnpm's lock",
      { "pnpm-lock.yaml": "packages:\n  a@1:\n    x: 1\n  tierwright@1:\n    y: 1\n" },
      { "pnpm-lock.yaml": "packages:\n  a@1:\n    x: 2\n  tierwright@1:\n    y: 1\n" },
    ],
    [
      "files of other names",
      {},
      {
        ".github/dependabot.yml": "a",
        ".github/ISSUE_TEMPLATE/x.md": "a",
        "docs/x.md": "a",
        npmrc: "a",
        "x.npmrc": "a",
        "tools/x.yml": "a",
        ".yarn/cache/a-1.zip": "a",
        ".yarn/install-state.gz": "a",
      },
    ],
    [
      "a nested package that nobody names",
      {},
      { "tools/package.json": json({ name: "tierwright", scripts: { postinstall: "x" } }) },
    ],
    ["what is installed", {}, { "node_modules/tierwright/package.json": json({ name: "tierwright" }) }],
  ])("%s", async (_, before, after) => {
    expect(await altered(before, after)).toEqual([]);
  });
});

describe("[B7] an environment that comes or goes, and extends one with suppressions", () => {
  const DEMO = "environments/demo/environment.yaml";
  const PARENT = EXAMPLE_REPOSITORY[DEMO] ?? "";
  const IGNORE = "ignore: [ { rule: conf/unknown-key, key: X, reason: read by a customisation } ]\n";
  const withIgnore = { [DEMO]: `${PARENT}${IGNORE}` };
  const withComment = { [DEMO]: PARENT.replace("workstation:", "# tierwright-ignore kit/vendor-value: known\nworkstation:") };
  const heir = (own = ""): Files => ({
    "environments/heir/environment.yaml": `apiVersion: tierwright/v1\nkind: Environment\nname: heir\nextends: demo\nconnector: "2506"\ntool: 2024x Refresh3\n${own}`,
  });

  test.each<[string, Files]>([
    ["an ignore entry", withIgnore],
    ["a comment", withComment],
    [
      "an ignore entry in the site's defaults",
      { "environments/site.yaml": `${EXAMPLE_REPOSITORY["environments/site.yaml"]}defaults: { ${IGNORE.trim()} }\n` },
    ],
  ])("is no change of its own rules: %s", async (_, parent) => {
    expect(await altered(parent, { ...parent, ...heir() })).toEqual([]);
    expect(await altered({ ...parent, ...heir() }, parent)).toEqual([]);
  });

  test("its own suppressions are, and those that its parent gets or loses with it", async () => {
    const own = ["ignore", "environments/heir/environment.yaml", "added"];
    expect(await altered(withIgnore, { ...withIgnore, ...heir(IGNORE) })).toEqual([own]);
    expect(await altered({ [DEMO]: PARENT }, { ...withIgnore, ...heir() })).toEqual([["ignore", DEMO, "added"]]);
    expect(await altered({ ...withIgnore, ...heir() }, { [DEMO]: PARENT })).toEqual([["ignore", DEMO, "removed"]]);
  });
});
