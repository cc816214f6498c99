import { describe, expect, test } from "vitest";
import { DOCUMENT_KINDS } from "../../../src/kernel/schema/kinds.ts";
import { schemaAt } from "../../../src/kernel/schema/nodes.ts";
import { exampleRepository, temporaryFolder } from "../../support/repository.ts";
import { readIn, typing } from "./typing.ts";

const ENVIRONMENT = "environments/demo/environment.yaml";
const SIGN_IN = "environments/demo/sso.yaml";
const MATRIX = "releases/matrix.yaml";
const HEAD = "apiVersion: tierwright/v1\nkind: Environment\n";

const folder = exampleRepository({
  "environments/pilot/environment.yaml": `${HEAD}name: pilot\n`,
  "environments/pilot.recording/environment.yaml": `${HEAD}name: pilot.recording\n`,
  "releases/next/base/connector.properties": "ONLY_IN_NEXT=1\nNEXT_PASSWORD=opensesame\n",
});
/** A new editor, in which no other text is open. */
const editor = () => typing(folder);
const labels = async (path: string, text: string) => (await editor()).labels(path, text);
const inEnvironment = (text: string) => labels(ENVIRONMENT, HEAD + text);
const taken = async (text: string, label: string) =>
  (await (await editor()).taken(ENVIRONMENT, HEAD + text, label)).slice(HEAD.length);

describe("keys of a document", () => {
  test("those of the map at the cursor that are missing, each with its description", async () => {
    const items = await (await editor()).items(ENVIRONMENT, `${HEAD}tier:\n  signIn: x\n  ¦\nlogging: {}\n`);
    const { properties = {} } = schemaAt("Environment", "/tier")?.node ?? {};
    expect(items.map(({ label }) => label)).toEqual(Object.keys(properties).filter((key) => key !== "signIn"));
    const transport = items.find(({ label }) => label === "transport");
    expect(transport?.documentation).toMatchObject({ kind: "plaintext", value: properties.transport?.description });
  });

  test.each([
    ["at the top", "¦", "tier"],
    ["of a word that is begun", "ti¦\nname: demo\n", "tier"],
    ["of a word that is begun before another key", "tier:\n  rel¦\n  signIn: x\n", "release"],
    ["of an item of a list", "ignore:\n  - ru¦\n", "rule"],
    ["of a further line of an item", "ignore:\n  - rule: x\n    ¦\n", "reason"],
    ["in braces", "logging: { payload: { ¦ } }\n", "enabled"],
    ["in braces that are open", "tier:\n  {¦\nname: demo\n", "signIn"],
    ["in quotes", "'ti¦': 1\n", "tier"],
    ["above a line that does not parse", "tier:\n  ¦\nname: [\nx: }\n", "release"],
    ["below a line that does not parse", "name: [\ntier:\n  ¦\n", "release"],
    ["with carriage returns", "tier:\r\n  signIn: x\r\n  ¦\r\nname: x\r\n", "release"],
    ["indented by a tab", "tier:\n\tsignIn: x\n\t¦\n", "release"],
    ["behind a sign of two UTF-16 units", "description: 😀\ntier: { webClient: '😀', ¦ }\n", "release"],
  ])("%s", async (_, text, key) => {
    expect(await inEnvironment(text)).toContain(key);
  });

  test("one that exists is not offered again, wherever it is in the map", async () => {
    expect(await inEnvironment("name: a\n¦\ntier: {}\n")).not.toContain("tier");
    expect(await inEnvironment("name: a\n¦\ntier: {}\n")).not.toContain("kind");
    expect(await inEnvironment("ti¦er: {}\n")).toContain("tier");
  });

  test("a key is written with what must follow it, in the line ends and the indentation of the text", async () => {
    expect(await taken("na¦\n", "name")).toBe("name: \n");
    expect(await taken("tier:\n  tr¦\n", "transport")).toBe("tier:\n  transport: \n");
    expect(await taken("ti¦", "tier")).toBe("tier:\n  ");
    expect(await taken("tier:\n  fi¦\n  signIn: x\n", "fileTransfer")).toBe("tier:\n  fileTransfer:\n    - \n  signIn: x\n");
    const crlf = `${HEAD}tier:\n  ho¦\n`.replaceAll("\n", "\r\n");
    expect(await (await editor()).taken(ENVIRONMENT, crlf, "hosts")).toMatch(/tier:\r\n {2}hosts:\r\n {4}\r\n$/);
    expect(await taken("logging: { pay¦ }\n", "payload")).toBe("logging: { payload:  }\n");
  });

  test("a key that has its colon is replaced alone, and a constant is written with its key", async () => {
    expect(await taken("ti¦er: {}\n", "tier")).toBe("tier: {}\n");
    expect(await taken("ti¦\n", "tier")).toBe("tier:\n  \n");
    expect(await (await editor()).taken(ENVIRONMENT, "kind: Environment\nap¦\n", "apiVersion")).toContain(
      "apiVersion: tierwright/v1\n",
    );
  });
});

