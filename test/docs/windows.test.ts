import { expect, test } from "vitest";
import type { OptionSpec } from "../../src/report/command/command.ts";
import { command as deploy } from "../../src/deploy/commands/swap/deploy.ts";
import { findCommand, parseFor, plainWords } from "../../src/report/command/parse.ts";
import { COMMANDS } from "../../src/cli/registry.ts";
import { command as rollback } from "../../src/deploy/commands/swap/rollback.ts";
import { read } from "../house/project.ts";
import { blocksOf, readPage } from "./page.ts";

const page = readPage("docs/windows.md");

/** Parameters of deploy.ps1: name -> whether it takes a value. */
const PARAMETERS: ReadonlyMap<string, boolean> = new Map(
  [...read("powershell/parts/00-deploy-head.ps1").matchAll(/^ {2}(?:\[.*\])?\[(string|switch)\]\$(\w+)/gm)].map(
    ([, type, name = ""]) => [name, type === "string"],
  ),
);

/** Words of a line as the shell hands them to a program. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? "");
}

const EXAMPLES = blocksOf(page).filter(({ language }) => language === "bat" || language === "powershell");
const linesOf = (language: string) =>
  EXAMPLES.filter((block) => block.language === language).map(({ body }) => body.trim().split("\n"));

test("[D10] every example stands for cmd and for PowerShell, in the same order", () => {
  expect(EXAMPLES.map(({ language }) => language)).toEqual(["bat", "powershell", "bat", "powershell", "bat", "powershell"]);
  const bare = (lines: readonly string[]) =>
    lines.map((line) =>
      wordsOf(
        line
          .replace(/^powershell -ExecutionPolicy Bypass -File deploy/, ".\\deploy")
          .replace(/^powershell -Command "(.*)"$/, "$1"),
      ),
    );
  expect(linesOf("bat").map(bare)).toEqual(linesOf("powershell").map(bare));
});

const LINES = EXAMPLES.flatMap(({ body }) => body.trim().split("\n"));

test.each(LINES.filter((line) => line.includes("tierwright")))("[D10] %s is understood", async (line) => {
  const argv = wordsOf(line.replace(/^npx --no-install tierwright /, ""));
  const entry = findCommand(plainWords(argv), COMMANDS);
  const { args } = parseFor((await entry.load()).command, argv);
  expect(entry.name.split(" ").every((word) => argv.includes(word))).toBe(true);
  expect(args.every((word) => !word.startsWith("-"))).toBe(true);
});

test.each(LINES.filter((line) => /deploy\.ps1 -/.test(line) && !line.includes("Get-Help")))(
  "[D10] %s has parameters that there are",
  (line) => {
    const given = wordsOf(line.slice(line.indexOf("deploy.ps1 ") + 11));
    for (let i = 0; i < given.length; i++) {
      const name = given[i]?.slice(1) ?? "";
      expect(PARAMETERS.has(name), name).toBe(true);
      if (PARAMETERS.get(name)) expect(given[++i]).toBeDefined();
    }
  },
);

test("[D10] the table of the two runners names every option and every parameter once, and both as one", () => {
  const rows = [...page.matchAll(/^\| (`[^`]+`|none) \| `-(\w+)(?: ([A-Z]+))?` \|/gm)];
  const options = new Map<string, OptionSpec>([...deploy.options, ...rollback.options].map((option) => [option.name, option]));
  const named = rows.map(([, cell = ""]) => cell.replaceAll("`", "")).filter((cell) => cell.startsWith("--"));
  expect(named.map((cell) => cell.slice(2).split(" ")[0]).sort()).toEqual([...options.keys()].sort());
  expect(rows.map(([, , name]) => name).sort()).toEqual([...PARAMETERS.keys()].sort());
  for (const [, cell = "", name = "", value] of rows) {
    expect(PARAMETERS.get(name), name).toBe(value !== undefined);
    const [, option, word] = /^`--([a-z-]+)(?: ([A-Z]+))?`$/.exec(cell) ?? [];
    if (option === undefined) continue;
    expect(option.replaceAll("-", "")).toBe(name.toLowerCase());
    expect({ word, value }).toEqual({ word: options.get(option)?.value, value: options.get(option)?.value });
  }
});
