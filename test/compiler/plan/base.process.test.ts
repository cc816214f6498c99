import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { treeOf } from "../../cli/civil.ts";
import { commitAll, git } from "../../support/git.ts";
import { arm, marks } from "../../support/git-arms.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, temporaryFolder, writeFiles } from "../../support/repository.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";

const DEMO = "environments/demo/environment.yaml";

/** A repository with two commits. */
function origin(): string {
  const folder = exampleRepository();
  commitAll(folder);
  edit(folder, DEMO, "27000@lic", "27001@lic");
  git(folder, "commit", "-qam", "second");
  return folder;
}

/** A clone as a person or a workflow makes one. */
function clone(from: string, ...words: readonly string[]): string {
  const folder = join(temporaryFolder(), "clone");
  git(from, "-c", "protocol.file.allow=always", "clone", "-q", ...words, `file://${from}`, folder);
  return folder;
}

async function plan(cwd: string, ...words: readonly string[]) {
  const { code, out, err } = await cli(["plan", ...words, "--format", "json"], { cwd });
  const document = JSON.parse(out);
  return { code, err, document, status: document.environments?.map((item: { status: string }) => item.status) };
}

/** Exit code 2 and words that say all of it. */
async function refused(cwd: string, words: readonly string[], ...said: readonly string[]): Promise<void> {
  const { code, err } = await plan(cwd, ...words);
  expect(code).toBe(2);
  for (const text of said) expect(err).toContain(text);
}