describe("values", () => {
  test.each([
    ["the choices of a field", "tier: { transport: ¦ }\n", ["http", "tccs"]],
    ["true and false", "logging:\n  payload:\n    enabled: ¦\n", ["true", "false"]],
    ["releases", "connector: ¦\n", ["2506", "next"]],
    ["releases on a line of their own", "connector:\n  ¦\n", ["2506", "next"]],
    ["releases in a quote that is open", 'connector: "2¦\nname: x\n', ["2506", "next"]],
    ["rows of the matrix", "tool: 2024x R¦ # the row\n", ["2024x", "2024x Refresh3"]],
    ["releases of the tier", "tier:\n  release: ¦\n", ["2506"]],
    ["environments other than this one", "extends: ¦\n", ["pilot"]],
    ["environments that the list lacks", "tier:\n  sharedWith: [pilot, ¦]\n", []],
    ["the name of the folder", "name: ¦\n", ["demo"]],
  ])("%s", async (_, text, words) => {
    expect(await inEnvironment(text)).toEqual(words);
  });

  test("rules that can be suppressed, in an entry and in a comment of every kind of file", async () => {
    const words = await inEnvironment("ignore:\n  - rule: ¦\n");
    expect(words).toContain("conf/unknown-key");
    // an error, and a group that is never suppressed
    for (const never of ["repo/yaml-syntax", "compat/not-listed", "secret/in-yaml"]) expect(words).not.toContain(never);
    expect(await inEnvironment("# tierwright-ignore ¦\nname: x\n")).toEqual(words);
    expect(await taken("# tierwright-ignore conf/unk¦own: reason\n", "conf/unknown-key")).toBe(
      "# tierwright-ignore conf/unknown-key: reason\n",
    );
    expect(await labels("releases/2506/base/connector.properties", "! tierwright-ignore: co¦\nA=1\n")).toEqual(words);
    expect(await labels("releases/2506/base/log4j2.xml", "<!-- tierwright-ignore ¦\n")).toEqual(words);
  });

  test("keys of the kit: of the environment's release, else of all, and in the file that they are in", async () => {
    const keys = await inEnvironment('connector: "2506"\nworkstation:\n  keep: [STAGING_DIR, ¦]\n');
    expect(keys).toContain("TC_SERVER_URL");
    expect(keys).not.toContain("STAGING_DIR");
    expect(keys).not.toContain("ONLY_IN_NEXT");
    expect(await inEnvironment("workstation:\n  keep:\n    - ¦\n")).toContain("ONLY_IN_NEXT");
    const client = await inEnvironment("workstation:\n  set:\n    client: { ¦ }\n");
    expect(client).toContain("BOOTSTRAP_URLS");
    expect(client).not.toContain("TC_SERVER_URL");
    expect(await inEnvironment("connector: next\nworkstation: { set: { connector: { O¦\n")).toEqual([
      "ONLY_IN_NEXT",
      "NEXT_PASSWORD",
    ]);
  });

  test("columns and codes of the matrix, and rows, releases, codes and environments of an exception", async () => {
    const matrix = readIn(folder, MATRIX);
    expect(await labels(MATRIX, `${matrix}  - { tool: 2027x, connectors: { ¦ } }\n`)).toEqual(["2506", "next"]);
    expect(await (await editor()).taken(MATRIX, `${matrix}  - { tool: 2027x, connectors: { ¦ } }\n`, "2506")).toContain(
      '{ "2506":  }',
    );
    expect(await labels(MATRIX, `${matrix}  - { tool: 2027x, connectors: { "2506": ¦ } }\n`)).toContain("A");
    const exceptions = (text: string) => labels("releases/exceptions.yaml", `kind: Exceptions\nexceptions:\n  - ${text}\n`);
    expect(await exceptions("tool: ¦")).toContain("2024x Refresh3");
    expect(await exceptions("connector: ¦")).toContain("2506");
    expect(await exceptions("verdict: ¦")).toContain("A");
    expect(await exceptions("environments: [demo, ¦]")).toEqual(["pilot"]);
  });

  test("the texts that are open count before the files: a row is offered as soon as it is typed", async () => {
    const other = await typing(exampleRepository());
    await other.items(MATRIX, `${readIn(folder, MATRIX)}  - { tool: 2031x, connectors: { "2506": A } }\n¦`);
    expect(await other.labels(ENVIRONMENT, `${HEAD}tool: ¦\n`)).toContain("2031x");
  });

  test("a word that YAML would read as a number is quoted, and quotes that are typed stay", async () => {
    expect(await taken("connector: ¦\n", "2506")).toBe('connector: "2506"\n');
    expect(await taken("connector: '2¦5'\n", "2506")).toBe("connector: '2506'\n");
    expect(await taken('connector: "2¦\nname: x\n', "2506")).toBe('connector: "2506"\nname: x\n');
    expect(await taken("connector: 25¦ # x\n", "next")).toBe("connector: next # x\n");
    expect(await taken("tool: 2024x Ref¦resh\n", "2024x Refresh3")).toBe("tool: 2024x Refresh3\n");
  });

  test("a secret is offered as a reference alone, named after its key; no value of a file is ever offered", async () => {
    const text = "kind: FederatedSignIn\noidc:\n  clientSecret: ¦\n";
    const items = await (await editor()).items(SIGN_IN, text);
    expect(items.map(({ label }) => label)).toEqual(["{ env: }", "{ file: }"]);
    expect(await (await editor()).taken(SIGN_IN, text, "{ env: }")).toContain("clientSecret: { env: CLIENT_SECRET }\n");
    expect(await labels(SIGN_IN, "kind: FederatedSignIn\noidc:\n  clientSecret: { ¦ }\n")).toEqual(["env", "file", "command"]);
    expect(await labels(SIGN_IN, "kind: FederatedSignIn\noidc:\n  clientSecret: { env: A, ¦ }\n")).toEqual([]);
    expect(await labels(SIGN_IN, "kind: FederatedSignIn\noidc:\n  clientSecret: { env: ¦ }\n")).toEqual([]);
    const set = "connector: next\nworkstation:\n  set:\n    connector:\n      ";
    const shown = [
      await inEnvironment(`${set}NEXT_PASSWORD: ¦\n`),
      await (await editor()).items(ENVIRONMENT, `${HEAD}${set}¦\n`),
    ];
    expect(shown[0]).toEqual(["{ env: }", "{ file: }"]);
    expect(JSON.stringify(shown)).toContain("NEXT_PASSWORD");
    expect(JSON.stringify(shown)).not.toContain("opensesame");
  });
});

