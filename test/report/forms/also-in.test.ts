import { expect, test } from "vitest";
import type { Finding } from "../../../src/kernel/diagnostic/finding.ts";
import { say } from "../../../src/kernel/diagnostic/text.ts";
import { form as github } from "../../../src/report/forms/github.ts";
import { form as json } from "../../../src/report/forms/json.ts";
import { form as markdown } from "../../../src/report/forms/markdown.ts";
import { form as text } from "../../../src/report/forms/text.ts";
import { PLACE, context, finding, report } from "./reports.ts";

/** One cause in several files is one finding for people, with "also in" for each further place; programs get every finding. */

const inFile = (file: string, given: Partial<Finding> = {}) =>
  finding({ environment: null, at: { ...PLACE, file }, help: say`correct it`, ...given });
const same = ["a.xml", "b.xml", "c.xml"].map((file) => inFile(file));
const times = (whole: string, part: string) => whole.split(part).length - 1;
const inText = (findings: readonly Finding[]) => text.render(report(findings), context());

test.each([
  ["text", text, "error[tier/context-root]"],
  ["markdown", markdown, "<code>tier/context-root</code>"],
])("%s has one block with the other places, and counts every finding", (_, form, head) => {
  const out = form.render(report(same), context());
  expect(times(out, head)).toBe(1);
  expect(times(out, "correct it")).toBe(1);
  expect(out).toContain("a.xml:3:5");
  expect(out).toMatch(/also in: `?b\.xml:3:5/);
  expect(out).toMatch(/also in: `?c\.xml:3:5/);
  expect(out).toContain("3 errors");
});

test.each([
  ["json", json, '"rule": ?"tier/context-root"'],
  ["github", github, "::error "],
])("%s has every finding at its own place", (_, form, head) => {
  const out = form.render(report(same), context());
  expect(out.match(new RegExp(head, "g"))).toHaveLength(3);
  expect(out).not.toContain("also in");
});

test.each<readonly [string, readonly Finding[]]>([
  ["another message", [inFile("a.xml"), inFile("b.xml", { message: say`other` })]],
  ["another severity", [inFile("a.xml"), inFile("b.xml", { severity: "warning" })]],
  ["another help", [inFile("a.xml"), inFile("b.xml", { help: say`other` })]],
  ["another note", [inFile("a.xml"), inFile("b.xml", { notes: [say`other`] })]],
  ["another rule", [inFile("a.xml"), inFile("b.xml", { rule: "conf/bom" })]],
  ["two places of one file", [inFile("a.xml"), inFile("a.xml", { at: { ...PLACE, file: "a.xml", line: 9, endLine: 9 } })]],
])("findings with %s stay apart", (_, findings) => {
  expect(inText(findings)).not.toContain("also in");
});

test("findings of several environments name all of them, and many places are counted", () => {
  const many = Array.from({ length: 30 }, (_, i) => inFile(`environments/e${i}/environment.yaml`, { environment: `e${i}` }));
  const out = inText(many);
  expect(times(out, "error[")).toBe(1);
  expect(out).toContain("affects 30 environments");
  expect(times(out, "also in: ")).toBe(10);
  expect(out).toContain("also in 19 more files, of which the first is: environments/e11/environment.yaml:3:5");
});
