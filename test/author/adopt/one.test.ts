import { describe, expect, test } from "vitest";
import { archive, collectedFiles, decoded, driveFiles, scene, typed } from "./scene.ts";

const FILES = {
  "ws/connector.properties": typed().connector,
  "ws/client.properties": typed().client,
  "ws/logger.properties": typed().logger ?? "",
};
const NAMED = ["--connector", "ws/connector.properties", "--client", "ws/client.properties", "--name", "adopted"];
const WITH_LOGGER = [...NAMED, "--logger", "ws/logger.properties"];
const ENVIRONMENT = "environments/adopted/environment.yaml";

/** The compiled files of an environment give every key of the adopted ones again. */
async function expectLaw(
  at: ReturnType<typeof scene>,
  environment: string,
  files: Readonly<Record<string, string | Uint8Array>>,
) {
  const compiled = await at.run("compile", environment);
  expect(compiled.out + compiled.err).toContain("0 errors");
  for (const [path, bytes] of Object.entries(files))
    expect(at.decoded(`dist/${environment}/${path}`), path).toMatchObject(decoded(Buffer.from(bytes as string, "latin1")));
}

describe("one workstation", () => {
  test("[B7] compiled without more ado, every key of its files has its value again", async () => {
    const at = scene(FILES);
    const { code, environments, schema } = await at.json(WITH_LOGGER);
    expect([code, schema]).toEqual([0, "tierwright/adopt/v1"]);
    await expectLaw(at, "adopted", {
      "connector/connector.properties": typed().connector,
      "client/CommonClient.properties": typed().client,
      "connector/logger.properties": typed().logger ?? "",
    });
    expect(environments[0]?.files.every((path) => at.exists(path))).toBe(true);
    expect(environments[0]).toMatchObject({
      name: "adopted",
      workstations: [expect.stringMatching(/connector.properties$/)],
      written: true,
      outliers: [],
    });
  });

  test("[B7] a finding below installed/ quotes its line one byte a character", async () => {
    const connector = Buffer.from(`${typed().connector}BÜRO=D:\\st\u00C3\u00A4nde\n`, "latin1");
    const { out } = await scene({ ...FILES, "ws/connector.properties": connector }).adopt(NAMED);
    expect(out).toContain("--> environments/adopted/installed/connector.properties:14:2 ");
    expect(out).toContain("\n14 | BÜRO=D:\\st\u00C3\u00A4nde\n   |  ^\n");
  });

  test("[B7] each key goes to its field, the rest to workstation.set, and what the kit alone has is listed", async () => {
    const at = scene(FILES);
    const { environments } = await at.json(WITH_LOGGER);
    const keys = environments[0]?.keys;
    const by = Object.fromEntries((keys?.placed ?? []).map(({ file, key, by: field }) => [`${file} ${key}`, field]));
    expect(by).toMatchObject({
      "connector TC_SERVER_URL": "tier.signIn",
      "client URL": "tier.signIn",
      "connector AWC_WEBLOGIC_HOST_URL": "tier.webClient",
      "client AWC_WEBLOGIC_HOST_URI": "tier.webClient",
      "client BOOTSTRAP_URLS": "tier.fileTransfer",
      "connector IS_TCCS": "tier.transport",
      "connector LicenseDir": "workstation.licenseServer",
      "connector STAGING_DIR": "workstation.stagingDir",
      "connector CAMEOTCIntImportWorkingDir": "workstation.importWorkingDir",
      "connector USE_JCEF_BROWSER": "workstation.embeddedBrowser",
      "logger isPayloadRequired": "logging.payload.enabled",
      "logger jsonPayloaddir": "logging.payload.dir",
    });
    expect(keys?.set).toEqual([{ file: "connector", key: "READ_TIMEOUT_SECONDS" }]);
    expect(keys?.secret).toEqual([]);
    expect(keys?.kitOnly.map(({ key }) => key)).toEqual([
      "TC_SSO_SESSION_FLAG",
      "SteretypeNameTrucationLimit",
      "CREATE_VALUE_PROPERTY_CONFIG",
    ]);
    expect(at.text(ENVIRONMENT)).toContain("stagingDir: 'E:\\plm\\staging'");
  });

  test("[B7] the files below installed/ are the workstation's own bytes", async () => {
    const connector = typed().connector.toString().replaceAll("\n", "\r\n");
    const at = scene({ ...FILES, "ws/connector.properties": connector });
    expect((await at.adopt(WITH_LOGGER)).code).toBe(0);
    expect(at.text("environments/adopted/installed/connector.properties")).toBe(connector);
    expect(at.text("environments/adopted/installed/client.properties")).toBe(typed().client);
    expect(at.text("environments/adopted/installed/logger.properties")).toBe(typed().logger);
  });

  test("[B7] the tier's release is never guessed: the document lacks it, and the finding says what to type", async () => {
    const at = scene(FILES);
    const { code, findings } = await at.json(NAMED, ["--release", "2506", "--tool", "2024x Refresh3"]);
    expect(code).toBe(1);
    expect(findings.map(({ rule, file }) => [rule, file])).toEqual([["repo/missing-key", ENVIRONMENT]]);
    expect(findings[0]?.help).toContain("remove environments/adopted and adopt again with --tier-release R");
    expect(at.text(ENVIRONMENT)).not.toMatch(/^ {2}release:/m);
  });

  test("[B7] an environment that is written with an error is not called adopted, with --quiet neither", async () => {
    for (const quiet of [[], ["--quiet"]]) {
      const at = scene(FILES);
      const { code, out } = await at.adopt([...NAMED, ...quiet], ["--release", "2506", "--tool", "2024x Refresh3"]);
      expect([code, out.split("\n")[0]]).toEqual([
        1,
        "✗ adopted was written with 1 error: 1 workstation, release 2506, 2024x Refresh3",
      ]);
      expect(out.includes("correct the findings below, then tierwright check, then tierwright compile adopted")).toBe(
        quiet.length === 0,
      );
    }
  });

  test("[B7] nothing is overwritten: an environment that is there is refused, also in other letters' case", async () => {
    const at = scene(FILES);
    const before = at.files();
    for (const name of ["demo", "Demo", "con", "a b", ""]) {
      const words = [...NAMED.slice(0, -1), name];
      expect((await at.adopt(words)).code, name).toBe(2);
    }
    expect(at.files()).toEqual(before);
  });

  test("[B7] single sign-on is adopted with the three keys in sso.yaml", async () => {
    const connector = typed()
      .connector.toString()
      .replace("TC_SSO_LOGIN_URL=", "TC_SSO_LOGIN_URL=https\\://new.example.com\\:7001/tcsso/tccs")
      .replace("TC_SSO_APP_ID=", "TC_SSO_APP_ID=PLM");
    const at = scene({ ...FILES, "ws/connector.properties": connector });
    const { environments } = await at.json(NAMED);
    expect(environments[0]?.files).toContain("environments/adopted/sso.yaml");
    expect(at.text(ENVIRONMENT)).toContain("authentication: sso");
    expect(environments[0]?.keys.placed).toContainEqual({ file: "connector", key: "TC_SSO_APP_ID", by: "sso.appId" });
  });

  test("[B5] a value that the site's defaults or the kit give already is not repeated, and one that they would change is said", async () => {
    const site = `defaults:
  workstation:
    licenseServer: 27001@lic.example.com
    stagingDir: 'D:\\other'
    set: { connector: { SteretypeNameTrucationLimit: "64" } }
`;
    const connector = `${typed().connector}SteretypeNameTrucationLimit=32\n`;
    const at = scene({ ...FILES, "ws/connector.properties": connector });
    const written = `${at.text("environments/site.yaml")}${site}`;
    const other = scene({ ...FILES, "ws/connector.properties": connector }, { "environments/site.yaml": written });
    const { environments } = await other.json(WITH_LOGGER);
    const document = other.text(ENVIRONMENT);
    expect(document).not.toContain("licenseServer");
    expect(document).toContain("stagingDir: 'E:\\plm\\staging'");
    expect(document).toContain('SteretypeNameTrucationLimit: "32"');
    expect(environments[0]?.keys.placed).toContainEqual({ file: "connector", key: "LicenseDir", by: "defaults" });
    await expectLaw(other, "adopted", {
      "connector/connector.properties": connector,
      "client/CommonClient.properties": typed().client,
    });
  });

  test("[A6] sizes and levels of its log4j2.xml that differ from the kit's become logging fields", async () => {
    const base = scene(FILES).text("releases/2506/base/log4j2.xml");
    const own = base.replace('size="10 MB"', 'size="77 MB"').replace('level="INFO"', 'level="WARN"');
    const at = scene({ ...FILES, "ws/log4j2.xml": own });
    expect((await at.adopt([...NAMED, "--log4j2", "ws/log4j2.xml"])).code).toBe(0);
    expect((await at.run("compile", "adopted")).code).toBe(0);
    expect(at.text("dist/adopted/client/log4j2.xml")).toBe(own);
    expect(at.text("environments/adopted/installed/log4j2.xml")).toBe(own);
  });

  test("[B7] what stands around the connector's file tells release and tool", async () => {
    const site = scene({})
      .text("environments/site.yaml")
      .replace("  install:", "  versionFrom: { file: 'bin\\tool.properties', pattern: 'version=(.+)' }\n  install:");
    const plugin = '<plugin id="com.example.plm.connector" version="2506.0"><runtime/></plugin>';
    const drives = driveFiles("ws");
    const conf = Object.keys(drives).find((path) => path.endsWith("connector.properties")) ?? "";
    const client = Object.keys(drives).find((path) => path.endsWith("CommonClient.properties")) ?? "";
    const root = conf.replace(/\/plugins\/.*/, "");
    const files = {
      ...drives,
      [conf.replace("conf/connector.properties", "plugin.xml")]: plugin,
      [`${root}/bin/tool.properties`]: "name=x\nversion=2024x-Refresh3\n",
    };
    const at = scene(files, { "environments/site.yaml": site });
    const words = ["--connector", conf, "--client", client, "--name", "adopted"];
    const { environments, code } = await at.json(words, ["--tier-release", "2506"]);
    expect([code, environments[0]?.connector, environments[0]?.tool]).toEqual([0, "2506", "2024x Refresh3"]);
  });
});

