import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import connectorProfile from "../../../schemas/connector-profile.schema.json" with { type: "json" };
import { addressKeys } from "../../../src/compiler/compile/addresses.ts";
import { WRITE_NAMES } from "../../../src/compiler/compile/names.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { installedAddresses } from "../../../src/live/probe/installed.ts";
import { diskTree } from "../../../src/platform/index.ts";
import { loadShared } from "../../../src/compiler/index.ts";
import { cli } from "../../support/host.ts";
import { plain } from "../../../src/kernel/diagnostic/text.ts";
import { said } from "../../support/said.ts";
import { edit, exampleRepository, type Files, rulesOf, run } from "../../support/repository.ts";

/* A release states its settings, has those of the built-in connector, or those of a profile in releases/connectors/. */

const RELEASE = "releases/2506/release.yaml";
const PROFILE = "releases/connectors/acme-bridge.yaml";
const ENVIRONMENT = "environments/demo/environment.yaml";
const TEXT = EXAMPLE_REPOSITORY[RELEASE] ?? "";
const TABLE = /writes:\n(?: {2}- .*\n)+/.exec(TEXT)?.[0] ?? "";

/** The same environment's values under other names. */
const BRIDGE: Files = {
  [RELEASE]: TEXT.replace(TABLE, "connector: acme-bridge\n"),
  [PROFILE]: `apiVersion: tierwright/v1
kind: ConnectorProfile
connector: acme-bridge
files: [connector, client]
writes:
  - { file: connector, key: BRIDGE_SERVER, field: tier.signIn, required: true, decides: where the tool signs in }
  - { file: connector, key: BRIDGE_LICENSE, field: workstation.licenseServer, decides: where the licence comes from }
  - { file: client, key: BRIDGE_LOGIN, field: tier.signIn, decides: the client's copy }
  - { file: client, key: BRIDGE_FILES, field: tier.fileTransfer, required: true, decides: where model files go }
directories: [BRIDGE_CACHE]
`,
  "releases/2506/base/connector.properties":
    "BRIDGE_SERVER=http\\://vendor.invalid/tc\nBRIDGE_LICENSE=\nBRIDGE_CACHE=C\\:/cache\nSTAGING_DIR=C\\:/staging\nUSE_JCEF_BROWSER=true\nTCIntImportWorkingDir=C\\:/i\n",
  "releases/2506/base/client.properties": "BRIDGE_LOGIN=\nBRIDGE_FILES=\n",
};

function bridge(changes: Files = {}): string {
  return exampleRepository({ ...BRIDGE, ...changes });
}

const errors = async (folder: string) => (await run(folder)).findings.filter(({ severity }) => severity === "error");

/** Every file below a folder with its bytes as text; the places of causes move when a table is left out. */
function compiled(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  return Object.fromEntries(
    paths.map((path) => {
      const text = readFileSync(join(folder, path)).toString("latin1");
      return [path, path.endsWith("manifest.json") ? text.replace(/"cause":\{[^}]*\}/g, "") : text];
    }),
  );
}

describe("[B1] the settings of the built-in connector are its own constant", () => {
  test("a release without writes compiles to the bytes of one that states the table", async () => {
    // the words of the built-in table are in the manifest, so both sides use them
    const stated = exampleRepository({
      [RELEASE]: TEXT.replace(
        TABLE,
        readFileSync("releases/2506/release.yaml", "utf8").match(/writes:\n(?: {2}- .*\n)+/)?.[0] ?? "",
      ),
    });
    const silent = exampleRepository({ [RELEASE]: TEXT.replace(TABLE, "") });
    const out = await Promise.all(
      [stated, silent].map(async (folder) => {
        const outcome = await run(folder, { out: join(folder, "dist") });
        expect(outcome.findings.filter(({ severity }) => severity === "error").map(said)).toEqual([]);
        return compiled(join(folder, "dist"));
      }),
    );
    expect(Object.keys(out[0] ?? {}).length).toBeGreaterThan(4);
    expect(out[1]).toEqual(out[0]);
  });

  test("an empty table is stated, and lacks every pair", async () => {
    const folder = exampleRepository({ [RELEASE]: TEXT.replace(TABLE, "writes: []\n") });
    expect((await errors(folder)).filter(({ rule }) => rule === "conf/write-set")).toHaveLength(14);
  });

  test("a table that differs is still an error on its line", async () => {
    const folder = exampleRepository();
    edit(folder, RELEASE, "value: '{{tier.fileTransfer}}'", "value: '{{tier.signIn}}'");
    const [finding] = (await errors(folder)).filter(({ rule }) => rule === "conf/write-set");
    expect(finding?.at).toMatchObject({ file: RELEASE, line: 17 });
  });

  test("a missing key of the kit is told on the release's name", async () => {
    const folder = exampleRepository({ [RELEASE]: TEXT.replace(TABLE, "") });
    edit(folder, "releases/2506/base/client.properties", "BOOTSTRAP_URLS=", "BOOTSTRAP_URL=");
    const [finding] = (await errors(folder)).filter(({ rule }) => rule === "kit/write-target-missing");
    expect(finding?.at).toMatchObject({ file: RELEASE, line: 3 });
    expect(finding && plain(finding.message)).toContain("BOOTSTRAP_URLS");
  });
});