describe("[B7] the base of a plan in git", () => {
  test("is a branch, a tag, a commit and its beginning, and HEAD without a branch", async () => {
    const folder = origin();
    git(folder, "tag", "-a", "-m", "first", "v1", "HEAD~1");
    git(folder, "branch", "release", "HEAD~1");
    const first = git(folder, "rev-parse", "HEAD~1").trim();
    for (const base of ["release", "v1", first, first.slice(0, 10), "HEAD~1"]) {
      const { document, status } = await plan(folder, "--base", base);
      expect({ base, status, commit: document.compared.commit }).toEqual({ base, status: ["changed"], commit: first });
    }
    git(folder, "checkout", "-q", "--detach");
    expect((await plan(folder, "--base", "HEAD")).status).toEqual(["unchanged"]);
  });

  test("is the merge base and not the tip of the default branch, on a detached HEAD, too", async () => {
    const from = origin();
    const folder = clone(from);
    const base = git(folder, "rev-parse", "HEAD").trim();
    edit(from, DEMO, "27001@lic", "27002@lic");
    git(from, "commit", "-qam", "third");
    git(folder, "-c", "protocol.file.allow=always", "fetch", "-q");
    for (const words of [
      ["checkout", "-q", "-b", "mine"],
      ["checkout", "-q", "--detach"],
    ]) {
      git(folder, ...words);
      const { document, status } = await plan(folder);
      expect({ status, commit: document.compared.commit, base: document.base }).toEqual({
        status: ["unchanged"],
        commit: base,
        base: "origin/main",
      });
    }
  });

  test("that is not in a shallow clone gets the remedy, and exit code 2", async () => {
    const from = origin();
    git(from, "checkout", "-q", "-b", "change");
    edit(from, DEMO, "27001@lic", "27003@lic");
    git(from, "commit", "-qam", "change");
    git(from, "checkout", "-q", "main");
    edit(from, DEMO, "27001@lic", "27004@lic");
    git(from, "commit", "-qam", "main goes on");
    const remedy = ["git fetch --unshallow", "fetch-depth: 0"];
    await refused(clone(from, "--depth", "1", "--branch", "change"), [], ...remedy);
    const both = clone(from, "--depth", "1", "--no-single-branch", "--branch", "change");
    await refused(both, [], "this shallow clone", ...remedy);
    await refused(both, ["--base", "v0"], "neither a branch, tag or commit", ...remedy);
    expect((await plan(both, "--base", "origin/main")).status).toEqual(["changed"]);
  });

  test("that does not exist, without a remote, without a commit and without git is answered in words", async () => {
    const folder = origin();
    await refused(folder, [], "knows no default branch of a remote", "--base HEAD");
    await refused(folder, ["--base", "nowhere"], "'nowhere' is neither a branch, tag or commit");
    await refused(folder, ["--base", "0".repeat(40)], "is not a commit of this clone");
    await refused(folder, ["--base", `HEAD:${DEMO}`], "is not a commit of this clone");
    const empty = exampleRepository();
    git(empty, "init", "-q");
    await refused(empty, [], "has no commit yet");
    await refused(empty, ["--base", "main"], "'main' is neither");
    await refused(exampleRepository(), [], "git finds no repository here");
  });

  test("may hold less than the work tree: no environment, no matrix, or nothing of the config repository", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "README"), "nothing yet\n");
    commitAll(folder);
    writeFiles(folder, EXAMPLE_REPOSITORY);
    const { code, document, status } = await plan(folder, "--base", "HEAD", "--detailed-exitcode");
    expect({ code, status }).toEqual({ code: 10, status: ["added"] });
    expect(document.ownRules.map((rule: { file: string }) => rule.file)).toEqual(["releases/matrix.yaml"]);
  });

  test("is read for a config repository below the checkout's top, whose workflows and owners are at the top", async () => {
    const top = temporaryFolder();
    writeFiles(join(top, "plm", "config"), EXAMPLE_REPOSITORY);
    writeFiles(top, { CODEOWNERS: "* @a\n", ".github/workflows/gate.yml": "on: push\n" });
    commitAll(top);
    edit(top, `plm/config/${DEMO}`, "27000@lic", "27001@lic");
    writeFiles(top, { ".github/workflows/gate.yml": "on: pull_request\n" });
    const { document, status } = await plan(join(top, "plm", "config"), "--base", "HEAD");
    expect(status).toEqual(["changed"]);
    expect(document.ownRules).toEqual([
      { what: "workflow", file: ".github/workflows/gate.yml", line: null, change: "changed", rule: null, host: null },
    ]);
  });

  test("of a checkout with CRLF says what changes, and nothing of line ends", async () => {
    const folder = origin();
    for (const path of [DEMO, "environments/site.yaml", "releases/2506/base/client.properties", "releases/2506/base/log4j2.xml"])
      writeFileSync(join(folder, path), readFileSync(join(folder, path), "latin1").replaceAll("\n", "\r\n"), "latin1");
    expect((await plan(folder, "--base", "HEAD")).document.environments[0]).toMatchObject({ status: "unchanged", changes: [] });
    const { document, status } = await plan(folder, "--base", "HEAD~1");
    expect(status).toEqual(["changed"]);
    const keys = document.environments[0].changes.filter(({ key }: { key: string | null }) => key !== null);
    expect(keys.map(({ key }: { key: string }) => key)).toEqual(["LicenseDir"]);
  });

  test("whose tree no checkout could have writes nothing outside of a folder of its own, and leaves nothing behind", async () => {
    const folder = origin();
    const blob = git(folder, "rev-parse", `HEAD:${DEMO}`).trim();
    const inner = execTree(folder, `100644 blob ${blob}\tenvironment.yaml\n`);
    const demo = execTree(folder, `040000 tree ${inner}\tdemo\n120000 blob ${blobOf(folder, "/etc")}\tout\n`);
    const releases = git(folder, "rev-parse", "HEAD:releases").trim();
    const root = execTree(folder, `040000 tree ${demo}\tenvironments\n040000 tree ${releases}\treleases\n`);
    const commit = git(folder, "commit-tree", "-m", "odd", root).trim();
    const before = readdirSync(process.env.TMPDIR ?? "/tmp").filter((name) => name.startsWith("tierwright-plan-"));
    const { status } = await plan(folder, "--base", commit);
    expect(status).toContain("broken"); // a site is missing there
    const after = readdirSync(process.env.TMPDIR ?? "/tmp").filter((name) => name.startsWith("tierwright-plan-"));
    expect(after).toEqual(before);
  });

  test("starts no program that the checkout names, and changes nothing of it", async () => {
    const armed = marks();
    const folder = exampleRepository({ ".gitattributes": "* filter=x diff=x merge=x\n" });
    commitAll(folder);
    edit(folder, DEMO, "27000@lic", "27001@lic");
    arm(join(folder, ".git", "config"), armed);
    const before = treeOf(join(folder, ".git"));
    expect((await plan(folder, "--base", "HEAD")).status).toEqual(["changed"]);
    await plan(folder);
    expect(armed.left()).toEqual([]);
    expect(treeOf(join(folder, ".git"))).toEqual(before);
  });

  test("that misses objects is answered in words, and nothing is fetched", async () => {
    const armed = marks();
    const folder = origin();
    const blob = git(folder, "rev-parse", `HEAD~1:${DEMO}`).trim();
    arm(join(folder, ".git", "config"), armed);
    rmSync(join(folder, ".git", "objects", blob.slice(0, 2), blob.slice(2)));
    await refused(folder, ["--base", "HEAD~1"], "are missing in this clone", "git fetch --refetch");
    expect(armed.left()).toEqual([]);
  });

  test("whose YAML is broken, or that asks for another version, is told as broken, and the head's findings decide", async () => {
    const folder = exampleRepository();
    appendFileSync(join(folder, "environments/site.yaml"), "tool: [\n");
    commitAll(folder);
    writeFiles(folder, { "environments/site.yaml": EXAMPLE_REPOSITORY["environments/site.yaml"] ?? "" });
    const broken = await plan(folder, "--base", "HEAD", "--detailed-exitcode");
    expect({ code: broken.code, status: broken.status }).toEqual({ code: 0, status: ["broken"] });
    git(folder, "commit", "-qam", "mended");
    appendFileSync(join(folder, "environments/site.yaml"), 'requires: ">=99"\n');
    git(folder, "commit", "-qam", "other version");
    git(folder, "checkout", "-q", "HEAD~1", "--", "environments/site.yaml");
    const other = await plan(folder, "--base", "HEAD");
    expect(other.status).toEqual(["broken"]);
    expect(other.document.environments[0].broken).toMatchObject({ side: "before" });
    expect(other.document.environments[0].broken.why).toContain("requires tierwright >=99");
  });

  test("is a folder although a branch is called so, when it is written as a path; both at once is wrong use", async () => {
    const folder = origin();
    mkdirSync(join(folder, "other"));
    cpSync(exampleRepository(), join(folder, "other"), { recursive: true });
    git(folder, "branch", "other", "HEAD");
    await refused(folder, ["--base", "other"], "is both a commit and a folder", "write ./other");
    expect((await plan(folder, "--base", "./other")).status).toEqual(["changed"]);
    expect(existsSync(join(folder, "other", ".tierwright"))).toBe(false);
  });
});

