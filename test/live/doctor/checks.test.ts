import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EXAMPLE_KIT, SECOND_RELEASE, secondRelease } from "../../../src/kernel/diagnostics/kit/example-kit.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { edit, exampleRepository } from "../../support/repository.ts";
import { checked, checkedLive, CLIENT, CONF, PLUGIN, TOOL, withLines, workstation } from "./scene.ts";

const DESCRIPTOR = EXAMPLE_KIT["plugin/plugin.xml"] ?? "";
const PROFILE = EXAMPLE_KIT["plugin/lib/PLM_Profile.mdzip"] ?? "";
const connector = (...lines: readonly string[]) => withLines("connector", lines);
const client = (...lines: readonly string[]) => withLines("client", lines);

test.each([
  [99, "pass"],
  [101, "warn"],
  [400, "warn"],
])("[H4] [H5] a connector log of %s MB: %s", async (megabytes, state) => {
  const repository = exampleRepository();
  edit(repository, "environments/site.yaml", "connector: {", "log: { connector: C:/Temp/connectorLogs.log }\nconnector: {");
  const root = await workstation({ "C/Temp/connectorLogs.log": "" });
  truncateSync(join(root, "C/Temp/connectorLogs.log"), megabytes * 1024 * 1024);
  const found = await checked("files/logging", root, { repository });
  expect(found.state).toBe(state);
  if (state === "warn") expect(found.details).toEqual([expect.stringContaining(`connectorLogs.log has ${megabytes} MB`)]);
});

describe("the text of the files", () => {
  test("[H5] a byte order mark takes the first key away, and is said with its file", async () => {
    const root = await workstation({ [CONF]: `\ufeff${await connector()}` });
    const { state, details } = await checked("files/bom", root);
    expect({ state, details }).toEqual({
      state: "fail",
      details: [expect.stringMatching(/^connector\.properties:1:1: .*byte order mark/)],
    });
  });

  test("[H5] a single backslash and a wrong \\u are found by what Java reads; a legal spelling is not", async () => {
    const wrong = await checked("files/escapes", await workstation({ [CONF]: await connector("STAGING_DIR=D:\\plm\\x") }));
    expect(wrong.state).toBe("fail");
    const legal = await checked("files/escapes", await workstation({ [CONF]: await connector("STAGING_DIR=D\\:/plm/staging") }));
    expect(legal.state).toBe("pass");
  });

  test("[H5] a key that stands twice and a misspelt one are told; a secret-looking line is not quoted", async () => {
    const root = await workstation({
      [CONF]: `${await connector()}IS_TCCS=false\nDB_PASSWORD=hunter2 \nStereotypeNameTruncationLimit=1\n`,
    });
    const { state, details } = await checked("files/keys", root);
    expect(state).not.toBe("pass");
    expect(details.join("\n")).toMatch(/IS_TCCS/);
    expect(details.join("\n")).toMatch(/StereotypeNameTruncationLimit/);
    expect(details.join("\n")).not.toContain("hunter2");
  });
});

test("[H5] a logger at DEBUG and payloads that are written are warned of, because they hold the password", async () => {
  const site = (EXAMPLE_REPOSITORY["environments/site.yaml"] ?? "").replace(
    "CommonClient.properties' }",
    "CommonClient.properties', log4j2: 'C:\\ProgramData\\Example\\MBSE\\bhm\\log4j2.xml' }",
  );
  const repository = exampleRepository({ "environments/site.yaml": site });
  const log4j2 = (EXAMPLE_REPOSITORY["releases/2506/base/log4j2.xml"] ?? "").replace(
    "<Loggers>",
    '<Loggers><Logger name="org.apache.http" level="debug"/>',
  );
  const root = await workstation({
    [CLIENT.replace("CommonClient.properties", "log4j2.xml")]: log4j2,
    [`${PLUGIN}/conf/logger.properties`]: "isPayloadRequired=true\njsonPayloaddir=C:/Temp\n",
  });
  const { state, details } = await checked("files/logging", root, { repository });
  expect(state).toBe("warn");
  expect(details).toEqual([
    "logger.properties: isPayloadRequired is true: every payload is written to C:/Temp",
    expect.stringMatching(/^log4j2\.xml:\d+: /),
  ]);
  expect((await checked("files/logging", await workstation())).state).toBe("pass");
});

