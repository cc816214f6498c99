import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { said } from "../../support/said.ts";
import { PropertiesDocument } from "../../../src/kernel/formats/properties/document.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import type { RunOutcome } from "../../../src/compiler/run/run.ts";
import { edit, exampleRepository, run } from "../../support/repository.ts";
import { eachNth } from "../../support/runs.ts";

/*
 * Ways past the write table: each is a repository in which a key of the tier is said twice, by somebody else, or from elsewhere. Either
 * Java reads the environment's own value from the written bytes, or nothing is written and the reason is an error.
 */

const ENV = "environments/demo/environment.yaml";
const SITE = "environments/site.yaml";
const RELEASE = "releases/2506/release.yaml";
const CONNECTOR = "releases/2506/base/connector.properties";
const CLIENT = "releases/2506/base/client.properties";
const OLD = "http://old.example.com:4544";

const KEYS = {
  connector: [
    "TC_SERVER_URL",
    "AWC_WEBLOGIC_HOST_URL",
    "TC_SSO_LOGIN_URL",
    "TC_SSO_APP_ID",
    "TC_SSO_SESSION_FLAG",
    "Transport",
    "TRANSPORT",
    "IS_TCCS",
  ],
  client: ["URL", "AWC_WEBLOGIC_HOST_URI", "BOOTSTRAP_URLS", "Transport", "TRANSPORT", "IS_TCCS"],
} as const;
type Role = keyof typeof KEYS;
const PAIRS = (Object.keys(KEYS) as Role[]).flatMap((file) => KEYS[file].map((key) => [file, key] as const));

const OWN: Readonly<Record<string, string>> = {
  TC_SERVER_URL: "https://plm.example.com:8443/tc",
  AWC_WEBLOGIC_HOST_URL: "https://plm.example.com:3000/awc",
  TC_SSO_LOGIN_URL: "",
  TC_SSO_APP_ID: "",
  TC_SSO_SESSION_FLAG: "",
  Transport: "http",
  TRANSPORT: "http",
  IS_TCCS: "false",
  URL: "https://plm.example.com:8443/tc",
  AWC_WEBLOGIC_HOST_URI: "https://plm.example.com:3000/awc",
  BOOTSTRAP_URLS: "https://plm.example.com:4544",
};

interface Tried {
  readonly outcome: RunOutcome;
  readonly errors: readonly string[];
  /** What Java reads of the file that was written; null: nothing was. */
  read(file: Role): Readonly<Record<string, string>> | null;
}

async function tried(folder: string): Promise<Tried> {
  const outcome = await run(folder, { out: join(folder, "dist") });
  const errors = outcome.findings.filter(({ severity }) => severity === "error").map(({ rule }) => rule);
  const read = (file: Role) => {
    const path = join(
      folder,
      "dist/demo",
      file === "client" ? "client/CommonClient.properties" : "connector/connector.properties",
    );
    if (outcome.outputs.get("demo")?.state !== "written") return null;
    const { loads, map } = PropertiesDocument.parse(readFileSync(path)).load();
    return loads ? Object.fromEntries([...map].map(([key, { value }]) => [key, value])) : null;
  };
  return { outcome, errors, read };
}

function expectOwn({ errors, read, outcome }: Tried): void {
  expect(errors).toEqual([]);
  for (const [file, key] of PAIRS) expect([file, key, read(file)?.[key]]).toEqual([file, key, OWN[key]]);
  expect(outcome.environments[0]?.hosts.map(({ verdict }) => verdict)).toEqual(["same"]);
}

