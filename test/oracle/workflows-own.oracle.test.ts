import { spawnSync } from "node:child_process";
import { cpSync, appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { pullRequest, step } from "../serve/action/step.ts";
import { read } from "../house/project.ts";
import { git } from "../support/git.ts";
import { fileOf, PLATFORMS } from "../../scripts/release/platforms.mjs";
import { edit, temporaryFolder, writeFiles } from "../support/repository.ts";
import { projectCheckout } from "../workflows/checkout.ts";
import { fakeGh, type Server } from "../workflows/fake-gh.ts";
import { readWorkflow } from "../workflows/files.ts";
import { play, program } from "../workflows/play.ts";

/* gate.yml and publish.yml of this repository, played in a checkout of it. */

const none = { "actions/checkout": () => 0, "actions/setup-node": () => 0 };

describe("[C4] gate.yml", () => {
  const workflow = readWorkflow(read(".github/workflows/gate.yml"));
  let folder = "";
  let base = "";
  beforeAll(() => {
    folder = projectCheckout();
    base = git(folder, "rev-parse", "HEAD").trim();
  });

  const build = () => spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: folder, encoding: "utf8" });

  /** Plays the gate of a pull request that makes a change; the Action is the one that was built in the checkout. */
  async function gate(change: () => void) {
    git(folder, "checkout", "-q", "--detach", base);
    change();
    git(folder, "commit", "-qam", "change", "--allow-empty");
    let [summary, log] = ["", ""];
    const played = await play(workflow, workflow.jobs.gate as never, {
      cwd: folder,
      bin: temporaryFolder(),
      known: {},
      without: ["npm ci"],
      uses: {
        ...none,
        "./": async (given) => {
          const found = await step(folder, pullRequest(base), given as Record<string, string>, {}, folder);
          ({ summary } = found);
          log += found.log;
          return found.code ?? 1;
        },
      },
    });
    return { ...played, summary, log: played.log + log };
  }

  test("lets a change of a value through, and shows it", async () => {
    git(folder, "checkout", "-q", "--detach", base);
    expect(build().stdout).toBe("");
    const found = await gate(() => edit(folder, "environments/production/environment.yaml", "awc?ah=true", "awc?ah=false"));
    expect([found.ok, found.log.includes("differ")]).toEqual([true, false]);
    expect(found.summary).toContain("awc?ah=false");
    expect(found.ran).toHaveLength(4);
    expect(git(folder, "status", "--porcelain")).toBe("?? node_modules\n"); // the link of this test
  });

  test("stops an address that is too long, by the Action that is built of the change's own sources", async () => {
    const wrong = () => edit(folder, "environments/production/environment.yaml", "8443/tc ", "8443/tc/RestServices ");
    const stopped = await gate(wrong);
    expect([stopped.ok, stopped.ran.at(-1)]).toEqual([false, "Plan the change"]);
    expect(stopped.summary).toContain("tier/context-root");
    const own = await gate(() => {
      wrong();
      edit(folder, "src/serve/action/run.ts", "blocking findings or a closed gate", "closed by the change's own Action");
      build();
    });
    expect([own.ok, own.log]).toEqual([false, expect.stringContaining("closed by the change's own Action")]);
    expect(stopped.log).not.toContain("own Action");
  });
});

