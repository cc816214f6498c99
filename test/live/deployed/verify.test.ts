import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { discoveryOf, factsOf, filesOf, LIVE, REALM } from "../../compiler/sso/scene.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository, type Files, writeFiles } from "../../support/repository.ts";
import { eachNth } from "../../support/runs.ts";

const SCRAMBLE = "passwordUtility: { encode: [scramble], decode: [unscramble, -q] }\n";
const SECRETS = { TCSSO_CLIENT_SECRET: "geheim-c", TCSSO_IDENTITY_PASSWORD: "geheim-i", TCSSO_PROPERTIES_PASSWORD: "geheim-p" };
const turn = (input: Buffer) => `${[...input.toString("utf8")].reverse().join("")}\n`;

/** What a sign-in compiles to, as a server would have it: scrambled passwords in place of placeholders. */
function serverOf(yaml: string): Readonly<Record<string, string>> {
  const files = filesOf(factsOf(yaml));
  const scrambled = (name: string) =>
    (files[name] ?? "").replaceAll(/@secret\(\/\w+\/(\w)\w+\)/g, (_, first: string) =>
      turn(Buffer.from(`geheim-${first}`)).trim(),
    );
  return {
    "conf/login.xml": scrambled("login.xml"),
    "conf/identity.xml": scrambled("identity.xml"),
    "federation.properties": scrambled("federation.properties"),
  };
}
const SERVER = serverOf(LIVE);

function repository(yaml = LIVE, files: Files = {}) {
  return exampleRepository({
    "environments/demo/sso.yaml": yaml,
    "environments/demo/discovery.json": discoveryOf(REALM),
    ...files,
  });
}

interface Printed {
  readonly equal: boolean;
  readonly ticked: boolean | null;
  readonly summary: Readonly<Record<string, number>>;
  readonly files: readonly {
    readonly name: string;
    readonly state: string;
    readonly paths: readonly string[];
    readonly says: string | null;
    readonly fields: readonly {
      readonly name: string;
      readonly outcome: string;
      readonly says: string;
      readonly deployed: string | null;
    }[];
  }[];
}

/** Runs it on server files; a null takes one away. */
async function verify(
  changes: Readonly<Record<string, string | Buffer | null>> = {},
  yaml = LIVE,
  words: readonly string[] = [],
) {
  const folder = repository(yaml);
  const all = { ...SERVER, ...changes };
  mkdirSync(join(folder, "server"));
  for (const [path, content] of Object.entries(all)) if (content !== null) writeFiles(folder, { [`server/${path}`]: content });
  const world = { cwd: folder, env: SECRETS, programs: { "unscramble -q": turn } };
  const argv = ["sso", "verify", "demo", "--deployed", "server", ...words];
  const { code, out } = await cli([...argv, "--format", "json"], world);
  const document = JSON.parse(out) as Printed;
  const file = (name: string) => document.files.find((item) => item.name === name);
  const told = document.files.flatMap(({ name, fields }) =>
    fields
      .filter(({ outcome }) => outcome !== "equal" && outcome !== "not-compared")
      .map((field) => `${name} ${field.name}: ${field.outcome}`),
  );
  const text = async () => {
    const said = await cli(argv, world);
    expect(said.code).toBe(code);
    return said.out.replace(/\s+/g, " ");
  };
  return { code, document, file, told, text };
}

const edited = (path: string, from: string | RegExp, to: string) => {
  const text = SERVER[path] ?? "";
  expect(text).toMatch(from);
  return { [path]: text.replace(from, to) };
};

test("[E14] what was compiled and deployed is equal, and secrets are never called so", async () => {
  const { code, document, text } = await verify();
  expect(code).toBe(0);
  expect(document).toMatchObject({ equal: true, ticked: null, summary: { equal: 20, wrong: 0, notCompared: 5, files: 0 } });
  const secrets = document.files.flatMap(({ fields }) => fields).filter(({ outcome }) => outcome === "not-compared");
  expect(secrets.map(({ name }) => name).sort()).toEqual(
    [
      "identityServicePassword",
      "identityServicePassword",
      "propertiesPassword",
      "propertiesPassword",
      "tcsso.oidc.client_secret",
    ].sort(),
  );
  expect(await text()).toContain("demo against server: 20 fields equal; 5 fields not compared");
});