describe("the tier", () => {
  test.each([
    ["https\\://plm.example.com\\:8443", /without \/tc the connection object is null/],
    ["https\\://plm.example.com\\:8443/tc/tc", /\/tc appears twice/],
    ["https\\://plm.example.com\\:8443/tc/RestServices", /has to end at \/tc and nothing further/],
    ["https\\://plm.example.com\\:8443/tc?x=1", /the text after the path/],
    ["https\\://plm.example.com/tc", /names no port/],
    ["plm.example.com", /it is no address/],
    ["", /TC_SERVER_URL is empty/],
    ["https\\://jane\\:hunter2@plm.example.com\\:8443/x", /has to end at \/tc/],
  ])("[H5] TC_SERVER_URL=%s is told with its symptom", async (text, says) => {
    const found = await checked("tier/context-root", await workstation({ [CONF]: await connector(`TC_SERVER_URL=${text}`) }));
    expect(found.state).toBe("fail");
    expect(found.says).toMatch(says);
    expect(found.says).not.toContain("hunter2");
  });

  test.each(["tier/context-root", "tier/one-unit", "tier/half-switch"])(
    "[H5] %s is skipped where the settings files are not installed",
    async (id) => {
      expect(await checked(id, await workstation({ [CONF]: null, [CLIENT]: null }))).toMatchObject({ state: "skip", help: null });
    },
  );

  test("[H5] a connector file without TC_SERVER_URL is a failure", async () => {
    const found = await checked("tier/context-root", await workstation({ [CONF]: "x=y\n" }));
    expect(found).toMatchObject({ state: "fail", says: "the connector's settings have no TC_SERVER_URL that Java can read" });
  });

  test("[H5] a transport or address of one file alone is half of a switch", async () => {
    const root = await workstation({ [CLIENT]: await client("IS_TCCS=true", "URL=https\\://old.example.com\\:8443/tc") });
    const { state, details } = await checked("tier/one-unit", root);
    expect(state).toBe("fail");
    expect(details[0]).toBe(
      "TC_SERVER_URL of the connector is https://plm.example.com:8443/tc, URL of the client library is https://old.example.com:8443/tc",
    );
    expect(details).toContain("IS_TCCS of the client file is 'true'");
  });

  const OLD = "BOOTSTRAP_URLS=https\\://plm.example.com\\:4544,https\\://old.example.com\\:4544";

  test("[H5] files that go to another address than sign-in are a half-switch, by the workstation's own hosts file", async () => {
    const hosts = "10.20.0.11 plm.example.com\r\n10.9.9.9 old.example.com # forgotten\r\n";
    const root = await workstation({ [CLIENT]: await client(OLD), "C/Windows/System32/drivers/etc/hosts": hosts });
    const { state, says, details } = await checked("tier/half-switch", root);
    expect({ state, says }).toEqual({
      state: "fail",
      says: "files go to another tier than sign-in (plm.example.com): a half-switch",
    });
    expect(details).toContainEqual(
      expect.stringMatching(/old\.example\.com: half-switch: 10\.9\.9\.9, hosts file C:\\Windows.*:2/),
    );
  });

  test.each([
    ["the name of sign-in itself", [], "10.9.9.9 plm.example.com", "fail"],
    ["a member", ["BOOTSTRAP_URLS=https\\://files.example.com\\:4544"], "10.9.9.9 files.example.com", "fail"],
    ["another family of addresses, which is not declared", [], "fd00::1 plm.example.com", "pass"],
    ["the declared address", [], "10.20.0.11 plm.example.com", "pass"],
    ["a name of nobody's", [], "10.9.9.9 old.example.com", "pass"],
    ["a relay in mode tls", [], "127.0.0.2 plm.example.com", "warn"],
  ] as const)("[H5] the hosts file is held against tier.hosts: %s", async (_, lines, hosts, state) => {
    const repository = exampleRepository();
    edit(
      repository,
      "environments/demo/environment.yaml",
      "  hosts:",
      "  members: { plm.example.com: [files.example.com] }\n  hosts:",
    );
    edit(
      repository,
      "environments/demo/environment.yaml",
      "plm.example.com: 10.20.0.11",
      "plm.example.com: 10.20.0.11, files.example.com: 10.20.0.12",
    );
    const root = await workstation({ "C/Windows/System32/drivers/etc/hosts": `${hosts}\r\n`, [CLIENT]: await client(...lines) });
    const found = await checked("tier/half-switch", root, { repository });
    expect(found.state, JSON.stringify(found)).toBe(state);
    if (state !== "pass") expect(found.details[0]).toMatch(/leads to .*hosts file.*:1.*and tier\.hosts says 10\.20\.0\.1/);
  });

  test("[H5] an address that nobody knows is not proven, and never passed", async () => {
    expect((await checked("tier/half-switch", await workstation({ [CLIENT]: await client(OLD) }))).state).toBe("warn");
  });

  test("[H5] [H6] on the workstation names are resolved, with a name that nobody has as the control", async () => {
    const root = await workstation({ [CLIENT]: await client(OLD) });
    const dns = { "plm.example.com": ["10.20.0.11"], "old.example.com": ["10.20.0.11"] };
    const same = await checkedLive("tier/half-switch", root, { dns });
    expect({ state: same.state, control: same.control.outcome }).toEqual({ state: "pass", control: "held" });
    const other = await checkedLive("tier/half-switch", root, { dns: { ...dns, "old.example.com": ["10.9.9.9"] } });
    expect(other.state).toBe("fail");
    const wild = await checkedLive("tier/half-switch", root, { dns: { ...dns, "tierwright-control.invalid": ["10.1.1.1"] } });
    expect({ state: wild.state, control: wild.control.outcome }).toEqual({ state: "error", control: "failed" });
  });
});