describe("[B1] a profile declares another connector", () => {
  test("its pairs are written, and no key of the built-in connector", async () => {
    const folder = bridge();
    const outcome = await run(folder, { out: join(folder, "dist") });
    expect(outcome.findings.filter(({ severity }) => severity === "error").map(said)).toEqual([]);
    const files = compiled(join(folder, "dist"));
    const conf = files["demo/connector/connector.properties"] ?? "";
    expect(conf).toContain("BRIDGE_SERVER=https\\://plm.example.com\\:8443/tc\n");
    expect(conf).toContain("BRIDGE_LICENSE=27000@lic.example.com\n");
    expect(conf).not.toContain("LicenseDir");
    expect(files["demo/client/CommonClient.properties"]).toBe(
      "BRIDGE_LOGIN=https://plm.example.com:8443/tc\nBRIDGE_FILES=https://plm.example.com:4544\n",
    );
    expect(Object.values(files).join("\n")).not.toContain("TC_SERVER_URL");
  });

  test("[B3] sign-in and file transfer are judged under the profile's keys", async () => {
    const folder = bridge();
    edit(folder, ENVIRONMENT, "https://plm.example.com:4544", "https://elsewhere.example.net:4544");
    expect((await errors(folder)).map(({ rule }) => rule)).toContain("tier/half-switch");
  });

  test.each([
    [
      "both move",
      [
        ["plm.example.com:8443", "plm-new.example.com:8443"],
        ["plm.example.com:4544", "plm-new.example.com:4544"],
      ],
      "together",
      [],
    ],
    ["sign-in alone moves", [["plm.example.com:8443", "plm-new.example.com:8443"]], "sign-in", ["BRIDGE_FILES"]],
    ["file transfer alone moves", [["plm.example.com:4544", "plm-new.example.com:4544"]], "file-transfer", ["BRIDGE_SERVER"]],
  ] as const)("[B7] a plan sees under the profile's keys that %s", async (_, moves, word, stays) => {
    const [base, head] = [bridge(), bridge()];
    for (const [from, to] of moves) edit(head, ENVIRONMENT, from, to);
    const { out } = await cli(["plan", "--base", base, "--format", "json"], { cwd: head });
    const [environment] = JSON.parse(out).environments;
    expect(environment.tier.moves).toBe(word);
    expect(environment.stays.map(({ what }: { what: string }) => what)).toEqual(stays);
    expect(out).not.toContain("BOOTSTRAP_URLS");
  });

  test("[G1] a probe reads the addresses under the profile's keys", async () => {
    const folder = bridge();
    const model = loadShared(diskTree(folder)).model.releases.get("2506") ?? expect.fail("there is no release");
    const file = (role: "connector" | "client", text: string) => ({ role, path: `${role}.properties`, bytes: Buffer.from(text) });
    const files = [
      file("connector", "BRIDGE_SERVER=https\\://a.example.com/tc\nTC_SERVER_URL=https\\://other.example.com/tc\n"),
      file(
        "client",
        "BRIDGE_LOGIN=https\\://a.example.com/tc\nBRIDGE_FILES=https\\://b.example.com:1,https\\://c.example.com:2\n",
      ),
    ];
    const { signIn, clientSignIn, webClient, fileTransfer } = installedAddresses(files, addressKeys(model));
    expect([signIn, clientSignIn, webClient, ...fileTransfer].map((one) => one && `${one.key} ${one.text}`)).toEqual([
      "BRIDGE_SERVER https://a.example.com/tc",
      "BRIDGE_LOGIN https://a.example.com/tc",
      null,
      "BRIDGE_FILES https://b.example.com:1",
      "BRIDGE_FILES https://c.example.com:2",
    ]);
    expect(installedAddresses(files, addressKeys(null)).signIn?.text).toBe("https://other.example.com/tc");
  });

  test("a directory of the profile is judged in every release", async () => {
    const folder = bridge();
    edit(
      folder,
      ENVIRONMENT,
      "  sessionAgent: none\n",
      "  sessionAgent: none\n  set: { connector: { BRIDGE_CACHE: 'cache' } }\n",
    );
    expect(rulesOf(await run(folder))).toContain("conf/directory-not-absolute");
  });

  test("a key that a pair decides cannot be set", async () => {
    const folder = bridge();
    edit(folder, ENVIRONMENT, "  sessionAgent: none\n", "  sessionAgent: none\n  set: { client: { BRIDGE_FILES: x } }\n");
    expect(rulesOf(await run(folder))).toContain("conf/write-set");
  });

  test("a release that repeats the profile must repeat it exactly", async () => {
    const folder = bridge({
      [RELEASE]: TEXT.replace(
        TABLE,
        `connector: acme-bridge
writes:
  - { file: connector, key: BRIDGE_SERVER, value: '{{tier.signIn}}' }
  - { file: connector, key: BRIDGE_LICENSE, value: '{{workstation.licenseServer}}' }
  - { file: client, key: BRIDGE_LOGIN, value: '{{tier.webClient}}' }
  - { file: client, key: BRIDGE_FILES, value: '{{tier.fileTransfer}}' }
`,
      ),
    });
    const found = (await errors(folder)).filter(({ rule }) => rule === "conf/write-set");
    expect(found.map(said)).toEqual([expect.stringMatching(/^BRIDGE_LOGIN of the client file is filled from tier\.webClient/)]);
    expect(found[0]?.at).toMatchObject({ file: RELEASE, line: 10, column: 47 });
    expect(found[0]?.related).toEqual([expect.objectContaining({ place: expect.objectContaining({ file: PROFILE, line: 8 }) })]);
  });

  test("a pair of another connector in the table is foreign, counted against the profile", async () => {
    const folder = bridge({ [RELEASE]: TEXT.replace("writes:\n", "connector: acme-bridge\nwrites:\n") });
    const found = (await errors(folder)).filter(({ rule }) => rule === "conf/write-set");
    expect(said(found[0] ?? expect.fail())).toContain("an environment is 4 writes over 4 names");
  });

  test("two releases that contradict one profile are each told on their own line", async () => {
    const table = (key: string) =>
      `connector: acme-bridge\nwrites:\n  - { file: connector, key: ${key}, value: '{{tier.signIn}}' }\n`;
    const folder = bridge({
      [RELEASE]: TEXT.replace(TABLE, table("BRIDGE_SERVER")),
      "releases/2606/release.yaml": TEXT.replace(TABLE, table("BRIDGE_SERVERS")).replace('"2506"', '"2606"'),
      "releases/2606/base/connector.properties": BRIDGE["releases/2506/base/connector.properties"] ?? "",
      "releases/2606/base/client.properties": BRIDGE["releases/2506/base/client.properties"] ?? "",
    });
    const found = (await errors(folder)).filter(({ rule }) => rule === "conf/write-set");
    for (const file of [RELEASE, "releases/2606/release.yaml"])
      expect(
        found
          .filter(({ at }) => at?.file === file)
          .map(said)
          .join("\n"),
        file,
      ).toContain("BRIDGE_FILES of the client file");
  });
});

