import { resolve } from "node:path";
import type { Example } from "../../src/kernel/diagnostic/example.ts";
import { describe, expect, test } from "vitest";
import { dispatch } from "../../src/cli/dispatch.ts";
import { COMMANDS } from "../../src/cli/registry.ts";
import { fakeHost } from "../support/host.ts";
import { RULES } from "../../src/compiler/rules/registry.generated.ts";
import { applyExample, exampleRepository, temporaryFolder } from "../support/repository.ts";
import { eachNth, stepOf } from "../support/runs.ts";

/** What a command prints on a terminal of that many columns; null: on none. */
async function printed(argv: readonly string[], width: number | null, cwd: string, color = false): Promise<string> {
  const fake = fakeHost({ cwd, color });
  await dispatch(argv, { ...fake.host, stdout: { ...fake.host.stdout, width } }, resolve);
  return fake.out();
}

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== "");

/** Lines that are longer than the terminal although they could be broken. A command line is copied, and stays whole. */
const tooLong = (text: string, width: number): readonly string[] =>
  text.split("\n").filter((line) => line.length > width && line.trim().includes(" ") && !/^( {2}|usage: )tierwright /.test(line));

describe.each([40, 60, 80, 132, null])("a terminal of %s columns", (width) => {
  test("the help of every command fits, and no word is lost", async () => {
    const cwd = temporaryFolder();
    for (const argv of [["--help"], ...COMMANDS.map(({ name }) => [...name.split(" "), "--help"])]) {
      const text = await printed(argv, width, cwd);
      expect(tooLong(text, width ?? 80), argv.join(" ")).toEqual([]);
      expect(words(text)).toEqual(words(await printed(argv, 4000, cwd)));
    }
  });

  test("[C1] the matrix and its verdicts fit, each row on one line, and no word is lost", async () => {
    const releases = Array.from({ length: 30 }, (_, i) => `"${2400 + i}": A`).join(", ");
    const cwd = exampleRepository({
      "releases/matrix.yaml": `apiVersion: tierwright/v1
kind: CompatibilityMatrix
source: { title: connector compatibility matrix of the vendor with a long title, revision: 7, date: 2026-09-01 }
codes: { A: passes, P: Planned }
rows:
  - { tool: 2024x Refresh3, java: 17, cells: { ${releases}, "2506": P } }
`,
    });
    const text = await printed(["compat"], width, cwd);
    expect(text).toContain("2024x Refresh3");
    expect(text.split("\n").filter((line) => line.length > Math.max(width ?? 80, 50))).toEqual([]);
    const wide = await printed(["compat"], 4000, cwd);
    expect(new Set(words(text))).toEqual(new Set(words(wide)));
    for (const color of [true]) {
      const painted = await printed(["compat"], width, cwd, color);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colours
      expect(painted.replace(/\u001b\[\d+m/g, "")).toBe(text);
    }
  });
});

/** Source lines, the marks below them, and places are as long as they are. */
const isExcerpt = (line: string): boolean => /^ *\d* \||^ *-->/.test(line);

describe.each([60, 100])("findings on a terminal of %s columns", (width) => {
  // those that `check` raises, whatever the files are
  const elsewhere = ({ adopt, doctor, probe, withSecrets }: NonNullable<Example["options"]>) =>
    adopt ?? doctor ?? probe ?? withSecrets ?? false;
  const own = RULES.filter(({ id, fails }) => /^(conf|tier|compat|sso|logging)\//.test(id) && !elsewhere(fails.options ?? {}));
  // half of them at each width where all would take too long
  const some = own.filter((_, i) => stepOf(2) === 1 || i % 2 === (width === 60 ? 0 : 1));
  test.each(
    eachNth(
      5,
      some.map(({ id, fails }) => [id, fails] as const),
    ),
  )("%s fits, and no word is lost", async (id, example) => {
    const cwd = exampleRepository();
    applyExample(cwd, example);
    const argv = ["check", ...(example.options?.today ? ["--today", example.options.today] : [])];
    const text = await printed(argv, width, cwd);
    expect(text).toContain(`[${id}]`);
    const prose = text
      .slice(text.search(/^(error|warning|info)\[/m))
      .split("\n")
      .filter((line) => !isExcerpt(line));
    // a word that is longer than the line stands alone on it
    expect(prose.filter((line) => line.length > width && !/^( *= (help: |fix: )?|\w+\[\S+\]: | +)\S+$/.test(line))).toEqual([]);
    expect(words(text)).toEqual(words(await printed(argv, 4000, cwd)));
  });
});
