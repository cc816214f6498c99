import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { VERSION } from "../../src/kernel/version.ts";
import { cli } from "../support/host.ts";
import { exampleRepository, temporaryFolder } from "../support/repository.ts";
import { civil, here, treeOf } from "./civil.ts";

/* Wrong use and what cannot be read: exit code 2, words on stderr with what to do, one JSON document with --format json, nothing written. */

const COMMANDS: readonly (readonly string[])[] = [
  ["check"],
  ["compile"],
  ["compat"],
  ["why", "demo", "URL"],
  ["secrets", "check"],
];

test("--version is the version and a line feed, to the byte", async () => {
  const { code, out, err } = await cli(["--version"]);
  expect([code, out, err]).toEqual([0, `${VERSION}\n`, ""]);
});

const NO_REPOSITORY: readonly (readonly [title: string, make: (folder: string) => void, directory?: string])[] = [
  ["an empty folder", () => undefined],
  ["a folder that does not exist", () => undefined, "nowhere"],
  ["a file", (folder) => writeFileSync(join(folder, "x"), "x"), "x"],
  ["a folder below a file", (folder) => writeFileSync(join(folder, "x"), "x"), "x/y"],
  ["a folder whose environments is a file", (folder) => writeFileSync(join(folder, "environments"), "x")],
  ["the folder environments of a repository", (folder) => mkdirSync(join(folder, "environments")), "environments"],
  ...(process.platform === "win32"
    ? []
    : ([
        [
          "a folder whose environments is a link that leads nowhere",
          (folder) => symlinkSync("nowhere", join(folder, "environments")),
        ],
        [
          "a folder whose environments is a link round in a circle",
          (folder) => symlinkSync("environments", join(folder, "environments")),
        ],
        ["a link round in a circle", (folder) => symlinkSync("x", join(folder, "x")), "x"],
      ] satisfies (readonly [string, (folder: string) => void, string?])[])),
  ["a name that is too long", () => undefined, "x".repeat(5000)],
];

describe("no config repository", () => {
  test.for(NO_REPOSITORY)("%s", async ([, make, directory]) => {
    const folder = temporaryFolder();
    make(folder);
    const before = treeOf(folder);
    for (const command of COMMANDS) {
      const found = await civil(here(folder), directory === undefined ? command : ["-C", directory, ...command]);
      expect([command, found.code]).toEqual([command, 2]);
      expect(found.document.schema).toBe("tierwright/error/v1");
      expect(found.text.out).toBe("");
    }
    expect(treeOf(folder)).toEqual(before);
  });
});

