import { describe, expect, test } from "vitest";
import { withoutMoot } from "../../../src/kernel/diagnostic/because.ts";
import { checkDocument } from "../../../src/kernel/schema/validate.ts";
import { inWords } from "../../support/said.ts";
import { edit, exampleRepository, run } from "../../support/repository.ts";
import { read } from "../../support/yaml.ts";

/** A field inside a map of free keys, such as tier.hosts: any name is valid there, so only its name and value show that it is a level too deep. */

const HEAD = "apiVersion: tierwright/v1\nkind: Environment\nname: demo\n";
const found = (lines: string) => {
  const { tree, problems } = read(HEAD + lines);
  if (!tree) throw new Error(JSON.stringify(problems.map(inWords)));
  return withoutMoot([...problems, ...checkDocument("Environment", tree)]).map(inWords);
};

/** [map of free keys with a key of its own, field of the map around it with a value] */
const HOSTS = "  hosts:\n    a.example.com: 10.0.0.1\n";
const MEMBERS = "  members:\n    a.example.com: [b.example.com]\n";
const FIELDS: readonly (readonly [string, string, string])[] = [
  ["tier", HOSTS, "fileTransfer: [https://a:1]"],
  ["tier", HOSTS, "fileTransfer: https://a:1"],
  ["tier", HOSTS, "signIn: https://a:1/tc"],
  ["tier", HOSTS, "webClient: https://a:1/awc"],
  ["tier", HOSTS, 'release: "2506"'],
  ["tier", HOSTS, "transport: http"],
  ["tier", HOSTS, "sharedWith: [sandbox]"],
  ["tier", HOSTS, "members: { a: [b] }"],
  ["tier", MEMBERS, "fileTransfer: [https://a:1]"],
  ["tier", MEMBERS, "transport: http"],
  ["tier", MEMBERS, "hosts: { a: 10.0.0.1 }"],
  ["logging", "  levels:\n    a.b: INFO\n", "keepDays: 30"],
  ["logging", "  levels:\n    a.b: INFO\n", "payload: { enabled: false }"],
  ["logging", "  triggers:\n    MAIN: 50 MB\n", "keepDays: 30"],
];

describe("a field in a map of free keys is one finding, at the field, with its own map", () => {
  test.each(FIELDS)("%s, %j: %s", (home, map, field) => {
    const [key = ""] = field.split(":");
    const problems = found(`${home}:\n${map}    ${field}\n`);
    expect(problems).toMatchObject([
      {
        rule: "repo/unknown-key",
        at: { line: 7, column: 5 },
        message: `'${key}' belongs under '${home}', but is a key of '${home}.${/\w+/.exec(map)?.[0]}'`,
        help: expect.stringMatching(new RegExp(`^move line 7, .* under line 4: ${home}: \\{ ${key}: \\.\\.\\. \\}$`)),
      },
    ]);
  });

  test("several of a map are one finding, and the keys that they leave missing are none", () => {
    expect(found(`tier:\n${HOSTS}    fileTransfer: [https://a:1]\n    transport: http\n`)).toMatchObject([
      { message: "'fileTransfer' belongs under 'tier', but is a key of 'tier.hosts'; so does 'transport'" },
    ]);
  });

  test.each([
    ["a host of that name", `tier:\n${HOSTS}    transport: 10.0.0.2\n    release: ["2001:db8::1"]\n`],
    ["a field that its own map has as well", `tier:\n  transport: http\n  hosts:\n    transport: a\n`],
    ["a logger of that name", "logging:\n  levels:\n    payload: INFO\n    triggers: WARN\n"],
    ["a key of the vendor's file", "workstation:\n  set:\n    connector: { stagingDir: a, install: b, keep: c }\n"],
    ["a value of another kind", "logging:\n  levels:\n    keepDays: INFO\n"],
  ])("%s is none", (_, lines) => {
    expect(found(lines)).toEqual([]);
  });

  test("thousands of keys take no longer each", () => {
    const hosts = Array.from({ length: 20_000 }, (_, i) => `    h${i}: 10.0.0.1\n`).join("");
    const started = performance.now();
    expect(found(`tier:\n  hosts:\n${hosts}    fileTransfer: [https://a:1]\n`)).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(4000);
  });
});

test("no rule judges the value of such a field as that of a host", async () => {
  const folder = exampleRepository();
  const file = "environments/demo/environment.yaml";
  edit(folder, file, "  transport: http\n", "");
  edit(folder, file, "hosts: { plm.example.com: 10.20.0.11 }", "hosts: { plm.example.com: 10.20.0.11, transport: http }");
  const { findings } = await run(folder);
  expect(findings.map(({ rule }) => rule)).toEqual(["repo/unknown-key"]);
});
