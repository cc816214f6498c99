import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../../src/cli/registry.ts";
import { RULES } from "../../../src/compiler/rules/registry.generated.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository, temporaryFolder } from "../../support/repository.ts";

const FOLDER = exampleRepository();

/** The candidates for the last of some words; it is empty where the line ends with a space. */
async function candidates(line: string | readonly string[], folder = FOLDER): Promise<readonly string[]> {
  const words = typeof line === "string" ? line.split(" ") : line;
  const { code, out, err } = await cli(["completion", "candidates", "--", ...words], { cwd: folder });
  expect([code, err]).toEqual([0, ""]);
  return out.split("\n").flatMap((row) => (row === "" ? [] : [row.replace(/\t.*$/, "")]));
}

test.each(["bash", "zsh", "fish", "powershell"])(
  "completion %s prints a script that asks for candidates, in ASCII",
  async (shell) => {
    const { code, out, err } = await cli(["completion", shell]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("completion candidates");
    expect(out).toMatch(/^[\n\x20-\x7e]*$/);
  },
);

test("a shell that there is no script for is wrong use", async () => {
  const { code, out, err } = await cli(["completion", "pash"]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain("SHELL cannot be 'pash'; did you mean 'bash'?");
});

describe("candidates", () => {
  test("every command's first word, and the second one of a family", async () => {
    expect(await candidates([""])).toEqual([...new Set(COMMANDS.map(({ name }) => name.split(" ")[0]))]);
    expect(await candidates("kit ")).toEqual(["carry", "diff", "import", "verify"]);
    expect(await candidates("kit d")).toEqual(["diff"]);
  });

  test("a former name is not offered, and its options and verbs are those of the new one", async () => {
    expect(await candidates("capt")).toEqual(["capture"]);
    expect(await candidates("log4j2 g")).toEqual([]);
    expect(await candidates("captures --sto")).toEqual(["--store"]);
    expect(await candidates("log4j2 growth --wri")).toEqual(["--writes"]);
  });

  test("an internal command is not offered, but works", async () => {
    expect(await candidates("completion ")).toEqual(["bash", "zsh", "fish", "powershell"]);
  });

  test("after help: commands, the verbs of a family, and pages, a name that is both once", async () => {
    expect(await candidates("help ro")).toEqual(["rollback", "rollout"]);
    expect(await candidates("help plan")).toEqual(["plan"]);
    expect(await candidates("help kit ")).toEqual(["carry", "diff", "import", "verify"]);
    expect(await candidates("help rollout ")).toEqual([]);
  });

  test("a command that is the first word of another one has its own arguments, too", async () => {
    expect(await candidates("bundle ")).toEqual(["verify", "demo"]);
    expect(await candidates("bundle demo ")).toEqual([]);
  });

  test.each([
    ["an environment", "check ", ["demo"]],
    ["an environment after options and their values", "check --today 2026-01-01 --quiet d", ["demo"]],
    ["a second environment", "check demo ", ["demo"]],
    ["an environment in another repository", `-C ${FOLDER} check `, ["demo"]],
    ["a release", "kit verify ", ["2506"]],
    ["a release as the value of an option", "kit carry demo --to ", ["2506"]],
    ["a form", "check --format te", ["text"]],
    ["a form, written with =", "check --format=js", ["--format=json"]],
    ["a form, as bash divides it", "check --format = js", ["json"]],
    ["one of a few words", "check --fail-on w", ["warning"]],
    ["a key of the kit", "why demo BOOT", ["BOOTSTRAP_URLS"]],
    ["a key of a file", "properties get releases/2506/base/connector.properties AWC", ["AWC_WEBLOGIC_HOST_URL"]],
    ["a file", "properties get ", [":files"]],
    ["a folder", "check --directory ", [":folders"]],
    ["an option", "check --req", ["--require-proof"]],
    ["an option that is not there yet", "check --require-proof --req", []],
    ["no option after --", "check -- --req", []],
    ["nothing, where a person's own text stands", "check --today ", []],
    ["the options of every command after one that there is not", "chekc --f", ["--format", "--fail-on"]],
  ])("%s", async (_, line, expected) => {
    expect(await candidates(line)).toEqual(expected);
  });

  test("every form, where bash has divided --format= and nothing is typed after it", async () => {
    expect(await candidates("check --format =")).toEqual(await candidates("check --format "));
    expect(await candidates("check --format =")).toEqual(expect.arrayContaining(["text", "json"]));
  });

  test("rules, with what they are about", async () => {
    const { out } = await cli(["completion", "candidates", "--new-word", "--", "explain"], { cwd: FOLDER });
    expect(out).toBe(RULES.map(({ id, title }) => `${id}\t${title}\n`).join(""));
  });

  test("tool rows hold spaces", async () => {
    expect(await candidates(["compat", "--tool", "2024x R"])).toContain("2024x Refresh3");
  });

  test("where there is no repository, or none that can be read, there are none, and no fault", async () => {
    const empty = temporaryFolder();
    const broken = temporaryFolder();
    mkdirSync(join(broken, "releases"));
    writeFileSync(join(broken, "environments"), "not a folder");
    writeFileSync(join(broken, "releases", "matrix.yaml"), "a: [\n");
    for (const line of ["check ", "kit verify ", "why demo ", "compat --tool ", "properties get nowhere "])
      for (const folder of [empty, broken]) expect([line, await candidates(line, folder)]).toEqual([line, []]);
  });

  test.runIf(process.platform !== "win32")("a name that a shell cannot be given is left out", async () => {
    const folder = temporaryFolder();
    cpSync(FOLDER, folder, { recursive: true });
    for (const name of ["a\nrm -rf x", "b\tc", "d\u202e", "e f", "$(touch X)", "Upper", "-rf", "zz", "com1"])
      mkdirSync(join(folder, "environments", name));
    expect(await candidates("check ", folder)).toEqual(["demo", "zz"]);
  });

  test("of what a branch writes as it likes, nothing is offered that cannot be seen, or that would be an option or an answer of ours", async () => {
    const folder = temporaryFolder();
    cpSync(FOLDER, folder, { recursive: true });
    const rows = ["--apply", ":files", "a\u3164b", "a\u00a0b", "zz $(touch X)"];
    const text = rows.map((tool) => `  - { tool: ${JSON.stringify(tool)}, verdicts: { "2506": A } }\n`).join("");
    writeFileSync(
      join(folder, "releases/matrix.yaml"),
      `apiVersion: tierwright/v1\nkind: CompatibilityMatrix\ncodes: { A: { gate: pass } }\nrows:\n${text}`,
    );
    expect(await candidates("compat --tool ", folder)).toEqual(["zz $(touch X)"]);
    expect(await candidates("compat --tool=zz", folder)).toEqual(["--tool=zz $(touch X)"]);
  });
});
