import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "./project.ts";

const LEFT_OUT = new Set([".git", "node_modules", "build", "dist", ".tierwright", "bench"]);
const FILES = {
  "rule conf/brand-new": "src/compiler/rules/conf/brand-new.ts",
  "diagnostic repo/brand-new": "src/kernel/diagnostics/repo/brand-new.ts",
  "artifact brand-new": "src/compiler/artifacts/brand-new.ts",
  "command deploy/brand/new": "src/deploy/commands/brand/new.ts",
  "cause conf/brand-new": "src/diagnose/causes/conf/brand-new.ts",
  "probe tier/brand-new": "src/live/probe/tier/brand-new.ts",
  "format brand-new": "src/report/forms/brand-new.ts",
};

/** An artifact that goes into the plug-in folder, as one file. */
const INSTALLED = `import type { CompiledEnvironment } from "../compile/compiled.ts";
import type { Artifact } from "./artifact.ts";
import { confFolder } from "./targets.ts";

const locate = (compiled: CompiledEnvironment) => ({
  path: "connector/brand-new.txt",
  target: confFolder(compiled) + "\\\\brand-new.txt",
  entry: "plugin/conf/brand-new.txt",
});

export const artifact: Artifact = {
  name: "brand-new",
  title: "a trial",
  locate,
  produce: (compiled) => ({
    ...locate(compiled),
    purpose: "install",
    bytes: Buffer.from("for " + compiled.environment.name + "\\n"),
  }),
  prove: () => [],
};
`;

let copy: string;

function run(...args: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", TIERWRIGHT_EXCLUDE: "" },
  });
  return { code: status, output: stdout + stderr };
}