describe("[C4] publish.yml", () => {
  const workflow = readWorkflow(read(".github/workflows/publish.yml"));
  const version = (JSON.parse(read("package.json")) as { version: string }).version;

  let folder = "";
  let base = "";
  beforeAll(() => {
    folder = projectCheckout(true);
    base = git(folder, "rev-parse", "HEAD").trim();
  });

  /** The checkout with a changelog that tells the version, and a change. */
  function tag(change: () => void = () => undefined): void {
    git(folder, "checkout", "-qf", "--detach", base);
    git(folder, "clean", "-fdq");
    edit(folder, "CHANGELOG.md", "## [Unreleased]\n", `## [Unreleased]\n\n## [${version}] - 2026-12-01\n`);
    change();
    git(folder, "commit", "-qam", "release");
  }
  const build = (name = `release-v${version}`) =>
    play(workflow, workflow.jobs.build as never, {
      cwd: folder,
      bin: temporaryFolder(),
      known: { "github.ref_name": name },
      without: ["npm ci --ignore-scripts"],
      uses: { ...none, "actions/upload-artifact": () => 0 },
    });

  test("builds the package and the Action twice, finds them the same byte by byte, and releases them", async () => {
    tag();
    const found = await build();
    expect([found.ok, found.log.split("\n").filter((line) => /differ|rror/.test(line))]).toEqual([true, []]);
    const files = join(folder, "release/files");
    expect(readdirSync(files)).toEqual(["SHA256SUMS", `tierwright-tierwright-${version}.tgz`]);
    expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).toMatchObject({
      homepage: "https://github.example.com/org/site",
      bugs: { url: "https://github.example.com/org/site/issues" },
    });
    expect(readFileSync(join(folder, "release/notes.md"), "utf8")).toContain("The first version, 0.1.0");

    const executables = PLATFORMS.map(fileOf);
    writeFiles(folder, Object.fromEntries(executables.map((file) => [`executables/${file}`, `a stand-in for ${file}\n`])));
    // the .deb states the libraries of the program in it
    for (const file of executables.filter((name) => name.includes("linux")))
      cpSync("/bin/true", join(folder, "executables", file));
    const installers = await play(workflow, workflow.jobs.installers as never, {
      cwd: folder,
      bin: temporaryFolder(),
      known: {},
      without: ["npm ci --ignore-scripts && npm run build"],
      uses: { ...none, "actions/download-artifact": () => 0, "actions/upload-artifact": () => 0 },
    });
    expect([installers.ok, installers.log.split("\n").filter((line) => /rror/.test(line))]).toEqual([true, []]);
    const names = readdirSync(files).sort();
    expect(names).toEqual(
      [
        "SHA256SUMS",
        `tierwright-tierwright-${version}.tgz`,
        ...executables,
        "tierwright-intune.json",
        "tierwright.cdx.json",
        "tierwright.json",
        "tierwright.rb",
        `tierwright_${version}_amd64.deb`,
        `tierwright_${version}_arm64.deb`,
        "winget.tar.gz",
      ].sort(),
    );
    const sums = readFileSync(join(files, "SHA256SUMS"), "utf8").trim().split("\n");
    expect(sums.map((line) => line.replace(/^[0-9a-f]{64} {2}/, "")).sort()).toEqual(
      names.filter((name) => name !== "SHA256SUMS"),
    );

    const origin = temporaryFolder();
    git(origin, "init", "-q", "--bare");
    git(folder, "remote", "add", "origin", origin);
    const source = git(folder, "rev-parse", "HEAD").trim();
    const gh = fakeGh(temporaryFolder());
    const attested: unknown[] = [];
    const release = () =>
      play(workflow, workflow.jobs.release as never, {
        cwd: folder,
        bin: gh.bin,
        env: gh.env,
        known: { "github.token": "t0ken", "github.repository": "org/site", "github.ref_name": `release-v${version}` },
        uses: { ...none, "actions/download-artifact": () => 0, "actions/attest": (given) => attested.push(given) && 0 },
      });
    expect((await release()).ok).toBe(true);
    expect(attested).toEqual([{ "subject-path": "release/files/*\nrelease/action/index.js\n" }]);
    const tagged = (...words: readonly string[]) => git(origin, ...words).trim();
    expect(tagged("rev-parse", `v${version}^`)).toBe(source);
    expect(tagged("diff", "--name-status", source, `v${version}`).split("\n")).toEqual([
      "A\taction/index.js",
      "A\taction/licenses.txt",
      "A\tsetup/SHA256SUMS",
    ]);
    expect(tagged("show", `v${version}:setup/SHA256SUMS`).split("\n")).toEqual(
      sums.filter((line) => executables.some((file) => line.endsWith(` ${file}`))),
    );
    expect(git(folder, "hash-object", "release/action/index.js").trim()).toBe(tagged("rev-parse", `v${version}:action/index.js`));
    // a person publishes the draft
    expect(gh.read().releases.map(({ words }) => words.slice(0, 2))).toEqual([["create", `v${version}`]]);
    expect(gh.read().releases[0]?.words).toEqual(
      expect.arrayContaining(["--draft", "--verify-tag", ...names.map((name) => `release/files/${name}`)]),
    );
    // a job that runs again finds its tag, and makes the draft that it could not make, or uploads to it; what is published stays
    const tagOf = tagged("rev-parse", `v${version}`);
    const again = async (state: Partial<Server>) => {
      git(folder, "checkout", "-qf", "--detach", source);
      gh.save({ ...gh.read(), ...state });
      const { ok } = await release();
      const [called = "", verb = ""] = gh.read().calls.at(-1)?.split(" ") ?? [];
      return [ok, called === "api" ? called : verb, tagged("rev-parse", `v${version}`) === tagOf];
    };
    expect(await again({ releases: [] })).toEqual([true, "create", true]);
    expect(await again({})).toEqual([true, "upload", true]);
    expect(await again({ published: true })).toEqual([false, "api", true]);
    expect(await again({ down: true })).toEqual([false, "api", true]);
    expect(attested.splice(1)).toHaveLength(4);
    // the registry gets the file of the release, without a script of it and with its provenance
    const npm = temporaryFolder();
    program(
      npm,
      "npm",
      `import { appendFileSync } from "node:fs";
appendFileSync(${JSON.stringify(join(npm, "words"))}, JSON.stringify(process.argv.slice(2)) + "\\n");`,
    );
    const publish = () =>
      play(workflow, workflow.jobs.package as never, {
        cwd: folder,
        bin: npm,
        known: {},
        uses: { ...none, "actions/download-artifact": () => 0 },
      });
    const words = [
      [
        "publish",
        "--ignore-scripts",
        "--provenance",
        "--access",
        "public",
        `./release/files/tierwright-tierwright-${version}.tgz`,
      ],
    ];
    const published = () =>
      readFileSync(join(npm, "words"), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    expect([(await publish()).ok, published()]).toEqual([true, words]);
    // what changes on its way to the job that may write stops it before anything is attested
    appendFileSync(join(folder, "release/action/licenses.txt"), "one more line\n");
    const changed = await release();
    expect([changed.ok, changed.ran.at(-1), attested.length]).toEqual([false, "What arrived is what was built", 1]);
    expect([(await publish()).ok, published()]).toEqual([false, words]);
  });

  test("a build that depends on its place is not published", async () => {
    tag(() =>
      edit(
        folder,
        "scripts/build.mjs",
        "await run().catch",
        'await writeFile(join(ROOT, "schemas", "place.json"), JSON.stringify(ROOT));\nawait run().catch',
      ),
    );
    const found = await build();
    expect([found.ok, found.ran.at(-1)]).toEqual([false, "Build it twice, in two places, and compare"]);
    expect(found.log).toMatch(/Binary files .*tierwright-.*\.tgz.* differ/);
    expect(existsSync(join(folder, "release/files/SHA256SUMS"))).toBe(false);
  });

  test("a tag that is not the version, and a version that the changelog does not tell, are stopped before anything is built", async () => {
    tag();
    const other = await build("release-v9.9.9");
    expect([other.ok, other.log]).toEqual([false, `the tag is release-v9.9.9, and package.json says ${version}\n`]);
    edit(folder, "CHANGELOG.md", `## [${version}]`, "## [9.9.8]");
    const untold = await build();
    expect([untold.ok, untold.log]).toEqual([false, `CHANGELOG.md has no section '## [${version}]'\n`]);
  });
});
