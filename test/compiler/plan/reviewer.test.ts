import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Change, EnvironmentPlan, Plan } from "../../../src/compiler/plan/plan.ts";
import { blockLines, type DiffLine, keysDiff, textDiff, valueText } from "../../../src/compiler/views/plan-diff.ts";
import { machineWords } from "../../../src/compiler/views/plan-words.ts";
import { dangers, htmlOf } from "../../report/readers/markdown.ts";
import { BAIT } from "../../report/hostile-repository.ts";
import { HOSTILE } from "../../report/hostile-text.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository, type Files } from "../../support/repository.ts";

/* The page that a reviewer has twenty seconds for: its order, its width, its size, and that no value makes more of it than text. */

const DEMO = "environments/demo/environment.yaml";
const yaml = EXAMPLE_REPOSITORY[DEMO] ?? "";

async function page(before: Files, after: Files, ...words: readonly string[]): Promise<string> {
  const base = exampleRepository(before);
  const { out } = await cli(["plan", "--base", base, "--format", "markdown", ...words], { cwd: exampleRepository(after) });
  return out.replaceAll(base, "BASE");
}

/** Lines inside fences, and those outside. */
function split(markdown: string): { readonly inside: readonly string[]; readonly outside: readonly string[] } {
  const [inside, outside]: [string[], string[]] = [[], []];
  let fence: string | null = null;
  for (const line of markdown.split("\n")) {
    const [, ticks] = /^(`{3,})/.exec(line) ?? [];
    if (fence === null && ticks !== undefined) fence = ticks;
    else if (fence !== null && line === fence) fence = null;
    else (fence === null ? outside : inside).push(line);
  }
  expect(fence, "a block is not closed").toBeNull();
  return { inside, outside };
}

/** The pages that the cases expect. */
const CASES = join(import.meta.dirname, "cases");
const pages = readdirSync(CASES).flatMap((name) =>
  readFileSync(join(CASES, name, "expected"), "utf8")
    .split(/^(?=\$ tierwright)/m)
    .filter((text) => /^\$ tierwright.*--format markdown/.test(text))
    .map((text) => [name, text.slice(text.indexOf("\n") + 1).replace(/\(exit \d+\)\n*$/, "")] as const)
    .filter(([, text]) => text.startsWith("## ")),
);

describe("[B7] the page of a plan", () => {
  test("is tried with the cases of one value, a block, new environments, a swap, no change and hostile values", () => {
    const names = new Set(pages.map(([name]) => name));
    for (const name of ["many-in-the-same-way", "only-the-sign-in-moves", "many-new-environments", "a-swap-of-many"])
      expect(names).toContain(name);
    for (const name of ["nothing-changes", "hostile-values", "a-summary-that-must-be-short"]) expect(names).toContain(name);
  });

  test.each(pages)("%s: no table has more than three columns", (_, text) => {
    const rows = split(text).outside.filter((line) => /^\s*\|/.test(line));
    for (const row of rows) expect(row.replaceAll("\\|", "").split("|").length - 2, row).toBeLessThanOrEqual(3);
    expect(htmlOf(text).match(/<table>/g) ?? []).toHaveLength(rows.filter((row) => /^\|[-|]+\|$/.test(row)).length);
  });

  test.each(pages)("%s: no block is wider than a page of 860 pixels", (_, text) => {
    expect(split(text).inside.filter((line) => [...line.replaceAll("<U+0023>", "#")].length > 98)).toEqual([]);
  });

  test.each(pages)("%s: the order is verdict, what blocks, what changes, other findings, work for people", (_, text) => {
    const order = ["## ", "### Why not to merge", "### What changes", "### Other findings", "### After the merge"];
    const found = split(text).outside.flatMap((line) => {
      const at = order.findIndex((head) => (head === "## " ? line.startsWith(head) : line === head));
      return at < 0 ? [] : [at];
    });
    expect(found[0]).toBe(0);
    expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
  });

  test.each(pages)("%s: nothing of it is more than text", (_, text) => {
    expect(dangers(text)).toEqual([]);
  });

  test("what blocks is unfolded with its line and its help; a finding that does not block is folded", async () => {
    const text = await page(
      {},
      {
        [DEMO]: yaml
          .replace("8443/tc", "8443/tc/more")
          .replace("  stagingDir: ", "  set: { connector: { UNKNOWN: x } }\n  stagingDir: "),
      },
      "--fail-on",
      "error",
    );
    const [, why = "", rest = ""] = text.split(/### (?:Why not to merge|What changes)\n/);
    expect(why).toMatch(/^\n<details open>\n<summary>❌ error <code>tier\/context-root<\/code>/);
    expect(why.indexOf("```text")).toBeLessThan(why.indexOf("**help:**"));
    expect(why).toMatch(/<code>environments\/demo\/environment\.yaml:\d+:\d+<\/code>/);
    expect(rest).toMatch(/### Other findings\n\n<details>\n<summary>⚠️ warning <code>conf\/unknown-key/);
  });

  test("the same fault of many environments is shown once, with a count", async () => {
    const many = (from: string, to: string): Files =>
      Object.fromEntries(
        ["a", "b", "c"].map((name) => [
          `environments/${name}/environment.yaml`,
          yaml
            .replace("name: demo", `name: ${name}`)
            .replaceAll("plm.example", `${name}.example`)
            .replaceAll("10.20.0.11", `10.20.0.1${name.charCodeAt(0)}`)
            .replace(from, to),
        ]),
      );
    const text = await page(many("", ""), many("stagingDir: 'D:\\plm\\staging'", "stagingDir: staging"), "--fail-on", "warning");
    expect(text).toContain("3 blocking findings in 3 environments");
    expect(text.match(/<code>conf\/directory-not-absolute<\/code>/g)).toHaveLength(1);
    expect(text).toContain("the same in 2 more places");
  });

  test("a limit leaves out the last changes, counts them, and names the command that shows them", async () => {
    const many = (value: string): Files =>
      Object.fromEntries(
        Array.from({ length: 60 }, (_, i) => [
          `environments/e${i}/environment.yaml`,
          yaml
            .replace("name: demo", `name: e${i}`)
            .replaceAll("plm.example", `e${i}.example`)
            .replaceAll("10.20.0.11", `10.20.${i + 1}.11`)
            .replace("27000@lic", `${value}${i}@lic`),
        ]),
      );
    for (const room of [1_000, 4_000, 12_000]) {
      const text = await page(many("1"), many("2"), "--most-bytes", String(room));
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(room);
      expect(text).toMatch(
        /✂️ \d+ environments.* shortened or omitted to fit the size limit\. `tierwright plan --base BASE` shows everything/,
      );
      expect(text).toContain("OK to merge");
      expect(text.match(/<details/g)?.length ?? 0).toBe(text.match(/<\/details>/g)?.length ?? 0);
    }
  });

  test("the same input has the same bytes", async () => {
    const after = { [DEMO]: yaml.replace("27000@lic", "27001@lic") };
    expect(await page({}, after)).toBe(await page({}, after));
  });
});

