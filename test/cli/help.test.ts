import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/registry.ts";
import { overview } from "../../src/cli/overview.ts";
import { PAGES, RECIPES } from "../../src/cli/topics.generated.ts";
import { VERSION } from "../../src/kernel/version.ts";
import { GROUPS } from "../../src/report/command/command.ts";
import { NL } from "../../src/report/style.ts";
import { ROOT } from "../house/project.ts";
import { cli } from "../support/host.ts";
import { exampleRepository, temporaryFolder } from "../support/repository.ts";

/* Help: a first screen that fits, commands and pages by their names, and former names that still work. */

const INTERNAL = ["completion candidates"];
const FORMER = [
  ["captures", "capture list"],
  ["captures prune", "capture prune"],
  ["log4j2 growth", "logs growth"],
] as const;

describe("tierwright alone", () => {
  test("prints the overview in at most 40 lines of 80 columns, nothing below it, with the exit code of wrong use", async () => {
    const { code, out, err } = await cli([]);
    expect([code, out]).toEqual([2, ""]);
    const lines = err.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines[0]).toBe(`tierwright ${VERSION}: compiles YAML into checked, exact files for a PLM connector`);
    expect(lines.at(-1)).toBe("`tierwright help COMMAND` describes a command, `tierwright help` lists the pages");
    expect(err).not.toContain("no command was given");
  });

  test("has one line for each command or family, in the groups and their order, and says which command when", async () => {
    const { err } = await cli([]);
    const rows = err.split("\n").slice(2);
    const titles = rows.flatMap((row) => /^(\S.*?) {2,}/.exec(row)?.[1] ?? []);
    expect(titles).toEqual([...GROUPS, "Which when"]);
    const named = rows
      .slice(
        0,
        rows.findIndex((row) => row.startsWith("Which when")),
      )
      .map((row) => row.slice(16, 32).trim());
    expect(named).not.toContain("");
    const words = new Set(COMMANDS.filter(({ group }) => group !== null).map(({ name }) => name.split(" ")[0]));
    expect(named.map((name) => name.split(" ")[0]).sort()).toEqual([...words].sort());
  });

  test("every verb of a family is on the family's line", async () => {
    const { err } = await cli([]);
    for (const { name } of COMMANDS.filter(({ group }) => group !== null)) {
      const [word = "", verb] = name.split(" ");
      const row = err.split("\n").find((line) => line.slice(16).startsWith(`${word} `)) ?? "";
      expect(row, name).toMatch(new RegExp(`\\b${verb ?? word}\\b`));
    }
  });

  test("every command that it names beside a situation is one that there is", async () => {
    const { err } = await cli([]);
    const when = err.slice(err.indexOf("Which when")).split("\n\n")[0] ?? "";
    const known = new Set(COMMANDS.flatMap(({ name }) => name.split(" ")));
    const found = when
      .split("\n")
      .flatMap((row) => row.slice(32).split(/[,;]/))
      .map((part) => part.trim().split(" ")[0] ?? "");
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter((word) => !known.has(word))).toEqual([]);
  });

  test("a narrower terminal gets wrapped lines, none longer than it is wide", () => {
    for (const width of [60, 40]) {
      const lines = overview(COMMANDS, VERSION, width).split(NL);
      expect(lines.filter((line) => line.length > width)).toEqual([]);
    }
  });

  const HELP = "start with `tierwright check`; `tierwright` alone lists the commands";

  test("options without a command are an error in two lines; with --format json one document, too", async () => {
    const { code, out, err } = await cli(["--format", "json"]);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toEqual({
      schema: "tierwright/error/v1",
      error: { message: "no command was given", help: HELP, exitCode: 2 },
    });
    for (const words of [["--format", "json"], ["--nope"], ["-C", "."]])
      expect((await cli(words)).err).toBe(`tierwright: no command was given\n  ${HELP}\n`);
    expect(err).toContain("no command was given");
  });

  test("--help adds the options of every command and the exit codes, on standard output", async () => {
    const { code, out, err } = await cli(["--help"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out.startsWith((await cli([])).err)).toBe(true);
    expect(out).toContain("--fail-on SEVERITY");
    expect(out).toContain("4 internal error");
  });
});

