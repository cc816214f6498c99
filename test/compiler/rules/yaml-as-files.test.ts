import { describe, expect, test } from "vitest";
import { helpOf, said as wordsOf } from "../../support/said.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, run } from "../../support/repository.ts";
import { eachNth } from "../../support/runs.ts";

/* What YAML sets is judged like the line of a file that it becomes. */

const ENVIRONMENT = "environments/demo/environment.yaml";
const SITE = "environments/site.yaml";
const RELEASE = "releases/2506/release.yaml";

type Change = readonly [file: string, replace: string, by: string];

async function found(...changes: readonly Change[]) {
  const folder = exampleRepository();
  for (const change of changes) edit(folder, ...change);
  const { findings } = await run(folder);
  return { folder, findings, said: findings.map(({ rule, severity }) => `${severity} ${rule}`) };
}

const set = (text: string): Change => [ENVIRONMENT, "  sessionAgent: none\n", `  sessionAgent: none\n  set: ${text}\n`];
const logging = (text: string): Change => [
  ENVIRONMENT,
  "  payload: { enabled: false, dir: C:/Temp/payload }\n",
  `  payload: { enabled: false, dir: C:/Temp/payload }\n  ${text}\n`,
];

describe("[A5] a key of workstation.set in a spelling that nothing reads", () => {
  test.each(
    eachNth(3, [
      ["{ connector: { StereotypeNameTruncationLimit: 40 } }", "SteretypeNameTrucationLimit"],
      ["{ connector: { AWC_WEBLOGIC_HOST_URI: 'https://x.example.com:3000' } }", "AWC_WEBLOGIC_HOST_URL"],
      ["{ client: { AWC_WEBLOGIC_HOST_URL: 'https://x.example.com:3000' } }", "AWC_WEBLOGIC_HOST_URI"],
      ["{ client: { bootstrap_urls: 'https://old.example.com:4544' } }", "BOOTSTRAP_URLS"],
      ["{ connector: { Tc_Server_Url: 'https://old.example.com:8443/tc' } }", "TC_SERVER_URL"],
      ["{ logger: { IsPayloadRequired: true } }", "isPayloadRequired"],
    ]),
  )("%s", async (text, right) => {
    const { said, findings } = await found(set(text));
    expect(said).toEqual(["error conf/misspelled-key"]);
    expect(wordsOf(findings[0]) + helpOf(findings[0])).toContain(right);
  });

  test("the fix is the right key, where nothing else decides it", async () => {
    const { findings } = await found(set("{ connector: { StereotypeNameTruncationLimit: 40 } }"));
    expect(findings[0]?.fix).toMatchObject({ safe: true, edits: [{ text: "SteretypeNameTrucationLimit" }] });
    const write = await found(set("{ connector: { AWC_WEBLOGIC_HOST_URI: x } }"));
    expect(write.findings[0]?.fix).toBeUndefined();
  });

  test("nothing is written", async () => {
    const { folder } = await found(set("{ connector: { StereotypeNameTruncationLimit: 40 } }"));
    expect((await cli(["-C", folder, "compile"])).out).toMatch(/not written/);
  });
});

describe("secrets in workstation.set", () => {
  test.each(
    eachNth(3, [
      "{ connector: { TC_PASSWORD: hunter-2-hunter } }",
      "{ client: { keyStorePassword: hunter-2-hunter } }",
      "{ client: { API_TOKEN: 'hunter-2-hunter' } }",
      "{ connector: { PROXY: 'http://me:hunter-2-hunter@proxy.example.com:8080' } }",
      "{ connector: { TC_PASSWORD: '${hunter-2-hunter}' } }",
      "{ logger: { TARGET: 'jdbc:x;password=hunter-2-hunter' } }",
    ]),
  )("%s is an error whose value no output shows", async (text) => {
    const { folder, findings } = await found(set(text));
    expect(findings.filter(({ rule }) => rule === "secret/plain-value")).toHaveLength(1);
    for (const argv of [["check"], ["check", "--format", "json"], ["compile"]]) {
      const shown = await cli(["-C", folder, ...argv]);
      expect(shown.code).toBe(1);
      expect(shown.out + shown.err).not.toContain("hunter-2-hunter");
    }
  });

  test.each(eachNth(3, ["{ connector: { SHOW_PASSWORD: 'false' } }", "{ connector: { PASSWORD_EXPIRY_DAYS: 30 } }"]))(
    "%s is none",
    async (text) => {
      expect((await found(set(text))).said).toEqual(["warning conf/unknown-key"]);
    },
  );
});