describe("[E14] a field that differs is named with both values, both places and exit code 1", () => {
  const NAMES = Object.entries(SERVER).flatMap(([path, text]) =>
    [...text.matchAll(path.endsWith(".xml") ? /name="([^"]+)" value="(?!.-mieheg)/g : /^(tcsso\.\S+?)=(?!.-mieheg)/gm)].map(
      (match) => [path, match[1] ?? ""] as const,
    ),
  );
  test("in every field of every file", async () => {
    expect(NAMES).toHaveLength(20);
    for (const [path, name] of NAMES) {
      const pattern = path.endsWith(".xml") ? new RegExp(`(name="${name}" value=")[^"]*`) : new RegExp(`^(${name}=).*$`, "m");
      const { code, told } = await verify(edited(path, pattern, "$1changed"));
      expect([code, told]).toEqual([1, [`${path.replace("conf/", "")} ${name}: differs`]]);
    }
  });
  test("in words", async () => {
    const { text } = await verify(edited("conf/login.xml", "preferred_username", "sub"));
    expect(await text()).toMatch(
      /✗ tcsso.oidc.userid_claim server\/conf\/login.xml:\d+ it is 'sub', expected 'preferred_username'/,
    );
  });
  test("an empty one", async () => {
    const { text } = await verify(edited("conf/login.xml", /(userid_claim" value=")[^"]*/, "$1"));
    expect(await text()).toContain("it is empty, expected 'preferred_username'");
  });
  test("one that only looks the same", async () => {
    const { text } = await verify(edited("federation.properties", "client_id=plm", "client_id=plm "));
    expect(await text()).toContain("they look alike, but character 4 is U+0020 where the end is expected");
  });
  test("with the line of sso.yaml that says it", async () => {
    const { text } = await verify(edited("federation.properties", "client_id=plm", "client_id=other"));
    expect(await text()).toContain("it is 'other', expected 'plm' (environments/demo/sso.yaml:7)");
  });
});

test("[E14] a name that is missing, or has other letters, is told", async () => {
  const gone = await verify(edited("federation.properties", /^tcsso.oidc.token_sig_alg=.*\n/m, ""));
  expect([gone.code, gone.told]).toEqual([1, ["federation.properties tcsso.oidc.token_sig_alg: missing"]]);
  const near = await verify(edited("federation.properties", "tcsso.oidc.token_sig_alg", "tcsso.oidc.Token_Sig_Alg"));
  expect(await near.text()).toMatch(/it is missing; 'tcsso.oidc.Token_Sig_Alg' in line \d+ is another name/);
});

test("[E14] a name that stands twice is told with its lines, in both forms", async () => {
  const properties = await verify({ "federation.properties": `${SERVER["federation.properties"]}tcsso.oidc.scope=openid\n` });
  expect(properties.told).toEqual(["federation.properties tcsso.oidc.scope: twice"]);
  expect(await properties.text()).toMatch(/it appears 2 times \(line 7, line 11\)/);
  const row = /<[^<]*name="tcsso.vaultEnabled"[^>]*>/.exec(SERVER["conf/login.xml"] ?? "")?.[0] ?? "";
  const xml = await verify(edited("conf/login.xml", row, `${row}\n${row}`));
  expect([xml.code, xml.told]).toEqual([1, ["login.xml tcsso.vaultEnabled: twice"]]);
});

test("[E14] a look-alike in a comment or a CDATA section is no parameter", async () => {
  const row = /<[^<]*name="tcsso.vaultEnabled"[^>]*>/.exec(SERVER["conf/login.xml"] ?? "")?.[0] ?? "";
  const commented = await verify(edited("conf/login.xml", row, `<!-- ${row} -->`));
  expect(commented.told).toEqual(["login.xml tcsso.vaultEnabled: missing"]);
});

describe("[E14] the install box", () => {
  const EMPTY = "sso.tcSSOFederationURL=\nsso.tcSSOFederationReplyUrl=\nsso.tcSSOOther=\n";
  test("every sso.tcSSO* property empty: it was not ticked, and it is said in one sentence", async () => {
    const { code, document, text } = await verify({
      "conf/login.xml": null,
      "conf/identity.xml": null,
      "federation.properties": null,
      "deploy/panel.properties": EMPTY,
    });
    expect([code, document.ticked, document.equal]).toEqual([1, false, false]);
    expect(await text()).toContain("the box 'Use the deployment tool to install the SSC' was not ticked");
    expect((await text()).split("is empty")).toHaveLength(2);
    expect(await text()).toContain(
      "demo against server: 2 fields differ, 3 files could not be compared, the install box was not ticked",
    );
  });
  test("the same where the files are as they should be", async () => {
    expect(await verify({ "panel.properties": EMPTY })).toMatchObject({ code: 1, document: { ticked: false } });
  });
  test("properties whose names are fields of the panel are compared, in properties files and XML", async () => {
    const { code, document } = await verify({
      "panel.properties": `other=1\nsso.tcSSOFederationURL=https\\://idp.example.com\\:8443\nsso.tcSSOOther=x\n`,
      "panel.xml": '<p><property name="sso.tcSSOoidcClaimUserId" value="preferred_username"/></p>',
    });
    const panel = document.files[3];
    expect([code, document.ticked]).toEqual([0, true]);
    expect(panel?.fields.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["sso.tcSSOFederationURL", "equal"],
      ["sso.tcSSOOther", "not-compared"],
      ["sso.tcSSOoidcClaimUserId", "equal"],
    ]);
    const wrong = await verify({ "panel.properties": "sso.tcSSOFederationURL=https://other.example.com\n" });
    expect([wrong.code, wrong.told]).toEqual([1, ["sso.tcSSO* sso.tcSSOFederationURL: differs"]]);
  });
  test("what is in a property of another name is not shown: it may be a password", async () => {
    const { text, document } = await verify({ "panel.properties": "sso.tcSSOKey=kanarienvogel\n" });
    expect((await text()) + JSON.stringify(document)).not.toContain("kanarienvogel");
  });
  test("a placeholder in one of them is a difference, whatever its name", async () => {
    const { code, told } = await verify({
      "panel.properties": "sso.tcSSOKey=@secret(/secrets/keyStorePassword)\nsso.tcSSOClientSecret=@secret(/oidc/clientSecret)\n",
    });
    expect([code, told]).toEqual([1, ["sso.tcSSO* sso.tcSSOKey: differs", "sso.tcSSO* sso.tcSSOClientSecret: differs"]]);
  });
  test("spaces are nothing; one in a form that gives no one value may be anything", async () => {
    expect((await verify({ "panel.properties": "sso.tcSSOOther=\\ \nsso.tcSSOKey=\\t\n" })).document.ticked).toBe(false);
    const odd = '<p><property name="sso.tcSSOKey" value="" default-value="x"/></p>';
    const { document, text } = await verify({ "panel.properties": EMPTY, "panel.xml": odd });
    expect(document.ticked).toBeNull();
    expect(await text()).toContain("cannot tell whether the box that installs it was ticked");
  });
  test("the same property in two files is told with both", async () => {
    const { code, text } = await verify({
      "a.properties": "sso.tcSSOFederationURL=https://idp.example.com:8443\n",
      "b.properties": "sso.tcSSOFederationURL=https://idp.example.com:8443\n",
    });
    expect(code).toBe(1);
    expect(await text()).toContain("it appears 2 times (server/a.properties:1, server/b.properties:1)");
  });
});

