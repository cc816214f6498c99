import { describe, expect, test } from "vitest";
import { name, say, value } from "../../../src/kernel/diagnostic/text.ts";
import { form, markdownReport } from "../../../src/report/forms/markdown.ts";
import { HTML, MARKDOWN, prose, sentence } from "../../../src/report/markdown.ts";
import { leaving } from "../../../src/report/style.ts";
import { cli } from "../../support/host.ts";
import { BAIT, hostileRepository } from "../hostile-repository.ts";
import { HOSTILE } from "../hostile-text.ts";
import { dangers, htmlOf, summaries, textOf } from "../readers/markdown.ts";
import { context, finding, PLACE, report, verdict } from "./reports.ts";

/** A whole repository takes time: all of them are tried in the oracle suite. */
const SOME = BAIT.filter((_, i) => i % 6 === 0);

const written = (...given: Parameters<typeof report>) => leaving(form.render(report(...given), context()), false);

describe("[B5, B7] the findings on a page", () => {
  test("have a headline with the verdict, the counts, a line for each environment and a folded block for each finding", () => {
    const page = written([finding({ notes: [say`the evidence`], help: say`end it in ${name("/tc")}` })], {
      environments: 2,
      verdicts: [verdict("demo"), verdict("other")],
    });
    expect(page).toMatch(/^## ❌ tierwright check failed\n\n2 environments: 1 error, 0 warnings\n/);
    expect(page).toContain("- ❌ `demo` 2022x × 2506: A");
    expect(page).toContain("- ✅ `other`");
    expect(summaries(page)).toEqual([
      "❌ error tier/context-root: TC_SERVER_URL does not end at the context root: https://a:1/tc/\nenvironments/demo/environment.yaml:3:5 (environment demo)",
    ]);
    expect(textOf(htmlOf(page))).toMatch(/the evidence\s+help: end it in \/tc/);
    expect(written([], { verdicts: [verdict("demo")] })).toMatch(/^## ✅ tierwright check passed\n/);
  });

  test("fail as the exit code does: --fail-on, a closed gate, an environment that cannot be read", () => {
    const title = (...given: Parameters<typeof report>) =>
      leaving(form.render(report(...given), context({ failOn: "warning" })), false).slice(3, 4);
    expect(title([finding({ severity: "info" })])).toBe("✅");
    expect(title([finding({ severity: "warning" })])).toBe("❌");
    expect(title([], { verdicts: [verdict("demo", { gate: "block" })] })).toBe("❌");
    expect(title([], { unread: [{ name: "demo", why: "a.yaml cannot be read" }] })).toBe("❌");
  });

  test("say what became of an environment's folder, and which file servers lead elsewhere", () => {
    const page = written([], {
      verdicts: [verdict("demo")],
      outputs: [{ environment: "demo", state: "kept", why: "its gate is closed", folder: "dist/demo" }],
      tiers: [
        {
          environment: "demo",
          signIn: "x",
          hosts: [
            {
              host: "files",
              role: "fileTransfer",
              verdict: "half-switch",
              evidence: "",
              measured: false,
              place: PLACE,
              pointer: "",
            },
          ],
        },
      ],
      removed: ["gone"],
    });
    expect(page).toContain("half-switch: `files`");
    expect(page).toContain("not written: its gate is closed; dist/demo stays as it was");
    expect(page).toContain("- removed `gone`");
  });
});

describe("[B5, B7] nothing that is reported on becomes more than text on a page", () => {
  test.each([...BAIT, HOSTILE, "a`b``c", "` `", " ", "@", "x@y", "https://a", "``` x"])("%j", (bait) => {
    const place = { file: bait, line: 1, column: 1, endLine: 1, endColumn: 2 };
    const hostile = finding({
      environment: bait,
      environments: [bait, `${bait}2`],
      at: place,
      message: say`${value(bait)} and ${name(bait)}${name(bait)}`,
      notes: [say`${value(bait)}`, [bait], [`it says ${bait} and more`]],
      help: [bait],
      related: [{ message: [bait], place }],
      fix: { title: bait, safe: true, edits: [] },
    });
    const page = leaving(
      form.render(
        report([hostile], {
          verdicts: [verdict(bait, { tool: bait, connector: bait, cell: bait, means: bait })],
          unread: [{ name: `x${bait}`, why: bait }],
          removed: [bait],
          outputs: [{ environment: bait, state: "kept", why: bait, folder: bait }],
        }),
        context({ readText: () => bait }),
      ),
      false,
    );
    expect(dangers(page)).toEqual([]);
    expect(htmlOf(page).match(/<details>/g)).toHaveLength(1);
    expect(summaries(page)).toHaveLength(1);
  });

  test("in a whole repository that tries", async () => {
    const { out } = await cli(["check", "--format", "markdown"], { cwd: hostileRepository(SOME) });
    expect(summaries(out).length).toBeGreaterThan(SOME.length * 2);
    expect(dangers(out)).toEqual([]);
  });

  test("and it is shown as it was", () => {
    for (const bait of BAIT) {
      expect(textOf(htmlOf(`- ${sentence(say`${value(bait)}`)}`)).trim()).toBe(bait);
      expect(textOf(sentence(say`${value(bait)}`, HTML))).toBe(bait);
      expect(textOf(htmlOf(`- ${prose(`so ${bait} it is`, MARKDOWN)}`)).trim()).toBe(`so ${bait} it is`);
    }
  });
});

describe("[B7] a page has a limit", () => {
  const names = Array.from({ length: 60 }, (_, i) => `e${String(i).padStart(2, "0")}`);
  const many = names.flatMap((environment, i) =>
    Array.from({ length: 3 }, () => finding({ environment, severity: i % 7 === 0 ? "error" : "warning" })),
  );
  const all = report(many, { environments: 60, verdicts: names.map((item) => verdict(item)) });
  const page = (most: number, of = all) => leaving(markdownReport(of, context(), most), false);

  test("whole environments are left out, those without an error first, and that is said", () => {
    const whole = page(1e6);
    expect(summaries(whole)).toHaveLength(180);
    expect(whole).not.toContain("no room");
    for (const most of [65_536, 20_000, 10_000, 5_000]) {
      const cut = page(most);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(most);
      const shown = [...cut.matchAll(/^- (?:❌|✅) `(e\d\d)`/gm)].map(([, item]) => item);
      expect(shown.length % 1).toBe(0);
      expect(summaries(cut)).toHaveLength(shown.length * 3);
      if (shown.length < 60)
        expect(cut).toContain(`${60 - shown.length} environments and ${180 - shown.length * 3} findings more, not shown here`);
      expect(cut.startsWith("## ❌ tierwright check failed\n\n60 environments: 27 errors, 153 warnings\n")).toBe(true);
    }
    const errors = page(20_000).match(/<summary>❌/g)?.length;
    expect(errors).toBe(27);
  });

  test("of one that alone is too long the gravest findings stay", () => {
    const one = report(
      Array.from({ length: 500 }, (_, i) => finding({ severity: i % 50 === 0 ? "error" : "info" })),
      { verdicts: [verdict("demo")] },
    );
    const cut = page(10_000, one);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(10_000);
    expect(cut.match(/<summary>❌/g)).toHaveLength(10);
    expect(cut).toMatch(/\d+ findings more, not shown here/);
  });
});