test("every command has a short line of fewer than 50 characters, unlike any other one of its group", () => {
  for (const { name, short } of COMMANDS)
    expect([name, short.length < 50, /^[a-z].*[^.]$/.test(short)]).toEqual([name, true, true]);
  const shorts = COMMANDS.map(({ short }) => short);
  expect(new Set(shorts).size).toBe(shorts.length);
});

test("no list shows an internal command or a former name", async () => {
  const lists = await Promise.all(
    [[], ["--help"], ["help"], ["help", "log4j2"], ["log4j2"], ["help", "capture"]].map((words) => cli(words)),
  );
  const page = readFileSync(join(ROOT, "docs/commands.md"), "utf8");
  for (const text of [...lists.map(({ out, err }) => out + err), page])
    for (const name of [...INTERNAL, ...FORMER.map(([was]) => was)])
      expect(text).not.toMatch(new RegExp(`\`tierwright ${name}|^ *${name} `, "m"));
  expect(COMMANDS.filter(({ group }) => group === null).map(({ name }) => name)).toEqual(INTERNAL);
});

describe("a family without a verb", () => {
  test("prints its commands with their short lines below the message", async () => {
    const { code, out, err } = await cli(["kit"]);
    expect([code, out]).toEqual([2, ""]);
    const kit = COMMANDS.filter(({ name }) => name.startsWith("kit "));
    const lines = kit.map(({ name, short }) => `  ${name.padEnd(24)}${short}`);
    expect(err).toBe(`tierwright: missing subcommand: kit carry, diff, import or verify\n${lines.join("\n")}\n`);
  });
});

describe("an unknown command", () => {
  test.each([
    [["chekc"], "there is no command 'chekc'; did you mean 'check'?"],
    [["kti"], "there is no command 'kti'; did you mean 'kit'?"],
    [["zzzzzz"], "there is no command 'zzzzzz'"],
  ])("%s is two lines: the error and what comes next", async (argv, message) => {
    const { code, out, err } = await cli(argv);
    expect([code, out, err]).toEqual([2, "", `tierwright: ${message}\n  \`tierwright\` alone lists the commands\n`]);
  });
});

test.each([
  [["rollout"], "there is no command 'rollout'", "`tierwright help rollout` prints the page of that name"],
  [["kits", "x"], "there is no command 'kits'; did you mean 'kit'?", "`tierwright help kits` prints the page of that name"],
  [["sso", "pinn"], "there is no command 'sso pinn'; did you mean 'sso pin'?", "use one of: sso pin, sso verify"],
])("%s, whose first word is a page, is wrong use", async (argv, message, next) => {
  const { code, out, err } = await cli(argv);
  expect([code, out, err]).toEqual([2, "", `tierwright: ${message}\n  ${next}\n`]);
});

/** A page without the lines that only its tests read. */
const asPrinted = (page: string) => page.replace(/^<!-- (?:scene|repository|\/?followed)[^\n]*\n\n?/gm, "");