function append(folder: string, file: string, text: string): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${EXAMPLE_REPOSITORY[file] ?? ""}${text}`);
}

describe("[B1 C7] a conf that is carried over", () => {
  const carry = (text: string) => {
    const folder = exampleRepository({ "environments/demo/installed/connector.properties": text });
    edit(folder, ENV, "authentication: password\n", "authentication: password\ncarryFrom: installed/connector.properties\n");
    return folder;
  };
  const whole = EXAMPLE_REPOSITORY[CONNECTOR] ?? "";

  test.for(
    eachNth(3, [
      ["names another tier", `${whole.replace("vendor.invalid", "old.example.com")}`],
      ["says the key twice", `${whole.replace(/^(TC_SERVER_URL|Transport)=.*\n/gm, "$&$&")}`],
      ["spells the key with escapes", `${whole.replace(/^T(C_SERVER_URL)=.*$/m, `\\u0054$1=${OLD}`)}`],
      ["has the client's keys, too", `${whole}BOOTSTRAP_URLS=${OLD}\nURL=${OLD}\n`],
    ]),
  )("that %s changes no write", async ([, text]) => {
    expectOwn(await tried(carry(text ?? "")));
  });

  test("fills no gap of the write table: a write that is missing is an error, and nothing is written", async () => {
    const folder = carry(whole.replace("http\\://vendor.invalid\\:7001/tc", "https\\://plm.example.com\\:8443/tc"));
    const text = readFileSync(join(folder, RELEASE), "utf8").replace(/^.*connector, key: TC_SERVER_URL.*\n/m, "");
    writeFileSync(join(folder, RELEASE), text);
    const { errors, read } = await tried(folder);
    expect(errors).toContain("conf/write-set");
    expect(read("connector")).toBeNull();
  });
});

describe("[B1] a file of base/ that says a key twice", () => {
  test.for(
    eachNth(3, [
      [CLIENT, `BOOTSTRAP_URLS=${OLD}\n`],
      [CLIENT, `BOOTSTRAP\\u005FURLS = ${OLD},\\\n   ${OLD}\n`],
      [CLIENT, `URL:${OLD}\nURL ${OLD}\n`],
      [CONNECTOR, `TC_SERVER_URL=${OLD}\n`],
      [CONNECTOR, `\\TC_SERVER_URL\t${OLD}\nTRANSPORT=tccs\nIS_TCCS=true\n`],
    ] as const),
  )("%s: whichever of them Java takes, it is the environment's (%j)", async ([file, text]) => {
    const folder = exampleRepository();
    append(folder, file, text);
    const { errors } = await tried(folder);
    // two values of one key are an error of the kit's file; with it out of the way the bytes say one thing
    expect([...new Set(errors)]).toEqual(["conf/duplicate-key"]);
    const document = PropertiesDocument.parse(readFileSync(join(folder, file)));
    const edited = document.edit(KEYS[file === CLIENT ? "client" : "connector"].map((key) => ({ key, value: OWN[key] ?? "" })));
    for (const { key, value } of edited.load().entries) if (key in OWN) expect([key, value]).toEqual([key, OWN[key]]);
  });

  test("with equal values it is a warning, and both are written", async () => {
    const folder = exampleRepository();
    append(folder, CLIENT, "BOOTSTRAP_URLS=http\\://vendor.invalid\\:4544\n");
    const all = await tried(folder);
    expectOwn(all);
    expect(all.outcome.findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual(["warning conf/duplicate-key"]);
    const text = readFileSync(join(folder, "dist/demo/client/CommonClient.properties"), "latin1");
    expect(text).not.toContain("vendor.invalid");
  });
});

describe("[B1] the tier's keys in workstation.set and workstation.keep", () => {
  test.for(eachNth(3, PAIRS))("set %s %s, even to the same value: an error, and nothing is written", async ([file, key]) => {
    for (const value of [`'${OWN[key]}'`, "'http://old.example.com:1/tc'", "{ env: ELSEWHERE }"]) {
      const folder = exampleRepository();
      edit(folder, ENV, "sessionAgent: none\n", `sessionAgent: none\n  set: { ${file}: { ${key}: ${value} } }\n`);
      const { errors, read } = await tried(folder);
      expect(errors).toEqual(["conf/write-set"]);
      expect(read(file)).toBeNull();
    }
  });

  test.for(eachNth(3, PAIRS))("keep %s %s: an error, and nothing is written", async ([, key]) => {
    const folder = exampleRepository();
    edit(folder, ENV, "sessionAgent: none\n", `sessionAgent: none\n  keep: [ ${key} ]\n`);
    const { errors, read } = await tried(folder);
    expect(errors).toEqual(["tier/keep-write"]);
    expect(read("connector")).toBeNull();
  });

  test.for(eachNth(3, ["set: { client: { BOOTSTRAP_URLS: 'http://old.example.com:4544' } }", "keep: [ TC_SERVER_URL ]"]))(
    "in site.yaml's defaults, or in the environment that is extended: %s",
    async (text) => {
      const inDefaults = exampleRepository();
      edit(inDefaults, SITE, "kind: Site\n", `kind: Site\ndefaults: { workstation: { ${text} } }\n`);
      const extended = exampleRepository({
        "environments/parent/environment.yaml": `apiVersion: tierwright/v1\nkind: Environment\nname: parent\nconnector: "2506"\ntool: 2024x Refresh3\ntier: { release: "2506", signIn: "https://parent.example.com:8443/tc", fileTransfer: ["https://parent.example.com:4544"] }\nworkstation: { ${text} }\n`,
      });
      edit(extended, ENV, "name: demo\n", "name: demo\nextends: parent\n");
      for (const folder of [inDefaults, extended]) {
        const { errors, outcome } = await tried(folder);
        expect([...new Set(errors)]).toEqual([text.startsWith("set") ? "conf/write-set" : "tier/keep-write"]);
        expect([...outcome.outputs.values()].map(({ state }) => state)).not.toContain("written");
      }
    },
  );
});

describe("[B4] ignore and suppressions", () => {
  const ignoring = (rule: string, ...edits: readonly (readonly [string, string])[]) => {
    const folder = exampleRepository();
    edit(folder, ENV, "logging:\n", `ignore: [ { rule: ${rule}, reason: it is so } ]\nlogging:\n`);
    for (const [from, to] of edits) edit(folder, ENV, from ?? "", to ?? "");
    return folder;
  };
  const ELSEWHERE = ['"https://plm.example.com:4544"', '"https://files.example.com:4544"'] as const;
  const KNOWN = [
    "hosts: { plm.example.com: 10.20.0.11 }",
    "hosts: { plm.example.com: 10.20.0.11, files.example.com: 10.20.0.99 }",
  ] as const;

  test("of what is not proven does nothing", async () => {
    const { errors, read, outcome } = await tried(ignoring("tier/half-switch", ELSEWHERE));
    expect(errors).toEqual(["tier/half-switch"]);
    expect(read("client")).toBeNull();
    expect(outcome.environments[0]?.hosts.map(({ verdict }) => verdict)).toEqual(["not-proven"]);
    expect(outcome.findings.map(({ rule }) => rule)).toContain("repo/unused-suppression");
  });

  test("of a half-switch does nothing", async () => {
    const { errors, read, outcome } = await tried(ignoring("tier/half-switch", ELSEWHERE, KNOWN));
    expect(errors).toEqual(["tier/half-switch"]);
    expect(read("client")).toBeNull();
    expect(outcome.findings.map(({ rule }) => rule)).toContain("repo/unused-suppression");
  });

  test.for(eachNth(3, ["conf/write-set", "tier/keep-write"]))("of %s does nothing", async (rule) => {
    const text =
      rule === "tier/keep-write" ? "keep: [ TC_SERVER_URL ]" : "set: { client: { URL: 'http://old.example.com:1/tc' } }";
    const { errors, read } = await tried(ignoring(rule, ["sessionAgent: none\n", `sessionAgent: none\n  ${text}\n`]));
    expect(errors).toEqual([rule]);
    expect(read("client")).toBeNull();
  });

  test("in site.yaml's defaults it hides no half-switch of any environment", async () => {
    const folder = exampleRepository();
    edit(folder, SITE, "kind: Site\n", "kind: Site\ndefaults: { ignore: [ { rule: tier/half-switch, reason: all } ] }\n");
    for (const [from, to] of [ELSEWHERE, KNOWN]) edit(folder, ENV, from, to);
    expect((await tried(folder)).errors).toEqual(["tier/half-switch"]);
  });
});

describe("[B4 B5] a tier block that is extended", () => {
  const child = (tier: string) =>
    exampleRepository({
      "environments/second/environment.yaml": `apiVersion: tierwright/v1\nkind: Environment\nname: second\nextends: demo\n${tier}`,
    });
  const rules = async (folder: string) =>
    (await run(folder)).findings.map(
      ({ rule, severity, environments, environment }) => `${severity} ${rule} ${environments ?? environment}`,
    );

  test("as a whole is one tier on purpose", async () => {
    expect(await rules(child(""))).toEqual([]);
  });

  test.for(
    eachNth(3, [
      ["the sign-in alone is its own", "tier: { signIn: 'https://second.example.com:8443/tc' }"],
      ["the files alone are its own", "tier: { fileTransfer: ['https://second.example.com:4544'] }"],
      ["the web client alone is its own", "tier: { webClient: 'https://second.example.com:3000/awc' }"],
      ["it is said again, word by word", "tier: { signIn: 'https://plm.example.com:8443/tc' }"],
      ["only the release is its own", "tier: { release: '2506' }"],
    ]),
  )("%s: what is inherited is another environment's", async ([, tier]) => {
    expect((await rules(child(tier ?? ""))).filter((said) => said.startsWith("error"))).toContain(
      "error tier/shared-address demo,second",
    );
  });

  test("brings no members for a sign-in of its own", async () => {
    const folder = child(
      "tier:\n  signIn: https://second.example.com:8443/tc\n  webClient: https://second.example.com:3000/awc\n  fileTransfer: ['https://files.example.com:4545']\n  hosts: { second.example.com: 10.20.0.50 }\n",
    );
    edit(folder, ENV, '"https://plm.example.com:4544"', '"https://files.example.com:4544"');
    edit(
      folder,
      ENV,
      "hosts: { plm.example.com: 10.20.0.11 }",
      "hosts: { plm.example.com: 10.20.0.11, files.example.com: 10.20.0.12 }\n  members: { plm.example.com: [files.example.com] }",
    );
    expect(await rules(folder)).toEqual(["error tier/half-switch second"]);
  });

  test("brings no sharedWith for addresses of its own: the declaration is of the block that it stands in", async () => {
    const third = `apiVersion: tierwright/v1\nkind: Environment\nname: third\nconnector: "2506"\ntool: 2024x Refresh3\ntier: { release: "2506", signIn: "https://third.example.com:8443/tc", fileTransfer: ["https://third.example.com:4544"] }\nworkstation: { licenseServer: 27000@lic.example.com, stagingDir: 'D:\\plm', importWorkingDir: 'D:\\plm', embeddedBrowser: system }\n`;
    const tier =
      "tier:\n  signIn: https://third.example.com:8443/tc\n  webClient: https://third.example.com:3000/awc\n  fileTransfer: ['https://third.example.com:4544']\n";
    const inherited = child(tier);
    const inDefaults = child(tier);
    const own = child(`${tier}  sharedWith: [ third ]\n`);
    for (const folder of [inherited, inDefaults, own]) {
      mkdirSync(join(folder, "environments/third"));
      writeFileSync(join(folder, "environments/third/environment.yaml"), third);
    }
    edit(inherited, ENV, "  transport: http\n", "  transport: http\n  sharedWith: [ third ]\n");
    edit(inDefaults, SITE, "kind: Site\n", "kind: Site\ndefaults: { tier: { sharedWith: [ third ] } }\n");
    const errors = async (folder: string) => (await rules(folder)).filter((said) => said.startsWith("error"));
    expect(await errors(inherited)).toEqual(["error tier/shared-address second,third"]);
    expect(await errors(inDefaults)).toEqual(["error tier/shared-address second,third"]);
    expect(await errors(own)).toEqual([]);
  });
});

describe("[B1] templates of the repository", () => {
  test("cannot make a file of keys: one that nothing renders is named, and nothing is written", async () => {
    const folder = exampleRepository({ "templates/CommonClient.properties.hbs": `BOOTSTRAP_URLS=${OLD}\n` });
    const { outcome, read } = await tried(folder);
    expect(outcome.findings.map(({ rule, at }) => `${rule} ${at?.file}`)).toEqual([
      "repo/misnamed-file templates/CommonClient.properties.hbs",
    ]);
    expect(said(outcome.findings[0])).toContain("workstation-note.md.hbs");
    expect(read("client")).toBeNull();
  });

  test.for(
    eachNth(3, [
      `# Note\nBOOTSTRAP_URLS = ${OLD}\n`,
      `| client | BOOTSTRAP_URLS | ${OLD} |\n`,
      "| TC_SERVER_URL | {{fileTransfer}} |\n",
      "TC_SERVER_URL: {{signIn}}x\n",
    ]),
  )("that tell people another address than the key has are refused: %j", async (text) => {
    const folder = exampleRepository({ "templates/workstation-note.md.hbs": text });
    const { outcome, errors } = await tried(folder);
    expect(errors).toEqual(["repo/not-compiled"]);
    expect(outcome.outputs.get("demo")?.state).not.toBe("written");
    expect(said(outcome.findings[0])).toMatch(/BOOTSTRAP_URLS|TC_SERVER_URL/);
  });

  test.for(eachNth(3, ["BOOTSTRAP_URLS: {{fileTransfer}}\nsee https://wiki.example.com/plm\n", "# {{title}}\n"]))(
    "that tell the compiled value, or nothing of a key, are theirs: %j",
    async (text) => {
      expectOwn(await tried(exampleRepository({ "templates/workstation-note.md.hbs": text })));
    },
  );
});
