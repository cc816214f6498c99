import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EXAMPLE_REPOSITORY } from "../../src/compiler/rules/example.ts";
import { edit, exampleRepository } from "../support/repository.ts";
import { type Civil, civil, here, sourcesOf, treeOf } from "./civil.ts";
import { eachNth } from "../support/runs.ts";

/* Names that a file system, a language or a reader treats in a way of its own: of environments, releases, tools, keys and hosts. */

const ENVIRONMENT = "environments/demo/environment.yaml";
const SITE = "environments/site.yaml";
const MATRIX = "releases/matrix.yaml";
const RELEASE = "releases/2506/release.yaml";
const LOCK = "releases/2506/kit.lock.yaml";

const rulesOf = (found: Civil) =>
  [...new Set(found.findings.filter((finding) => finding.severity === "error").map((finding) => finding.rule))].sort();

/** The example repository whose environment's folder and name are another. */
function named(name: string, written: string = JSON.stringify(name)): string {
  const folder = exampleRepository();
  edit(folder, ENVIRONMENT, "name: demo", `name: ${written}`);
  renameSync(join(folder, "environments", "demo"), join(folder, "environments", name));
  return folder;
}

describe("an environment's folder", () => {
  const refused = [
    "with blank",
    "Upper",
    "con",
    "nul.txt",
    "com1",
    "lpt9.old",
    "aux",
    "dot.",
    "-x",
    "_x",
    "🚀",
    "é",
    "a".repeat(64),
    "a".repeat(70),
    "__proto__",
    "a:b",
    "a\\b",
    "a*b",
    "a\nb",
    "ａ",
    "i̇",
  ];
  test.each(
    eachNth(
      8,
      process.platform === "win32"
        ? refused.filter((name) => /^[\w -]+$/.test(name) && name !== "con" && name !== "aux")
        : refused,
    ),
  )("called %j is refused", async (name) => {
    const folder = named(name);
    const found = await civil(here(folder), ["compile"]);
    expect(found.code).toBe(1);
    expect(rulesOf(found)).toEqual(["repo/environment-name"]);
    expect(found.text.out).toContain("rename the folder");
    expect(Object.keys(treeOf(join(folder, "dist")))).toEqual([]);
  });

  test.runIf(process.platform !== "win32")(
    "called with an escape sequence is refused, and the terminal does not see it",
    async () => {
      const found = await civil(here(named("a\u001b[31mb")), ["check"]);
      expect(rulesOf(found)).toEqual(["repo/control-character", "repo/environment-name"]);
    },
  );

  const allowed = [
    "constructor",
    "prototype",
    "tostring",
    "hasownproperty",
    "2506",
    "0",
    "true",
    "null",
    "on",
    "1e3",
    "0x1f",
    "a".repeat(63),
    "a.b-c_d",
    "console",
    "com10",
    "dist",
    "manifest.json",
    "site",
    "environment.yaml",
  ];
  test.each(eachNth(8, allowed))("called %j is an environment like any other", async (name) => {
    const folder = named(name);
    const found = await civil(here(folder), ["compile"]);
    expect(found.text.out + found.text.err).not.toContain("error[");
    expect(found.code).toBe(0);
    expect(Object.keys(treeOf(join(folder, "dist"))).filter((path) => path.endsWith("manifest.json"))).toEqual([
      `${name}/manifest.json`,
    ]);
    const again = await here(folder)(["compile"]);
    expect(again.code).toBe(0);
    expect((await civil(here(folder), ["why", name, "URL"])).code).toBe(0);
  });

  test.each(eachNth(8, ["2506", "010", "1.10", "true", "0x1F", "1e3"]))(
    "and a name written without quotes, %s, is its source text",
    async (written) => {
      const found = await civil(here(named(written.toLowerCase(), written)), ["compile"]);
      expect(found.code).toBe(written === written.toLowerCase() ? 0 : 1);
    },
  );

  test("a name that is null, a list or a map is said to be so", async () => {
    for (const written of ["null", "~", "", "[demo]", "{ demo: 1 }"]) {
      const folder = exampleRepository();
      edit(folder, ENVIRONMENT, "name: demo", `name: ${written}`);
      const found = await civil(here(folder), ["compile"]);
      expect(found.code).toBe(1);
      expect(
        found.findings.some(
          (finding) => ["repo/null-value", "repo/wrong-kind"].includes(finding.rule) && finding.file === ENVIRONMENT,
        ),
      ).toBe(true);
    }
  });

  test("two that differ in case alone are both told of", async () => {
    const folder = exampleRepository({ "environments/other/environment.yaml": "x: 1\n" });
    mkdirSync(join(folder, "environments", "OTHER"));
    const found = await civil(here(folder), ["check"]);
    expect(found.code).toBe(1);
    expect(found.text.out).toContain("environments/other");
  });
});