const change = (key: string, before: string | null, after: string | null, more: Partial<Change> = {}): Change => ({
  file: "connector/connector.properties",
  key,
  kind: before === null ? "add" : after === null ? "remove" : "set",
  secret: false,
  before,
  after,
  decides: null,
  cause: null,
  ...more,
});
const shown = (...changes: readonly Change[]) => keysDiff(changes).flatMap((line) => blockLines(line));

describe("[B7] [A1] a diff by key", () => {
  test.each([
    ["a sign in front", "+ B = forged", "+ A = + B = forged"],
    ["a line feed", "x\n- B = forged", '+ A = "x\\n- B = forged"'],
    ["a line feed that is written", "x\\n- B", "+ A = x\\n- B"],
    ["quotes of its own", '"x"', '+ A = "\\"x\\""'],
    ["nothing", "", '+ A = ""'],
    ["spaces around", " x ", '+ A = " x "'],
    ["words of the program", "(stays)", '+ A = "(stays)"'],
    ["a head", "@@ x:1 @@", "+ A = @@ x:1 @@"],
    ["a separator of lines", "x\u2028- B", '+ A = "x<U+2028>- B"'],
  ])("a value with %s stays on its line", (_, value, expected) => {
    expect(shown(change("A", null, value))).toEqual([expected]);
  });

  test("a key that is not a word has quotes", () => {
    expect(shown(change("A\n+ B", null, "x"))).toEqual(['+ "A\\n+ B" = x']);
    expect(shown(change("- A", "x", null))).toEqual(['- "- A" = x']);
    expect(shown(change("logger.com.example[0]", null, "x"))).toEqual(["+ logger.com.example[0] = x"]);
  });

  test("no hostile value or key makes a second line, and a wide one continues with its own sign", () => {
    for (const bait of [...BAIT, HOSTILE, "word ".repeat(60), "x".repeat(500), `${"y".repeat(85)} + B = forged`]) {
      for (const [key, value] of [
        ["A", bait],
        [bait, "v"],
      ] as const) {
        const lines = shown(change(key, null, value));
        for (const [i, line] of lines.entries()) {
          expect(line.startsWith(i === 0 ? "+ " : "+     … "), line).toBe(true);
          expect(line).not.toMatch(/[\r\n\u2028\u2029]/);
          expect([...line].length).toBeLessThanOrEqual(98);
        }
        // what is broken into lines is whole when they are joined
        expect(lines.map((line, i) => line.slice(i === 0 ? 2 : 8)).join("")).toContain(valueText(value).slice(0, 400));
      }
    }
  });

  test("a secret shows that it changes, and neither value", () => {
    const secret = { secret: true, before: "hunter2", after: "hunter3" };
    const told = shown(change("P", "", "", secret), change("Q", null, "", secret), change("R", "", null, secret));
    expect(told).toEqual(["! P: a secret changes", "+ Q: a secret is added", "- R: a secret is removed"]);
  });

  test("long values that differ late show the difference, and long lists the changed elements", () => {
    const [old, now] = ["1", "2"].map((end) => "x".repeat(3_000) + end);
    const lines = shown(change("A", old ?? "", now ?? ""));
    expect(lines).toEqual([`- A = …${"x".repeat(60)}1`, `+ A = …${"x".repeat(60)}2`]);
    const list = (changed: string) =>
      Array.from({ length: 12 }, (_, i) => (i === 3 ? changed : `https://files${i}.example.com`)).join(",");
    expect(shown(change("URLS", list("https://a"), list("https://b\n+ X")))).toEqual([
      "  URLS: 1 of its elements change",
      "-     element 4 = https://a",
      '+     element 4 = "https://b\\n+ X"',
    ]);
  });

  test("keys of one line are below one head, which names the line of YAML, or the kit's file", () => {
    const cause = (line: number, layer: "environment" | "kit") => ({ cause: { file: "f.yaml", line, column: 1, layer } });
    expect(
      shown(
        change("A", "1", "2", cause(3, "environment")),
        change("B", null, "2", cause(7, "kit")),
        change("C", null, "2", cause(3, "environment")),
        change("D", null, "2", cause(8, "kit")),
      ),
    ).toEqual(["@@ f.yaml:3 (environment) @@", "- A = 1", "+ A = 2", "+ C = 2", "@@ f.yaml (kit) @@", "+ B = 2", "+ D = 2"]);
  });

  test("a line of a text begins with the sign of its diff alone", () => {
    const lines = textDiff("--- before/x\n+++ after/x\n@@ -1 +1 @@\n-+ a\n+@@ -1 +1 @@\n+```\n").flatMap((line: DiffLine) =>
      blockLines(line, ""),
    );
    expect(lines).toEqual(["@@ -1 +1 @@", "-+ a", "+@@ -1 +1 @@", "+```"]);
  });
});

describe("[B7] [D8] workstations of a plan of receipts", () => {
  const state = (status: EnvironmentPlan["status"], ...machines: readonly string[]) => ({ status, machines });
  const words = (...environments: readonly object[]) => machineWords({ environments } as unknown as Plan);

  test("each counts once, by the most severe of its installations", () => {
    expect(words(state("unchanged", "A", "B"), state("changed", "C"))).toBe("3 workstations: 1 changes, 2 stay");
    expect(words(state("unchanged", "A"), state("changed", "A", "B"), state("changed", "B"))).toBe("2 workstations: 2 change");
    expect(words(state("removed", "A"), state("broken", "B"), state("unchanged", "A", "B", "C"))).toBe(
      "3 workstations: 1 cannot be compared, 1 has an environment that is removed, 1 stays",
    );
  });

  test("a plan without receipts says nothing of workstations", () => {
    expect(words(state("changed"), state("added"))).toBeNull();
  });
});
