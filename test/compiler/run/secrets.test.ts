import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { format, inspect } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { COMMANDS } from "../../../src/cli/registry.ts";
import { SecretValue } from "../../../src/kernel/diagnostic/secret.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { FINDING_FORMS } from "../../../src/report/findings.ts";
import { treeOf } from "../../cli/civil.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, writeFiles } from "../../support/repository.ts";
import { eachNth, first, turned } from "../../support/runs.ts";
import { canary, leaksIn, plainCanary } from "./canary.ts";
import { RICH_REPOSITORY } from "./rich-repository.ts";

/*
 * Known secrets lie where secrets lie: in a variable, in a file, with a program, and by mistake in a document. Every command runs in
 * every form, and everything that comes out is searched for them, in every spelling that somebody could still read.
 */

const FROM = { env: canary("env"), file: canary("file"), program: canary("program") };
const WORLD = {
  env: { LICENSE_KEY: FROM.env, TCSSO_CLIENT_SECRET: FROM.env, TIERWRIGHT_DEBUG: "1" },
  programs: { "vault read identity": `${FROM.program}\n` },
};
const SECRETS = Object.values(FROM);

const CONNECTOR = "environments/full/installed/connector.properties";
const LOG4J2 = "environments/full/installed/log4j2.xml";

/** Words behind each command's name; every command of the registry must be here. */
const WORDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  adopt: [
    ["--connector", CONNECTOR, "--client", "releases/2506/base/client.properties", "--name", "adopted", "--release", "2506"],
    ["--from", "environments/full", "--release", "2506", "--tool", "2024x Refresh3"],
  ],
  bundle: [["full"], ["full", "--settings", "--out", "bundles", "--serial", "1"]],
  "bundle verify": [["bundles/full-settings.zip"], ["environments/site.yaml"]],
  check: [[], ["full", "--require-proof"], ["--fix"], ["--resolve", "--quiet"]],
  compile: [[], ["--with-secrets", "--out", "with"], ["full"]],
  compat: [[], ["--matrix-json"], ["--connector", "2506"]],
  completion: [["bash"]],
  "completion candidates": [
    ["--", "why", "full", "LICENSE"],
    ["--new-word", "--", "why", "full"],
  ],
  cutover: [["https://plm.example.com:8443"], ["https://plm.example.com", "environments", "other"]],
  deploy: [
    ["bundles/full-settings.zip", "--root", "scratch"],
    ["--verify", "--root", "scratch"],
    ["environments/site.yaml", "--root", "scratch"],
  ],
  diagnose: [[CONNECTOR], [LOG4J2, "environments/full/environment.yaml"]],
  doctor: [
    ["full", "--root", "scratch", "--details"],
    ["full", "--root", "environments", "--install", "C:\\full", "--format", "json"],
  ],
  explain: [["secret/plain-value"], []],
  help: [[], ["why"], ["recipes"]],
  "matrix import": [
    ["releases/exceptions.yaml", "--revision", "8"],
    [CONNECTOR, "--revision", "8", "--write"],
  ],
  "idp apply": [["environments/site.yaml"]],
  "idp plan": [["full"], ["full", "--profile", "environments/site.yaml"]],
  "idp users": [["full"], ["full", "--export", "environments/site.yaml"]],
  init: [["new"], ["new", "--ghes", "--probe"]],
  "kit carry": [["full"], ["full", "--to", "2506"], ["demo", "--to", "2606"]],
  "kit diff": [["2506", "2606"]],
  "kit import": [["releases/2606", "--release", "2706", "--plugin", "base"]],
  "kit verify": [[], ["2606"]],
  "logs growth": [[LOG4J2]],
  "log4j2 lint": [[LOG4J2]],
  "log4j2 set-level": [[LOG4J2, "com.example.connection", "WARN", "--out", "x.xml"]],
  "log4j2 set-trigger": [[LOG4J2, "MAIN", "1 MB", "--out", "x.xml"]],
  "log4j2 show": [[LOG4J2]],
  "logs sweep": [
    ["--root", "scratch"],
    ["--root", "scratch", "--apply"],
  ],
  lsp: [["--help"]],
  mcp: [["--help"]],
  plan: [
    ["--base", "other"],
    ["full", "--base", "other"],
    ["--from", "demo", "--to", "full"],
    ["--base", "bundles/full-settings.zip"],
  ],
  probe: [["full", "--details"]],
  "properties get": [[CONNECTOR, "LicenseDir"]],
  "properties lint": [[CONNECTOR]],
  "properties list": [[CONNECTOR]],
  "properties set": [[CONNECTOR, "LicenseDir", "x", "--out", "x.properties"]],
  "properties unset": [[CONNECTOR, "LicenseDir", "--out", "x.properties"]],
  rehearse: [["bundles/full-settings.zip"]],
  // one that would begin to listen has no end of its own
  "record start": [["--listen", "192.0.2.1:9", "--to", "127.0.0.1:9"]],
  "capture list": [["--store", "environments"]],
  "capture export": [["last", "--store", "environments", "--har", "x.har", "--disclose"]],
  "capture read": [["last", "--store", "environments"]],
  "capture prune": [["--older-than", "30", "--store", "environments"]],
  "record status": [["--store", "environments"]],
  "record stop": [["--store", "environments"]],
  report: [[], ["--out", "report.html"], ["--require-proof", "--resolve"]],
  rollback: [["--root", "scratch"]],
  "secrets check": [[], ["--run"], ["full", "--run"]],
  "sso pin": [["full"]],
  "sso verify": [
    ["full", "--deployed", "."],
    ["full", "--deployed", "with/full", "--with-secrets"],
  ],
  why: [
    ["full", "LICENSE_KEY"],
    ["full", "client/CACHE_PASSWORD"],
    ["alike", "LICENSE_KEY"],
  ],
};