describe("a release's name", () => {
  function released(name: string, written = JSON.stringify(name)): string {
    const folder = exampleRepository();
    edit(folder, RELEASE, 'release: "2506"', `release: ${written}`);
    edit(folder, LOCK, 'release: "2506"', `release: ${written}`);
    edit(folder, ENVIRONMENT, 'connector: "2506"', `connector: ${written}`);
    edit(folder, MATRIX, '"2506": A', `${written}: A`);
    renameSync(join(folder, "releases", "2506"), join(folder, "releases", name));
    return folder;
  }

  test.each(eachNth(8, ["__proto__", "constructor", "toString", "hasOwnProperty", "2506.0", "010"]))(
    "%s is a name like any other",
    async (name) => {
      const folder = released(name);
      const found = await civil(here(folder), ["compile"]);
      expect(found.text.out).not.toContain("error[");
      expect(found.code).toBe(0);
      expect((await civil(here(folder), ["compat"])).code).toBe(0);
      expect((await here(folder)(["check"])).code, "from what was remembered").toBe(0);
    },
  );

  test.each(
    eachNth(8, [
      ["2506", 0],
      ['"2506"', 0],
      ["'2506'", 0],
      ["2506.0", 1],
      ["02506", 1],
      ["2_506", 1],
      ["0x9CA", 1],
      ["2.506e3", 1],
      ["true", 1],
      ["__proto__", 1],
      ["constructor", 1],
      ['""', 1],
      ['" 2506"', 1],
      ["../releases/2506", 1],
      ['"2506/"', 1],
      ["２５０６", 1],
    ]),
  )("an environment's connector: %s is read by its source text", async (written, code) => {
    const folder = exampleRepository();
    edit(folder, ENVIRONMENT, 'connector: "2506"', `connector: ${written}`);
    const found = await civil(here(folder), ["compile"]);
    expect(found.code).toBe(code);
    if (code === 1)
      expect(found.findings.some((finding) => finding.file === ENVIRONMENT && finding.rule.startsWith("compat/"))).toBe(true);
  });

  test.each(eachNth(8, ["2506: A", '"2506": A', "'2506': A"]))(
    "the matrix's column as %s is the same column",
    async (written) => {
      const folder = exampleRepository();
      edit(folder, MATRIX, '"2506": A', written);
      expect((await civil(here(folder), ["check"])).code).toBe(0);
    },
  );

  test("the matrix's column 2506.0 is another column", async () => {
    const folder = exampleRepository();
    edit(folder, MATRIX, '"2506": A', "2506.0: A");
    const found = await civil(here(folder), ["check"]);
    expect(rulesOf(found)).toEqual(["compat/no-cell"]);
  });

  test("an empty folder below releases is told of", async () => {
    const folder = exampleRepository();
    mkdirSync(join(folder, "releases", "__proto__"));
    const found = await civil(here(folder), ["check"]);
    expect(found.code).toBe(1);
    expect(found.findings.map((finding) => finding.file)).toContain("releases/__proto__/release.yaml");
  });
});

const PROTOTYPE_KEYS = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];