describe("the plug-in", () => {
  test("[D6] [H5] second copies are found in every plug-in root: the tool's own, a user's, and those of JAVA_ARGS", async () => {
    const root = await workstation({
      [`${TOOL}/plugins/backup of connector/plugin.xml`]: DESCRIPTOR,
      "C/Users/jane/AppData/Local/.cameo/2024x/plugins/mine/plugin.xml": DESCRIPTOR,
      [`${TOOL}/bin/cameo.properties`]: 'JAVA_ARGS=-Xmx4g "-Dmd.plugins.dir=D\\:\\\\more;D\\:\\\\none"\n',
      "D/more/again/plugin.xml": DESCRIPTOR,
      [`${TOOL}/plugins/com.other/plugin.xml`]: DESCRIPTOR.replace("com.example.plm.connector", "com.other"),
    });
    const { state, says, details } = await checked("plugin/second-copies", root);
    expect({ state, says }).toEqual({
      state: "fail",
      says: "com.example.plm.connector is there 4 times, and the tool loads each",
    });
    expect(details.map((line: string) => line.replace(root, ""))).toEqual([
      expect.stringMatching(/backup of connector is next to the live folder$/),
      expect.stringMatching(/^\/D\/more\/again lies in another plug-in root$/),
      expect.stringMatching(/\.cameo\/2024x\/plugins\/mine lies in another plug-in root$/),
    ]);
  });

  test("[H5] a jar of another release, a missing and a changed file are told against the kit's lock", async () => {
    const root = await workstation({
      [`${PLUGIN}/lib/plm-connector-2406.jar`]: "left over",
      [`${PLUGIN}/lib/plm-connector-2506.jar`]: "stands for other classes!!!!!!!!\n",
      [`${PLUGIN}/lib/PLM_Profile.mdzip`]: null,
    });
    const { state, details } = await checked("plugin/build", root);
    expect(state).toBe("fail");
    expect(details).toEqual([
      "plm-connector is there as 2406 and 2506: lib/plm-connector-2406.jar and lib/plm-connector-2506.jar",
      "lib/plm_profile.mdzip of the kit of 2506 is missing",
      "lib/plm-connector-2406.jar is not of the kit of 2506",
      expect.stringMatching(/^lib\/plm-connector-2506\.jar is not the file of the kit of 2506/),
    ]);
  });

  const OTHER_JAR = "stands for the classes of 2406\n";
  const otherLock = {
    "releases/2406/release.yaml": SECOND_RELEASE.with.replaceAll("2606", "2406"),
    "releases/2406/kit.lock.yaml": secondRelease(
      `  - { path: plugin/lib/plm-connector-2406.jar, size: ${OTHER_JAR.length}, sha256: "${createHash("sha256").update(OTHER_JAR).digest("hex")}" }\n`,
    ).replace("2606", "2406"),
  };

  test("[D6] [H5] a jar of another release under a new name is told by its content", async () => {
    const root = await workstation({
      [`${PLUGIN}/lib/extra.jar`]: OTHER_JAR,
      [`${PLUGIN}/lib/more.jar`]: OTHER_JAR.toUpperCase(),
      [`${PLUGIN}/lib/plm-connector-2506.jar`]: OTHER_JAR,
    });
    const { details } = await checked("plugin/build", root, { repository: exampleRepository(otherLock) });
    expect(details).toEqual([
      "lib/extra.jar is not of the kit of 2506; it is plugin/lib/plm-connector-2406.jar of the kit of 2406",
      "lib/more.jar is not of the kit of 2506",
      expect.stringMatching(
        /^lib\/plm-connector-2506\.jar is not the file of the kit of 2506 \(.*\); it is plugin\/lib\/plm-connector-2406\.jar of the kit of 2406$/,
      ),
    ]);
  });

  test("[D6] [H5] without a lock of its own the locks of other releases speak; a library under its own name is no fault", async () => {
    const details = async (jar: string, listed: string): Promise<readonly string[]> => {
      const root = await workstation({ [`${PLUGIN}/lib/${jar}`]: OTHER_JAR });
      const repository = exampleRepository({
        ...otherLock,
        "releases/2406/kit.lock.yaml": otherLock["releases/2406/kit.lock.yaml"].replace("plm-connector-2406.jar", listed),
        "releases/2506/kit.lock.yaml": 'apiVersion: tierwright/v1\nkind: KitLock\nrelease: "2506"\nfiles: []\n',
        "releases/2506/release.yaml": (EXAMPLE_REPOSITORY["releases/2506/release.yaml"] ?? "").replace(/kit: .*\n/, ""),
      });
      return (await checked("plugin/build", root, { repository })).details;
    };
    expect(await details("extra.jar", "plm-connector-2406.jar")).toContain(
      "lib/extra.jar is plugin/lib/plm-connector-2406.jar of the kit of 2406",
    );
    expect((await details("gson-2.8.jar", "gson-2.8.jar")).join("\n")).not.toContain("2406");
  });

  test("[H5] without a lock plugin.xml and the names speak", async () => {
    const repository = exampleRepository({
      "releases/2506/release.yaml": (EXAMPLE_REPOSITORY["releases/2506/release.yaml"] ?? "").replace(
        "kit: { plugin: plugin,",
        "kit: { plugin: elsewhere,",
      ),
    });
    const root = await workstation({
      [`${PLUGIN}/lib/extra.jar`]: "",
      [`${PLUGIN}/lib/plm-connector-2506.jar`]: null,
      [`${PLUGIN}/lib/x.jar.part`]: "x",
    });
    const { details } = await checked("plugin/build", root, { repository });
    expect(details).toContain("plugin.xml lists lib/plm-connector-2506.jar, and it is not there");
  });

  test("[H5] a plug-in that is not there is not installed", async () => {
    const root = await workstation(
      Object.fromEntries(
        [
          CONF,
          `${PLUGIN}/conf/logger.properties`,
          `${PLUGIN}/plugin.xml`,
          `${PLUGIN}/lib/plm-connector-2506.jar`,
          `${PLUGIN}/lib/PLM_Profile.mdzip`,
        ].map((path) => [path, null]),
      ),
    );
    expect(await checked("plugin/build", root)).toMatchObject({
      state: "fail",
      says: expect.stringMatching(/the connector is not installed$/),
    });
  });
});