interface Output {
  readonly where: string;
  readonly text: string;
}

/**
 * Everything that every command prints, in every form, plain and in colour. `npm test` asks each call for one of its forms, and the next
 * call for the next one.
 */
async function printed(folder: string): Promise<readonly Output[]> {
  const outputs: Output[] = [];
  mkdirSync(join(folder, "scratch"), { recursive: true }); // a root that is not there is refused
  for (const [name, calls] of Object.entries(WORDS)) {
    const entry = COMMANDS.find((item) => item.name === name);
    const forms = (await entry?.load())?.command.formats ?? [];
    for (const words of calls) {
      for (const form of first(1, turned(outputs.length / 2, forms))) {
        const argv = [...name.split(" "), ...words, "--format", form];
        const { out, err } = await cli(argv, { cwd: folder, ...WORLD, color: form === "text" });
        outputs.push({ where: `${argv.join(" ")} (stdout)`, text: out }, { where: `${argv.join(" ")} (stderr)`, text: err });
      }
    }
  }
  return outputs;
}

const leaksOf = (outputs: readonly Output[], secrets: readonly string[]) =>
  outputs.flatMap(({ where, text }) => leaksIn(text, secrets, where));

describe("secrets where they belong", () => {
  let folder = "";
  let outputs: readonly Output[] = [];
  beforeAll(async () => {
    const other = Object.entries({ ...EXAMPLE_REPOSITORY, ...RICH_REPOSITORY }).map(([path, text]) => [`other/${path}`, text]);
    folder = exampleRepository({ ...RICH_REPOSITORY, "secret.txt": `${FROM.file}\r\n`, ...Object.fromEntries(other) });
    edit(folder, "other/environments/full/environment.yaml", "LICENSE_KEY: { env: LICENSE_KEY }", `LICENSE_KEY: ${FROM.env}`);
    outputs = await printed(folder);
  }, 240_000);

  test("every command is asked (else: add a call of it to WORDS of this file)", () => {
    expect(Object.keys(WORDS).sort()).toEqual(COMMANDS.map((item) => item.name).sort());
    expect(outputs.length).toBeGreaterThan(60);
  });

  test("no command prints one, in any form", () => {
    expect(leaksOf(outputs, SECRETS)).toEqual([]);
  });

  test("files that are compiled without them hold placeholders, and so does the cache", () => {
    for (const place of ["dist", ".tierwright"]) {
      const tree = Object.entries(treeOf(join(folder, place)));
      expect(tree.length).toBeGreaterThan(0);
      expect(tree.flatMap(([path, text]) => leaksIn(text, SECRETS, `${place}/${path}`))).toEqual([]);
    }
    expect(readFileSync(join(folder, "dist/full/connector/connector.properties"), "latin1")).toContain(
      "LICENSE_KEY=@secret(/workstation/set/connector/LICENSE_KEY)",
    );
  });

  test("files that are compiled with them hold them in the installed files alone; manifest and note are those without", () => {
    const tree = treeOf(join(folder, "with", "full"));
    expect(tree["connector/connector.properties"]).not.toContain("@secret");
    expect(tree["client/CommonClient.properties"]).not.toContain("@secret");
    for (const path of ["manifest.json", "workstation.md"]) {
      expect(leaksIn(tree[path] ?? "", SECRETS, path)).toEqual([]);
      expect(tree[path]).toBe(treeOf(join(folder, "dist", "full"))[path]);
    }
    expect(existsSync(join(folder, "with", ".tierwright"))).toBe(false);
  });

  test("what a program prints besides, and a program that fails, is not shown", async () => {
    for (const [programs, code] of [
      [{ "vault read identity": "" }, 1],
      [{}, 1],
    ] as const) {
      const found = await cli(["secrets", "check", "--run"], { cwd: folder, env: WORLD.env, programs });
      expect(found.code).toBe(code);
      expect(leaksIn(found.out + found.err, SECRETS, "secrets check")).toEqual([]);
    }
  });

  test.each(eachNth(14, ["with\nline", "\u0000", "\ud800", "x".repeat(100_000), " ", "\\", "a\u2028b", "${x}", "{{x}}"]))(
    "a value that is hard to write (%j) fails without a word of it, or is written",
    async (odd) => {
      const value = `${plainCanary("odd")}${odd}${plainCanary("end")}`;
      const found = await cli(["compile", "full", "--with-secrets", "--out", "odd"], {
        cwd: folder,
        env: { ...WORLD.env, LICENSE_KEY: value },
      });
      expect([0, 1]).toContain(found.code);
      expect(leaksIn(found.out + found.err, [plainCanary("odd"), plainCanary("end")], "compile")).toEqual([]);
      rmSync(join(folder, "odd"), { recursive: true, force: true });
    },
  );
});