describe("keys that JavaScript knows", () => {
  test.each(eachNth(8, PROTOTYPE_KEYS))("workstation.set of %s is written as any key", async (key) => {
    const folder = exampleRepository();
    edit(
      folder,
      ENVIRONMENT,
      "  sessionAgent: none\n",
      `  sessionAgent: none\n  set: { connector: { ${key}: one }, client: { ${key}: two }, logger: { ${key}: three } }\n`,
    );
    expect((await civil(here(folder), ["compile"])).code).toBe(0);
    const tree = treeOf(join(folder, "dist", "demo"));
    expect(
      [tree["connector/connector.properties"], tree["client/CommonClient.properties"], tree["connector/logger.properties"]].map(
        (text) => new RegExp(`^${key}=(\\w+)$`, "m").exec(text ?? "")?.[1],
      ),
    ).toEqual(["one", "two", "three"]);
    const why = await civil(here(folder), ["why", "demo", key]);
    expect(why.code).toBe(0);
    expect(why.text.out).toContain("'three'");
  });

  test.each(eachNth(8, PROTOTYPE_KEYS))(
    "a host, a logger, an appender, a matrix column and a code called %s are names",
    async (key) => {
      const folder = exampleRepository();
      edit(
        folder,
        ENVIRONMENT,
        "hosts: { plm.example.com: 10.20.0.11 }",
        `hosts: { plm.example.com: 10.20.0.11, ${key}: 10.20.0.11 }`,
      );
      edit(folder, ENVIRONMENT, "https://plm.example.com:4544", `https://${key}:4544`);
      edit(folder, MATRIX, "  X: { gate: block }\n", `  X: { gate: block }\n  ${key}: { gate: pass }\n`);
      edit(folder, MATRIX, '"2606": P', `"2606": P, ${key}: ${key}`);
      const found = await civil(here(folder), ["compile"]);
      expect(found.text.out).toContain("same address");
      expect(found.code).toBe(0);
      expect((await civil(here(folder), ["compat"])).code).toBe(0);
      edit(folder, ENVIRONMENT, "logging:\n", `logging:\n  triggers: { ${key}: 50 MB }\n  levels: { ${key}: INFO }\n`);
      const refused = await civil(here(folder), ["compile"]);
      expect(rulesOf(refused)).toEqual(["logging/edit-refused"]);
    },
  );

  test.each(eachNth(8, PROTOTYPE_KEYS))("an unknown key %s is an unknown key, at every depth", async (key) => {
    for (const [path, from, to] of [
      [ENVIRONMENT, "name: demo", `name: demo\n${key}: 1`],
      [ENVIRONMENT, "tier:\n", `tier:\n  ${key}: { a: 1 }\n`],
      [SITE, "kind: Site\n", `kind: Site\n${key}: [1]\n`],
      [RELEASE, "java: 17\n", `java: 17\n${key}: 1\n`],
      [MATRIX, "rows:\n", `rows:\n  - { tool: x, ${key}: 1, connectors: {} }\n`],
    ] as const) {
      const folder = exampleRepository();
      edit(folder, path, from, to);
      const found = await civil(here(folder), ["check"]);
      expect(found.findings.filter((finding) => finding.rule === "repo/unknown-key" && finding.file === path)).toHaveLength(1);
      expect(found.code).toBe(1);
    }
  });

  test.each(eachNth(8, PROTOTYPE_KEYS))("rows of the write table and codes called %s are told of, not looked up", async (key) => {
    const folder = exampleRepository();
    edit(
      folder,
      RELEASE,
      "'{{tier.isTccs}}', decides: whether the local channel is used }\n  - { file: client, key: URL",
      `'{{${key}}}', decides: x }\n  - { file: client, key: URL`,
    );
    edit(folder, MATRIX, '"2506": A', `"2506": ${key}`);
    const found = await civil(here(folder), ["compile"]);
    expect(rulesOf(found)).toEqual(expect.arrayContaining(["compat/unknown-code", "conf/write-set"]));
    expect(found.text.out).toContain(`'{{${key}}}' is not a name that a write can use`);
  });

  test.each(eachNth(8, [...PROTOTYPE_KEYS, "*"]))(
    "a role, an option, a rule, a command, an environment and a key called %s do not exist",
    async (key) => {
      const folder = exampleRepository();
      for (const argv of [
        [key],
        [`--${key}`],
        ["explain", key],
        ["check", key],
        ["why", "demo", key],
        ["why", key, "URL"],
        ["check", "--format", key],
        ["check", "--fail-on", key],
        ["check", "--color", key],
      ]) {
        const answer = await here(folder)(argv);
        expect([argv, answer.code]).toEqual([argv, 2]);
        expect(answer.err).toMatch(/^tierwright: .+/m);
      }
    },
  );
});