describe("from a folder or an archive", () => {
  test.each([
    ["an archive of -Collect", { "WS-001.zip": archive() }, "WS-001.zip"],
    ["its folder", collectedFiles("WS-001"), "WS-001"],
    ["a folder laid out like the workstation", driveFiles("WS-001"), "WS-001"],
    ["the same in other letters' case", driveFiles("WS-001", {}, "PROGRAM FILES/2024X refresh3"), "WS-001"],
  ] as const)("[B7] %s gives the same environment", async (_, files, path) => {
    const at = scene(files);
    const { code, environments, findings } = await at.json(["--from", path]);
    expect(findings.map(({ rule }) => rule)).toEqual(["conf/unknown-key", "logging/payload-on"]);
    expect(code).toBe(0);
    expect(environments.map(({ name, workstations }) => [name, workstations])).toEqual([["new", ["WS-001"]]]);
    await expectLaw(at, "new", {
      "connector/connector.properties": typed().connector,
      "client/CommonClient.properties": typed().client,
    });
  });

  test("[B7] an archive names its release by the hash of plugin.xml, and a tool that lies elsewhere", async () => {
    const listing = (hash: string) => `== C:\\x\\plugins\n${hash}  812  com.example.plm.connector/plugin.xml\n`;
    const base = scene({}).bytes("releases/2506/base/plugin.xml");
    const { createHash } = await import("node:crypto");
    const hash = createHash("sha256").update(base).digest("hex");
    const notes = "machine A, user B\ninstallation D:\\Tools\\Cameo\n";
    const at = scene({ "a.zip": archive({}, { "files.txt": listing(hash), "notes.txt": notes }) });
    const { code, environments } = await at.json(["--from", "a.zip"], ["--tool", "2024x Refresh3", "--tier-release", "2506"]);
    expect([code, environments[0]?.connector]).toEqual([0, "2506"]);
    expect(at.text("environments/new/environment.yaml")).toContain("install: 'D:\\Tools\\Cameo'");
  });

  const CLIENT = "C:\\ProgramData\\Example\\MBSE\\bhm\\CommonClient.properties";
  const notesOf = (client: string) =>
    `installation C:\\Program Files\\2024x Refresh3\n${client}: client/CommonClient.properties (as it is, 9 bytes, sha256 00)\n`;

  test.each([CLIENT, CLIENT.toUpperCase(), CLIENT.replaceAll("\\", "/"), "/srv/C/ProgramData/CommonClient.properties"])(
    "[B7] a client file that was collected from %s is that of the site, or of no known place",
    async (client) => {
      const at = scene({ "a.zip": archive({}, { "notes.txt": notesOf(client) }) });
      const { findings } = await at.json(["--from", "a.zip"]);
      expect(findings.map(({ rule }) => rule)).not.toContain("repo/installed-otherwise");
    },
  );

  test.each(["D:\\MBSE\\CommonClient.properties", "\\\\srv\\share\\CommonClient.properties"])(
    "[B7] a client file that was collected from %s is named with both places and the way out",
    async (client) => {
      const at = scene({
        "a.zip": archive({}, { "notes.txt": notesOf(client) }),
        "b.zip": archive({}, { "notes.txt": notesOf(client) }),
      });
      const { code, findings, environments } = await at.json(["--from", "a.zip", "--from", "b.zip"]);
      const told = findings.filter(({ rule }) => rule === "repo/installed-otherwise");
      expect([code, environments.length, told.length]).toEqual([0, 1, 1]);
      expect(told[0]).toMatchObject({
        severity: "warning",
        message: `client.file is '${CLIENT}', but the file of 2 workstations was collected from '${client}'`,
        help: expect.stringMatching(/^set client\.file of environments\/site\.yaml .*-ClientFile/),
      });
    },
  );
});