describe("logging fields", () => {
  test("[A4] a payload folder with backslashes, fixed to slashes", async () => {
    for (const dir of ["'C:\\Temp\\payload'", "'C:\\\\Temp\\\\payload'", '"C:\\\\Temp\\\\payload"']) {
      const { said, findings } = await found([ENVIRONMENT, "dir: C:/Temp/payload", `dir: ${dir}`]);
      expect(said).toEqual(["error conf/slash-direction"]);
      expect(findings[0]?.fix).toMatchObject({ safe: true, edits: [{ text: "'C:/Temp/payload'" }] });
    }
    const { findings } = await found([ENVIRONMENT, "dir: C:/Temp/payload", "dir: '\\\\srv\\share'"]);
    expect(findings.map(({ rule, fix }) => [rule, fix])).toEqual([["conf/slash-direction", undefined]]);
  });

  test.each(
    eachNth(3, [
      ["levels: { com.example.connection: DEBUG }", ["warning logging/debug-logger"]],
      ["levels: { root: trace }", ["warning logging/debug-logger"]],
      ["levels: { com.example.connection: WARN }", []],
      ["triggers: { MAIN: '50' }", ["warning logging/unreadable-size"]],
      ["triggers: { MAIN: 50 }", ["warning logging/unreadable-size"]],
      ["triggers: { MAIN: 2 KB }", ["warning logging/unreadable-size"]],
      ["triggers: { MAIN: '1,5 GB' }", ["warning logging/unreadable-size"]],
      ["triggers: { MAIN: '52428800' }", []],
      ["triggers: { MAIN: 50 MB }", []],
    ]),
  )("[H4] %s", async (text, said) => {
    expect((await found(logging(text))).said).toEqual(said);
  });
});