describe("where a name becomes a path", () => {
  const CONFS: readonly (readonly [conf: string, fault?: string])[] = [
    ["../../../escaped", "leaves the environment's folder and --out"],
    ["../escaped", "leaves the folder connector/"],
    ["a/b", "internal error, exit 4"],
    ["a\\b", "on Windows another folder"],
    ["C:\\escaped", "on Windows another drive"],
    ["logger", "the name of the other file in that folder: internal error, exit 4"],
    ["Logger", "on Windows the same name"],
    ["con", "Windows keeps that name for a device"],
    ["dot.", "becomes dot..properties; harmless, but nobody means it"],
    ["", "becomes '.properties'"],
    ["a\\0b", "a NUL: internal error"],
  ];
  for (const [conf, fault] of CONFS) {
    test(`connector.conf: ${JSON.stringify(conf)} is refused${fault ? ` (${fault})` : ""}`, async () => {
      const folder = exampleRepository();
      edit(folder, SITE, "conf: connector", `conf: "${conf.replaceAll("\\", conf === "a\\0b" ? "\\" : "\\\\")}"`);
      const before = sourcesOf(folder);
      const found = await civil(here(folder), ["compile", "--out", "inside/of/it"]);
      expect(found.code).toBe(1);
      expect(found.findings.map((finding) => finding.file)).toContain(SITE);
      expect(sourcesOf(folder)).toEqual({ ...before, "inside/": "folder", "inside/of/": "folder", "inside/of/it/": "folder" });
    });
  }

  const CARRY_FROM: readonly (readonly [written: string, rule: string, fault?: string])[] = [
    ["/etc/passwd", "repo/missing-file"],
    ["C:/x.properties", "repo/missing-file"],
    ["C:x.properties", "repo/missing-file"],
    ["\\\\server\\share\\x.properties", "repo/missing-file"],
    ["../../../x.properties", "repo/missing-file"],
    ["../../..", "repo/missing-file"],
    ["installed/../../../../x", "repo/missing-file"],
    [".", "repo/unreadable-file"],
    ["..", "repo/unreadable-file"],
    ["../..", "repo/missing-file"],
    ["", "repo/unreadable-file"],
    ["../site.yaml/x", "repo/unreadable-file"],
    ["a\\0b", "repo/unreadable-file"],
    ["x".repeat(5000), "repo/unreadable-file"],
    [`${"d/".repeat(3000)}x`, "repo/unreadable-file"],
  ];
  for (const [written, rule, _fault] of CARRY_FROM) {
    test(`carryFrom: ${JSON.stringify(written).slice(0, 60)} is refused`, async () => {
      const folder = exampleRepository();
      edit(
        folder,
        ENVIRONMENT,
        "workstation:\n",
        `carryFrom: "${written === "a\\0b" ? written : written.replaceAll("\\", "\\\\")}"\nworkstation:\n`,
      );
      const found = await civil(here(folder), ["compile"]);
      expect(found.code).toBe(1);
      // a NUL in the YAML is told of on its own, too
      expect(rulesOf(found).filter((found) => found !== "repo/control-character")).toEqual([rule]);
    });
  }
});

describe("how environments name each other", () => {
  const second = (text: string, changes: Record<string, string> = {}) =>
    exampleRepository({ "environments/second/environment.yaml": text, ...changes });
  const HEAD = "apiVersion: tierwright/v1\nkind: Environment\nname: second\n";
  const OWN_TIER =
    'tier:\n  release: "2506"\n  signIn: https://b.example.com:8443/tc\n  fileTransfer: [ "https://b.example.com:4544" ]\n';

  test.each(
    eachNth(8, [
      ["itself", "extends: second\n", "repo/extends"],
      ["what does not exist", "extends: dmo\n", "repo/extends"],
      ["nothing", 'extends: ""\n', "repo/extends"],
      ["a parent", "extends: ..\n", "repo/extends"],
      ["a prototype", "extends: __proto__\n", "repo/extends"],
      ["a list", "extends: [demo]\n", "repo/wrong-kind"],
      ["null", "extends:\n", "repo/null-value"],
    ]),
  )("extends %s", async (_, text, rule) => {
    const found = await civil(here(second(`${HEAD}${text}connector: "2506"\ntool: 2024x Refresh3\n${OWN_TIER}`)), ["compile"]);
    expect(found.code).toBe(1);
    expect(rulesOf(found)).toContain(rule);
  });

  test.each(eachNth(8, [2, 3]))("a circle of %i that extend each other ends, and each is told of", async (count) => {
    const names = ["second", "third", "fourth"].slice(0, count);
    const files = Object.fromEntries(
      names.map((name, i) => [
        `environments/${name}/environment.yaml`,
        `${HEAD.replace("second", name)}extends: ${names[(i + 1) % count]}\n`,
      ]),
    );
    const found = await civil(here(exampleRepository(files)), ["compile"]);
    expect(found.code).toBe(1);
    expect(found.findings.filter((finding) => finding.rule === "repo/extends").map((finding) => finding.environment)).toEqual(
      [...names].sort(),
    );
  });

  test("sharedWith in a circle, with itself and with a stranger", async () => {
    const tier =
      EXAMPLE_REPOSITORY[ENVIRONMENT]
        ?.replace("name: demo", "name: second")
        .replace("  transport: http\n", "  transport: http\n  sharedWith: [demo]\n") ?? "";
    const folder = second(tier);
    edit(folder, ENVIRONMENT, "  transport: http\n", "  transport: http\n  sharedWith: [second]\n");
    expect((await civil(here(folder), ["compile"])).code).toBe(0);
    edit(folder, ENVIRONMENT, "sharedWith: [second]", "sharedWith: [second, demo]");
    await civil(here(folder), ["compile"]);
    edit(folder, ENVIRONMENT, "sharedWith: [second, demo]", "sharedWith: [second, __proto__, secnd]");
    const found = await civil(here(folder), ["compile"]);
    expect(found.findings.filter((finding) => finding.rule === "repo/unknown-environment")).toHaveLength(2);
    expect(found.text.out).toContain("did you mean 'second'?");
  });
});