/** A secret in plain text where a reference belongs, with something wrong beside it; P stands for it. */
const MISTAKES: readonly (readonly [title: string, yaml: string])[] = [
  ["alone", "oidc:\n  clientSecret: P"],
  ["in quotes", 'oidc:\n  clientSecret: "P"'],
  ["in a bracketed map", "oidc: { clientId: plm, clientSecret: P }"],
  ["with an unknown key behind it", "oidc: { clientSecret: P, unknwon: 1 }"],
  ["with an unknown key before it", "oidc: { unknwon: 1, clientSecret: P }"],
  ["with a wrong choice behind it", "oidc: { clientSecret: P, clientAuthMethod: client_secret }"],
  ["twice", "oidc:\n  clientSecret: P\n  clientSecret: P"],
  ["twice on a line", "oidc: { clientSecret: P, clientSecret: P }"],
  ["behind a tab", "oidc:\n  clientSecret:\tP"],
  ["behind a tab as indentation", "oidc:\n\tclientSecret: P"],
  ["with a tab behind it", "oidc:\n  clientSecret: P\t"],
  ["with a bracket that closes nothing", "oidc: { clientSecret: P ]"],
  ["with a bracket that is never closed", "oidc: { clientSecret: P"],
  ["with a quote that is never closed", 'oidc:\n  clientSecret: "P'],
  ["with a single quote that is never closed", "oidc:\n  clientSecret: 'P"],
  ["with something behind its quotes", 'oidc:\n  clientSecret: "P" x'],
  ["with a wrong escape in its quotes", 'oidc:\n  clientSecret: "P\\q"'],
  ["with a quote inside its quotes", "oidc:\n  clientSecret: 'P'P'"],
  ["as a list", "oidc:\n  clientSecret: [P]"],
  ["as a list of lines", "oidc:\n  clientSecret:\n    - P"],
  ["on the line below", "oidc:\n  clientSecret:\n    P"],
  ["on the line below with a tab behind it", "oidc:\n  clientSecret:\n    P\t: x"],
  ["on the line below with a control character", "oidc:\n  clientSecret:\n    P\u0001"],
  ["as a block", "oidc:\n  clientSecret: |\n    P"],
  ["as a block with a control character", "oidc:\n  clientSecret: |\n    P\u0007"],
  ["as a block with a wrong header", "oidc:\n  clientSecret: |P\n    P"],
  ["as a folded block that is indented wrongly", "oidc:\n  clientSecret: >\n   P\n  P"],
  ["over two lines", "oidc:\n  clientSecret: P\n    P"],
  ["as a reference of another shape", "oidc: { clientSecret: { value: P } }"],
  ["beside a reference", "oidc: { clientSecret: { env: A, value: P } }"],
  ["inside a reference", "oidc: { clientSecret: { env: [P] } }"],
  ["deeper inside a reference", "oidc: { clientSecret: { env: { x: P } } }"],
  ["as a bracketed key", "oidc: { clientSecret: { P } }"],
  ["as a key", "oidc:\n  clientSecret:\n    P: x"],
  ["as a key twice", "oidc:\n  clientSecret:\n    P: x\n    P: y"],
  ["as an explicit key", "oidc:\n  clientSecret:\n    ? P"],
  ["as an alias", "oidc:\n  clientSecret: *P"],
  ["as an anchor", "oidc:\n  clientSecret: &P x"],
  ["as a tag", "oidc:\n  clientSecret: !P x"],
  ["as a tag of YAML", "oidc:\n  clientSecret: !!P x"],
  ["behind an anchor that is used", "oidc: { clientId: &a P, clientSecret: *a }"],
  ["as an anchored value", "oidc: { clientSecret: &a P, clientId: *a }"],
  ["as a merged map", "oidc:\n  clientSecret:\n    <<: P"],
  ["behind a reserved sign", "oidc:\n  clientSecret: @P"],
  ["behind a backtick", "oidc:\n  clientSecret: `P"],
  ["behind a percent sign", "oidc:\n  clientSecret: %P"],
  ["behind a question mark", "oidc:\n  clientSecret: ? P"],
  ["behind a dash", "oidc:\n  clientSecret: - P"],
  ["with a colon in it", "oidc:\n  clientSecret: P: P"],
  ["with a comment sign in it", "oidc:\n  clientSecret: P #P"],
  ["as a comment's neighbour", "oidc:\n  clientSecret: # P\n    [P"],
  ["without its colon", "oidc:\n  clientSecret P"],
  ["without the blank behind its colon", "oidc:\n  clientSecret:P"],
  ["in another field of secrets", "secrets:\n  identityServicePassword: P\n  keyStorePassword: { env: A, b: P }"],
  ["as the whole of secrets", "secrets: P"],
  ["as a list of secrets", "secrets: [P]"],
  ["under a misspelled name that still says what it is", "oidc: { clientsecret: P }\nsecrets: { identityPassword: P }"],
  ["under a misspelled name that no longer says what it is", "oidc:\n  clientSecrt: P"],
  ["under another misspelled name", "secrets:\n  keyStorePasword: P"],
  ["in another place", "idp: { clientSecret: P }\nclientSecret: P"],
  ["as a program that is no list", "oidc: { clientSecret: { command: vault read -token P } }"],
  ["without its colon, in brackets", "oidc: { clientSecret P }"],
  ["behind an equals sign", "secrets:\n  keyStorePassword=P"],
  ["behind an equals sign, with a colon at its end", "secrets:\n  keyStorePassword=P:"],
  ["as a key of secrets", "secrets: { P: x }"],
  ["alone in the brackets of secrets", "secrets: { P }"],
  ["as a key with an apostrophe", "oidc: { clientSecret: { P'P } }"],
  ["as the whole document", "P"],
  ["behind another document", "a: 1\n---\noidc: { clientSecret: P }"],
  ["below a directive", "%YAML 1.1\n---\noidc: { clientSecret: P }"],
  ["far below the top", `oidc: ${"{ a: ".repeat(70)}P`],
  ["on a very long line", `oidc: { clientId: ${"x".repeat(300)}, clientSecret: P, unknwon: 1, ${"y".repeat(300)}: 1 }`],
];

