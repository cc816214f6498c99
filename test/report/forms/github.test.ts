import { describe, expect, test } from "vitest";
import type { Finding, Severity } from "../../../src/kernel/diagnostic/finding.ts";
import { say, value } from "../../../src/kernel/diagnostic/text.ts";
import { form } from "../../../src/report/forms/github.ts";
import { cli } from "../../support/host.ts";
import { BAIT, hostileRepository } from "../hostile-repository.ts";
import { HOSTILE } from "../hostile-text.ts";
import { workflowCommands } from "../readers/workflow-commands.ts";
import { context, finding, report, verdict } from "./reports.ts";

/** A whole repository takes time: all of them are tried in the oracle suite. */
const SOME = BAIT.filter((_, i) => i % 6 === 0);

const readOf = (...given: Parameters<typeof report>) => workflowCommands(form.render(report(...given), context()));

describe("[B5, B7] annotations of a GitHub workflow", () => {
  test("name file, range and title, and hold all that is told", () => {
    const help = say`end it in /tc`;
    const { commands, plain } = readOf([finding({ help, notes: [say`100 % of it`] })]);
    expect(commands).toEqual([
      {
        name: "error",
        properties: {
          file: "environments/demo/environment.yaml",
          line: "3",
          endLine: "3",
          col: "5",
          endColumn: "9",
          title: "tier/context-root (environment demo)",
        },
        message: "TC_SERVER_URL does not end at the context root: 'https://a:1/tc/'\n100 % of it\nhelp: end it in /tc",
      },
    ]);
    expect(plain).toEqual(["1 environment: 1 error, 0 warnings"]);
  });

  test("have no columns where a range goes over lines: GitHub refuses those", () => {
    const [command] = readOf([finding({ at: { file: "a", line: 1, column: 5, endLine: 2, endColumn: 3 } })]).commands;
    expect(command?.properties).toMatchObject({ line: "1", endLine: "2" });
    expect(Object.keys(command?.properties ?? {})).not.toContain("col");
  });

  const list = (count: number, severity: Severity): Finding[] => Array.from({ length: count }, () => finding({ severity }));
  test.each([
    [10, 10, 10, 30, null],
    [11, 0, 0, 11, "1 error more"],
    [3, 30, 4, 18, "20 warnings more"],
    [12, 12, 12, 30, "2 errors, 2 warnings, 3 notices more"],
    [0, 0, 11, 10, "2 notices more"],
    [5000, 0, 9, 20, "4990 errors more"],
    [5000, 0, 10, 20, "4990 errors, 1 notice more"],
  ])(
    "%i errors, %i warnings and %i infos: at most ten of a type, errors first, the rest counted",
    (errors, warnings, infos, shown, rest) => {
      const all = [...list(infos, "info"), ...list(warnings, "warning"), ...list(errors, "error")];
      const { commands, plain } = readOf(all);
      const names = commands.map(({ name }) => name);
      for (const type of ["error", "warning", "notice"])
        expect(names.filter((name) => name === type).length).toBeLessThanOrEqual(10);
      expect(names).toEqual([...names].sort((a, b) => "ewn".indexOf(a[0] ?? "") - "ewn".indexOf(b[0] ?? "")));
      expect(commands).toHaveLength(shown);
      expect(commands.at(-1)?.message.includes("more, not shown here")).toBe(rest !== null);
      if (rest) expect(commands.at(-1)?.message).toContain(rest);
      expect(plain[0]).toContain(`${errors} error`);
    },
  );

  test("say a closed gate that no finding explains", () => {
    const { commands } = readOf([], { verdicts: [verdict("demo", { gate: "block", matrix: "P", cell: "P" })] });
    expect(commands).toMatchObject([{ name: "error", properties: { title: "demo is blocked" } }]);
  });
});

describe("[B5, B7] nothing that is reported on becomes a command of its own", () => {
  const OURS = ["error", "warning", "notice"];
  test.each([
    ...BAIT,
    HOSTILE,
    "%0A::set-output name=x::y",
    "\r::add-path::/tmp",
    "x\n::save-state name=a::b",
    "a::b",
    ",title=x",
    "::",
  ])("%j", (bait) => {
    const hostile = finding({
      rule: "tier/context-root",
      environment: bait,
      at: { file: bait, line: 1, column: 1, endLine: 1, endColumn: 2 },
      message: say`${value(bait)}`,
      notes: [say`${value(bait)}`],
      fix: { title: bait, safe: true, edits: [] },
    });
    const { commands, plain } = readOf([hostile]);
    expect(commands.map(({ name }) => name)).toEqual(["error"]);
    expect(Object.keys(commands[0]?.properties ?? {})).toEqual(["file", "line", "endLine", "col", "endColumn", "title"]);
    expect(plain).toEqual(["1 environment: 1 error, 0 warnings"]);
    // what can be shown is shown as it is
    if (/^[ -~]*$/.test(bait) && !/^\s*::/.test(bait)) expect(commands[0]?.properties.file).toBe(bait);
  });

  test("in a whole repository that tries", async () => {
    const { out } = await cli(["check", "--format", "github"], { cwd: hostileRepository(SOME) });
    const { commands, plain } = workflowCommands(out);
    expect(commands.length).toBeGreaterThan(10);
    expect(commands.filter(({ name }) => !OURS.includes(name))).toEqual([]);
    expect(plain).toHaveLength(1);
  });
});