/** Checks all types; again, only of what has changed. */
const types = () => run("node_modules/typescript/bin/tsc", "-p", ".", "--incremental", "--tsBuildInfoFile", "build/types.json");
const scaffold = (words: string) => run("scripts/new.mjs", ...words.split(" "));
const tool = (path: string, ...args: string[]) => run(join("node_modules", path), ...args);

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "tierwright-new-"));
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(ROOT, path)) });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"), "junction");
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe("npm run new", () => {
  // the last one brings the lists of all of them up to date
  // a generator of everything takes half a minute on a busy machine
  test.each(Object.entries(FILES))("%s writes one file", { timeout: 240_000 }, (words, file) => {
    expect(scaffold(file === Object.values(FILES).at(-1) ? words : `--no-generate ${words}`)).toMatchObject({
      code: 0,
      output: expect.stringMatching(new RegExp(`^wrote ${file}\n[^]*Now fill in: `)),
    });
    expect(existsSync(join(copy, file))).toBe(true);
  });

  test("the new rule, diagnostic, artifact, command, cause, probe and form are listed", () => {
    const text = (path: string) => readFileSync(join(copy, path), "utf8");
    expect(text("src/compiler/rules/registry.generated.ts")).toContain('"./conf/brand-new.ts"');
    expect(text("src/kernel/diagnostics/registry.generated.ts")).toContain('"./repo/brand-new.ts"');
    expect(text("src/compiler/artifacts/registry.generated.ts")).toContain('"./brand-new.ts"');
    expect(text("src/live/probe/registry.generated.ts")).toContain('"./tier/brand-new.ts"');
    expect(text("src/diagnose/causes/registry.generated.ts")).toContain('"./conf/brand-new.ts"');
    expect(text("docs/probe.md")).toContain("| `tier/brand-new` |");
    expect(text("src/report/registry.generated.ts")).toContain('"./forms/brand-new.ts"');
    expect(text("src/deploy/commands/registry.generated.ts")).toContain('name: "brand new"');
    expect(text("docs/rules.md")).toContain("## conf/brand-new");
    expect(text("docs/commands.md")).toContain("tierwright brand new");
  });

  test("what it wrote passes types, lint and tests as it stands", () => {
    const clean = { code: 0, output: expect.any(String) };
    expect(types()).toEqual(clean);
    expect(tool("@biomejs/biome/bin/biome", "check", ...Object.values(FILES))).toEqual(clean);
    const lists = ["test/architecture.test.ts", "test/house/rule-names.test.ts"];
    expect(tool("vitest/vitest.mjs", "run", "--project=unit", ...lists)).toEqual(clean);
    // nobody raises it yet, which its example says at once
    const raised = tool(
      "vitest/vitest.mjs",
      "run",
      "--project=long",
      "test/compiler/rules/examples.test.ts",
      "-t",
      "repo/brand-new",
    );
    expect(raised).toMatchObject({ code: 1, output: expect.stringContaining("repo/brand-new") });
    rmSync(join(copy, FILES["diagnostic repo/brand-new"]));
    expect(run("scripts/generate.mjs", "rules-registry").code).toBe(0);
    expect(run("scripts/update.mjs", "test/compiler/rules/examples.test.ts").code).toBe(0);
    const examples = tool("vitest/vitest.mjs", "run", "--project=long", "test/compiler/rules", "-t", "conf/brand-new");
    expect(examples).toEqual({ code: 0, output: expect.stringMatching(/Tests +[1-9]\d* passed/) });
  }, 600_000);

  test("what is filled in passes types, and all of it is built", () => {
    writeFileSync(join(copy, FILES["artifact brand-new"]), INSTALLED);
    expect(types()).toMatchObject({ code: 0 });
    expect(run("scripts/build.mjs")).toEqual({ code: 0, output: "" });
  }, 600_000);

  test("a new form is a value of --format of every command with findings, and of no other", () => {
    cpSync(join(copy, "releases/2506/base/connector.properties"), join(copy, "a.properties"));
    cpSync(join(copy, "releases/2506/base/log4j2.xml"), join(copy, "a.xml"));
    for (const words of ["check", "compile --out out", "kit verify", "properties lint a.properties", "log4j2 lint a.xml"]) {
      const { output } = run("build/cli.cjs", ...words.split(" "), "--format", "brand-new");
      expect({ words, output }).toEqual({
        words,
        output: expect.stringMatching(/^(?:[a-z]+\/.*\n)*\d+ environments: \d+ errors, .*\n$/),
      });
    }
    expect(run("build/cli.cjs", "kit", "import", "--help").output).toContain("brand-new");
    expect(run("build/cli.cjs", "explain", "--format", "brand-new")).toMatchObject({ code: 2 });
  }, 600_000);

  test("a new installed artifact is in the output, its note and manifest, in the bundle and on the workstation", () => {
    expect(run("build/cli.cjs", "compile", "production", "--out", "out")).toMatchObject({ code: 0 });
    const written = (name: string) => readFileSync(join(copy, "out/production", name), "utf8");
    expect(written("connector/brand-new.txt")).toBe("for production\n");
    expect(written("workstation.md")).toMatch(/connector\/brand-new\.txt.*\\conf\\brand-new\.txt/);
    expect(written("manifest.json")).toMatch(
      /"path":"connector\/brand-new\.txt","purpose":"install","target":"[^"]+brand-new\.txt"/,
    );
    expect(run("build/cli.cjs", "bundle", "production", "--serial", "1", "--out", "bundles")).toMatchObject({ code: 0 });
    const zip = `bundles/${readdirSync(join(copy, "bundles")).find((name) => name.endsWith(".zip"))}`;
    expect(run("build/cli.cjs", "bundle", "verify", zip)).toMatchObject({ code: 0 });
    mkdirSync(join(copy, "workstation"));
    expect(run("build/cli.cjs", "deploy", zip, "--root", "workstation")).toMatchObject({ code: 0 });
    const names = readdirSync(join(copy, "workstation"), { recursive: true, encoding: "utf8" });
    const installed = names.filter((name) => name.endsWith("brand-new.txt"));
    expect(installed.map((name) => readFileSync(join(copy, "workstation", name), "utf8"))).toContain("for production\n");
  }, 600_000);

  test("a field is added to its schema, where the generators find it", () => {
    const output = "added it to schemas/site.schema.json\n";
    expect(scaffold("field site/tool.brandNew")).toMatchObject({ code: 0, output: expect.stringContaining(output) });
    expect(readFileSync(join(copy, "docs/formats.md"), "utf8")).toContain("- `brandNew`: Say what it decides.");
    expect(readFileSync(join(copy, "src/kernel/schema/validators.generated.mjs"), "utf8")).toContain('"brandNew"');
  }, 600_000);

  test.each([
    ["rule conf/brand-new", "exists already"],
    ["rule nowhere/brand-new", "is one of"],
    ["rule brand-new", "is one of"],
    ["rule conf/Brand_New", "not a name for a rule"],
    ["artifact ../outside", "not a name for an artifact"],
    ["command one two three", "SLICE/WORD or SLICE/FAMILY/VERB"],
    ["probe planet/mars", "is one of tier, sso, idp, tls"],
    ["field site/nowhere.brandNew", "leads to no map of fields"],
    ["field site/requires", "has the field 'requires' already"],
    ["planet mars", "there is no scaffold for 'planet'"],
    ["format", "needs a name"],
  ])("%s is refused: %s", (words, reason) => {
    const { code, output } = scaffold(words);
    expect(code).toBe(2);
    expect(output).toContain(reason);
    expect(output).toContain("use: npm run new [-- --no-generate] rule GROUP/NAME");
  });
});