/** What is asked about each of them. */
const ASKED: readonly (readonly string[])[] = [
  ["check"],
  ["compile", "--with-secrets", "--out", "with"],
  ["secrets", "check", "--run"],
  ["check", "--format", "json"],
  ["compile"],
  ["secrets", "check", "--format", "json"],
  ["check", "--fix-review"],
  ["why", "full", "LICENSE_KEY"],
  ...FINDING_FORMS.filter((form) => form !== "text" && form !== "json").map((form) => ["check", "--format", form]),
];

describe("a secret in a document by mistake", () => {
  for (const [i, [title, yaml]] of eachNth(3, [...MISTAKES.entries()])) {
    test(`${title} is not shown`, async () => {
      const secret = plainCanary("plain");
      const text = `apiVersion: tierwright/v1\nkind: FederatedSignIn\n${yaml.replaceAll("P", (letter, at: number) => (/[A-Za-z]/.test(yaml[at - 1] ?? "") || /[A-Za-z]/.test(yaml[at + 1] ?? "") ? letter : secret))}\n`;
      expect(text).toContain(secret);
      const folder = exampleRepository({ ...RICH_REPOSITORY, "environments/full/sso.yaml": text });
      const outputs: Output[] = [];
      for (const argv of first(2, turned(i, ASKED))) {
        const { out, err } = await cli(argv, { cwd: folder, ...WORLD, color: true });
        outputs.push({ where: `${argv.join(" ")} (stdout)`, text: out }, { where: `${argv.join(" ")} (stderr)`, text: err });
      }
      expect(leaksOf(outputs, [secret]).join("; ")).toBe("");
      for (const place of ["dist", ".tierwright", "with"]) {
        if (!existsSync(join(folder, place))) continue;
        expect(
          Object.entries(treeOf(join(folder, place))).flatMap(([path, content]) =>
            leaksIn(content, [secret], `${place}/${path}`),
          ),
        ).toEqual([]);
      }
    });
  }

  test("is an error that cannot be suppressed", async () => {
    const folder = exampleRepository({
      ...RICH_REPOSITORY,
      "environments/full/sso.yaml":
        "apiVersion: tierwright/v1\nkind: FederatedSignIn\noidc:\n  # tierwright-ignore secret/plain-value: only a test\n  clientSecret: hunter2\n",
    });
    const found = await cli(["compile", "full"], { cwd: folder, ...WORLD });
    expect(found.code).toBe(1);
    expect(found.out).toContain("error[secret/plain-value]");
    expect(existsSync(join(folder, "dist", "full"))).toBe(false);
  });
});