describe("nothing", () => {
  test.each([
    ["in a comment", "# ti¦\n"],
    ["in a comment behind a value", "name: demo # ¦\n"],
    ["in a text", "description: the ti¦er\n"],
    ["in a quoted text", 'description: "ti¦er"\n'],
    ["in a text of several lines", "description: one\n  ti¦\n"],
    ["in a block scalar", "description: |\n  ti¦\n"],
    ["below a key that does not exist", "teir:\n  ¦\n"],
    ["in a map of any keys", "tier:\n  hosts:\n    ¦\n"],
    ["behind a colon without a space", "tool:¦\n"],
    ["in an anchor", "tool: &t¦ x\n"],
    ["in a second document", "---\n¦\n"],
  ])("%s", async (_, text) => {
    expect(await inEnvironment(text)).toEqual([]);
  });

  test("in a text with more levels than the parser's stack, or longer than a document is", async () => {
    expect(await inEnvironment(`tier: ${"[".repeat(100_000)}¦`)).toEqual([]);
    expect(await inEnvironment(`description: ${"x".repeat(300_000)}\n¦`)).toEqual([]);
  });

  test("in a text of no repository, and in one that is no YAML", async () => {
    expect(await (await typing(temporaryFolder())).labels("a.yaml", "¦")).toEqual([]);
    expect(await labels("releases/2506/base/connector.properties", "TC¦\n")).toEqual([]);
  });

  test("no word is offered that an editor would show as another one", async () => {
    const other = await typing(exampleRepository(), {
      "releases/a/base/connector.properties": "GOOD=1\nTURNED\\u202eKEY=1\n",
    });
    const words = await other.labels(ENVIRONMENT, `${HEAD}connector: a\nworkstation: { keep: [¦] }\n`);
    expect(words).toEqual(["GOOD"]);
  });
});