describe("wrong words", () => {
  test.each<[string, readonly string[]]>([
    ["a hosts file that does not exist", ["check", "--hosts", "nowhere"]],
    ["a hosts file that is a folder", ["check", "--hosts", "environments"]],
    ["a hosts file below a file", ["check", "--hosts", "environments/site.yaml/x"]],
    ["an environment that does not exist", ["check", "dmeo"]],
    ["an environment of no name", ["check", ""]],
    ["an environment in another case", ["compile", "Demo"]],
    ["an environment as a path of elsewhere", ["compile", "../environments/demo"]],
    ["a day that is none", ["check", "--today", "2026-02-30"]],
    ["a form that it does not know", ["check", "--format", "yaml"]],
    ["an option without its value", ["check", "--hosts"]],
    ["a mistyped option", ["check", "--requireproof"]],
    ["an option of another command", ["check", "--with-secrets"]],
    ["a mistyped command", ["chekc"]],
    ["half a command", ["properties"]],
    ["a verb that a family lacks", ["kit", "imprt"]],
    ["help with a word that nothing is named", ["help", "rollot"]],
    ["help with a verb that a family lacks", ["help", "kit", "imprt"]],
    ["help with a word after a command", ["help", "check", "demo"]],
    ["help with a word after a page", ["help", "rollout", "now"]],
    ["help with a path outside of the documentation", ["help", "../package.json"]],
    ["a word too many", ["why", "demo", "URL", "x"]],
    ["a word too few", ["why", "demo"]],
    ["a key that does not exist", ["why", "demo", "Url"]],
    ["a rule that does not exist", ["explain", "tier/half"]],
  ])("%s", async (_, argv) => {
    const folder = exampleRepository();
    const before = treeOf(folder);
    const answer = await here(folder)(argv);
    expect(answer.code).toBe(2);
    expect(answer.err).toMatch(/^tierwright: .+\n {2}\S/m);
    expect(answer.out).toBe("");
    if (!argv.includes("--format")) {
      const found = await civil(async (words) => ({ ...(await here(folder)(words)) }), argv);
      expect(found.document.schema).toBe("tierwright/error/v1");
    }
    expect(treeOf(folder)).toEqual(before);
  });

  test("a switch with a value", async () => {
    expect((await civil(here(exampleRepository()), ["check", "--resolve=yes"])).code).toBe(2);
  });

  test("the nearest one is named", async () => {
    const folder = exampleRepository();
    const said = async (...argv: string[]) => (await here(folder)(argv)).err;
    expect(await said("chekc")).toContain("did you mean 'check'?");
    expect(await said("check", "dmeo")).toContain("did you mean 'demo'?");
    expect(await said("check", "--requireproof")).toContain("did you mean '--require-proof'?");
    expect(await said("why", "demo", "BOOTSTRAP_URL")).toContain("did you mean 'BOOTSTRAP_URLS'?");
    expect(await said("explain", "half-switch")).toContain("did you mean 'tier/half-switch'?");
    expect(await said("check", "--fail-on", "eror")).toContain("did you mean 'error'?");
  });
});

describe("a family of commands", () => {
  test.each([[["kit", "--help"]], [["help", "kit"]]])("%s lists its commands", async (words) => {
    const { code, out, err } = await cli(words);
    expect([code, err]).toEqual([0, ""]);
    expect([...out.matchAll(/^ {2}(kit \w+) /gm)].map(([, name]) => name)).toEqual([
      "kit carry",
      "kit diff",
      "kit import",
      "kit verify",
    ]);
  });

  test("without --help it is wrong use, and the subcommands are named", async () => {
    const { code, out, err } = await cli(["kit"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("missing subcommand: kit carry, diff, import or verify");
  });

  test("a word that the family lacks is wrong use with --help, too", async () => {
    expect((await cli(["kit", "imprt", "--help"])).err).toContain("did you mean 'kit import'?");
  });
});

describe("nothing to look at", () => {
  test.each([["check"], ["compile"]])("%s of a repository without an environment is no success", async (command) => {
    const folder = exampleRepository();
    rmSync(join(folder, "environments", "demo"), { recursive: true });
    const found = await civil(here(folder), [command]);
    expect([1, 2]).toContain(found.code);
  });

  test.each([
    ["environment.yaml cannot be read", "environments/demo/environment.yaml", "a: [\n"],
    ["sso.yaml cannot be read", "environments/demo/sso.yaml", "a: [\n"],
    [
      "a secret stands there in plain text",
      "environments/demo/sso.yaml",
      "apiVersion: tierwright/v1\nkind: FederatedSignIn\noidc: { clientSecret: hunter2 }\n",
    ],
  ])("secrets check, where %s, is no success", async (_, path, text) => {
    const found = await civil(here(exampleRepository({ [path]: text })), ["secrets", "check"]);
    expect(found.code).toBe(1);
  });
});

test.each([
  ["deploy", "root"],
  ["deploy", "install"],
  ["deploy", "client-file"],
  ["deploy", "key"],
  ["deploy", "secrets"],
  ["deploy", "receipt-copy"],
  ["rollback", "root"],
  ["rollback", "install"],
  ["rollback", "receipt-copy"],
  ["doctor", "root"],
  ["doctor", "from"],
  ["doctor", "install"],
  ["doctor", "store"],
])("[D3] %s refuses an empty --%s, as of an unset variable", async (command, option) => {
  const { code, out, err } = await cli([command, ...(command === "deploy" ? ["none.zip"] : []), `--${option}`, ""]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(`--${option} is empty`);
});
