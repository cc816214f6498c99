import { describe, expect, test } from "vitest";
import type { Finding, Problem } from "../../../src/kernel/diagnostic/finding.ts";
import { startOf } from "../../../src/kernel/diagnostic/place.ts";
import type { Rule } from "../../../src/compiler/rules/rule.ts";
import { ruleById, tell } from "../../../src/compiler/run/rules.ts";
import { commentsOf, suppress } from "../../../src/compiler/run/suppress.ts";
import { unusedFindings } from "../../../src/compiler/run/unused-suppressions.ts";
import { SourceText } from "../../../src/kernel/source/text.ts";
import { cli } from "../../support/host.ts";
import { temporaryFolder, writeFiles } from "../../support/repository.ts";
import { inWords, said } from "../../support/said.ts";

const rule = ruleById("conf/trailing-blank");
if (!rule) throw new Error("no rule");

function told(by: Rule, problems: Iterable<Problem>, environment: string | null): Finding[] {
  const findings: Finding[] = [];
  tell(findings, by, problems, environment);
  return findings;
}

function* problems(count: number, grave = -1): Iterable<Problem> {
  for (let i = 0; i < count; i++)
    yield {
      at: { ...startOf("a"), line: i + 1 },
      message: [`problem ${i}`],
      ...(i === grave ? { severity: "error" as const } : {}),
    };
}

describe("findings of one rule in one file", () => {
  test("[A1] a thousand are told, and behind them one says how many there are besides", () => {
    expect(told(rule, problems(1000), null)).toHaveLength(1000);
    const found = told(rule, problems(1500), "demo");
    expect(found).toHaveLength(1001);
    expect(found.map(inWords).at(-1)).toMatchObject({
      rule: rule.id,
      severity: "warning",
      environment: "demo",
      at: startOf("a"),
      message: `500 more findings like the 1000 that are shown, from line 1001 on; ${rule.title}`,
    });
  });

  test("[A1] the one that counts is as grave as the gravest, and an error when not all were looked at", () => {
    expect(told(rule, problems(1500, 1400), null).at(-1)?.severity).toBe("error");
    const endless = told(rule, problems(Number.POSITIVE_INFINITY), null);
    expect(endless).toHaveLength(1001);
    expect(endless.map(inWords).at(-1)).toMatchObject({
      severity: "error",
      message: expect.stringMatching(/^at least 20000 more findings/),
    });
  });

  test("[A1] no comment above the first that is not shown can hide the rest", async () => {
    const folder = temporaryFolder();
    const lines = Array.from({ length: 1200 }, (_, i) => `K${i}=x `);
    lines.splice(1000, 0, "# tierwright-ignore conf/trailing-blank: all of them");
    writeFiles(folder, { "a.properties": `${lines.join("\n")}\n` });
    const { out } = await cli(["properties", "lint", "a.properties", "--format", "json"], { cwd: folder });
    expect(JSON.parse(out).findings.map((finding: { message: string }) => finding.message)).toContainEqual(
      expect.stringMatching(/^200 more findings/),
    );
  });
});

describe("many suppressions", () => {
  const text = (count: number) =>
    Array.from({ length: count }, (_, i) => `# tierwright-ignore conf/trailing-blank: ${i}\nK${i}=x \n`).join("");

  test("[A1] each is looked up by its rule and line, not searched for", () => {
    const source = new SourceText("a", text(30_000));
    const comments = commentsOf(source);
    const found = told(rule, problems(1000), null).map((finding, i) => ({
      ...finding,
      at: { ...startOf("a"), line: 2 * i + 2 },
    }));
    const { findings, held, used } = suppress(found, comments, () => "");
    expect([comments.length, findings.length, held.length, used.size]).toEqual([30_000, 0, 1000, 1000]);
    const unused = unusedFindings(
      comments.filter((comment) => !used.has(comment)),
      found,
      new Set([rule.id]),
    );
    expect(unused).toHaveLength(1000);
    expect(said(unused.at(-1))).toMatch(/; and 28000 more like it$/);
  }, 10_000);

  test("[A1] a comment of megabytes of blanks is read in one go, its end in XML left out", () => {
    const blanks = " ".repeat(2_000_000);
    const [comment] = commentsOf(new SourceText("a", `# tierwright-ignore conf/x: why${blanks}x`));
    expect(comment?.reason).toHaveLength(blanks.length + 4);
    expect(commentsOf(new SourceText("a", `<!-- tierwright-ignore logging/x: why${blanks}-->${blanks}`))[0]).toMatchObject({
      rule: "logging/x",
      reason: "why",
    });
  }, 10_000);
});