describe("[E14] files", () => {
  test("one that is missing", async () => {
    const { code, file, text } = await verify({ "conf/identity.xml": null });
    expect([code, file("identity.xml")?.state]).toEqual([1, "missing"]);
    expect(await text()).toContain("✗ identity.xml no file of this name is there");
  });
  test("two of one name: nothing is guessed", async () => {
    const { code, file } = await verify({ "old/Login.xml": SERVER["conf/login.xml"] ?? "" });
    expect([code, file("login.xml")?.state, file("login.xml")?.fields]).toEqual([1, "ambiguous", []]);
    expect(file("login.xml")?.paths).toEqual(["server/conf/login.xml", "server/old/Login.xml"]);
  });
  test("XML that is none, with its line", async () => {
    const { code, file } = await verify({ "conf/login.xml": "<a>\n<b></a>" });
    expect([code, file("login.xml")?.state]).toEqual([1, "unreadable"]);
    expect(file("login.xml")?.says).toMatch(/^it is not XML that can be read: line 2, column \d+: /);
  });
  test.each(eachNth(3, ["utf16le", "utf16be"]))("XML in %s is read", async (encoding) => {
    const wide = Buffer.from(`\ufeff${SERVER["conf/login.xml"]?.replace("UTF-8", "UTF-16")}`, "utf16le");
    const { code, file } = await verify({ "conf/login.xml": encoding === "utf16le" ? wide : wide.swap16() });
    expect([code, file("login.xml")?.state, file("login.xml")?.says]).toEqual([
      0,
      "read",
      `it is ${encoding.replace("utf16", "UTF-16").toUpperCase()}`,
    ]);
  });
  test("XML in an encoding of its own", async () => {
    const text = `${SERVER["conf/login.xml"]?.replace("UTF-8", "ISO-8859-1")}<!-- ä -->`;
    expect((await verify({ "conf/login.xml": Buffer.from(text, "latin1") })).code).toBe(0);
  });
  test("properties that Java cannot read", async () => {
    const wide = await verify({ "federation.properties": Buffer.from(`\ufeff${SERVER["federation.properties"]}`, "utf16le") });
    expect(wide.file("federation.properties")).toMatchObject({ state: "unreadable" });
    expect(await wide.text()).toContain("Java reads properties as ISO-8859-1 and finds no name in it");
    const escape = await verify(edited("federation.properties", "client_id=plm", "client_id=\\u00"));
    expect(escape.file("federation.properties")?.says).toMatch(/^Java cannot load it: line 2, column \d+: /);
  });
  test("properties with a byte order mark: it is said, and Java's reading counts", async () => {
    const text = (SERVER["federation.properties"] ?? "").replace(/^#.*\n/, "");
    const { code, told } = await verify({ "federation.properties": `\ufeff${text}` });
    expect([code, told]).toEqual([1, ["federation.properties tcsso.oidc.client_id: missing"]]);
  });
  test("a folder of that name is gone through, a link is not followed", async () => {
    const folder = repository();
    writeFiles(folder, {
      "server/login.xml/login.xml": SERVER["conf/login.xml"] ?? "",
      "server/identity.xml": SERVER["conf/identity.xml"] ?? "",
      "f.properties": "",
    });
    symlinkSync(join(folder, "f.properties"), join(folder, "server/federation.properties"));
    const { code, out } = await cli(["sso", "verify", "demo", "--deployed", "server", "--format", "json"], { cwd: folder });
    const { files } = JSON.parse(out) as Printed;
    expect([code, ...files.slice(0, 3).map(({ state }) => state)]).toEqual([1, "read", "read", "unreadable"]);
    expect(files[2]?.says).toBe("it is a link, which is not followed");
  });
});

describe("[E3] [E14] secrets", () => {
  const yaml = LIVE + SCRAMBLE;

  test("both sides read: equal, or another one, and no value is shown", async () => {
    const same = await verify(SERVER, yaml, ["--with-secrets"]);
    expect([same.code, same.document.summary]).toEqual([0, { equal: 25, wrong: 0, notCompared: 0, files: 0 }]);
    const other = await verify(
      { "conf/identity.xml": (SERVER["conf/identity.xml"] ?? "").replace("i-mieheg", "x-mieheg") },
      yaml,
      ["--with-secrets"],
    );
    expect([other.code, other.told]).toEqual([1, ["identity.xml identityServicePassword: differs"]]);
    expect(`${await other.text()}${JSON.stringify(other.document)}`).not.toMatch(/geheim|mieheg/);
  });
  test.each(
    eachNth(3, [
      ["not asked for", [], yaml, "secrets are looked up with --with-secrets only"],
      ["no utility", ["--with-secrets"], LIVE, "sso.yaml names no program that unscrambles it (passwordUtility.decode)"],
      [
        "not set",
        ["--with-secrets"],
        yaml.replace("TCSSO_CLIENT_SECRET", "TCSSO_OTHER"),
        "environment variable TCSSO_OTHER is not set",
      ],
      [
        "a utility that fails",
        ["--with-secrets"],
        yaml.replace("[unscramble, -q]", "[nothing]"),
        "the password utility nothing could not be run",
      ],
    ]),
  )("%s: not compared, never equal", async (_, words, document, why) => {
    const { text, code } = await verify(SERVER, document, words);
    expect(code).toBe(0);
    expect(await text()).toContain(why);
    expect(await text()).not.toMatch(/geheim|mieheg/);
  });
  test.each(
    eachNth(3, [
      ["federation.properties", "c-mieheg", "@secret(/oidc/clientSecret)", "tcsso.oidc.client_secret"],
      ["conf/login.xml", "i-mieheg", "@secret(/secrets/identityServicePassword)", "identityServicePassword"],
      ["conf/identity.xml", "p-mieheg", " @secret(/secrets/propertiesPassword) ", "propertiesPassword"],
      ["conf/identity.xml", "p-mieheg", "@secret(/secrets/another)", "propertiesPassword"],
    ]),
  )(
    "a placeholder that was deployed is a difference, whether secrets may be read or not: %s, %s",
    async (path, from, to, name) => {
      for (const words of [[], ["--with-secrets"]]) {
        const { code, told, text, document } = await verify(edited(path, from, to), yaml, words);
        expect([code, told, document.equal]).toEqual([1, [`${path.replace("conf/", "")} ${name}: differs`], false]);
        expect(await text()).toContain("it is still the placeholder of a compiled file: the installation was not finished");
      }
    },
  );
  test("compiled without secrets and copied as it is: every placeholder is a difference", async () => {
    const files = filesOf(factsOf(LIVE));
    const server = {
      "conf/login.xml": files["login.xml"] ?? "",
      "conf/identity.xml": files["identity.xml"] ?? "",
      "federation.properties": files["federation.properties"] ?? "",
    };
    expect((await verify(server)).document.summary).toEqual({ equal: 20, wrong: 5, notCompared: 0, files: 0 });
  });
  test("an empty one differs", async () => {
    const { code, told } = await verify({ ...edited("federation.properties", "c-mieheg", "") }, yaml);
    expect([code, told]).toEqual([1, ["federation.properties tcsso.oidc.client_secret: differs"]]);
  });
  test("a key pair instead of a secret: an empty one is right, and so is none", async () => {
    const pair = LIVE.replace(
      "oidc: { clientSecret: { env: TCSSO_CLIENT_SECRET } }",
      "oidc: { clientAuthMethod: private_key_jwt }",
    );
    const server = serverOf(pair);
    expect((await verify(server, pair)).code).toBe(0);
    const without = (server["federation.properties"] ?? "").replace(/^tcsso.oidc.client_secret=\n/m, "");
    expect((await verify({ ...server, "federation.properties": without }, pair)).code).toBe(0);
  });
});

describe("[A7] [E14] where the repository has the site's own file, it is what counts", () => {
  const own =
    '<c><p name="tcsso.vaultEnabled" value="true"/><p name="identityServicePassword" value="x"/><p name="propertiesPassword" value="x"/></c>';
  const run = async (installed: string, deployed: string) => {
    const folder = repository(LIVE, { "environments/demo/installed/identity.xml": installed });
    writeFiles(folder, { "server/identity.xml": deployed });
    const { out } = await cli(["sso", "verify", "demo", "--deployed", "server", "--format", "json"], { cwd: folder });
    return (JSON.parse(out) as Printed).files[1];
  };
  test("what sso.yaml leaves to it is expected as it says", async () => {
    const file = await run(own, own.replace('"true"', '"false"'));
    expect(file?.fields.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["tcsso.vaultEnabled", "differs"],
      ["identityServicePassword", "not-compared"],
      ["propertiesPassword", "not-compared"],
    ]);
    expect(file?.fields[0]?.says).toBe("is 'false', expected 'true'");
  });
  test("what cannot be set in it is not compared", async () => {
    const file = await run(own.replace('<p name="propertiesPassword" value="x"/>', ""), own);
    expect(file?.fields.find(({ name }) => name === "propertiesPassword")?.says).toContain(
      "installed/identity.xml does not have it",
    );
  });
  test("one that cannot be read leaves nothing to compare with", async () => {
    expect(await run("<a>", own)).toMatchObject({ state: "unknown", fields: [] });
  });
});

describe("[E14] wrong use", () => {
  test.each(
    eachNth(3, [
      [["demo"], "--deployed is missing"],
      [["demo", "--deployed", "nowhere"], "nowhere is not a folder"],
      [["other", "--deployed", "."], "there is no environment 'other'"],
    ]),
  )("%j", async (words, said) => {
    const { code, err } = await cli(["sso", "verify", ...words], { cwd: repository() });
    expect(code).toBe(2);
    expect(err).toContain(said);
  });
  test("an environment without sso.yaml", async () => {
    const { code, err } = await cli(["sso", "verify", "demo", "--deployed", "."], { cwd: exampleRepository() });
    expect(code).toBe(2);
    expect(err).toContain("demo has no sso.yaml that can be read");
  });
  test("a stage at which nothing is compiled yet says so for each file", async () => {
    const { code, file } = await verify({}, LIVE.replace(/^loginService.*\n/m, "").replace("stage: live", "stage: realm"));
    expect([code, file("login.xml")?.state]).toEqual([1, "unknown"]);
  });
});
