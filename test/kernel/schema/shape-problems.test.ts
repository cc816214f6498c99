import { describe, expect, test } from "vitest";
import { inWords, said } from "../../support/said.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { isSecret, schemaAt } from "../../../src/kernel/schema/nodes.ts";
import { DOCUMENT_KINDS, checkDocument, type DocumentKind, validate } from "../../../src/kernel/schema/validate.ts";
import { marked, shown, treeOf } from "../../support/yaml.ts";

/** Returns the pointers of all fields of a kind whose value is a list or a map, and whether a text is valid as an item of the list. */
function collectionsOf(kind: DocumentKind): readonly { readonly pointer: string; readonly takes: boolean }[] {
  const walk = (pointer: string): readonly { pointer: string; takes: boolean }[] => {
    const node = schemaAt(kind, pointer)?.node;
    if (!node || isSecret(node)) return [];
    const keys = Object.keys(node.properties ?? {}).map((key) => `${pointer}/${key}`);
    const free = typeof node.additionalProperties === "object" ? [`${pointer}/*`] : [];
    const items = node.items ? [`${pointer}/0`] : [];
    const own = pointer !== "" && (node.type === "array" || node.type === "object");
    const item = schemaAt(kind, `${pointer}/0`)?.node;
    const takes = node.type === "array" && [item?.type].flat().includes("string") && item?.enum === undefined;
    return [...(own ? [{ pointer, takes }] : []), ...[...keys, ...free, ...items].flatMap(walk)];
  };
  return walk("");
}

const HEAD = "apiVersion: tierwright/v1\nkind: Environment\nname: demo\n";

const SITE_HEAD =
  "apiVersion: tierwright/v1\nkind: Site\ntool: { install: a }\nconnector: { folder: a, conf: b }\nclient: { file: a }\n";

function problemsOf(text: string, kind: DocumentKind = "Environment") {
  const tree = treeOf(text);
  const problems = checkDocument(kind, tree);
  return {
    problems,
    places: shown(problems),
    marked: marked(text, problems),
    words: problems
      .map(inWords)
      .map(({ message, help }) => `${message}. ${help}`)
      .join("\n"),
  };
}

test.each([
  ["Site", "environments/site.yaml"],
  ["Environment", "environments/demo/environment.yaml"],
  ["CompatibilityMatrix", "releases/matrix.yaml"],
  ["ConnectorRelease", "releases/2506/release.yaml"],
] as const)("the example repository's %s is of the right shape", (kind, path) => {
  expect(checkDocument(kind, treeOf(EXAMPLE_REPOSITORY[path] as string))).toEqual([]);
});