describe("[B1] a profile that cannot be used blocks the environments of its releases", () => {
  const bad: readonly (readonly [string, string, string, RegExp, object])[] = [
    ["an unknown field", "directories:", "directory:", /repo\/unknown-key.*did you mean 'directories'/s, { line: 10, column: 1 }],
    [
      "an unknown feed",
      "field: tier.fileTransfer",
      "field: tier.files",
      /repo\/wrong-value 'tier\.files' is not a value of/,
      { line: 9 },
    ],
    [
      "no pair for sign-in",
      /.*tier\.signIn.*\n/g as unknown as string,
      "",
      /no pair of this profile is fed by tier\.signIn/,
      { line: 5, column: 1 },
    ],
    [
      "no pair for files",
      "field: tier.fileTransfer",
      "field: tier.webClient",
      /is fed by tier\.fileTransfer/,
      { line: 5, column: 1 },
    ],
    [
      "a pair twice",
      "key: BRIDGE_FILES",
      "key: BRIDGE_LOGIN",
      /BRIDGE_LOGIN of the client file is declared twice/,
      { line: 9, column: 26 },
    ],
    [
      "a file that it does not list",
      "files: [connector, client]",
      "files: [connector]",
      /which this profile does not list/,
      { line: 8 },
    ],
    [
      "another name",
      "connector: acme-bridge",
      "connector: acme",
      /connector is 'acme', but the file is/,
      { line: 3, column: 12 },
    ],
    ["another kind", "kind: ConnectorProfile", "kind: ConnectorRelease", /repo\/document-kind/, { line: 2 }],
    ["text that is no YAML", "writes:", "writes: [", /repo\/yaml-syntax/, {}],
  ];
  test.each(bad)("%s", async (_, replace, by, words, place) => {
    const text = String(BRIDGE[PROFILE]).replace(replace, by);
    const folder = bridge({ [PROFILE]: text });
    const outcome = await run(folder, { out: join(folder, "dist") });
    const found = outcome.findings.filter(({ severity }) => severity === "error");
    expect(found.map((finding) => `${finding.rule} ${said(finding)}`).join("\n")).toMatch(words);
    expect(found[0]?.at).toMatchObject({ file: PROFILE, ...place });
    expect(found.every(({ help, fix }) => help !== undefined || fix !== undefined)).toBe(true);
    // a release whose settings are unknown must not become one with the vendor's values
    expect(compiled(folder)["dist/demo/manifest.json"]).toBeUndefined();
  });

  test.each([
    ["acme-brige", /did you mean 'acme-bridge'/],
    ["other", /releases\/connectors\/other\.yaml is missing; .*profiles: acme-bridge/],
    ["../acme-bridge", /cannot name a profile/],
    ["''", /cannot name a profile/],
  ])("a release that names %s", async (name, words) => {
    const folder = bridge({ [RELEASE]: TEXT.replace(TABLE, `connector: ${name}\n`) });
    const outcome = await run(folder, { out: join(folder, "dist") });
    const found = outcome.findings.filter(({ severity }) => severity === "error");
    expect(found.map(said)).toEqual([expect.stringMatching(words)]);
    expect(found[0]?.at).toMatchObject({ file: RELEASE, line: 6, column: 12 });
    expect(compiled(folder)["dist/demo/manifest.json"]).toBeUndefined();
  });

  test("a profile that no release names is judged, and blocks nobody", async () => {
    const folder = exampleRepository({ [PROFILE]: String(BRIDGE[PROFILE]).replace("connector: acme-bridge", "connector: x") });
    const outcome = await run(folder, { out: join(folder, "dist") });
    expect(outcome.findings.map(({ rule }) => rule)).toContain("repo/connector-profile");
    expect(compiled(folder)["dist/demo/manifest.json"]).toBeDefined();
  });

  test("a second run from the cache says the same, and a mended profile compiles", async () => {
    const folder = bridge({ [PROFILE]: String(BRIDGE[PROFILE]).replace("field: tier.fileTransfer", "field: tier.webClient") });
    const before = (await run(folder)).findings.map(said);
    expect((await run(folder)).findings.map(said)).toEqual(before);
    rmSync(join(folder, PROFILE));
    expect((await errors(folder)).map(({ rule }) => rule)).toEqual(["repo/connector-profile"]);
    edit(folder, RELEASE, "connector: acme-bridge\n", TABLE);
  });
});

test("the profile of docs/formats.md can be used", async () => {
  const page = readFileSync("docs/formats.md", "utf8");
  const [, text = ""] = /```yaml\n# releases\/connectors\/acme-bridge\.yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const folder = bridge({ [PROFILE]: text });
  edit(folder, "releases/2506/base/connector.properties", "BRIDGE_LICENSE=", "BRIDGE_PANEL=");
  edit(folder, "releases/2506/base/client.properties", "BRIDGE_LOGIN=", "BRIDGE_OTHER=");
  edit(folder, ENVIRONMENT, "  licenseServer: 27000@lic.example.com\n", "");
  expect((await errors(folder)).map(said)).toEqual([]);
});

test("the feeds of the schema are the names that a write can use", () => {
  expect(connectorProfile.properties.writes.items.properties.field.enum).toEqual(WRITE_NAMES);
});
