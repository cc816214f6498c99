import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inWords, said } from "../../support/said.ts";
import type { Finding } from "../../../src/kernel/diagnostic/finding.ts";
import { edit, exampleRepository, run, temporaryFolder } from "../../support/repository.ts";

/* What a person writes into the tier block in the wrong place or form: each is red, and says what it is. */

const ENVIRONMENT = "environments/demo/environment.yaml";
const SIGN_IN = "signIn: https://plm.example.com:8443/tc";
const WEB = "webClient: https://plm.example.com:3000/awc";
const FILES = '"https://plm.example.com:4544"';
const HOSTS = "hosts: { plm.example.com: 10.20.0.11 }";

async function errorsOf(...changes: readonly (readonly [string, string])[]): Promise<readonly Finding[]> {
  const folder = exampleRepository();
  for (const [replace, by] of changes) edit(folder, ENVIRONMENT, replace, by);
  return (await run(folder)).findings.filter(({ severity }) => severity === "error");
}

describe("[B4] members belong to one sign-in host", () => {
  test("in the sample, sign-in and its host moved to another tier while file transfer stayed is a half-switch", async () => {
    const folder = temporaryFolder();
    for (const part of ["environments", "releases"]) {
      cpSync(join(import.meta.dirname, "../../..", part), join(folder, part), {
        recursive: true,
        filter: (path) => !/[\\/]kit$/.test(path),
      });
    }
    const path = "environments/production/environment.yaml";
    edit(folder, path, "https://plm.example.com:8443/tc", "https://new.example.com:8443/tc");
    edit(folder, path, "https://plm.example.com:3000/awc?ah=true", "https://new.example.com:3000/awc?ah=true");
    edit(folder, path, "plm.example.com: 10.20.0.11", "new.example.com: 10.20.0.51");
    const { findings } = await run(folder, { only: ["production"] });
    const found = findings.filter(({ rule, environment }) => rule === "tier/half-switch" && environment === "production");
    expect(found.map(inWords).map(({ severity, message }) => [severity, message])).toEqual([
      ["error", expect.stringMatching(/member of the tier of plm\.example\.com, which is not the sign-in host/)],
    ]);
  });

  const V6 = [FILES, '"https://[2001:db8::12]:4544"'] as const;

  test.each([["[2001:db8::12]"], ["2001:db8::12"], ["2001:DB8:0::12"], ["[2001:0db8:0:0::0012]"]])(
    "a member is one in every spelling of its IPv6 address: %s",
    async (member) => {
      expect(await errorsOf(V6, [HOSTS, `members: { plm.example.com: ["${member}"] }`])).toEqual([]);
      const signIn = [SIGN_IN, "signIn: https://[2001:db8::11]:8443/tc"] as const;
      const own = `members: { "2001:DB8::11": ["${member}"] }`;
      const files = await errorsOf(V6, signIn, [HOSTS, own]);
      expect(files.filter(({ rule }) => rule === "tier/half-switch")).toEqual([]);
    },
  );

  test.each([
    ["another address", "2001:db8::112", "plm.example.com"],
    ["another address of the same tail", "2001:db9::12", "plm.example.com"],
    ["the address for another sign-in host", "2001:db8::12", "old.example.com"],
  ])("a file server at an IPv6 address is no member by %s", async (_, member, host) => {
    const errors = await errorsOf(V6, [HOSTS, `members: { ${host}: ["${member}"] }`]);
    expect(errors.map(({ rule }) => rule)).toEqual(["tier/half-switch"]);
  });

  const list = (members: string) => errorsOf([HOSTS, `${HOSTS}\n  members: ${members}`]);

  test("the list form is one finding, fixed by hand where it names a host", async () => {
    const errors = await errorsOf(
      [FILES, '"https://files.example.com:4544"'],
      [HOSTS, "hosts: { plm.example.com: 10.20.0.11, files.example.com: 10.20.0.12 }\n  members: [files.example.com]"],
    );
    expect(errors.map(inWords).map(({ rule, message }) => [rule, message])).toEqual([
      ["repo/wrong-kind", expect.stringMatching(/^tier\.members is a list, which does not show the sign-in host/)],
    ]);
    expect(errors[0]?.fix).toMatchObject({ safe: false, edits: [{ text: "{ plm.example.com: [files.example.com] }" }] });
  });

  test("an empty list is certainly the empty map", async () => {
    const [error, ...others] = await list("[]");
    expect(error?.fix).toMatchObject({ safe: true, edits: [{ text: "{}" }] });
    expect(others).toEqual([]);
  });

  test("a list whose hosts could not stand in a map gets no fix", async () => {
    const [error] = await list('["https://files.example.com:4544"]');
    expect(error?.rule).toBe("repo/wrong-kind");
    expect(error?.fix).toBeUndefined();
  });

  test.each([
    ["a URL as sign-in host", "{ 'https://plm.example.com:8443': [files.example.com] }", /it is an address/],
    ["a port behind the sign-in host", "{ 'plm.example.com:8443': [files.example.com] }", /it has a port/],
    ["a URL as member", "{ plm.example.com: ['https://files.example.com:4544'] }", /it is an address/],
    ["a port behind a member", "{ plm.example.com: ['files.example.com:4544'] }", /it has a port/],
    ["a dot behind a member", "{ plm.example.com: [files.example.com.] }", /a dot follows/],
    ["a member with a path", "{ plm.example.com: [files.example.com/tc] }", /it has a path/],
    ["a member that is empty", "{ plm.example.com: [''] }", /it is empty/],
    ["a number as a member", "{ plm.example.com: [0x7f.1] }", /neither a name nor an address in its ordinary spelling/],
  ])("%s is said", async (_, members, words) => {
    const errors = await list(members);
    expect(errors.map(inWords).map(({ rule, message }) => [rule, message])).toEqual([
      ["tier/declared-host", expect.stringMatching(words)],
    ]);
    expect(said(errors[0])).not.toContain("pass-word");
  });

  test("credentials in a member are no host, and a secret in plain text", async () => {
    const errors = await list("{ plm.example.com: ['user:pass-word@files.example.com'] }");
    expect(errors.map(({ rule }) => rule)).toEqual(["secret/plain-value", "tier/declared-host"]);
    expect(errors.map(inWords)[1]?.message).toMatch(/a host is not a host name/);
    expect(errors.map(said).join()).not.toContain("pass-word");
  });
});