describe("[D1] what a bundle would refuse is a finding of the check, with its line", () => {
  const install = (path: string): Change => [SITE, "install: 'C:\\Program Files\\{tool}'", `install: ${path}`];
  const client = (path: string): Change => [
    SITE,
    "file: 'C:\\ProgramData\\Example\\MBSE\\bhm\\CommonClient.properties'",
    `file: ${path}`,
  ];
  const profile = (text: string): Change => [SITE, "client: {", `profile: ${text}\nclient: {`];
  test.each<[string, Change, string, RegExp]>([
    [
      "{Tool}",
      install("'C:\\Program Files\\{Tool}'"),
      "repo/unusable-path",
      /\{Tool\} is not a placeholder here, so it would be a folder of that name/,
    ],
    ["a relative install", install("tools\\{tool}"), "repo/unusable-path", /not an absolute Windows path/],
    ["a variable", install("'%ProgramFiles%\\{tool}'"), "repo/unusable-path", /%ProgramFiles% is not filled in/],
    ["a drive without a separator", install("'C:tools'"), "repo/unusable-path", /not an absolute Windows path/],
    ["a path that leaves its folder", install("'C:\\a\\..\\b'"), "repo/unusable-path", /leaves its folder/],
    ["a device", install("'C:\\nul\\b'"), "repo/unusable-path", /device/],
    ["a client folder", client("'C:\\ProgramData\\Example\\bhm\\'"), "repo/unusable-path", /\.properties/],
    ["a client folder without its slash", client("'C:\\ProgramData\\Example\\bhm'"), "repo/unusable-path", /\.properties/],
    ["a relative client file", client("bhm\\CommonClient.properties"), "repo/unusable-path", /not an absolute Windows path/],
    ["a relative copy", profile("{ file: PLM_Profile.mdzip, copies: [profiles] }"), "repo/unusable-path", /not an absolute/],
    ["{Install}", profile("{ file: PLM_Profile.mdzip, copies: ['{Install}\\profiles'] }"), "repo/unusable-path", /\{Install\}/],
    [
      "another profile",
      profile("{ file: Other.mdzip, copies: ['C:\\Users\\Public', '{install}\\profiles'] }"),
      "kit/place-differs",
      /Other\.mdzip/,
    ],
    [
      "conf with its ending",
      [SITE, "conf: connector }", "conf: connector.properties }"],
      "repo/unsafe-name",
      /connector\.properties\.properties/,
    ],
    [
      "a bad pattern",
      [SITE, "  envPrefix: CAMEO", "  envPrefix: CAMEO\n  versionFrom: { file: a, pattern: '(' }"],
      "repo/unusable-path",
      /has a group that is not closed/,
    ],
    [
      "a pattern without a group",
      [SITE, "  envPrefix: CAMEO", "  envPrefix: CAMEO\n  versionFrom: { file: a, pattern: 'v=.+' }"],
      "repo/unusable-path",
      /'\.' outside of its group, where only text is read/,
    ],
    [
      "a pattern with look-ahead",
      [SITE, "  envPrefix: CAMEO", "  envPrefix: CAMEO\n  versionFrom: { file: a, pattern: '(?=v)(.+)' }"],
      "repo/unusable-path",
      /has the group '\(\?=v\)': a group is/,
    ],
    [
      "a pattern with a reference back",
      [SITE, "  envPrefix: CAMEO", "  envPrefix: CAMEO\n  versionFrom: { file: a, pattern: '(.+)\\1' }"],
      "repo/unusable-path",
      /'\\1' outside of its group/,
    ],
    [
      "a version file elsewhere",
      [SITE, "  envPrefix: CAMEO", "  envPrefix: CAMEO\n  versionFrom: { file: '..\\a', pattern: '(.+)' }"],
      "repo/unusable-path",
      /below the tool's folder/,
    ],
    [
      "another conf in the kit",
      [RELEASE, "kit: { plugin: plugin,", "kit: { plugin: plugin, conf: plugin/conf/x.properties,"],
      "kit/place-differs",
      /kit\.conf/,
    ],
    [
      "another logger in the kit",
      [RELEASE, "kit: { plugin: plugin,", "kit: { plugin: plugin, logger: plugin/logger.properties,"],
      "kit/place-differs",
      /kit\.logger/,
    ],
    [
      "a plug-in folder that is not there",
      [RELEASE, "kit: { plugin: plugin,", "kit: { plugin: plugins/x,"],
      "kit/place-differs",
      /no plugin\.xml there/,
    ],
    ["a profile that the kit lacks", [RELEASE, "PLM_Profile.mdzip }", "Profile.mdzip }"], "kit/place-differs", /no such file/],
    [
      "a path that is too long",
      [ENVIRONMENT, "workstation:\n", `workstation:\n  install: 'C:\\${"long-folder\\".repeat(20)}'\n`],
      "repo/unusable-path",
      /Windows opens at most 259/,
    ],
    [
      "workstation.install",
      [ENVIRONMENT, "workstation:\n", "workstation:\n  install: '%APPDATA%\\x'\n"],
      "repo/unusable-path",
      /workstation\.install/,
    ],
  ])("%s", async (_, change, rule, words) => {
    const { findings } = await found(change);
    const own = findings.filter((finding) => finding.rule === rule && finding.severity === "error");
    expect(own.map(wordsOf)).toEqual([expect.stringMatching(words)]);
    expect(own[0]?.at?.line).toBeGreaterThan(1);
  });

  test("[A4] backslashes that were doubled by hand", async () => {
    const { said, findings } = await found([ENVIRONMENT, "'D:\\plm\\staging'", "'D:\\\\plm\\\\staging'"]);
    expect(said).toEqual(["warning conf/doubled-backslash"]);
    expect(findings[0]?.fix).toMatchObject({ safe: true, edits: [{ text: "'D:\\plm\\staging'" }] });
    const network = await found([ENVIRONMENT, "'D:\\plm\\staging'", "'\\\\\\\\srv\\\\share\\\\staging'"]);
    expect(network.findings[0]?.fix).toMatchObject({ safe: false, edits: [{ text: "'\\\\srv\\share\\staging'" }] });
  });
});

describe("[C2] the tool's folder is spelt as the matrix spells its row", () => {
  test.each(eachNth(3, ["2024x R3", "2024X refresh3", "2024x-Refresh3"]))("%s", async (tool) => {
    const folder = exampleRepository();
    edit(folder, ENVIRONMENT, "tool: 2024x Refresh3", `tool: ${tool}`);
    await cli(["-C", folder, "compile", "--format", "json"]);
    const { readFileSync } = await import("node:fs");
    const manifest = JSON.parse(readFileSync(`${folder}/dist/demo/manifest.json`, "utf8"));
    expect(manifest.install).toBe("C:\\Program Files\\2024x Refresh3");
  });
});