describe("the profile", () => {
  test("[C8] [H5] a stale or missing copy is told, in each of the places", async () => {
    const root = await workstation({
      [`${TOOL}/profiles/PLM_Profile.mdzip`]: "an older profile",
      "C/Users/Public/PLM_Profile.mdzip": null,
    });
    const { state, details } = await checked("profile/places", root);
    expect(state).toBe("fail");
    expect(details).toEqual([
      expect.stringMatching(
        /profiles\/PLM_Profile\.mdzip is another file than the kit of 2506 has: 16 bytes, and 23 are expected$/,
      ),
      expect.stringMatching(/Public\/PLM_Profile\.mdzip is missing$/),
    ]);
  });

  test("[C8] [H5] a stray copy is found by content under any name, and in the public Documents; another's profile is left alone", async () => {
    const root = await workstation({
      [`${TOOL}/plugins/readme.txt`]: PROFILE,
      "C/Users/Public/Documents/PLM_Profile (1).mdzip": "whatever",
      [`${TOOL}/profiles/SysML_Profile.mdzip`]: "another maker's, of another length",
      [`${TOOL}/profiles/Other_Profile.mdzip`]: "x".repeat(PROFILE.length),
    });
    const { state, details } = await checked("profile/strays", root);
    expect(state).toBe("fail");
    expect(details).toEqual([
      expect.stringMatching(/plugins\/readme\.txt is the profile of connector 2506$/),
      expect.stringMatching(/Documents\/PLM_Profile \(1\)\.mdzip is called as the profile is, and no kit has it$/),
    ]);
  });

  test.runIf(process.platform !== "win32")(
    "[C8] [H5] a link to a profile is a copy that the tool loads, and one to another file is none",
    async () => {
      const root = await workstation({ "D/old/PLM_2506.bin": PROFILE, "D/old/x": "another file" });
      symlinkSync(join(root, "D/old/PLM_2506.bin"), join(root, TOOL, "plugins", "x.mdzip"));
      symlinkSync(join(root, "D/old/x"), join(root, TOOL, "plugins", "y.mdzip"));
      symlinkSync(join(root, "D/old/nowhere"), join(root, TOOL, "plugins", "z.mdzip"));
      symlinkSync(join(root, "D/old"), join(root, TOOL, "plugins", "old"));
      const { state, details } = await checked("profile/strays", root);
      expect([state, details]).toEqual(["fail", [expect.stringMatching(/plugins\/x\.mdzip is the profile of connector 2506$/)]]);
    },
  );
});

