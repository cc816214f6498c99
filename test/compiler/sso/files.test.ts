import { describe, expect, test } from "vitest";
import { csvTable } from "../../../src/kernel/index.ts";
import type { RuleProblem } from "../../../src/kernel/diagnostic/finding.ts";
import { plain } from "../../../src/kernel/diagnostic/text.ts";
import { parseDiscovery } from "../../../src/compiler/load/discovery.ts";
import { parseEnv } from "../../../src/compiler/load/installed-sign-in.ts";
import { parseUsers } from "../../../src/compiler/load/user-list.ts";
import { exampleRepository, rulesOf, run } from "../../support/repository.ts";
import { discoveryOf, LIVE, REALM } from "./scene.ts";

const parsed = (text: string) => parseUsers("users.csv", text, csvTable(text));
const ids = (text: string | Uint8Array) => parsed(Buffer.from(text).toString("utf8")).users.map(({ id }) => id);

describe("[E7] users.csv", () => {
  test("one header line, the first column, any separator and line end; empty lines are none", () => {
    expect(ids("id,name\njdoe,J. Doe\n\nab,\n")).toEqual(["jdoe", "ab"]);
    expect(ids("Kennung;Name\r\njdoe;Doe, J.\r\nab;x\r\n")).toEqual(["jdoe", "ab"]);
    expect(ids('id,name\n"a,b","x\ny"\n"say ""hi"""')).toEqual(["a,b", 'say "hi"']);
    expect(ids("\ufeffid\njdoe")).toEqual(["jdoe"]);
    expect(ids("")).toEqual([]);
    expect(ids("id\n")).toEqual([]);
  });

  test("nothing of an id is trimmed or dropped: a space, a stray CR and an unseen character are what is looked for", () => {
    expect(ids("id\njdoe \n jdoe\njd\u200boe\njdoe\r\r\nEND\r")).toEqual(["jdoe ", " jdoe", "jd\u200boe", "jdoe\r", "END\r"]);
    expect(ids("id,n\n,x\n")).toEqual([""]);
  });

  test("each id knows its place", () => {
    const { users, source } = parsed('id,n\na,1\n"b",2\n');
    expect(users.map(({ span }) => source.placeOf(span.start, span.end))).toMatchObject([
      { line: 2, column: 1, endColumn: 2 },
      { line: 3, column: 1, endColumn: 4 },
    ]);
  });
});

describe("[E4] discovery.json", () => {
  test.each([
    ["a key twice", '{ "issuer": "https://a.example.com", "issuer": "https://b.example.com" }', "appears twice"],
    ["a page of HTML", "<html></html>", "no JSON value begins here"],
    ["a byte order mark", "\ufeff{}", "byte order mark"],
    ["a document that was cut", '{ "issuer": "https://a.exa', "does not end"],
    ["a list", "[]", "holds a list"],
    ["a text", '"x"', "holds a single value"],
    ["an address that is no text", '{\n  "jwks_uri": ["https://a.example.com"] }', "jwks_uri of discovery.json is not a text"],
  ])("%s is refused with its reason", (_, text, says) => {
    const problems: RuleProblem[] = [];
    expect(parseDiscovery("discovery.json", Buffer.from(text), problems)).toBeNull();
    expect(problems.map(({ rule, message, notes = [] }) => [rule, [message, ...notes].map(plain).join("; ")])).toEqual([
      ["idp/unreadable-discovery", expect.stringContaining(says)],
    ]);
  });

  test("lists, escapes and fields of tomorrow are no fault", () => {
    const problems: RuleProblem[] = [];
    const text = '{ "issuer": "https:\\/\\/idp.example.com", "new": { "a": [1, null] }, "x": 1 }';
    expect(parseDiscovery("discovery.json", Buffer.from(text), problems)?.texts.get("issuer")?.text).toBe(
      "https://idp.example.com",
    );
    expect(problems).toEqual([]);
  });
});

test("[E11] environment files are read as a container and both shells write them", () => {
  const { entries } = parseEnv("a.env", Buffer.from('# A=1\nA=1\r\nexport B="two"\nset C=3\nD=\'x\nE=\n'));
  expect(entries.map(({ name, value }) => [name, value])).toEqual([
    ["A", "1"],
    ["B", "two"],
    ["C", "3"],
    ["D", "'x"],
    ["E", ""],
  ]);
});

describe("[E13] a repository with a sign-in", () => {
  const sso = (text: string, further: Readonly<Record<string, string>> = {}) =>
    run(exampleRepository({ "environments/demo/sso.yaml": text, ...further }));

  test("a complete set raises nothing; a misnamed or broken document gives one finding", async () => {
    const pinned = { "environments/demo/discovery.json": discoveryOf(REALM) };
    expect(rulesOf(await sso(LIVE, pinned))).toEqual([]);
    expect(rulesOf(await sso(LIVE))).toEqual(["sso/incomplete"]);
    expect(rulesOf(await sso(LIVE, { "environments/demo/discovery.json": "{" }))).toEqual(["idp/unreadable-discovery"]);
    expect(rulesOf(await sso(LIVE, { "environments/demo/Discovery.json": "{}" }))).toContain("repo/misnamed-file");
  });

  test.each([
    ["an open quotation mark", 'id,name\njdoe,"J. Doe\nhidden,x\n', "2:6"],
    ["an open quotation mark behind a byte order mark", '\ufeffid\n"jd""oe\nhidden\n', "2:1"],
    ["bytes of another encoding", Buffer.from("id\nm\xfcller\n", "latin1"), "1:1"],
  ])("[E7] a list of users with %s is refused at its place, because ids would be missing", async (_, users, at) => {
    const edited = LIVE.replace(/^idp:\n/m, "idp:\n  users: users.csv\n");
    expect(edited).not.toBe(LIVE);
    const { findings } = await run(
      exampleRepository({
        "environments/demo/sso.yaml": edited,
        "environments/demo/discovery.json": discoveryOf(REALM),
        "environments/demo/users.csv": users,
      }),
    );
    expect(findings.map(({ rule, at }) => `${rule} ${at?.file}:${at?.line}:${at?.column}`)).toEqual([
      `idp/unreadable-users environments/demo/users.csv:${at}`,
    ]);
  });

  test("that describes the connector's keys alone is none", async () => {
    const { findings } = await sso("apiVersion: tierwright/v1\nkind: FederatedSignIn\nconnector: { loginUrl: '' }\n");
    expect(findings).toEqual([]);
  });
});