describe("tierwright help", () => {
  test("lists every page with what it answers, and the way to recipes and commands", async () => {
    const { code, out, err } = await cli(["help"]);
    expect([code, err]).toEqual([0, ""]);
    const flat = out.replace(/\s+/g, " ");
    for (const { name, answers } of PAGES) expect(flat).toContain(`${name} ${answers}`);
    expect(flat).toContain("`tierwright help recipes`");
    expect(flat).toContain("`tierwright` alone lists the commands");
  });

  test.each(["rollout", "rollout.md", "docs/rollout.md", "docs\\rollout.md"])("%s is the page to the byte", async (word) => {
    const { code, out, err } = await cli(["help", word]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe(asPrinted(readFileSync(join(ROOT, "docs/rollout.md"), "utf8")));
  });

  test("every page and every recipe is printed whole, however long", async () => {
    for (const { name } of PAGES)
      expect((await cli(["help", `${name}.md`])).out).toBe(asPrinted(readFileSync(join(ROOT, `docs/${name}.md`), "utf8")));
    for (const path of RECIPES) expect((await cli(["help", path])).out).toBe(readFileSync(join(ROOT, path), "utf8"));
  });

  test("no page shows a mark of its tests", async () => {
    for (const { name } of PAGES) expect((await cli(["help", name])).out).not.toMatch(/^<!-- ?(?:scene|repository|\/?followed)/m);
  });

  test("recipes are listed", async () => {
    const { code, out } = await cli(["help", "recipes"]);
    expect(code).toBe(0);
    expect(out.split("\n").slice(0, RECIPES.length)).toEqual(RECIPES);
  });

  test.each([
    ["plan", "usage: tierwright plan [ENV...] [options]", "plan.md"],
    ["sso", "usage: tierwright sso COMMAND", "sso.md"],
  ])("%s is a command before it is a page, and the page is named", async (word, usage, page) => {
    const { code, out } = await cli(["help", word]);
    expect(code).toBe(0);
    expect(out).toContain(usage);
    expect(out).toContain(`\`tierwright help ${page}\` prints the page about it`);
    expect((await cli(["help", page])).out).toMatch(/^# /);
  });

  test("a command without a page names none", async () => {
    expect((await cli(["help", "check"])).out).not.toContain("prints the page");
  });

  test.each([
    [
      ["help", "rollot"],
      "there is no command or page 'rollot'; did you mean 'rollout'?",
      "`tierwright help` lists the pages, and `tierwright` alone the commands",
    ],
    [
      ["help", "chekc"],
      "there is no command or page 'chekc'; did you mean 'check'?",
      "`tierwright help` lists the pages, and `tierwright` alone the commands",
    ],
    [
      ["help", "kit", "imprt"],
      "there is no command 'kit imprt'; did you mean 'kit import'?",
      "use one of: kit carry, kit diff, kit import, kit verify",
    ],
    [
      ["help", "conf/unknown-key"],
      "there is no command or page 'conf/unknown-key'",
      "if it is a rule, `tierwright explain conf/unknown-key` explains it; `tierwright help` lists the pages, and `tierwright` alone the commands",
    ],
    [
      ["explain", "formats"],
      "there is no rule 'formats'",
      "if it is a page or a command, `tierwright help formats` prints it; `tierwright explain` lists all rules",
    ],
    [["help", "check", "demo"], "unexpected word after help check: 'demo'", "use `tierwright help check`"],
    [["help", "kit", "diff", "2506"], "unexpected word after help kit diff: '2506'", "use `tierwright help kit diff`"],
    [["help", "rollout", "now"], "unexpected word after help rollout: 'now'", "use `tierwright help rollout`"],
    [["help", "recipes", "logs"], "unexpected word after help recipes: 'logs'", "use `tierwright help recipes`"],
  ])("%s is wrong use with what there is", async (argv, message, next) => {
    const { code, out, err } = await cli(argv);
    expect([code, out, err]).toEqual([2, "", `tierwright: ${message}\n  ${next}\n`]);
  });

  test.each([
    ["exit-codes", "formats"],
    ["Exit codes", "formats"],
    ["drift", "glossary"],
  ])("help with the heading or term '%s' leads to a page about it", async (word, page) => {
    const { code, err } = await cli(["help", ...word.split(" ")]);
    expect([code, err]).toEqual([2, expect.stringContaining(`\`tierwright help ${page}\``)]);
    const pages = [...err.matchAll(/`tierwright help ([a-z-]+)`/g)].map(([, name = ""]) => name);
    for (const name of pages) expect([name, (await cli(["help", name])).code]).toEqual([name, 0]);
  });

  test("a missing profile leads to a page that a configuration repository without docs/ can print", async () => {
    const { err } = await cli(["probe", "demo", "--profile", "none.yaml"], { cwd: exampleRepository() });
    expect(err).not.toContain("docs/");
    expect(err).toContain("`tierwright help probe.md`");
    expect((await cli(["help", "probe.md"])).out).toMatch(/^# /);
  });

  test("help leads from each rule to explain, and explain from each page and command to help", async () => {
    const rules = (await cli(["explain", "--format", "json"])).out;
    for (const { id } of JSON.parse(rules).rules) {
      const { code, err } = await cli(["help", id]);
      expect([code, err]).toEqual([2, expect.stringContaining(`\`tierwright explain ${id}\` explains it`)]);
    }
    for (const name of [...PAGES.map((page) => page.name), ...COMMANDS.map((command) => command.name)]) {
      const [word = ""] = name.split(" ");
      const { code, err } = await cli(["explain", word]);
      expect([code, err]).toEqual([2, expect.stringContaining(`\`tierwright help ${word}\` prints it`)]);
    }
  });

  test("no word leads out of the documentation", async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "own.md"), "own text");
    for (const word of [
      "own.md",
      join(cwd, "own.md"),
      "../package.json",
      "docs/../package.json",
      "recipes/../package.json",
      "architecture",
      "",
    ]) {
      const { code, out } = await cli(["help", word], { cwd });
      expect([word, code, out]).toEqual([word, 2, ""]);
    }
  });
});

