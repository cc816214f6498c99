import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { RULES } from "../../../src/compiler/rules/registry.generated.ts";
import type { Rule } from "../../../src/compiler/rules/rule.ts";
import { sourcesOf } from "../../cli/civil.ts";
import { cli } from "../../support/host.ts";
import { applyExample, edit, exampleRepository, writeFiles } from "../../support/repository.ts";
import { eachNth, first, runs, turned } from "../../support/runs.ts";

/* --fix and --fix-review: the finding is gone, nothing else is touched, and what is the kit's stays the kit's. */

interface Edit {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly text: string;
}
interface Finding {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly fix: { readonly title: string; readonly safe: boolean; readonly edits: readonly Edit[] } | null;
}

async function check(folder: string, ...words: string[]): Promise<{ code: number; findings: readonly Finding[]; said: string }> {
  const answer = await cli(["check", ...words, "--format", "json"], { cwd: folder });
  return { code: answer.code, findings: JSON.parse(answer.out).findings, said: answer.err };
}

const fixable = (findings: readonly Finding[]) =>
  findings.filter((finding) => finding.fix && !/^releases\/[^/]+\/base\//.test(finding.file));

/** A file in the view that its places count in: YAML as UTF-8, all else byte by byte. */
const viewOf = (path: string) => (/\.ya?ml$/.test(path) ? "utf8" : "latin1");

/** The edits of one fix, made in the plainest way: cut at line and column. */
function edited(text: string, edits: readonly Edit[]): string {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\r|\n/g)) starts.push(match.index + match[0].length);
  const offset = (line: number, column: number) =>
    (starts[line - 1] ?? text.length) + column - 1 + (line === 1 && text.startsWith("\ufeff") ? 1 : 0);
  const cuts = edits
    .map((item) => ({ from: offset(item.line, item.column), to: offset(item.endLine, item.endColumn), text: item.text }))
    .sort((a, b) => b.from - a.from);
  return cuts.reduce((all, cut) => all.slice(0, cut.from) + cut.text + all.slice(cut.to), text);
}

const BASE = /^releases\/2506\/base\/(.*)\.(properties|xml)$/;
const INSTALLED: Readonly<Record<string, string>> = {
  connector: "connector",
  logger: "logger",
  client: "CommonClient",
  log4j2: "log4j2",
};

/** The example repository with a rule's failing example; one that is about a kit's file lies on a workstation instead, where it may be fixed. */
function failing(rule: Rule): { folder: string; path: string } {
  const folder = exampleRepository();
  applyExample(folder, rule.fails);
  const [, name = "", ending = ""] = BASE.exec(rule.fails.file) ?? [];
  if (name === "") return { folder, path: rule.fails.file };
  const path = `environments/demo/installed/${INSTALLED[name]}.${ending}`;
  writeFiles(folder, {
    [path]: readFileSync(join(folder, rule.fails.file)),
    [rule.fails.file]: EXAMPLE_REPOSITORY[rule.fails.file] ?? "",
  });
  return { folder, path };
}

describe("each rule's failing example", () => {
  const withCrlf = (folder: string, path: string) => {
    const text = readFileSync(join(folder, path), "latin1");
    writeFiles(folder, { [path]: Buffer.from(text.replace(/\r\n|\n/g, "\r\n"), "latin1") });
  };

  test.each(
    eachNth(
      6,
      RULES.flatMap((rule, i) => first(1, turned(i, ["LF", "CRLF"])).map((ends) => [rule.id, ends, rule] as const)),
    ),
  )("%s, %s: each fix takes its finding away and changes its own range alone", async (id, ends, rule) => {
    const { folder, path } = failing(rule);
    if (ends === "CRLF" && typeof rule.fails.with === "string" && !rule.fails.repeat) withCrlf(folder, path);
    const before = await check(folder);
    const own = fixable(before.findings).filter((finding) => finding.rule === id);
    if (own.length === 0) {
      expect(before.findings.some((finding) => finding.rule === id && finding.fix)).toBe(false);
      return;
    }
    const sources = sourcesOf(folder);
    const expected = { ...sources };
    for (const file of new Set(fixable(before.findings).map((finding) => finding.file))) {
      const edits = fixable(before.findings)
        .filter((finding) => finding.file === file)
        .flatMap((finding) => finding.fix?.edits ?? []);
      const distinct = [...new Map(edits.map((item) => [JSON.stringify(item), item])).values()];
      const view = viewOf(file);
      expected[file] = Buffer.from(edited(readFileSync(join(folder, file), view), distinct), view).toString("latin1");
    }
    const after = await check(folder, "--fix-review");
    expect(sourcesOf(folder)).toEqual(expected);
    expect(
      after.findings.filter(
        (finding) =>
          finding.rule === id &&
          own.some((item) => item.file === finding.file && item.line === finding.line && item.message === finding.message),
      ),
    ).toEqual([]);
    for (const finding of own)
      expect(after.said).toContain(`fixed ${finding.file}:${finding.fix?.edits[0]?.line}: ${finding.fix?.title}`);
    if (ends === "CRLF")
      for (const finding of own)
        if (/\r\n/.test(sources[finding.file] ?? "")) expect(sourcesOf(folder)[finding.file]).not.toMatch(/(?<!\r)\n/);
  });

  test("some of them have one", async () => {
    const having: string[] = [];
    for (const rule of RULES) {
      const { folder } = failing(rule);
      if (fixable((await check(folder)).findings).some((finding) => finding.rule === rule.id)) having.push(rule.id);
      if (having.length > 5) return expect(new Set(having).size).toBe(6);
    }
    expect(having).toEqual("more than five rules");
  });
});

