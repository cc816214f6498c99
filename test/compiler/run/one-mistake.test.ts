import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { plain } from "../../../src/kernel/diagnostic/text.ts";
import { helpOf, inWords, said } from "../../support/said.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, run, writeFiles } from "../../support/repository.ts";
import { eachNth } from "../../support/runs.ts";

/*
 * What a person mistypes, loses, renames or pastes gives one finding that names the mistake, at its place, with what to do. Each row is
 * a damage to the example repository, in which a second environment extends the first.
 */

const SITE = "environments/site.yaml";
const ENV = "environments/demo/environment.yaml";
const MATRIX = "releases/matrix.yaml";
const RELEASE = "releases/2506/release.yaml";
const CONNECTOR = "releases/2506/base/connector.properties";
const CLIENT = "releases/2506/base/client.properties";
const INSTALLED = "environments/demo/installed/connector.properties";

const CHILD = `apiVersion: tierwright/v1
kind: Environment
name: second
extends: demo
`;

const THIRD = CHILD.replace("second", "third").replace("extends: demo\n", "").concat("tier: { release: '2506' }\n");

class Damaged {
  constructor(readonly folder: string) {}
  #path(file: string): string {
    return join(this.folder, ...file.split("/"));
  }
  edit(file: string, from: string, to: string | Uint8Array): this {
    edit(this.folder, file, from, to);
    return this;
  }
  write(file: string, content: string | Uint8Array): this {
    writeFiles(this.folder, { [file]: content });
    return this;
  }
  bytes(file: string, change: (text: string) => string, encoding: BufferEncoding = "latin1"): this {
    const path = this.#path(file);
    writeFileSync(path, Buffer.from(change(readFileSync(path, "latin1")), encoding));
    return this;
  }
  move(from: string, to: string): this {
    mkdirSync(dirname(this.#path(to)), { recursive: true });
    renameSync(this.#path(from), this.#path(to));
    return this;
  }
  remove(file: string): this {
    rmSync(this.#path(file), { recursive: true });
    return this;
  }
}

type Row = readonly [damage: string, make: (d: Damaged) => unknown, rule: string, place: string, words: RegExp];

const carry = (text: string) => (d: Damaged) =>
  d
    .edit(ENV, "authentication: password\n", "authentication: password\ncarryFrom: installed/connector.properties\n")
    .write(INSTALLED, text);

const ROWS: readonly Row[] = [
  [
    "a choice in capitals",
    (d) => d.edit(ENV, "transport: http", "transport: HTTP"),
    "repo/wrong-value",
    `${ENV}:12`,
    /did you mean 'http'/,
  ],
  [
    "a key in another case",
    (d) => d.edit(ENV, "stagingDir:", "stagingdir:"),
    "repo/unknown-key",
    `${ENV}:16`,
    /did you mean 'stagingDir'/,
  ],
  [
    "a list for a text",
    (d) => d.edit(ENV, "'D:\\plm\\staging'", "['D:\\plm\\staging']"),
    "repo/wrong-kind",
    `${ENV}:16`,
    /must be text/,
  ],
  [
    "yes for a choice",
    (d) => d.edit(ENV, "embeddedBrowser: system", "embeddedBrowser: yes"),
    "repo/wrong-value",
    `${ENV}:18`,
    /bundled/,
  ],
  ["a required key mistyped", (d) => d.edit(ENV, "signIn:", "singIn:"), "repo/unknown-key", `${ENV}:9`, /did you mean 'signIn'/],
  [
    "a required key lost",
    (d) => d.edit(ENV, "  signIn: https://plm.example.com:8443/tc\n", ""),
    "repo/missing-key",
    `${ENV}:7`,
    /'tier.signIn' is missing/,
  ],
  [
    "a value lost",
    (d) => d.edit(ENV, "signIn: https://plm.example.com:8443/tc", "signIn:"),
    "repo/null-value",
    `${ENV}:9`,
    /no value/,
  ],
  ["a tab", (d) => d.edit(ENV, "  release:", "\trelease:"), "repo/yaml-tab", `${ENV}:8`, /tab/],
  ["no space after a colon", (d) => d.edit(ENV, "tool: 2024x", "tool:2024x"), "repo/yaml-syntax", `${ENV}:5`, /space is missing/],
  [
    "an open quote",
    (d) => d.edit(ENV, "'D:\\plm\\staging'", "'D:\\plm\\staging"),
    "repo/yaml-syntax",
    `${ENV}:16`,
    /never closed/,
  ],
  [
    "a double-quoted path",
    (d) => d.edit(ENV, "'D:\\plm\\staging'", '"D:\\plm\\staging"'),
    "repo/escaped-path",
    `${ENV}:16`,
    /single quotes/,
  ],
  [
    "a key twice",
    (d) => d.edit(ENV, "authentication: password\n", "authentication: password\nauthentication: sso\n"),
    "repo/duplicate-key",
    `${ENV}:7`,
    /twice/,
  ],
  [
    "a merge conflict",
    (d) => d.edit(ENV, "tool: 2024x Refresh3\n", "<<<<<<< HEAD\ntool: 2024x Refresh3\n=======\ntool: 2024x\n>>>>>>> other\n"),
    "repo/merge-conflict",
    `${ENV}:5`,
    /two versions/,
  ],
  [
    "a merge conflict in a kit's file",
    (d) => d.edit(CLIENT, "IS_TCCS=false\n", "<<<<<<< HEAD\nIS_TCCS=false\n=======\nIS_TCCS=true\n>>>>>>> b\n"),
    "repo/merge-conflict",
    `${CLIENT}:6`,
    /merge conflict/,
  ],
  [
    "a merge conflict in an installed file",
    carry("<<<<<<< HEAD\nLicenseDir=1@a\n=======\nLicenseDir=2@a\n>>>>>>> b\n"),
    "repo/merge-conflict",
    `${INSTALLED}:1`,
    /merge conflict/,
  ],
  [
    "no-break spaces as indentation",
    (d) => d.edit(ENV, "  release:", "\u00a0\u00a0release:"),
    "repo/lookalike-character",
    `${ENV}:8`,
    /no-break space/,
  ],
  [
    "a no-break space behind a colon",
    (d) => d.edit(ENV, "signIn: ", "signIn:\u00a0"),
    "repo/lookalike-character",
    `${ENV}:9`,
    /no-break space/,
  ],
  [
    "typographic quotes",
    (d) => d.edit(ENV, "'D:\\plm\\staging'", "\u2018D:\\plm\\staging\u2019"),
    "repo/lookalike-character",
    `${ENV}:16`,
    /typographic/,
  ],
  [
    "typographic quotes in a list",
    (d) => d.edit(ENV, '"https://plm.example.com:4544"', "\u201chttps://plm.example.com:4544\u201d"),
    "repo/lookalike-character",
    `${ENV}:11`,
    /typographic/,
  ],
  ["saved as UTF-16", (d) => d.bytes(ENV, (text) => `\ufeff${text}`, "utf16le"), "repo/encoding", `${ENV}:1`, /UTF-16/],
  [
    "saved as Windows-1252",
    (d) => d.edit(ENV, "name: demo\n", Buffer.from("name: demo\ndescription: f\xfcr alle\n", "latin1")),
    "repo/encoding",
    `${ENV}:4`,
    /UTF-8/,
  ],
  ["an empty environment", (d) => d.write(ENV, ""), "repo/empty-document", `${ENV}:1`, /empty/],
  [
    "the wrong kind of document",
    (d) => d.edit(ENV, "kind: Environment", "kind: Site"),
    "repo/document-kind",
    `${ENV}:2`,
    /'Environment'/,
  ],
  [
    "environment.yml",
    (d) => d.move(ENV, "environments/demo/environment.yml"),
    "repo/missing-file",
    `${ENV}:1`,
    /environment\.yml is there/,
  ],
  [
    "Environment.yaml",
    (d) => d.move(ENV, "environments/demo/Environment.yaml"),
    "repo/missing-file",
    `${ENV}:1`,
    /Environment\.yaml is there/,
  ],
  [
    "environment.yaml.txt",
    (d) => d.move(ENV, "environments/demo/environment.yaml.txt"),
    "repo/missing-file",
    `${ENV}:1`,
    /environment\.yaml\.txt is there/,
  ],
  ["site.yml", (d) => d.move(SITE, "environments/site.yml"), "repo/missing-file", `${SITE}:1`, /site\.yml is there/],
  ["matrix.yml", (d) => d.move(MATRIX, "releases/matrix.yml"), "repo/missing-file", `${MATRIX}:1`, /matrix\.yml is there/],
  [
    "exceptions.yml",
    (d) => d.write("releases/exceptions.yml", "kind: Exceptions\n"),
    "repo/misnamed-file",
    "releases/exceptions.yml:1",
    /exceptions\.yaml/,
  ],
  [
    "base/CommonClient.properties",
    (d) => d.move(CLIENT, "releases/2506/base/CommonClient.properties"),
    "repo/missing-file",
    `${RELEASE}:15`,
    /CommonClient\.properties is there/,
  ],
  ["a base file lost", (d) => d.remove(CONNECTOR), "repo/missing-file", `${RELEASE}:7`, /connector\.properties is missing/],
  ["an empty base file", (d) => d.write(CONNECTOR, ""), "kit/write-target-missing", `${CONNECTOR}:1`, /is empty/],
  [
    "a web page as base file",
    (d) => d.write(CLIENT, "<html><body>Sign in</body></html>\n"),
    "kit/write-target-missing",
    `${CLIENT}:1`,
    /not this kit's file/,
  ],
  [
    "the line ends of a kit's file turned",
    (d) => d.bytes("releases/2506/base/plugin.xml", (text) => text.replaceAll("\n", "\r\n")),
    "kit/base-differs",
    "releases/2506/base/plugin.xml:1",
    /\.gitattributes|line ends/,
  ],
  [
    "a release that is not there",
    (d) => d.edit(ENV, 'connector: "2506"', 'connector: "2560"'),
    "compat/no-release",
    `${ENV}:4`,
    /2560/,
  ],
  [
    "a tool that the matrix lacks",
    (d) => d.edit(ENV, "tool: 2024x Refresh3", "tool: 2024x Refresh4"),
    "compat/no-row",
    `${ENV}:5`,
    /nearest row is '2024x Refresh3'/,
  ],
  [
    "a gate that is none",
    (d) => d.edit(MATRIX, "A: { gate: pass }", "A: { gate: passed }"),
    "repo/wrong-value",
    `${MATRIX}:5`,
    /did you mean 'pass'/,
  ],
  ["the matrix without rows", (d) => d.edit(MATRIX, "rows:", "row:"), "repo/unknown-key", `${MATRIX}:8`, /did you mean 'rows'/],
  [
    "a semicolon for the port's colon",
    (d) => d.edit(ENV, "https://plm.example.com:8443/tc", "https://plm.example.com;8443/tc"),
    "tier/address-form",
    `${ENV}:9`,
    /';' is where/,
  ],
  [
    "the same in the file server's address",
    (d) => d.edit(ENV, "https://plm.example.com:4544", "https://plm.example.com;4544"),
    "tier/address-form",
    `${ENV}:11`,
    /';' is where/,
  ],
  [
    "an environment to extend that is not there",
    (d) => d.edit("environments/second/environment.yaml", "extends: demo", "extends: dmeo"),
    "repo/extends",
    "environments/second/environment.yaml:4",
    /did you mean 'demo'/,
  ],
  [
    "a logger that is not there",
    (d) => d.edit(ENV, "logging:\n", "logging:\n  levels: { com.example.conection: WARN }\n"),
    "logging/edit-refused",
    `${ENV}:21`,
    /did you mean 'com\.example\.connection'/,
  ],
  ["an empty conf to carry from", carry(""), "conf/foreign-carry-from", `${ENV}:7`, /shares no key.*it has none/],
  ["a web page to carry from", carry("<html>\n<body>x</body>\n"), "conf/foreign-carry-from", `${ENV}:7`, /shares no key/],
  [
    "the client's file to carry from",
    carry("URL=http\\://a\\:1/tc\nBOOTSTRAP_URLS=b\nTransport=http\nTRANSPORT=http\n"),
    "conf/foreign-carry-from",
    `${ENV}:7`,
    /client library's file/,
  ],
  [
    "a conf to carry from under another name",
    (d) => carry("LicenseDir=1@a\n")(d).move(INSTALLED, "environments/demo/installed/Connector.properties"),
    "repo/missing-file",
    `${ENV}:7`,
    /Connector\.properties is there/,
  ],
  [
    "a kit of another release",
    (d) => d.remove("releases/2506/kit.lock.yaml").edit("releases/2506/base/plugin.xml", 'version="2506.0"', 'version="2406.3"'),
    "kit/release-differs",
    "releases/2506/base/plugin.xml:2",
    /2406/,
  ],
  [
    "the folder of the releases under another name",
    (d) => d.move("releases", "release"),
    "repo/missing-file",
    `${MATRIX}:1`,
    /folder releases is missing.*the folder release is there.*rename the folder release to releases/s,
  ],
  [
    "the folder of the releases under a name of its own",
    (d) => d.move("releases", "connectors"),
    "repo/missing-file",
    `${MATRIX}:1`,
    /rename the folder connectors to releases/,
  ],
  ["the folder of the releases lost", (d) => d.remove("releases"), "repo/missing-file", `${MATRIX}:1`, /kit import/],
  [
    "a release's folder under another name",
    (d) => d.move("releases/2506", "releases/2506-old"),
    "repo/release-name",
    "releases/2506-old/release.yaml:3",
    /rename the folder to 2506/,
  ],
  ["site.yaml in the root", (d) => d.move(SITE, "site.yaml"), "repo/missing-file", `${SITE}:1`, /move site\.yaml to/],
  [
    "the matrix among the environments",
    (d) => d.move(MATRIX, "environments/matrix.yaml"),
    "repo/missing-file",
    `${MATRIX}:1`,
    /move environments\/matrix\.yaml to releases\/matrix\.yaml/,
  ],
  [
    "exceptions.yaml in the root",
    (d) => d.write("exceptions.yaml", "kind: Exceptions\n"),
    "repo/misnamed-file",
    "exceptions.yaml:1",
    /move it to releases\/exceptions\.yaml/,
  ],
  [
    "an environment beside its folder",
    (d) => d.move(ENV, "environments/demo.yaml"),
    "repo/missing-file",
    `${ENV}:1`,
    /move environments\/demo\.yaml to environments\/demo\/environment\.yaml/,
  ],
  [
    "an environment beside its folder, under another name",
    (d) => d.move(ENV, "environments/demonstration.yml"),
    "repo/misnamed-file",
    "environments/demonstration.yml:1",
    /nothing reads environments\/demonstration\.yml.*move it to environments\/demo\/environment\.yaml/,
  ],
  [
    "an environment as a file, without a folder",
    (d) => d.write("environments/third.yaml", THIRD),
    "repo/misnamed-file",
    "environments/third.yaml:1",
    /an environment is a folder.*move it to environments\/third\/environment\.yaml/,
  ],
  [
    "an environment as a file in the root",
    (d) => d.write("third.yml", THIRD),
    "repo/misnamed-file",
    "third.yml:1",
    /move it to environments\/third\/environment\.yaml/,
  ],
  [
    "environment.yaml right below environments/",
    (d) => d.write("environments/environment.yaml", THIRD),
    "repo/misnamed-file",
    "environments/environment.yaml:1",
    /move it to environments\/third\/environment\.yaml/,
  ],
  [
    "a copy of an environment as a file beside it",
    (d) => d.write("environments/old.yaml", THIRD.replace("third", "demo")),
    "repo/misnamed-file",
    "environments/old.yaml:1",
    /environments\/demo\/environment\.yaml is read instead/,
  ],
  [
    "an environment one folder too deep",
    (d) => d.move("environments/demo", "environments/group/demo"),
    "repo/missing-file",
    "environments/group/environment.yaml:1",
    /move the folder environments\/group\/demo to environments\/demo/,
  ],
  [
    "a range of versions that is none",
    (d) => d.edit(SITE, "kind: Site\n", "kind: Site\nrequires: version one\n"),
    "repo/wrong-value",
    `${SITE}:3`,
    /'version one' is not a range of versions.*as npm does/,
  ],
  [
    "an empty list of file servers",
    (d) => d.edit(ENV, '[ "https://plm.example.com:4544" ]', "[]"),
    "tier/address-form",
    `${ENV}:11`,
    /no file-transfer address is given.*BOOTSTRAP_URLS would be empty/,
  ],
  [
    "a sign-in host that is not a name",
    (d) => d.edit(ENV, "https://plm.example.com:8443/tc", "https://plm..example.com:8443/tc"),
    "tier/address-form",
    `${ENV}:9`,
    /sign-in: .* is not an address/,
  ],
  [
    "a version without its operator's sense",
    (d) => d.edit(SITE, "kind: Site\n", "kind: Site\nrequires: '=>0.1'\n"),
    "repo/wrong-value",
    `${SITE}:3`,
    /not a range of versions/,
  ],
];

const found = async (folder: string) => (await run(folder)).findings.filter(({ severity }) => severity === "error");

describe("one mistake, one finding", () => {
  test.each(eachNth(3, ROWS))("[B2 B5 C6 C7] %s", async (_, make, rule, place, words) => {
    const folder = exampleRepository({ "environments/second/environment.yaml": CHILD });
    make(new Damaged(folder));
    const findings = await found(folder);
    const [finding, ...others] = findings;
    expect(others.map(inWords).map(({ rule: id, at, message }) => `${id} ${at?.file}:${at?.line} ${message}`)).toEqual([]);
    expect(`${finding?.rule} ${finding?.at?.file}:${finding?.at?.line}`).toBe(`${rule} ${place}`);
    expect(`${said(finding)} ${helpOf(finding)}`).toMatch(words);
    expect(finding?.help, "what to do").toBeTruthy();
  });

  test("[B5] a mistake in an environment that twenty others extend is told once, with all of them", async () => {
    const children = Array.from({ length: 20 }, (_, i) => `e${i}`);
    const folder = exampleRepository(
      Object.fromEntries(children.map((name) => [`environments/${name}/environment.yaml`, CHILD.replace("second", name)])),
    );
    edit(folder, ENV, "transport: http", "transport: htp");
    const [finding, ...others] = await found(folder);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ rule: "repo/wrong-value", environment: "demo", environments: ["demo", ...children].sort() });
  });

  test("[B4] siblings that inherit an address beside tier blocks of their own are one finding, in the line that all inherit", async () => {
    const children = Array.from({ length: 12 }, (_, i) => `e${i}`);
    const sibling = (name: string) =>
      `${CHILD.replace("second", name)}tier:\n  fileTransfer: [ "https://${name}.example.com:4544" ]\n  webClient: https://${name}.example.com:3000/awc\n`;
    const folder = exampleRepository(
      Object.fromEntries(children.map((name) => [`environments/${name}/environment.yaml`, sibling(name)])),
    );
    const findings = (await run(folder)).findings.filter(({ severity }) => severity !== "info");
    const [finding, ...others] = findings;
    expect(others.map(inWords).map(({ rule, message }) => `${rule} ${message}`)).toEqual([]);
    expect(finding).toMatchObject({ rule: "tier/shared-address", at: { file: ENV, line: 9 }, pointer: "/tier/signIn" });
    expect(finding?.environments).toEqual(["demo", ...children].sort());
    expect(said(finding)).toContain("override other tier addresses but inherit signIn from here");
    expect((await run(folder, { only: ["e3"] })).findings.map(({ rule, environment }) => `${rule} ${environment}`)).toEqual([
      "tier/shared-address e3",
    ]);
  });

  test("[B5] an environment that is checked alone is not green when the one that it extends cannot be read", async () => {
    const folder = exampleRepository({ "environments/second/environment.yaml": CHILD });
    edit(folder, ENV, "  release:", "\trelease:");
    const outcome = await run(folder, { only: ["second"] });
    expect(outcome.findings.map(({ rule, environment }) => `${rule} ${environment}`)).toEqual(["repo/yaml-tab second"]);
    expect([...outcome.blocked.keys()].sort()).toEqual(["demo", "second"]);
  });

  test("[B6] a session agent that is no folder is one finding where single sign-on needs the agent, too", async () => {
    const sso = `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm, application: PLM, redirectUris: [] }] }
connector: { loginUrl: https://plm.example.com:7001/tcsso, appId: PLM }
`;
    const folder = exampleRepository({ "environments/demo/sso.yaml": sso });
    edit(folder, ENV, "authentication: password", "authentication: sso");
    edit(folder, ENV, "sessionAgent: none", "sessionAgent: yes");
    const [finding, ...others] = await found(folder);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ rule: "sso/unusable-agent", at: { file: ENV, line: 19 } });
    expect(finding?.related?.map(({ message }) => plain(message)).join()).toContain("no way to sign in with it is declared");
    edit(folder, ENV, "sessionAgent: yes", "sessionAgent: off");
    const fixed = await cli(["check", "--fix"], { cwd: folder });
    expect(readFileSync(join(folder, ENV), "utf8")).toContain("sessionAgent: none\n");
    expect(fixed.out, "what the fix uncovers").toContain("sso/no-route");
  });

  test("[B5] a file of another kind beside the environments is the user's", async () => {
    const folder = exampleRepository({ "environments/notes.yaml": "a: 1\n", "docker-compose.yml": "services: {}\n" });
    expect((await run(folder)).findings).toEqual([]);
  });

  test.for(
    eachNth(3, [
      ["check", 1],
      ["compile", 1],
      ["compat", 2],
      ["kit verify", 2],
    ] as const),
  )("[B5] a range of versions that is none: %s compiles nothing and says where it stands", async ([command, code]) => {
    const folder = exampleRepository();
    edit(folder, SITE, "kind: Site\n", "kind: Site\nrequires: version one\n");
    const answer = await cli(command.split(" "), { cwd: folder });
    expect(answer.code).toBe(code);
    expect(answer.out + answer.err).toContain("environments/site.yaml:3:11");
    expect(answer.out + answer.err).toContain("not a range of versions");
  });

  test.for(eachNth(3, ["environment", "Environments", "enviroments", "tiers"]))(
    "[B5] the folder of the environments under the name %s is named as such",
    async (name) => {
      const folder = exampleRepository();
      new Damaged(folder).move("environments", name);
      const answer = await cli(["check"], { cwd: folder });
      expect(answer.code).toBe(2);
      expect(answer.err).toContain(`rename the folder ${name} to environments`);
    },
  );

  test("[B5] a value that an environment says itself is not affected by the one that it extends", async () => {
    const folder = exampleRepository({
      "environments/second/environment.yaml": `${CHILD}workstation:\n  embeddedBrowser: system\n`,
    });
    edit(folder, ENV, "embeddedBrowser: system", "embeddedBrowser: System");
    const [finding] = await found(folder);
    expect(finding).toMatchObject({ rule: "repo/wrong-value", environment: "demo" });
    expect(finding?.environments).toBeUndefined();
  });
});