describe("a former name", () => {
  test.each(FORMER)("%s is %s with one line on standard error", async (was, is) => {
    const help = await cli([...is.split(" "), "--help"]);
    for (const words of [
      [...was.split(" "), "--help"],
      ["help", ...was.split(" ")],
    ]) {
      const { code, out, err } = await cli(words);
      expect([code, out, err]).toEqual([0, help.out, `tierwright: \`${was}\` is now \`${is}\`\n`]);
    }
  });

  test("it prints what the new one prints, also as JSON, and ends with its exit code", async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "log4j2.xml"), "<Configuration/>");
    for (const more of [["log4j2.xml"], ["log4j2.xml", "--format", "json"], ["nowhere.xml"], ["log4j2.xml", "--days", "x"], []]) {
      const now = await cli(["logs", "growth", ...more, "--today", "2026-01-05"], { cwd });
      const before = await cli(["log4j2", "growth", ...more, "--today", "2026-01-05"], { cwd });
      expect([before.code, before.out]).toEqual([now.code, now.out]);
      expect(before.err).toBe(`tierwright: \`log4j2 growth\` is now \`logs growth\`\n${now.err}`);
    }
  });

  test("options can stand before and between its words, and a value that is called like it stays", async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "growth"), "<Configuration/>");
    for (const words of [
      ["-C", "log4j2", "log4j2", "growth", "x"],
      ["log4j2", "--today", "2026-01-05", "growth", "growth", "--format=json"],
    ])
      expect((await cli(words, { cwd })).err).toContain("`log4j2 growth` is now `logs growth`");
    const { code, out } = await cli(["log4j2", "-q", "growth", "growth", "--today", "2026-01-05", "--format", "json"], { cwd });
    expect([code, JSON.parse(out).schema]).toEqual([0, "tierwright/log-growth/v1"]);
  });

  test("--quiet leaves the line out", async () => {
    expect((await cli(["captures", "--quiet", "--help"])).err).toBe("");
  });

  test("another verb of its family is no former name", async () => {
    expect((await cli(["log4j2", "show", "--help"])).err).toBe("");
    expect((await cli(["log4j2", "growt"])).err).not.toContain("is now");
  });
});

test("-v, -V and --version print the version, and -v behind -- is a word", async () => {
  for (const word of ["-v", "-V", "--version"])
    expect(await cli([word])).toMatchObject({ code: 0, out: `${VERSION}\n`, err: "" });
  expect((await cli(["check", "-v"])).out).toBe(`${VERSION}\n`);
  expect((await cli(["explain", "--", "-v"])).out).not.toContain(VERSION);
});

test("no option of a command is a short form of the version", async () => {
  for (const entry of COMMANDS) {
    const { command } = await entry.load();
    expect(command.options.map(({ name }) => name)).not.toContain("version");
    expect(command.options.map(({ name }) => name)).not.toContain("verbose");
  }
});

test("the pages of the list are the pages of docs/ but those for a checkout", () => {
  expect(PAGES.filter(({ name }) => !existsSync(join(ROOT, `docs/${name}.md`)))).toEqual([]);
  expect(RECIPES.length).toBeGreaterThan(5);
});