describe("[B6] single sign-on", () => {
  const SSO = (connector: string) => `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm, application: PLM, redirectUris: [] }] }
connector: ${connector}
`;
  async function sso(connector: string, ...changes: readonly Change[]) {
    const folder = exampleRepository({ "environments/demo/sso.yaml": SSO(connector) });
    for (const change of [[ENVIRONMENT, "authentication: password", "authentication: sso"] as const, ...changes])
      edit(folder, ...change);
    return (await run(folder)).findings;
  }

  test.each(eachNth(3, ["{ loginUrl: '', appId: PLM }", "{ appId: PLM }"]))("without a login address: %s", async (connector) => {
    const findings = await sso(connector);
    expect(findings.map((finding) => [finding.rule, wordsOf(finding)])).toEqual([
      ["sso/no-route", expect.stringMatching(/loginUrl is empty/)],
    ]);
  });

  test("/tccs with http as transport speaks of TCCS, not of the session agent", async () => {
    const [finding, ...others] = await sso("{ loginUrl: https://plm.example.com:7001/tccs, appId: PLM }");
    expect(others).toEqual([]);
    expect(wordsOf(finding)).toMatch(/tier\.transport is not tccs; the TCCS initializer would find no TCCS/);
    expect(wordsOf(finding)).not.toContain("Session Agent could not be started");
  });

  test("an initializer that no file sets", async () => {
    const findings = await sso("{ loginUrl: https://plm.example.com:7001/tcsso, appId: PLM, initializer: com.example.Own }");
    // the address alone chooses then, and the session agent is not there: the class in sso.yaml is no route
    expect(findings.map(({ rule }) => rule).sort()).toEqual(["sso/initializer-not-written", "sso/no-route"]);
  });

  const OWN = "{ loginUrl: https://plm.example.com:7001/tcsso, appId: PLM, initializer: com.example.Own }";
  const KEY = "com.teamcenter.ss.client.SSOSessionInitializer";
  const set = (file: string, name: string): Change => [
    ENVIRONMENT,
    "sessionAgent: none",
    `sessionAgent: none\n  set: { ${file}: { ${KEY}: ${name} } }`,
  ];

  test.each(eachNth(3, ["client", "connector"]))(
    "an initializer that the compiled %s file sets is the route, whether sso.yaml says so or not",
    async (file) => {
      for (const connector of [OWN, OWN.replace(", initializer: com.example.Own", "")]) {
        const findings = await sso(connector, set(file, "com.example.Own"));
        expect(findings.map(({ rule }) => rule)).toEqual(["conf/unknown-key"]);
      }
    },
  );

  test("an initializer that is set to nothing is none", async () => {
    expect((await sso(OWN, set("client", "''"))).map(({ rule }) => rule).sort()).toEqual([
      "conf/unknown-key",
      "sso/initializer-not-written",
      "sso/no-route",
    ]);
  });

  test("why speaks of the class only where a file sets it", async () => {
    const folder = exampleRepository({ "environments/demo/sso.yaml": SSO(OWN) });
    edit(folder, ENVIRONMENT, "authentication: password", "authentication: sso");
    const before = (await cli(["-C", folder, "why", "demo", "TC_SSO_LOGIN_URL"])).out;
    expect(before).toContain("the session-agent initializer");
    expect(before).not.toContain("com.example.Own");
    edit(folder, ...set("client", "com.example.Own"));
    expect((await cli(["-C", folder, "why", "demo", "TC_SSO_LOGIN_URL"])).out).toContain(
      "names com.example.Own, which takes precedence over the address",
    );
  });

  test("the default class that no jar holds, set by workstation.set alone", async () => {
    const findings = await sso("{ loginUrl: https://plm.example.com:7001/tccs, appId: PLM }", set("client", KEY), [
      ENVIRONMENT,
      "transport: http",
      "transport: tccs",
    ]);
    expect(findings.filter(({ severity }) => severity === "error").map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
      `sso/absent-initializer /workstation/set/client/${KEY}`,
    ]);
  });

  test("the default class that no jar holds, in sso.yaml alone, is one finding", async () => {
    const findings = await sso(`{ loginUrl: https://plm.example.com:7001/tccs, appId: PLM, initializer: ${KEY} }`, [
      ENVIRONMENT,
      "transport: http",
      "transport: tccs",
    ]);
    expect(findings.map(({ rule }) => rule)).toEqual(["sso/absent-initializer"]);
  });
});

test("[B5] why shows the consequence of USE_JCEF_BROWSER", async () => {
  const folder = exampleRepository();
  expect((await cli(["-C", folder, "why", "demo", "USE_JCEF_BROWSER"])).out).toMatch(/web view of the operating system/);
  edit(folder, ENVIRONMENT, "embeddedBrowser: system", "embeddedBrowser: bundled");
  expect((await cli(["-C", folder, "why", "demo", "USE_JCEF_BROWSER"])).out).toMatch(/the panel stays blank/);
});
