import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { dispatch } from "../../src/cli/dispatch.ts";
import { builtCli, runBuilt } from "../cli/built.ts";
import { here } from "../cli/civil.ts";
import { type Leaf, leaves, replaced, RICH_REPOSITORY } from "../compiler/run/rich-repository.ts";
import { cli, fakeHost } from "../support/host.ts";
import { exampleRepository } from "../support/repository.ts";
import { harmOf, HOSTILE_YAML } from "./hostile-text.ts";

/*
 * What is written in a repository must not drive the terminal of the person who looks at it: no escape sequence, no C1 control,
 * no mark that turns the direction of writing around, whichever key or value it stands in.
 */

/** Valid YAML; decoded it holds line ends, commands of build services, escape sequences and marks of direction. */
const DANGEROUS = HOSTILE_YAML;

/** Which commands look at a file, besides check. */
const COMMANDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "environments/full/environment.yaml": [
    ["secrets", "check"],
    ["why", "full", "LicenseDir"],
  ],
  "environments/full/sso.yaml": [["secrets", "check"]],
  "environments/site.yaml": [["why", "full", "LicenseDir"]],
  "releases/matrix.yaml": [["compat"]],
  "releases/exceptions.yaml": [["compat"]],
  "releases/2606/release.yaml": [["compat"]],
};

const dangerous = ({ out, err }: { out: string; err: string }): boolean => [out, err].some((text) => harmOf(text) !== null);

async function leaking(which: (leaf: Leaf) => boolean): Promise<string[]> {
  const folder = exampleRepository(RICH_REPOSITORY);
  const found: string[] = [];
  for (const leaf of leaves(RICH_REPOSITORY).filter((item) => item.file in COMMANDS && which(item))) {
    writeFileSync(join(folder, leaf.file), replaced(RICH_REPOSITORY, leaf, DANGEROUS));
    for (const command of [["check"], ...(COMMANDS[leaf.file] ?? [])]) {
      if (dangerous(await here(folder)(command))) found.push(`${leaf.file} ${leaf.part} ${leaf.pointer}: ${command.join(" ")}`);
    }
    writeFileSync(join(folder, leaf.file), String(RICH_REPOSITORY[leaf.file]));
  }
  return found;
}

describe("an escape sequence does not reach the terminal", { timeout: 240_000 }, () => {
  test("from a key", async () => {
    expect(await leaking((leaf) => leaf.part === "key")).toEqual([]);
  });

  test("from a value", async () => {
    expect(await leaking((leaf) => leaf.part === "value")).toEqual([]);
  });

  test("from bytes of a properties file, a comment of it or an XML file", async () => {
    const folder = exampleRepository(RICH_REPOSITORY);
    writeFileSync(
      join(folder, "environments/full/installed/connector.properties"),
      "# \u001b[31m tierwright-ignore conf/\u001b[31m: \u001b[2J\nSTAGING_DIR=C:\\t\u001b[31m\u009b \nA\u001b[31mB=1 \nA\u001b[31mB=2\n",
    );
    writeFileSync(
      join(folder, "environments/full/installed/log4j2.xml"),
      '<Configuration><Loggers><Logger name="a\u0085b" level="DEBUG"/></Loggers><\u001b[31m',
    );
    const answer = await here(folder)(["check"]);
    expect(answer.out).toContain("conf/single-backslash");
    expect(dangerous(answer)).toBe(false);
  });

  test
    .runIf(process.platform !== "win32")
    .for(["environments/full/installed/a\u001b[31m.properties", "environments/a\u001b[31m/environment.yaml"])(
    "from the name of a file: %j",
    async (path) => {
      const folder = exampleRepository(RICH_REPOSITORY);
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), "A=1 \n");
      const answers = [
        await here(folder)(["check", "--fix-review"]),
        await here(folder)(["check", "nobody"]),
        await here(folder)(["compat"]),
      ];
      expect(answers.filter(dangerous)).toEqual([]);
    },
  );
});