describe("[B4] a host that is declared is a name", () => {
  test.each([
    ["a URL", "{ 'https://plm.example.com': 10.20.0.11 }", /it is an address/],
    ["a port", "{ 'plm.example.com:8443': 10.20.0.11 }", /it has a port/],
    ["a dot at the end", "{ plm.example.com.: 10.20.0.11 }", /a dot follows/],
    ["a URL as its address", "{ plm.example.com: 'https://10.20.0.11' }", /is not a network address/],
    ["an address in hexadecimal", "{ plm.example.com: 0x7f.1 }", /is not a network address/],
    ["an address with a leading zero", "{ plm.example.com: 010.20.0.11 }", /is not a network address/],
    ["one number", "{ plm.example.com: 169082891 }", /is not a network address/],
  ])("%s", async (_, hosts, words) => {
    const errors = await errorsOf([HOSTS, `hosts: ${hosts}`]);
    expect(errors.map(inWords).map(({ rule, message }) => [rule, message])).toEqual([
      ["tier/declared-host", expect.stringMatching(words)],
    ]);
  });
});

describe("[B2] an address in the wrong field", () => {
  test("the sign-in address pasted into fileTransfer", async () => {
    const errors = await errorsOf([FILES, '"https://plm.example.com:8443/tc"']);
    expect(errors.map(inWords).map(({ rule, message }) => [rule, message])).toEqual([
      ["tier/address-form", expect.stringMatching(/it has the path of the sign-in address \('\/tc'\)/)],
    ]);
  });

  test("webClient and fileTransfer swapped", async () => {
    const errors = await errorsOf(
      [FILES, '"https://plm.example.com:3000/awc"'],
      [WEB, "webClient: https://plm.example.com:4544"],
    );
    expect(errors.map(({ rule }) => rule)).toEqual(["tier/address-form"]);
    expect(said(errors[0])).toContain("'/awc'");
  });

  test.each([
    ["a slash at its end is no path", '"https://plm.example.com:4544/"', null],
    ["a query", '"https://plm.example.com:4544?x=1"', /it has a path/],
    ["a dot behind the host", '"https://plm.example.com.:4544"', /a dot follows the host name/],
    ["a host in hexadecimal", '"https://0x7f.1:4544"', /neither a name nor an address/],
    ["a short IPv4 address", '"https://127.1:4544"', /neither a name nor an address/],
    ["a leading zero", '"https://010.20.0.11:4544"', /neither a name nor an address/],
    ["letters outside ASCII", '"https://plm.exämple.com:4544"', /in DNS it is 'plm\.xn--exmple-cua\.com'/],
    ["no IPv6 address", '"https://[2001::db8::1]:4544"', /is not an IPv6 address/],
    ["user information", '"https://me:pass-word@plm.example.com:4544"', /user name or password/],
  ])("%s", async (_, address, words) => {
    const errors = await errorsOf([FILES, address]);
    expect(errors.map(said)).toEqual(words === null ? [] : [expect.stringMatching(words)]);
    expect(JSON.stringify(errors)).not.toContain("pass-word");
  });

  test("case in names of hosts is nothing", async () => {
    expect(
      await errorsOf([FILES, '"https://PLM.Example.COM:4544"'], [SIGN_IN, "signIn: https://Plm.example.com:8443/tc"]),
    ).toEqual([]);
  });
});
