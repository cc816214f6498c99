import { describe, expect, test } from "vitest";
import { say, value } from "../../../src/kernel/diagnostic/text.ts";
import { form } from "../../../src/report/forms/junit.ts";
import { cli } from "../../support/host.ts";
import { harmOf } from "../hostile-text.ts";
import { BAIT, hostileRepository } from "../hostile-repository.ts";
import { readJunit } from "../readers/junit.ts";
import { context, finding, PLACE, report, verdict } from "./reports.ts";

/** A whole repository takes time: all of them are tried in the oracle suite. */
const SOME = BAIT.filter((_, i) => i % 6 === 0);

const casesOf = (...given: Parameters<typeof report>) => readJunit(form.render(report(...given), context())).cases;

describe("[B5] a JUnit report", () => {
  test("has a suite for each environment, with its verdict and a case for each finding; what is shared has its own", () => {
    const shared = finding({ environment: null, severity: "warning", rule: "kit/not-locked" });
    const both = finding({ environments: ["demo", "second"] });
    const verdicts = [verdict("demo"), verdict("second"), verdict("third", { gate: "block" })];
    const cases = casesOf([both, shared], {
      environments: 3,
      verdicts,
      unread: [{ name: "fourth", why: "a.yaml cannot be read" }],
    });
    expect(cases.map(({ suite, name, failure }) => [suite, name, failure?.type ?? "passed"])).toEqual([
      ["tierwright check", "all findings are reported", "passed"],
      ["tierwright check", "kit/not-locked environments/demo/environment.yaml#/tier/signIn", "passed"],
      ["demo", "verdict", "passed"],
      ["demo", "tier/context-root environments/demo/environment.yaml#/tier/signIn", "tier/context-root"],
      ["second", "verdict", "passed"],
      ["second", "tier/context-root environments/demo/environment.yaml#/tier/signIn", "tier/context-root"],
      ["third", "verdict", "verdict"],
      ["fourth", "verdict", "verdict"],
    ]);
    expect(cases.every(({ suite, classname }) => suite === classname)).toBe(true);
  });

  test("says pass only beside an environment without an error or another reason why it is blocked", () => {
    const [verdicts, error] = [[verdict("demo"), verdict("second"), verdict("third")], finding({ environment: "second" })];
    const xml = form.render(report([error], { verdicts, blocked: new Map([["third", "sso.yaml has an error"]]) }), context());
    const said = [...xml.matchAll(/classname="(\w+)" name="verdict"[^>]*><system-out>([^<]*)</g)];
    expect(said.map(([, name, text = ""]) => [name, text.endsWith(" · pass")])).toEqual([
      ["demo", true],
      ["second", false],
      ["third", false],
    ]);
  });

  test("fails for what makes the exit code, and tells the rest", () => {
    const warning = finding({ severity: "warning" });
    const failures = (failOn: "error" | "warning") =>
      readJunit(form.render(report([warning]), context({ failOn }))).cases.map(({ failure }) => failure?.message ?? null);
    expect(failures("error")).toEqual([null, null]);
    expect(failures("warning")).toEqual([null, "warning: TC_SERVER_URL does not end at the context root: 'https://a:1/tc/'"]);
  });

  test("counts its cases and failures in every suite and as a whole", () => {
    const xml = form.render(report([finding(), finding({ severity: "info" })], { verdicts: [verdict("demo")] }), context());
    expect(readJunit(xml).counts).toEqual(["4/1", "1/0", "3/1"]);
  });

  test("names no case twice, and by nothing that moves with a line", () => {
    const names = (line: number) => {
      const at = { file: "a.yaml", line, column: 1, endLine: line, endColumn: 2 };
      return casesOf([finding({ at }), finding({ at: { ...at, line: line + 1 } })]).map(({ name }) => name);
    };
    expect(new Set(names(1)).size).toBe(3);
    expect(names(1)).toEqual(names(50));
  });

  test("a case says the file and line of its finding, from the top of the checkout, and no other case says any", () => {
    const at = { file: "a b/<x>.yaml", line: 7, column: 1, endLine: 7, endColumn: 2 };
    const shown = (file: string, prefix: string) =>
      readJunit(
        form.render(report([finding({ at: { ...at, file } })], { verdicts: [verdict("demo")] }), context({ prefix })),
      ).cases.map((one) => one.at);
    expect(shown(at.file, "")).toEqual([null, null, "a b/<x>.yaml:7"]);
    expect(shown(at.file, "config/")).toEqual([null, null, "config/a b/<x>.yaml:7"]);
    expect(shown("../x.yaml", "config/")).toEqual([null, null, "x.yaml:7"]);
    expect(shown("/etc/x", "config/")).toEqual([null, null, "/etc/x:7"]);
    expect(shown("D:/x", "config/")).toEqual([null, null, "D:/x:7"]);
    const { at: _, ...nowhere } = finding();
    expect(casesOf([nowhere as never]).map((one) => one.at)).toEqual([null, null]);
  });

  test("is there when nothing was found: services take an empty one for a failure", () => {
    expect(casesOf([], { files: 2 })).toMatchObject([{ failure: null, text: "2 files checked" }]);
  });
});

describe("[B5] whatever is reported on, a JUnit report is XML", () => {
  test("every character that XML 1.0 has not is shown, and what it takes for markup is text", () => {
    const units = Array.from({ length: 0x100 }, (_, i) => String.fromCharCode(i));
    const odd = ["\ud800", "\udc00x", "\ufffe", "\uffff", "\u2028", "\u202e", "\u{1F600}", "]]>", "&amp;", "<!--", "'", '"'];
    for (const text of [...units, ...odd]) {
      const [, told] = casesOf([finding({ message: [text], at: { ...PLACE, file: text }, notes: [say`${value(text)}`] })]);
      const shown = /^[\n\P{C}]*$/u.test(text) && !/[\n\u2028]/.test(text);
      expect(told?.failure?.message, JSON.stringify(text)).toBe(shown ? `error: ${text}` : told?.failure?.message);
      expect([told?.failure?.message, told?.name, told?.text].join("")).toMatch(/^[\n\P{C}]*$/u);
      // nothing was lost without a trace
      expect(told?.failure?.message.length).toBeGreaterThan("error: ".length);
    }
  });

  test("no line of it is a command of a build service", async () => {
    const { out } = await cli(["check", "--format", "junit"], { cwd: hostileRepository(SOME) });
    expect(harmOf(out)).toBeNull();
    expect(readJunit(out).cases.length).toBeGreaterThan(SOME.length * 2);
    const text = readJunit(out)
      .cases.map((item) => item.text)
      .join("\n");
    for (const bait of SOME.filter((text) => !text.includes("::"))) expect(text).toContain(bait);
  });
});