describe("a secret beside a reference in workstation.set", () => {
  const secret = plainCanary("set");
  test.each<readonly [string, string]>(
    eachNth(3, [
      ["with an unknown key", `{ env: A, value: ${secret} }`],
      ["as another shape", `{ value: ${secret} }`],
      ["inside the reference", `{ env: [${secret}] }`],
      ["as a program that is no list", `{ command: read ${secret} }`],
      ["as a key", `{ ${secret} }`],
      ["as a key with a value", `{ ${secret}: 1 }`],
      ["as a list", `[${secret}]`],
      ["twice", `{ env: A, env: ${secret} }`],
      ["in a bracket that is never closed", `{ env: A, value: ${secret}`],
      ["in a quote that is never closed", `{ env: A, value: "${secret}`],
      ["behind a tab", `{ env: A,\tvalue: ${secret} }`],
    ]),
  )("%s is not shown", async (_, value) => {
    const folder = exampleRepository(RICH_REPOSITORY);
    edit(folder, "environments/full/environment.yaml", "LICENSE_KEY: { env: LICENSE_KEY }", `LICENSE_KEY: ${value}`);
    const outputs: Output[] = [];
    const asked = [
      ["check"],
      ...FINDING_FORMS.map((form) => ["check", "--format", form]),
      ["secrets", "check", "--run"],
      ["why", "full", "LICENSE_KEY"],
      ["compat"],
    ];
    for (const argv of first(2, turned(value.length, asked))) {
      const { out, err } = await cli(argv, { cwd: folder, ...WORLD });
      outputs.push({ where: argv.join(" "), text: out + err });
    }
    expect(leaksOf(outputs, [secret]).join("; ")).toBe("");
  });
});

