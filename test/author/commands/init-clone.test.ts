import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { filesIn } from "../../compiler/kit/kits.ts";
import { writeNewFiles } from "../../../src/platform/new-files.ts";
import { cli } from "../../support/host.ts";
import { temporaryFolder, writeFiles } from "../../support/repository.ts";

const init = (cwd: string, ...words: readonly string[]) => cli(["init", ".", ...words, "--today", "2026-11-21"], { cwd });

const clone = (files: Readonly<Record<string, string>>): string => {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return folder;
};

const textIn = (folder: string, path: string): string => readFileSync(join(folder, path), "utf8");

/** What a clone usually has, each file in a style of its own. */
const CLONE = {
  "README.md": "# Our PLM\r\n",
  ".gitignore": "# ours\r\nnode_modules\r\ndist/\r\n",
  ".gitattributes": "* text=auto\n*.sh text eol=lf",
  ".editorconfig": "root = true\n[*]\nindent_style = tab\n",
  "package.json": '{\r\n\t"name": "plm",\r\n\t"scripts": {\r\n\t\t"test": "echo ok"\r\n\t}\r\n}\r\n',
  ".vscode/settings.json": '{ "a":   1 }',
  ".vscode/extensions.json": '{ "recommendations": ["redhat.vscode-yaml", "x.y"] }',
  CODEOWNERS: "* @me\n",
  ".github/workflows/ci.yml": "name: ci\n",
  "src/main.c": "int main;\n",
};

