import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { plain } from "../../../src/kernel/diagnostic/text.ts";
import { yamlScalar } from "../../../src/kernel/diagnostic/yaml-scalar.ts";
import { edit, exampleRepository, run, writeFiles } from "../../support/repository.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/* What somebody is told to type into YAML reads back as exactly what was meant. */

const OPTIONS = { schema: "failsafe" } as const;

/** A value, a key, an item of a list and an item of a map in braces. */
function readBack(text: string): readonly unknown[] {
  const source = yamlScalar(text);
  return [
    parse(`key: ${source}   # a comment\n`, OPTIONS).key,
    Object.keys(parse(`${source}: x\n`, OPTIONS))[0],
    parse(`[${source}, x]`, OPTIONS)[0],
    parse(`{ key: ${source}, x: y }`, OPTIONS).key,
  ];
}

describe("[B5] a scalar as it is typed", () => {
  test.each([
    ["D:\\O'Brien\\x", "'D:\\O''Brien\\x'"],
    ["it's", '"it\'s"'],
    ["'", '"\'"'],
    ["''\\\\", "'''''\\\\'"],
    ['say "x"', "'say \"x\"'"],
    ["D:\\plm\\staging", "'D:\\plm\\staging'"],
    ["2506", '"2506"'],
    ["null", "'null'"],
    ["", "''"],
    ["a: b", "'a: b'"],
    ["a #b", "'a #b'"],
    ["{{x}}", "'{{x}}'"],
    [" a ", "' a '"],
    ["a\tb", '"a\\u0009b"'],
    ["two\nlines", '"two\\u000alines"'],
    ["\u{1F600}", '"\\U0001f600"'],
    ["Größe", "'Größe'"],
    ["production", "production"],
    ["https://plm.example.com:8443/tc", "https://plm.example.com:8443/tc"],
    ["27000@lic.example.com", "27000@lic.example.com"],
    ["2024x Refresh3", "2024x Refresh3"],
  ])("%j is written %s", (text, source) => {
    expect(yamlScalar(text)).toBe(source);
    expect(readBack(text)).toEqual([text, text, text, text]);
  });

  test("whatever the text, it reads back as itself", () => {
    const letters = fc.constantFrom(..."'\"\\:#{}[],&*!|>%@`-?~ aZ09.\t\n\r/é\u00a0\u2028\ufeff\u{1F600}");
    const text = fc.oneof(fc.string({ unit: letters, maxLength: 12 }), fc.string({ unit: "grapheme", maxLength: 12 }));
    fc.assert(
      fc.property(text, (given) => {
        expect(readBack(given)).toEqual([given, given, given, given]);
      }),
      { numRuns: 100 },
    );
  });
});

const DEMO = "environments/demo/environment.yaml";
const STAGING = "stagingDir: 'D:\\plm\\staging'";

/** The finding of a rule after a change of the example repository. */
async function found(rule: string, changes: readonly (readonly [path: string, from: string | null, to: string])[]) {
  const folder = exampleRepository();
  for (const [path, from, to] of changes) {
    if (from === null) writeFiles(folder, { [path]: to });
    else edit(folder, path, from, to);
  }
  const { findings } = await run(folder);
  const finding = findings.find((one) => one.rule === rule);
  if (!finding) throw new Error(`${rule} was not found: ${findings.map((one) => one.rule).join(", ")}`);
  return { folder, finding, help: plain(finding.help ?? []) };
}

const COPY = (name: string) => `apiVersion: tierwright/v1
kind: Environment
name: ${name}
connector: "2506"
tool: 2024x Refresh3
tier:
  release: "2506"
  signIn: https://plm.example.com:8443/tc
  fileTransfer: [ "https://plm.example.com:4544" ]
`;

/** Advice of rules about hostile names and values: which, what is changed, where YAML begins and ends in the help, and what it says. */
const ADVICE: readonly (readonly [
  rule: string,
  title: string,
  changes: readonly (readonly [string, string | null, string])[],
  yaml: RegExp,
  means: unknown,
])[] = [
  [
    "conf/doubled-backslash",
    "a path with an apostrophe",
    [[DEMO, STAGING, "stagingDir: 'D:\\\\O''Brien\\\\x'"]],
    /^write (.*)$/,
    "D:\\O'Brien\\x",
  ],
  [
    "conf/slash-direction",
    "a folder of logs with an apostrophe",
    [[DEMO, STAGING, `${STAGING}\n  set: { logger: { jsonPayloaddir: 'C:\\O''Brien\\x' } }`]],
    /^write (.*)$/,
    "C:/O'Brien/x",
  ],
  [
    "compat/blocked",
    "a release that is no word",
    [
      ["releases/matrix.yaml", '"2506": A', `"26'06": 'P #1', "2506": A`],
      ["releases/matrix.yaml", "codes:", "codes:\n  'P #1': { gate: block, acceptable: true }"],
      ["releases/26'06/release.yaml", null, 'apiVersion: tierwright/v1\nkind: ConnectorRelease\nrelease: "26\'06"\nwrites: []\n'],
      [DEMO, 'connector: "2506"', `connector: "26'06"`],
    ],
    /exactly this pair: ({.*}) allows/,
    {
      tool: "2024x Refresh3",
      connector: "26'06",
      verdict: "P #1",
      environments: ["demo"],
      reason: null,
      owner: null,
      until: "YYYY-MM-DD",
    },
  ],
  [
    "tier/shared-address",
    "environments that YAML takes for other things",
    [["environments/null/environment.yaml", null, COPY("'null'")]],
    /tier\.sharedWith: (\[.*?\])/,
    ["demo"],
  ],
  [
    "repo/environment-name",
    "a folder that YAML takes for nothing",
    [["environments/null/environment.yaml", null, COPY("x").replaceAll("plm.", "x.")]],
    /^write name: (\S+),/,
    "null",
  ],
];

describe("[B5] advice that is typed into YAML", () => {
  test.each(ADVICE)("%s: %s", async (rule, _title, changes, yaml, means) => {
    const { help } = await found(rule, changes);
    const match = yaml.exec(help);
    const source = match?.[1];
    expect({ help, found: source !== undefined }).toEqual({ help, found: true });
    expect(parse(source ?? "", OPTIONS)).toEqual(means);
  });

  test.each([
    ["conf/doubled-backslash", "stagingDir: 'D:\\\\O''Brien\\\\x'", "D:\\O'Brien\\x"],
    ["conf/doubled-backslash", 'stagingDir: "D:\\\\\\\\it\'s\\\\\\\\x"', "D:\\it's\\x"],
    ["repo/escaped-path", 'stagingDir: "D:\\O\'Brien\\x"', "D:\\O'Brien\\x"],
    ["repo/lookalike-character", "stagingDir: “D:\\O'Brien”", "D:\\O'Brien"],
  ])("the fix of %s for %s writes what was meant", async (rule, line, means) => {
    const { folder, finding } = await found(rule, [[DEMO, STAGING, line]]);
    const [change] = finding.fix?.edits ?? [];
    const lines = readFileSync(join(folder, DEMO), "utf8").split("\n");
    const { line: at, column, endColumn } = change?.place ?? { line: 0, column: 0, endColumn: 0 };
    const before = lines[at - 1] ?? "";
    const after = before.slice(0, column - 1) + change?.text + before.slice(endColumn - 1);
    expect(parse(after.trim(), OPTIONS)).toEqual({ stagingDir: means });
  });
});