describe("the value that a workstation had of a key that is a secret now", () => {
  const KEYS = ["LICENSE_KEY", "DB_PASSWORD"];
  const live = plainCanary("live");

  function adopted(text: string): string {
    const folder = exampleRepository({ ...RICH_REPOSITORY, [CONNECTOR]: text });
    edit(
      folder,
      "environments/full/environment.yaml",
      "LICENSE_KEY: { env: LICENSE_KEY }",
      "LICENSE_KEY: { env: LICENSE_KEY }, DB_PASSWORD: { env: LICENSE_KEY }",
    );
    writeFiles(folder, {
      "releases/2606/base/connector.properties": `${RICH_REPOSITORY["releases/2606/base/connector.properties"]}DB_PASSWORD=\n`,
    });
    return folder;
  }

  test.for(eachNth(14, KEYS))("%s: why does not show it as what was overridden", async (key) => {
    const folder = adopted(`${key}=${live}\n`);
    for (const form of ["text", "json"]) {
      const found = await cli(["why", "full", key, "--format", form], { cwd: folder, ...WORLD });
      expect(found.code).toBe(0);
      expect(leaksIn(found.out, [live], "why")).toEqual([]);
    }
  });

  test.for<[string, string]>([
    ["DB_PASSWORD", `DB_PASSWORD=${live} \n`],
    ["DB_PASSWORD", `DB_PASSWORD=C:\\t${live}\n`],
    ["DB_PASSWORD", `DB_PASSWORD=x\\\n  ${live} \\ \n`],
    ["DB_PASSWORD", `DB_PASSWORD=${live}\nDB_PASSWORD=x${live}\n`],
    ["LICENSE_KEY", `LICENSE_KEY=${live}\nLICENSE_KEY=x${live}\n`],
    ["LICENSE_KEY", `LICENSE_KEY=${live} \n`],
    ["LICENSE_KEY", `LICENSE_KEY=C:\\t${live}\\u00g0\n`],
  ])("%s: findings on its line do not quote it: %j", async ([, text]) => {
    const folder = adopted(text);
    for (const form of first(2, turned(text.length, FINDING_FORMS))) {
      const found = await cli(["check", "--format", form], { cwd: folder, ...WORLD });
      expect(leaksIn(found.out, [live], `check --format ${form}`).join("; ")).toBe("");
    }
  });
});

describe("SecretValue", () => {
  const value = canary("value");
  const secret = new SecretValue(value);

  test.each<[string, () => string]>([
    ["a template literal", () => `${secret}`],
    ["String()", () => String(secret)],
    ["a sum", () => `${secret as unknown as string}`],
    ["a number", () => String(Number(secret))],
    ["JSON", () => JSON.stringify(secret)],
    ["JSON inside of something", () => JSON.stringify({ a: [secret], m: Object.entries(secret) })],
    ["util.inspect", () => inspect(secret)],
    [
      "util.inspect with everything",
      () => inspect({ secret: [secret] }, { depth: 9, showHidden: true, getters: true, customInspect: false }),
    ],
    ["util.format", () => format("%s %o %O %j %d", secret, secret, secret, secret, secret)],
    ["an error", () => inspect(new Error(`${secret}`, { cause: secret }))],
    ["its own names", () => JSON.stringify([Object.getOwnPropertyNames(secret), Object.keys(secret), Reflect.ownKeys(secret)])],
    ["a copy", () => inspect({ ...secret }) + JSON.stringify(Object.assign({}, secret))],
    ["a structured clone", () => inspect(structuredClone({ secret }))],
    ["a list as text", () => [secret, secret].join(",")],
    ["a locale's text", () => (secret as { toLocaleString(): string }).toLocaleString()],
    ["an object with it as a key", () => JSON.stringify({ [secret as unknown as string]: 1 })],
    ["its source", () => SecretValue.toString() + inspect(SecretValue, { showHidden: true })],
  ])("%s does not show it", (_, show) => {
    expect(leaksIn(show(), [value], "it")).toEqual([]);
  });

  test("reveal() alone gives it", () => {
    expect(secret.reveal()).toBe(value);
  });
});