describe("a document of no kind has nothing but its kind", () => {
  test.each([
    [ENVIRONMENT, "¦", ["kind"]],
    [ENVIRONMENT, "name: demo\nti¦\n", ["kind"]],
    [ENVIRONMENT, "tier:\n  ¦\n", []],
    [ENVIRONMENT, "kind: Environmint\n¦\n", []],
    [ENVIRONMENT, "kind: ¦\n", ["Environment"]],
    ["environments/site.yaml", "kind: S¦\n", ["Site"]],
    [SIGN_IN, "kind: ¦\n", ["FederatedSignIn"]],
    [MATRIX, "kind: ¦\n", ["CompatibilityMatrix"]],
    ["releases/2506/release.yaml", "kind: ¦\n", ["ConnectorRelease"]],
    ["environments/demo/notes.yaml", "kind: ¦\n", DOCUMENT_KINDS],
  ])("%s with %j", async (path, text, words) => {
    expect(await labels(path, text)).toEqual(words);
  });

  test("the kind is written as the file's name says", async () => {
    expect(await (await editor()).taken(ENVIRONMENT, "k¦\n", "kind")).toBe("kind: Environment\n");
    expect(await (await editor()).taken("environments/demo/notes.yaml", "k¦\n", "kind")).toBe("kind: \n");
  });
});

test("the defaults of the site have what an environment has", async () => {
  const site = (text: string) => labels("environments/site.yaml", `kind: Site\ndefaults:\n  ${text}`);
  expect(await site("tool: ¦\n")).toContain("2024x Refresh3");
  expect(await site("tier: { ¦ }\n")).toContain("signIn");
  expect(await site("workstation: { set: { logger: { ¦ } } }\n")).not.toEqual([]);
  expect(await site("¦\n")).not.toContain("name");
});

test("the position counts UTF-16 units, as the replaced range does", async () => {
  const text = `${HEAD}tier: { webClient: "😀", rel¦ }\n`;
  const [item] = await (await editor()).items(ENVIRONMENT, text);
  const at = 'tier: { webClient: "😀", '.length;
  expect(item?.textEdit).toMatchObject({ range: { start: { line: 2, character: at }, end: { line: 2, character: at + 3 } } });
  expect(await (await editor()).taken(ENVIRONMENT, text, "release")).toContain('"😀", release:  }');
});

test("each field of the tables exists in its schema, so that a renamed one is noticed", async () => {
  const { FIELDS } = await import("../../../src/serve/lsp/fields.ts");
  for (const [kind, field] of FIELDS) expect([kind, field, schemaAt(kind, `/${field}`) !== null]).toEqual([kind, field, true]);
  expect(FIELDS.length).toBeGreaterThan(20);
});