describe("the tool", () => {
  const VERSION = { "bin/tool.properties": "version=2024x Refresh2\r\n" };
  const site = (EXAMPLE_REPOSITORY["environments/site.yaml"] ?? "").replace(
    "{tool}'",
    "{tool}'\n  versionFrom: { file: 'bin\\tool.properties', pattern: 'version=(.+)' }",
  );
  const repository = () => exampleRepository({ "environments/site.yaml": site });

  test("[H5] another row than the environment's, and a Java that the connector cannot run in", async () => {
    const root = await workstation({
      [`${TOOL}/bin/tool.properties`]: VERSION["bin/tool.properties"],
      [`${TOOL}/jre/release`]: 'JAVA_VERSION="11.0.2"\n',
    });
    const { state, details } = await checked("tool/row", root, { repository: repository() });
    expect(state).toBe("fail");
    expect(details).toEqual([
      "the installed tool is 2024x Refresh2, the environment is for 2024x Refresh3",
      "the matrix has no row 2024x Refresh2: whether the connector may run in it is not said",
      expect.stringMatching(/the tool brings Java 11\.0\.2, and connector 2506 needs 17/),
    ]);
  });

  test("[H5] a Java that is not known says which line is missing, and of a copy no option helps", async () => {
    const root = await workstation({ [`${TOOL}/jre/release`]: "IMPLEMENTOR=x\n" });
    const { state, details, help } = await checked("tool/row", root, { repository: exampleRepository() });
    expect(state).toBe("warn");
    expect(details).toEqual(["no JAVA_VERSION is in jre/release of the tool's folder, so the tool's Java is not known"]);
    expect(help).toMatch(/^look into the tool's folder: jre\/release needs a line such as JAVA_VERSION="17\.0\.9"/);
    expect(help).not.toContain("--install");
    const without = await workstation({ [`${TOOL}/jre/release`]: null });
    expect((await checked("tool/row", without, { repository: exampleRepository() })).details).toEqual([
      "jre/release is not in the tool's folder, so the tool's Java is not known",
    ]);
    const live = await checkedLive("tool/row", root, { repository: exampleRepository() });
    expect(live.help).toContain("pass --install DIR if the tool is in another folder");
  });

  test.each([
    ["is not there", {}],
    ["holds nothing that reads as a row", { [`${TOOL}/bin/tool.properties`]: "x=y\n" }],
    ["states different rows", { [`${TOOL}/bin/tool.properties`]: "a.version=3\nversion=4\n" }],
    ["is not there", { [`${TOOL}/jre/release`]: null }],
  ])("[H5] a row that is not proven because its file %s has its folder as the advice, and no bundle", async (why, files) => {
    const { state, details, help } = await checked("tool/row", await workstation(files), { repository: repository() });
    expect([state, details[0]]).toEqual(["warn", expect.stringContaining(why)]);
    expect(help).toMatch(/^look into the tool's folder: correct tool\.versionFrom of site\.yaml/);
    expect(help).not.toMatch(/bundle|--install/);
  });

  test("[H5] a row that cannot be read is not proven, and never passed", async () => {
    const proven = await workstation({ [`${TOOL}/bin/tool.properties`]: "version=2024x-refresh 3\n" });
    expect(await checked("tool/row", proven, { repository: repository() })).toMatchObject({
      state: "pass",
      says: "2024x-refresh 3, Java 17.0.9; the matrix says A for connector 2506",
    });
    expect((await checked("tool/row", await workstation(), { repository: repository() })).details).toEqual([
      "which row is installed is not proven: bin\\tool.properties is not there",
    ]);
    const two = await workstation({ [`${TOOL}/bin/tool.properties`]: "schema.version=3\nversion=2024x Refresh3\n" });
    expect(await checked("tool/row", two, { repository: repository() })).toMatchObject({
      state: "warn",
      details: [
        "which row is installed is not proven: bin\\tool.properties states different rows (3, 2024x Refresh3): make the pattern of tool.versionFrom fit one line",
      ],
    });
    const commented = await workstation({ [`${TOOL}/bin/tool.properties`]: "#version=2022x\nversion=2024x Refresh3\n" });
    expect(await checked("tool/row", commented, { repository: repository() })).toMatchObject({ state: "pass" });
  });

  test("[H5] settings that were written while the tool ran are not in effect", async () => {
    const root = await workstation();
    const tool = { pid: 7, name: "java.exe", user: null, path: "x", started: "2020-01-02T09:12:00Z" };
    const early = await checkedLive("tool/in-effect", root, { world: { processes: () => Promise.resolve([tool]) } });
    expect(early.state).toBe("warn");
    expect(early.says).toMatch(/^written \d{4}-\d\d-\d\d \d\d:\d\d UTC, tool started 2020-01-02 09:12 UTC: not in effect$/);
    const late = await checkedLive("tool/in-effect", root, {
      world: { processes: () => Promise.resolve([{ ...tool, started: "2999-01-01T00:00:00Z" }]) },
    });
    expect(late.state).toBe("pass");
    expect((await checkedLive("tool/in-effect", root)).says).toMatch(/the tool does not run/);
    expect((await checked("tool/in-effect", root)).state).toBe("skip");
  });

  test("[H5] the bundled browser is used where it is not there", async () => {
    const root = await workstation({ [CONF]: await connector("USE_JCEF_BROWSER=true") });
    expect((await checked("tool/embedded-browser", root)).state).toBe("fail");
    mkdirSync(join(root, TOOL, "sdk/org.jcef/libs"), { recursive: true });
    expect((await checked("tool/embedded-browser", root)).state).toBe("pass");
    const odd = await workstation({ [CONF]: await connector("USE_JCEF_BROWSER=yes") });
    expect((await checked("tool/embedded-browser", odd)).says).toMatch(/only true and false are read/);
  });

  test("[H5] a journal of a deploy that was cut off is told", async () => {
    const root = await workstation({ [`${TOOL}/.swap/journal.json`]: "{" });
    expect((await checked("tool/unfinished", root)).says).toMatch(/journal\.json exists: a deploy was interrupted/);
  });
});

describe("the session agent", () => {
  const SSO = "TC_SSO_LOGIN_URL=https\\://sso.example.com/tcss/weblogin";

  test("[H5] [E11] an address without an agent ends in 'Session Agent could not be started'; the tool's folder and the variable are searched", async () => {
    const root = await workstation({ [CONF]: await connector(SSO), "D/agent/start_session_agent.bat": "@echo off\r\n" });
    const nothing = await checkedLive("sso/session-agent", root);
    expect({ state: nothing.state, details: nothing.details }).toEqual({
      state: "fail",
      details: ["TCSSO_SESSION_AGENT_PATH is not set", "no start script below the tool"],
    });
    const there = await checkedLive("sso/session-agent", root, { env: { TCSSO_SESSION_AGENT_PATH: "D:\\agent" } });
    expect(there.state).toBe("pass");
    const copy = await checked("sso/session-agent", root);
    expect(copy).toMatchObject({ state: "warn", says: expect.stringMatching(/no start script is found below the tool/) });
    writeFileSync(join(root, TOOL, "SessionAgentStart.cmd"), "");
    const unnamed = await checkedLive("sso/session-agent", root);
    expect(unnamed).toMatchObject({ state: "fail", says: expect.stringMatching(/does not lead to the start script that lies/) });
    expect(unnamed.help).toMatch(/^set TCSSO_SESSION_AGENT_PATH for the machine to .*2024x Refresh3 and start the tool anew/);
    expect((await checked("sso/session-agent", root)).says).toMatch(/a start script is there/);
  });

  test("[H5] an empty address needs none, and /tccs needs TCCS", async () => {
    expect((await checked("sso/session-agent", await workstation())).state).toBe("pass");
    const root = await workstation({ [CONF]: await connector("TC_SSO_LOGIN_URL=https\\://sso.example.com/tccs/") });
    expect((await checked("sso/session-agent", root)).says).toMatch(/TCCS on the workstation/);
  });
});

describe("variables", () => {
  const PATH = "C:\\Windows";
  const env = { PATH, JRE_HOME: "C:\\Program Files\\2024x Refresh3\\jre", CAMEO_HOME: "C:\\Program Files\\2024x Refresh3" };

  test("[H5] <TOOL>_HOME and JRE_HOME are required, and JAVA_HOME is not asked for", async () => {
    const root = await workstation();
    expect((await checkedLive("variables/required", root, { env })).state).toBe("pass");
    const { state, details } = await checkedLive("variables/required", root, {
      env: { PATH, JAVA_HOME: "C:\\java", JRE_HOME: "C:\\gone" },
    });
    expect({ state, details }).toEqual({
      state: "fail",
      details: ["CAMEO_HOME is not set", "JRE_HOME is C:\\gone, and that is no folder"],
    });
    expect((await checkedLive("variables/required", root, { env: { ...env, CAMEO_HOME: "C:\\Users" } })).state).toBe("warn");
    expect((await checkedLive("variables/required", root, { env: { ...env, JRE_HOME: '"C:\\Users"' } })).state).toBe("fail");
  });

  test("[H5] CT_REQ_RESP_JSON_DIR unset explains six stack traces; set it passes, with files in it it warns of passwords; wrong it is wrong", async () => {
    const root = await workstation({ "D/dump/Core-2008-06-Session_login.json": "{}" });
    const of = (value?: string) =>
      checkedLive("variables/payload", root, { env: value === undefined ? { PATH } : { PATH, CT_REQ_RESP_JSON_DIR: value } });
    expect(await of()).toMatchObject({ state: "warn", says: expect.stringMatching(/six stack traces/) });
    expect(await of("D:\\plm\\staging")).toMatchObject({
      state: "pass",
      details: [expect.stringMatching(/let only this user read it/)],
    });
    expect(await of("D:\\dump")).toMatchObject({
      state: "warn",
      says: expect.stringMatching(/the password of the sign-in can be among them/),
    });
    expect(await of("D:\\nowhere")).toMatchObject({ state: "fail" });
  });

  test("[H5] PATH entries are named, advisory, and compared without case or a backslash at the end", async () => {
    const root = await workstation();
    const T = "C:\\Program Files\\2024x Refresh3";
    const all = `C:\\Windows;"${T.toUpperCase()}\\jre\\bin\\";${T}\\plugins\\com.example.plm.connector\\lib;%CAMEO_HOME%\\sdk\\org.jcef\\libs\\`;
    expect((await checkedLive("variables/path", root, { env: { ...env, PATH: all } })).state).toBe("pass");
    const { state, details, code } = await checkedLive("variables/path", root, { env: { PATH } });
    expect({ state, count: details.length, code }).toEqual({ state: "warn", count: 3, code: 0 });
  });

  test("[E11] NODE_EXTRA_CA_CERTS decides nothing where every certificate is believed", async () => {
    const root = await workstation();
    const off = await checkedLive("variables/trust", root, {
      env: { PATH, NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_EXTRA_CA_CERTS: "C:\\ca.pem" },
    });
    expect(off.state).toBe("fail");
    expect(off.details[0]).toMatch(/so that NODE_EXTRA_CA_CERTS decides nothing/);
    const java = await checkedLive("variables/trust", root, {
      env: { PATH, JAVA_TOOL_OPTIONS: "-Djavax.net.ssl.trustStorePassword=hunter2" },
    });
    expect(java.state).toBe("warn");
    expect(JSON.stringify(java)).not.toContain("hunter2");
    expect((await checkedLive("variables/trust", root, { env })).state).toBe("pass");
  });

  test("[H5] a copy of files has none: every check of them is skipped", async () => {
    const root = await workstation();
    for (const id of ["required", "payload", "path", "trust"])
      expect(await checked(`variables/${id}`, root)).toMatchObject({ state: "skip", says: "a copy of files has no variables" });
  });
});

test("[C9] [H5] the mapping definition is recorded with size, hash and counts, and not judged", async () => {
  const release = (EXAMPLE_REPOSITORY["releases/2506/release.yaml"] ?? "").replace(
    "PLM_Profile.mdzip }",
    "PLM_Profile.mdzip, mapping: mapping.xml }",
  );
  const repository = exampleRepository({ "releases/2506/release.yaml": release });
  const mapping = '<m><elementMapping type="C9Part"/></m>';
  const root = await workstation({ "C/Users/jane/AppData/Local/Temp/Mapping.xml": mapping });
  const { state, details } = await checked("mapping/in-temp", root, { repository });
  expect(state).toBe("pass");
  expect(details).toEqual([
    expect.stringMatching(
      /Mapping\.xml: 38 bytes, SHA-256 [0-9a-f]{64}; elementMappings 1, objectMappings 0, references 1, customReferences 1$/,
    ),
  ]);
});