const CONF = "environments/demo/installed/connector.properties";

describe("what is fixed", () => {
  test("--fix makes the safe ones alone", async () => {
    const folder = exampleRepository();
    edit(folder, "environments/demo/environment.yaml", "enabled: false", "enabled: no");
    edit(folder, "environments/demo/environment.yaml", "sessionAgent: none", "sessionagent: none");
    const before = fixable((await check(folder)).findings);
    expect(before.map((finding) => finding.fix?.safe).sort()).toEqual([false, true]);
    const after = await check(folder, "--fix");
    expect(fixable(after.findings).map((finding) => finding.fix?.safe)).toEqual([false]);
    const text = readFileSync(join(folder, "environments/demo/environment.yaml"), "utf8");
    expect(text).toContain("enabled: false");
    expect(text).toContain("sessionagent: none");
    expect((await check(folder, "--fix-review")).code).toBe(0);
  });

  test("with nothing to fix nothing is written and it is said", async () => {
    const folder = exampleRepository();
    const before = sourcesOf(folder);
    expect((await check(folder, "--fix")).said).toBe("nothing to fix\n");
    expect(sourcesOf(folder)).toEqual(before);
  });

  test("the kit's files never", async () => {
    const folder = exampleRepository();
    const base = "releases/2506/base/connector.properties";
    edit(folder, base, "LicenseDir=28000@vendor.invalid", "LicenseDir=28000@vendor.invalid \nX=C:\\\\temp\\\\  ");
    writeFiles(folder, { "releases/2506/base/logger.properties": "\ufeffisPayloadRequired=false\njsonPayloaddir=C:\\\\Temp\n" });
    const found = await check(folder);
    expect(
      found.findings.filter((finding) => finding.fix && finding.file.startsWith("releases/2506/base/")).length,
    ).toBeGreaterThan(1);
    const before = sourcesOf(folder);
    await check(folder, "--fix-review");
    expect(sourcesOf(folder)).toEqual(before);
  });

  test("nor by way of carryFrom", async () => {
    const folder = exampleRepository();
    edit(
      folder,
      "releases/2506/base/connector.properties",
      "LicenseDir=28000@vendor.invalid",
      "LicenseDir=28000@vendor.invalid ",
    );
    edit(
      folder,
      "environments/demo/environment.yaml",
      "workstation:\n",
      "carryFrom: ../../releases/2506/base/connector.properties\nworkstation:\n",
    );
    const before = sourcesOf(folder);
    await check(folder, "--fix-review");
    expect(sourcesOf(folder)).toEqual(before);
  });

  test.runIf(process.platform !== "win32")("nor by way of a link", async () => {
    const folder = exampleRepository();
    edit(
      folder,
      "releases/2506/base/connector.properties",
      "LicenseDir=28000@vendor.invalid",
      "LicenseDir=28000@vendor.invalid ",
    );
    mkdirSync(join(folder, "environments/demo/installed"));
    symlinkSync("../../../releases/2506/base/connector.properties", join(folder, CONF));
    const before = sourcesOf(folder);
    await check(folder, "--fix-review");
    expect(sourcesOf(folder)).toEqual(before);
  });

  test("a fault in a layer that several environments share is fixed once", async () => {
    const folder = exampleRepository();
    for (const name of ["second", "third"]) {
      writeFiles(folder, {
        [`environments/${name}/environment.yaml`]: `apiVersion: tierwright/v1\nkind: Environment\nname: ${name}\nextends: demo\nconnector: "2506"\ntool: 2024x Refresh3\ntier: { release: "2506", signIn: "https://${name}.example.com:8443/tc", fileTransfer: [ "https://${name}.example.com:4544" ], webClient: "https://${name}.example.com:3000/awc", hosts: {} }\n`,
      });
    }
    edit(folder, "environments/demo/environment.yaml", "enabled: false", "enabled: no");
    const after = await check(folder, "--fix");
    expect(readFileSync(join(folder, "environments/demo/environment.yaml"), "utf8")).toContain("enabled: false, dir");
    expect(after.said.split("\n").filter((line) => line.startsWith("fixed"))).toHaveLength(1);
    expect(after.code).toBe(0);
  });

  test("YAML with a byte order mark, letters beyond ASCII and CRLF keeps them", async () => {
    const folder = exampleRepository();
    const path = "environments/demo/environment.yaml";
    const text = readFileSync(join(folder, path), "utf8")
      .replace("name: demo", "name: demo\ndescription: für 🚀 Größe # ü")
      .replace("enabled: false", "enabled: no")
      .replaceAll("\n", "\r\n");
    writeFiles(folder, { [path]: `\ufeff${text}` });
    expect((await check(folder, "--fix")).code).toBe(0);
    expect(readFileSync(join(folder, path), "utf8")).toBe(`\ufeff${text.replace("enabled: no", "enabled: false")}`);
  });

  test("a fault on the first line behind a byte order mark is fixed in its place", async () => {
    const folder = exampleRepository();
    const path = "environments/demo/environment.yaml";
    const text = readFileSync(join(folder, path), "utf8")
      .replace("apiVersion: tierwright/v1\n", "logging: { payload: { enabled: yes } }\napiVersion: tierwright/v1\n")
      .replace(/logging:\n.*\n$/, "");
    writeFiles(folder, { [path]: `\ufeff${text}` });
    await check(folder, "--fix");
    expect(readFileSync(join(folder, path), "utf8")).toBe(`\ufeff${text.replace("enabled: yes", "enabled: true")}`);
  });

  test("several faults on one line are fixed together, or one after the other", async () => {
    const folder = exampleRepository();
    edit(
      folder,
      "environments/demo/environment.yaml",
      "payload: { enabled: false, dir: C:/Temp/payload }",
      "payload: { enabled: off, Dir: C:/Temp/payload }",
    );
    for (let round = 0; round < 3; round++) await check(folder, "--fix-review");
    expect(readFileSync(join(folder, "environments/demo/environment.yaml"), "utf8")).toContain(
      "payload: { enabled: false, dir: C:/Temp/payload }",
    );
    expect((await check(folder)).findings).toEqual([]);
  });
});