test.runIf(process.platform !== "win32")("nor from the name of a release's folder", async () => {
  const folder = exampleRepository({ "releases/a\u001b[31m/release.yaml": "A=1 \n" });
  for (const command of [["check"], ["compat"], ["compile"]]) expect(dangerous(await here(folder)(command))).toBe(false);
});

describe("colour", () => {
  const ESCAPE = String.fromCharCode(27);
  const colours = new RegExp(`${ESCAPE}\\[\\d+m`);

  test("is for a terminal, --color always and never decide", async () => {
    const folder = exampleRepository({ "environments/other/environment.yaml": "x\n" });
    for (const argv of [
      ["check"],
      ["compile"],
      ["compat"],
      ["why", "demo", "URL"],
      ["explain", "tier/half-switch"],
      ["secrets", "check"],
    ]) {
      const run = async (color: boolean, ...words: string[]) => (await cli([...argv, ...words], { cwd: folder, color })).out;
      expect([argv, colours.test(await run(false))]).toEqual([argv, false]);
      expect([argv, colours.test(await run(true, "--color", "never"))]).toEqual([argv, false]);
      if (argv[0] !== "secrets") expect([argv, colours.test(await run(true))]).toEqual([argv, true]);
      if (argv[0] !== "secrets") expect([argv, colours.test(await run(false, "--color", "always"))]).toEqual([argv, true]);
      expect(colours.test(await run(true, "--color", "always", "--format", "json"))).toBe(false);
    }
  });

  test("without colour the words are the same", async () => {
    const folder = exampleRepository({ "environments/other/environment.yaml": "x\n" });
    const plain = (await cli(["check"], { cwd: folder })).out;
    const coloured = (await cli(["check"], { cwd: folder, color: true })).out;
    expect(coloured).not.toBe(plain);
    expect(coloured.replace(new RegExp(colours, "g"), "")).toBe(plain);
  });
});

describe("the environment's word on colour", () => {
  let command = "";
  beforeAll(async () => {
    command = await builtCli();
  });

  test.each<[string, Record<string, string>, boolean]>([
    ["a pipe", {}, false],
    ["FORCE_COLOR", { FORCE_COLOR: "1" }, true],
    ["FORCE_COLOR=0", { FORCE_COLOR: "0" }, false],
    ["NO_COLOR with FORCE_COLOR: what is forced counts", { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
    ["an empty NO_COLOR", { NO_COLOR: "" }, false],
    ["a dumb terminal", { TERM: "dumb" }, false],
  ])("%s", (_, env, expected) => {
    const folder = exampleRepository();
    const clean = { FORCE_COLOR: undefined, NO_COLOR: undefined, ...env } as unknown as Record<string, string>;
    expect(runBuilt(command, ["check"], { cwd: folder, env: clean }).out.includes("\u001b[")).toBe(expected);
    expect(runBuilt(command, ["check", "--color", "never"], { cwd: folder, env: clean }).out).not.toContain("\u001b[");
  });
});

describe("a narrow terminal", () => {
  test.each([59, 60, 80, 132])("%i columns: prose is broken at blanks, and no word is lost", async (width) => {
    const folder = exampleRepository({
      "environments/other/environment.yaml": "apiVersion: tierwright/v1\nkind: Environment\nname: other\nextends: dmo\n",
    });
    const fake = fakeHost({ cwd: folder });
    await dispatch(["check"], { ...fake.host, stdout: { ...fake.host.stdout, width } }, resolve);
    const wide = await cli(["check"], { cwd: folder });
    const words = (text: string) => text.split(/\s+/);
    expect(words(fake.out())).toEqual(words(wide.out));
    const help = fake
      .out()
      .split("\n")
      .filter((line) => /^ +(= help:|\S.*[a-z] )/.test(line) && !line.includes("|"));
    expect(help.length).toBeGreaterThan(0);
    if (width >= 60) expect(Math.max(...help.map((line) => line.length))).toBeLessThanOrEqual(width + 8);
  });
});