describe("init in a clone", () => {
  test("[C4] keeps every existing byte, adds what is missing, and names what it leaves", async () => {
    const folder = clone(CLONE);
    const { code, out } = await init(folder, "--format", "json");
    const { files, merged, left, unchanged } = JSON.parse(out);
    expect(code).toBe(0);
    for (const path of [
      "README.md",
      ".editorconfig",
      ".vscode/extensions.json",
      "CODEOWNERS",
      ".github/workflows/ci.yml",
      "src/main.c",
    ])
      expect(textIn(folder, path), path).toBe(CLONE[path as keyof typeof CLONE]);
    expect(textIn(folder, ".gitignore")).toBe(
      "# ours\r\nnode_modules\r\ndist/\r\n.tierwright/\r\n/environments/*.recording/\r\n",
    );
    expect(textIn(folder, "package.json")).toBe(
      '{\r\n\t"name": "plm",\r\n\t"scripts": {\r\n\t\t"test": "echo ok",\r\n\t\t"check": "tierwright check",\r\n\t\t"compile": "tierwright compile"\r\n\t},\r\n\t"devDependencies": {\r\n\t\t"@tierwright/tierwright": "file:vendor/tierwright-tierwright-0.1.0.tgz"\r\n\t}\r\n}\r\n',
    );
    expect(textIn(folder, ".gitattributes")).toBe(
      "* text=auto\n*.sh text eol=lf\nreleases/*/base/**           -text\nreleases/*/kit/**            -text\nenvironments/*/installed/**  -text\n",
    );
    expect(textIn(folder, ".vscode/settings.json")).toMatch(/^\{ "a": {3}1, "yaml\.schemas": \{/);
    expect(files).toContain("TIERWRIGHT.md");
    expect(files).not.toContain("README.md");
    expect(existsSync(join(folder, ".github/CODEOWNERS"))).toBe(false); // it would win over the clone's own
    expect(merged.map(({ file }: { file: string }) => file).toSorted()).toEqual(
      [".gitattributes", ".gitignore", ".vscode/settings.json", "package.json"].toSorted(),
    );
    expect(unchanged).toEqual([".vscode/extensions.json"]);
    const owners = left.find(({ file }: { file: string }) => file === "CODEOWNERS");
    expect(owners.add).toContain("/releases/matrix.yaml      @your-org/plm-compatibility");
    expect(owners.add.some((line: string) => line.startsWith("*"))).toBe(false); // the last line counts: all other paths keep their owner
    expect((await cli(["check", "--today", "2026-11-21"], { cwd: folder })).code).toBe(0);
  });

  test.each(["2026-11-21", "2026-12-31"])("a second run on %s changes no byte", async (day) => {
    const folder = clone(CLONE);
    await init(folder);
    const before = filesIn(folder);
    const { code, out } = await cli(["init", ".", "--format", "json", "--today", day], { cwd: folder });
    expect(code).toBe(0);
    expect(filesIn(folder)).toEqual(before);
    expect([JSON.parse(out).files, JSON.parse(out).merged]).toEqual([[], []]);
  });

  test("a repository that Git checked out with CRLF is the same one, and gets no second set of steps", async () => {
    const folder = temporaryFolder();
    await init(folder);
    for (const [path, bytes] of Object.entries(filesIn(folder)))
      writeFileSync(join(folder, path), bytes.toString("latin1").replaceAll("\n", "\r\n"), "latin1");
    writeFileSync(join(folder, "README.md"), "mine\n");
    const before = filesIn(folder);
    expect((await init(folder)).code).toBe(0);
    expect(filesIn(folder)).toEqual(before);
  });

  test.each([
    ["a document of a config repository", { "environments/site.yaml": "mine" }, "environments/site.yaml"],
    ["a file where a folder belongs", { releases: "a file" }, "releases"],
    ["a folder where a file belongs", { "package.json/x": "" }, "package.json"],
    ["a file where the folder of the workflows belongs", { ".github": "a file" }, ".github"],
  ])("%s: refused, and nothing is written or merged", async (_, files, named) => {
    const folder = clone({ ".gitignore": "x\n", "README.md": "mine\n", ...files });
    const before = filesIn(folder);
    const { code, err } = await init(folder);
    expect(code).toBe(2);
    expect(err).toContain(`${named}: already there`);
    expect(err).toContain("nothing was written");
    expect(filesIn(folder)).toEqual(before);
  });

  test("a file that changes meanwhile: what was written and merged before it is taken back", () => {
    const folder = clone({ ".gitignore": "x\n", "package.json": "theirs\n" });
    const before = filesIn(folder);
    const edits = new Map([
      [".gitignore", { before: Buffer.from("x\n"), bytes: Buffer.from("x\ny\n") }],
      ["package.json", { before: Buffer.from("{}\n"), bytes: Buffer.from("{ }\n") }],
    ]);
    const write = () => writeNewFiles(folder, new Map([["environments/site.yaml", Buffer.from("x")]]), edits);
    expect(write).toThrow(/package\.json was changed meanwhile/);
    expect(filesIn(folder)).toEqual(before);
  });

  test("a link is neither followed nor replaced, and a name in other letters is the same file", async () => {
    const folder = clone({ "readme.MD": "mine\n", "other/list": "x\n" });
    symlinkSync(join(folder, "other/list"), join(folder, ".gitignore"));
    const { code, out } = await init(folder, "--format", "json");
    expect(code).toBe(0);
    expect(textIn(folder, "other/list")).toBe("x\n");
    const left = JSON.parse(out).left.map(({ file, why }: { file: string; why: string }) => `${file}: ${why}`);
    expect(left).toEqual([".gitignore: it is a link", "readme.MD: the steps are in TIERWRIGHT.md"]);
    expect(Object.keys(filesIn(folder))).not.toContain("README.md");
  });

  test("another workflow of our name stays, and is named", async () => {
    const folder = clone({ ".github/workflows/tierwright.yml": "mine\n" });
    const { code, out } = await init(folder);
    expect(code).toBe(0);
    expect(textIn(folder, ".github/workflows/tierwright.yml")).toBe("mine\n");
    expect(out).toContain(".github/workflows/tierwright.yml: it is another file of that name");
  });

  test("Git finds kits, releases and the package although the clone's list names them", async () => {
    const folder = clone({ ".gitignore": "*.jar\n*.tgz\n[Rr]eleases/\nvendor/\n" });
    await init(folder);
    writeFiles(folder, {
      "releases/2506/kit/plugin/lib/a.jar": "x",
      "vendor/tierwright-tierwright-0.1.0.tgz": "x",
      "vendor/other.bin": "x",
      "dist/production/x": "x",
    });
    const git = (...words: readonly string[]) => spawnSync("git", words, { cwd: folder, encoding: "utf8" });
    expect(git("init", "-q").status).toBe(0);
    const listed = git("ls-files", "--others", "--exclude-standard").stdout.split("\n");
    expect(listed).toEqual(
      expect.arrayContaining([
        "releases/2506/kit/plugin/lib/a.jar",
        "vendor/tierwright-tierwright-0.1.0.tgz",
        "releases/matrix.yaml",
      ]),
    );
    expect(listed).not.toContain("dist/production/x");
  });

  test("Git converts no byte of a kit: our lines come last where one before them converts", async () => {
    const folder = clone({
      ".gitattributes": "releases/*/kit/** -text\n*.sh text eol=crlf\n*.png binary\n",
    });
    await init(folder);
    writeFiles(folder, { "releases/2506/kit/a.sh": "x", "releases/2506/base/a.sh": "x" });
    const git = (...words: readonly string[]) => spawnSync("git", words, { cwd: folder, encoding: "utf8" }).stdout;
    git("init", "-q");
    expect(git("check-attr", "text", "releases/2506/kit/a.sh", "releases/2506/base/a.sh")).toBe(
      "releases/2506/kit/a.sh: text: unset\nreleases/2506/base/a.sh: text: unset\n",
    );
    const before = textIn(folder, ".gitattributes");
    await init(folder);
    expect(textIn(folder, ".gitattributes")).toBe(before);
  });

  test.each([
    ["{}", '{\n  "scripts": {\n    "check": "tierwright check",'],
    [
      '{"private":true}\n',
      '{"private":true, "scripts": {"check":"tierwright check", "compile": "tierwright compile"}, "devDependencies"',
    ],
    [
      '{\n "scripts": {},\n "x": [1,  2]\n}\n',
      '{\n "scripts": {\n  "check": "tierwright check",\n  "compile": "tierwright compile"\n },\n "x": [1,  2],\n',
    ],
  ])("package.json %j is added to in its own style", async (before, start) => {
    const folder = clone({ "package.json": before });
    await init(folder);
    const after = textIn(folder, "package.json");
    expect(after.startsWith(start), after).toBe(true);
    expect(JSON.parse(after).devDependencies["@tierwright/tierwright"]).toBe("file:vendor/tierwright-tierwright-0.1.0.tgz");
  });

  test.each([
    ["is no JSON that npm reads", '{ "a": 1, }', "scripts"],
    ["has a key twice", '{ "a": 1, "a": 2 }', "scripts"],
    ["is a list", "[]", "scripts"],
    [
      "has another script of that name",
      '{ "scripts": { "check": "mine", "compile": "mine" }, "devDependencies": { "@tierwright/tierwright": "file:vendor/tierwright-tierwright-0.1.0.tgz" } }',
      "check",
    ],
    [
      "has scripts that are no object",
      '{ "scripts": "none", "devDependencies": { "@tierwright/tierwright": "file:vendor/tierwright-tierwright-0.1.0.tgz" } }',
      "scripts",
    ],
    [
      "names Tierwright without its scope",
      '{ "scripts": { "check": "tierwright check", "compile": "tierwright compile" }, "devDependencies": { "tierwright": "file:x.tgz" } }',
      "@tierwright/tierwright",
    ],
    [
      "takes Tierwright from elsewhere",
      '{ "scripts": { "check": "tierwright check", "compile": "tierwright compile" }, "dependencies": { "@tierwright/tierwright": "file:x.tgz" } }',
      "tierwright",
    ],
  ])("package.json that %s stays, and what it lacks is shown", async (_, before, named) => {
    const folder = clone({ "package.json": before });
    const { code, out } = await init(folder, "--format", "json");
    expect([code, textIn(folder, "package.json")]).toEqual([0, before]);
    const left = JSON.parse(out).left.find(({ file }: { file: string }) => file === "package.json");
    expect(left.add.join("\n")).toContain(named);
  });

  test("[C4] --package outside of the repository is copied into it, so that a checkout has it", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "plm"));
    const bytes = gzipSync("a package");
    writeFileSync(join(folder, "tierwright-tierwright-0.1.0.tgz"), bytes);
    const { code, out } = await cli(["init", "plm", "--package", "tierwright-tierwright-0.1.0.tgz"], { cwd: folder });
    expect(code).toBe(0);
    expect(readFileSync(join(folder, "plm/vendor/tierwright-tierwright-0.1.0.tgz"))).toEqual(bytes);
    expect(JSON.parse(textIn(folder, "plm/package.json")).devDependencies["@tierwright/tierwright"]).toBe(
      "file:vendor/tierwright-tierwright-0.1.0.tgz",
    );
    expect(out).toContain("the first is to install the package that it keeps");
    writeFileSync(join(folder, "tierwright-tierwright-0.1.0.tgz"), "a page that says 404");
    const wrong = await cli(["init", "new", "--package", "tierwright-tierwright-0.1.0.tgz"], { cwd: folder });
    expect([wrong.code, existsSync(join(folder, "new"))]).toEqual([2, false]);
    expect(wrong.err).toContain("no package");
  });
});