describe("laws", () => {
  const RUNS = Number(process.env.TIERWRIGHT_LAW_RUNS ?? runs(60));
  const line = fc.constantFrom(
    "A=1 ",
    "B = 2\t ",
    "STAGING_DIR=C:\\temp\\new",
    "jsonPayloaddir=C:\\x",
    "C=\\u00g0",
    "D=a,\\ ",
    "D=a,\\",
    "   b",
    "D=a\\ \n   b",
    "# comment \\",
    "",
    "TC_SERVER_URL=x",
    "TC_SERVER_URL=x",
    "AWC_WEBLOGIC_HOST_URI=y",
    "StereotypeNameTruncationLimit=3",
    "E=\u00fc",
    "F=\u00c3\u00bc ",
    "\u00ef\u00bb\u00bfG=1",
    "=",
    ":",
    "H",
    "K=C:/x/",
    "L=\\\\server\\share ",
  );
  const eol = fc.constantFrom("\n", "\n", "\r\n", "\r");
  const conf = fc.array(fc.tuple(line, eol), { maxLength: 12 }).map((lines) => lines.map(([text, end]) => text + end).join(""));

  test("fixing ends: after a few rounds nothing more can be fixed, and no other file was touched", async () => {
    await fc.assert(
      fc.asyncProperty(
        conf,
        fc.constantFrom("connector.properties", "logger.properties", "CommonClient.properties"),
        async (text, name) => {
          const path = `environments/demo/installed/${name}`;
          const folder = exampleRepository({ [path]: Buffer.from(text, "latin1") });
          const others = Object.entries(sourcesOf(folder)).filter(([other]) => other !== path);
          let rounds = 0;
          let said = "";
          while (said === "" || /^fixed /m.test(said)) {
            expect(++rounds, `still mending:\n${readFileSync(join(folder, path), "latin1")}`).toBeLessThan(8);
            ({ said } = await check(folder, "--fix-review"));
          }
          // what is left has a fix that was tried and did not help
          const left = fixable((await check(folder)).findings).length;
          expect(left).toBe(said.match(/^not fixed /gm)?.length ?? 0);
          expect(Object.entries(sourcesOf(folder)).filter(([other]) => other !== path)).toEqual(others);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