describe("unknown keys", () => {
  test("stand on the key, name the nearest, and can be renamed, for review", () => {
    const { problems, places, marked } = problemsOf(`${HEAD}tier:\n  signin: x\n`);
    expect(places).toEqual(["5:3 repo/unknown-key"]);
    expect(marked).toEqual(["signin"]);
    expect(problems.map(inWords)[0]).toMatchObject({
      pointer: "/tier/signin",
      message: expect.stringContaining("did you mean 'signIn'?"),
    });
    expect(problems[0]?.fix).toMatchObject({
      safe: false,
      edits: [{ text: "signIn", place: { line: 5, column: 3, endColumn: 9 } }],
    });
  });

  test("of another level say where they belong", () => {
    expect(problemsOf(`${HEAD}signIn: x\n`).words).toMatch(/key of tier: move it there/);
  });

  test("list what is known when nothing is near", () => {
    expect(problemsOf(`${HEAD}ignore: [ { rule: a, zzz: b } ]\n`).words).toMatch(/known keys: rule, file, key, reason/);
  });

  test.each([
    ["a value", "PROXY_HOST: proxy", "PROXY_HOST"],
    ["a reference to a secret", "PROXY_PASSWORD: { env: X }", "PROXY_PASSWORD"],
    ["a key that resembles a file", "Client: a", "Client"],
    ["a key that YAML quotes", "'A B': x", "'A B'"],
  ])("of workstation.set with %s and no file above say so, with the line as it should be", (_, line, mark) => {
    const found = problemsOf(`${HEAD}workstation:\n  set:\n    connector: { A: 1 }\n    ${line}\n`);
    expect(found.places).toEqual(["7:5 repo/unknown-key"]);
    expect(found.marked).toEqual([mark]);
    expect(found.words).toContain("is directly below 'workstation.set', where the file that has the key is missing");
    expect(found.words).toContain(`write the file above the key: set: { connector: { ${mark}: ... } }, or client or logger`);
    expect(found.problems[0]?.fix).toBeUndefined();
  });

  test("several keys of workstation.set without a file are one finding, in the defaults of a site, too", () => {
    const found = problemsOf(
      `${SITE_HEAD}defaults: { workstation: { set: { A: 1, client: { X: 1 }, B: 2, C: { env: X } } } }\n`,
      "Site",
    );
    expect(found.marked).toEqual(["A"]);
    expect(found.problems.map(inWords)[0]).toMatchObject({ notes: [["so are 2 further keys"]] });
  });

  test("a misspelled file of workstation.set is no key of a file", () => {
    const { words } = problemsOf(`${HEAD}workstation: { set: { conector: { A: 1 } } }\n`);
    expect(words).toContain("did you mean 'connector'?");
    expect(problemsOf(`${HEAD}workstation: { set: { files: { A: 1 } } }\n`).words).toContain(
      "known keys: connector, client, logger",
    );
  });

  test("misspelled required keys are one finding, not two", () => {
    expect(problemsOf("apiVersion: tierwright/v1\nkind: Environment\nnme: demo\n").places).toEqual(["3:1 repo/unknown-key"]);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("%s is an unknown key like any other", (key) => {
    expect(problemsOf(`${HEAD}${key}: 1\n`).marked).toEqual([key]);
    expect(problemsOf(`${HEAD}tier: { hosts: { ${key}: [] } }\n`).places).toEqual([]);
  });
});

describe("kinds", () => {
  test.each([
    ["a list for text", 'connector: ["2506"]', '["2506"]', /must be text, but this is a list/],
    ["text for a list", "tier: { fileTransfer: x }", "x", /must be a list, but this is text/],
    ["text for a map", "tier: x", "x", /must be a map of keys, but this is text/],
    [
      "a map where addresses stand",
      "tier: { hosts: { a: {} } }",
      "{}",
      /'tier.hosts.a' must be text or a list, but this is a map/,
    ],
    ["a list in a list of text", "tier: { sharedWith: [a, [b]] }", "[b]", /'tier.sharedWith\[1\]'/],
    ["a map where a choice stands", "authentication: {}", "{}", /must be 'password' or 'sso', but this is a map/],
    ["a fraction for a whole number", "logging: { keepDays: 1.5 }", "1.5", /whole number/],
    ["a list for a value of set", "workstation: { set: { client: { K: [] } } }", "[]", /text or a reference to a secret/],
  ])("%s", (_, line, mark, words) => {
    const found = problemsOf(`${HEAD}${line}\n`);
    expect(found.problems.map(({ rule }) => rule)).toEqual(["repo/wrong-kind"]);
    expect(found.marked).toEqual([mark]);
    expect(found.words).toMatch(words);
  });

  test.each([
    ["logging: { payload: { enabled: yes } }", "true"],
    ["logging: { payload: { enabled: Off } }", "false"],
    ['logging: { payload: { enabled: "true" } }', "true"],
    ['logging: { keepDays: "30" }', "30"],
  ])("what %s certainly means is a safe fix", (line, text) => {
    expect(problemsOf(`${HEAD}${line}\n`).problems[0]?.fix).toMatchObject({ safe: true, edits: [{ text }] });
  });

  test.each(["2506", "2024.10", "010", "0x1F", "1_000", "2026-09-01", "true", "22:22", ".nan", ".inf", "1e400", "'x'", "no"])(
    "text may be written %s",
    (text) => {
      expect(
        problemsOf(
          `${HEAD}connector: ${text}\ntier: { sharedWith: [ ${text} ] }\nworkstation: { set: { logger: { K: ${text} } } }\n`,
        ).places,
      ).toEqual([]);
    },
  );

  test.each([
    [
      "tier: [dev]",
      'write a map with keys of: release, signIn, webClient, fileTransfer, transport, hosts, members, sharedWith; for example tier: { release: "2606", signIn: https://plm.example.com:8443/tc }',
    ],
    ["tier: { fileTransfer: x }", "write it as a list: fileTransfer: [ x ], or one '- value' a line"],
    ["tier: { fileTransfer: 'a, b;c' }", "write it as a list: fileTransfer: [ a, b, c ], or one"],
    ["tier:\n  fileTransfer: (https://a:1)", "write it as a list: fileTransfer: [ https://a:1 ], or one"],
    [
      "tier:\n  fileTransfer: ('https://a:1', \"https://b:1\")",
      "write it as a list: fileTransfer: [ https://a:1, https://b:1 ], or one",
    ],
    ["tier:\n  fileTransfer: (a) b", "write it as a list: fileTransfer: [ '(a) b' ], or one"],
    ["tier:\n  fileTransfer: ()", "write it as a list, one '- value' a line"],
    ["ignore: x", "write it as a list, one '- value' a line; for example ignore: ["],
    ["ignore: { rule: a }", "write it as a list, one '- value' a line; for example ignore: ["],
    ['connector: ["2506"]', 'write one value: connector: "2506"; quote text'],
    ["connector: [a, b]", 'write one value, such as connector: "2606"; quote text'],
    ["workstation: { stagingDir: [D] }", "write one value: stagingDir: D; quote text"],
    ["tier: { hosts: x }", 'write a map; for example hosts: { plm.example.com: "10.20.0.11" }'],
    ["tier: { sharedWith: [a, [b]] }", "write one value: b; quote text"],
    ["logging: { keepDays: a }", "write a whole number without quotes, such as keepDays: "],
    ["workstation: { set: { client: { K: [] } } }", "write one value"],
  ])("%s shows the line as it should be", (line, help) => {
    expect(problemsOf(`${HEAD}${line}\n`).words).toContain(help);
  });

  const WRITTEN = "written.by.somebody";
  const field = (kind: DocumentKind, pointer: string) => {
    const parts = pointer.split("/").slice(1);
    const keys = parts.map((part, i) =>
      /^0$/.test(part) ? "- " : `${part === "" || part === "*" ? "free" : part}:\n${" ".repeat(2 * (i + 1))}`,
    );
    return problemsOf(`apiVersion: tierwright/v1\nkind: ${kind}\n${keys.join("")}${WRITTEN}\n`, kind).problems.filter(
      ({ rule }) => rule === "repo/wrong-kind",
    );
  };
  const FIELDS = DOCUMENT_KINDS.flatMap((kind) => collectionsOf(kind).map((one) => ({ kind, ...one })));

  test("lists of text and other lists and maps are among the fields", () => {
    expect(FIELDS.filter(({ takes }) => takes).length).toBeGreaterThan(10);
    expect(FIELDS.filter(({ takes }) => !takes).length).toBeGreaterThan(20);
  });

  test.each(FIELDS)(
    "$kind $pointer shows the written value if it fits, else an example that it calls one",
    ({ kind, pointer, takes }) => {
      const [problem] = field(kind, pointer);
      if (!problem) throw new Error("no finding");
      const { help } = inWords(problem);
      if (takes) expect(help).toContain(`[ ${WRITTEN} ]`);
      else expect(help).toMatch(/^write (a map|it as a list, one '- value' a line)[^;]*(; for example .*)?$/);
    },
  );

  test.each(["https://jdoe:Wq7-hunter@plm.example.com:4544", "password=hunter2"])("a secret in it is not shown: %s", (text) => {
    const { words } = problemsOf(`${HEAD}tier: { fileTransfer: '${text}' }\n`);
    expect(words).toContain("for example fileTransfer: [ https://plm.example.com:4544 ]");
    expect(words).not.toContain("hunter");
  });

  test("an alias is judged where it stands and shows what it repeats", () => {
    const text = `${HEAD}tier: &t { transport: http }\ncarryFrom: *t\n`;
    const { problems, marked } = problemsOf(text);
    expect(marked).toEqual(["*t"]);
    expect(problems[0]?.related).toMatchObject([{ place: { line: 4, column: 10 } }]);
  });

  test("a document that is no map is told once", () => {
    expect(problemsOf("- a\n").places).toEqual(["1:1 repo/wrong-kind"]);
    expect(problemsOf("text\n").places).toEqual(["1:1 repo/wrong-kind"]);
  });

  test("null is the reader's finding and is not told again", () => {
    expect(validate("Environment", { ...treeOf(HEAD), type: "scalar", text: "", value: null, style: "plain" })).toEqual([]);
  });
});

test.each([
  ["authentication: Pasword", "Pasword", "password"],
  ["tier: { transport: HTTP }", "HTTP", "http"],
  ["workstation: { embeddedBrowser: 'bundeld' }", "'bundeld'", "bundled"],
])("%s is no value and names the nearest", (line, mark, near) => {
  const found = problemsOf(`${HEAD}${line}\n`);
  expect(found.marked).toEqual([mark]);
  expect(found.problems.map(inWords)[0]).toMatchObject({
    rule: "repo/wrong-value",
    message: expect.stringContaining(`did you mean '${near}'?`),
  });
  expect(found.problems[0]?.fix).toMatchObject({ safe: false, edits: [{ text: near }] });
});

test("missing keys stand on the key of the map that lacks them, else at its beginning", () => {
  const text = "apiVersion: tierwright/v1\nkind: Site\ntool: {}\nconnector: { folder: a, conf: b }\nclient:\n  log4j2: x\n";
  const found = problemsOf(text, "Site");
  expect(found.places).toEqual(["3:1 repo/missing-key", "5:1 repo/missing-key"]);
  expect(found.problems.map(({ pointer }) => pointer)).toEqual(["/tool/install", "/client/file"]);
  expect(problemsOf(`${HEAD}ignore:\n  - file: x\n`).places).toEqual(["5:5 repo/missing-key"]);
  expect(problemsOf("apiVersion: tierwright/v1\nkind: Site\n", "Site").places).toEqual(Array(3).fill("1:1 repo/missing-key"));
});

test("defaults have an environment's shape without what only its own file says, and nothing is required in them", () => {
  const site = (defaults: string) => problemsOf(`${EXAMPLE_REPOSITORY["environments/site.yaml"]}defaults: ${defaults}\n`, "Site");
  expect(site("{ tier: { transport: http }, logging: { payload: {} } }").places).toEqual([]);
  expect(site("{ name: x }").words).toMatch(/set it in each environment's own environment.yaml/);
  expect(site("{ tier: { relase: x } }").words).toMatch(/'defaults.tier'; did you mean 'release'/);
});

test("faults beyond fifty are counted", () => {
  const { problems } = problemsOf(`${HEAD}${Array.from({ length: 70 }, (_, i) => `x${i}: 1\n`).join("")}`);
  expect(problems).toHaveLength(50);
  expect(said(problems[49])).toMatch(/20 more problems/);
  // a fault of the header, which comes first, pushes one more out
  const unknown = Array.from({ length: 70 }, (_, i) => `x${i}: 1\n`).join("");
  const both = problemsOf(`${HEAD.replace("kind: Environment", "kind: Environments")}${unknown}`).problems;
  expect(both).toHaveLength(50);
  expect(said(both[0])).toContain("Environments");
  expect(said(both[49])).toMatch(/\(and 21 more problems in this file\)/);
});