/** A tree object of these entries. */
const execTree = (folder: string, entries: string): string =>
  execFileSync("git", ["-C", folder, "mktree"], { input: entries, encoding: "utf8" }).trim();

function blobOf(folder: string, text: string): string {
  const file = join(folder, ".git", "text");
  writeFileSync(file, text);
  return git(folder, "hash-object", "-w", file).trim();
}

describe("[B7] Git LFS pointers among what a plan reads", () => {
  const LOG4J2 = "releases/2506/base/log4j2.xml";
  const pointerOf = (content: string) =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash("sha256").update(content).digest("hex")}\nsize ${Buffer.byteLength(content)}\n`;
  const CONTENT = EXAMPLE_REPOSITORY[LOG4J2] as string;

  /** A commit that holds a pointer in the place of a base file; the work tree has the file with another size. */
  function withPointer(path = LOG4J2) {
    const folder = exampleRepository({ [path]: pointerOf(EXAMPLE_REPOSITORY[path] as string) });
    commitAll(folder);
    writeFiles(folder, { [path]: (EXAMPLE_REPOSITORY[path] as string).replace("10 MB", "20 MB") });
    return folder;
  }

  test("in the base: what cannot be compared is said in words, and no text of a pointer is compared", async () => {
    const folder = withPointer();
    const { code, document } = await plan(folder, "--base", "HEAD");
    expect(document.environments[0].broken).toEqual({
      side: "before",
      why: `${LOG4J2} cannot be read: it is a Git LFS pointer, and its content is not here; \`git lfs pull\` brings it`,
    });
    expect([code, document.environments[0].changes]).toEqual([0, []]);
  });

  test("in the base, whose content was fetched before: it is compared", async () => {
    const folder = withPointer();
    const sum = createHash("sha256").update(CONTENT).digest("hex");
    writeFiles(folder, { [`.git/lfs/objects/${sum.slice(0, 2)}/${sum.slice(2, 4)}/${sum}`]: CONTENT });
    const { document } = await plan(folder, "--base", "HEAD");
    expect(document.environments[0].changes.map(({ file, kind }: { file: string; kind: string }) => [file, kind])).toEqual([
      ["client/log4j2.xml", "text"],
    ]);
    expect(document.environments[0].changes[0].diff).toContain('+        <SizeBasedTriggeringPolicy size="20 MB"/>');
  });

  test("a content there that is not the pointer's is not taken", async () => {
    const folder = withPointer();
    const sum = createHash("sha256").update(CONTENT).digest("hex");
    writeFiles(folder, { [`.git/lfs/objects/${sum.slice(0, 2)}/${sum.slice(2, 4)}/${sum}`]: CONTENT.replace("10 MB", "11 MB") });
    expect((await plan(folder, "--base", "HEAD")).status).toEqual(["broken"]);
  });

  test.each([LOG4J2, "releases/2506/base/connector.properties"])("in the work tree: %s blocks it", async (path) => {
    const folder = exampleRepository();
    commitAll(folder);
    writeFiles(folder, { [path]: pointerOf(CONTENT) });
    const { code, document } = await plan(folder, "--base", "HEAD");
    expect([code, document.environments[0].broken.side]).toEqual([1, "after"]);
    expect(document.findings.map(({ rule }: { rule: string }) => rule)).toContain("repo/unreadable-file");
    const first = await cli(["check"], { cwd: folder });
    expect([first.code, first.out.includes("Git LFS pointer")]).toEqual([1, true]);
    expect((await cli(["check"], { cwd: folder })).out).toBe(first.out);
  });
});
