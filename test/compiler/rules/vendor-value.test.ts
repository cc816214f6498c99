import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, writeFiles } from "../../support/repository.ts";

/*
 * A vendor's value in the compiled conf, whatever layer it came by. The example's kit has http://vendor.invalid:7001/tc, 28000@vendor.invalid, C:\Staging, an
 * empty import folder and the bundled browser; its environment decides each of them.
 */

const ENVIRONMENT = "environments/demo/environment.yaml";
const CONNECTOR = "releases/2506/base/connector.properties";
const INSTALLED = "environments/demo/installed/connector.properties";
const OLD_CONNECTOR = "releases/2406/base/connector.properties";
const OLD_RELEASE = 'apiVersion: tierwright/v1\nkind: ConnectorRelease\nrelease: "2406"\nwrites: []\n';
const LIMIT = "SteretypeNameTrucationLimit=32\n";

/** What the example's environment says, by the key that it decides. */
const DECIDES: Readonly<Record<string, string>> = {
  LicenseDir: "  licenseServer: 27000@lic.example.com\n",
  STAGING_DIR: "  stagingDir: 'D:\\plm\\staging'\n",
  CAMEOTCIntImportWorkingDir: "  importWorkingDir: 'D:\\plm\\import'\n",
  USE_JCEF_BROWSER: "  embeddedBrowser: system\n",
};

interface Lie {
  /** A line of the conf that is carried over. */
  readonly carried?: string;
  /** A key that the environment does not decide. */
  readonly undecided?: string;
  /** A line that the kit has beside its own, and one that an older kit has. */
  readonly kit?: string;
  readonly older?: string;
  /** A text of the environment and what stands there instead. */
  readonly instead?: readonly [string, string];
}

async function found({ carried, undecided, kit, older, instead }: Lie) {
  const folder = exampleRepository();
  if (undecided !== undefined) edit(folder, ENVIRONMENT, DECIDES[undecided] as string, "");
  if (kit !== undefined) edit(folder, CONNECTOR, LIMIT, `${LIMIT}${kit}\n`);
  if (older !== undefined) writeFiles(folder, { "releases/2406/release.yaml": OLD_RELEASE, [OLD_CONNECTOR]: `${older}\n` });
  if (instead) edit(folder, ENVIRONMENT, ...instead);
  if (carried !== undefined) {
    edit(
      folder,
      ENVIRONMENT,
      "authentication: password\n",
      "authentication: password\ncarryFrom: installed/connector.properties\n",
    );
    writeFiles(folder, { [INSTALLED]: `TRANSPORT=http\nTransport=http\nIS_TCCS=false\n${LIMIT}${carried}\n` });
  }
  const { out } = await cli(["check", "--format", "json"], { cwd: folder });
  const { findings } = JSON.parse(out);
  return findings
    .filter(({ rule }: { rule: string }) => rule === "kit/vendor-value")
    .map(({ message, file, line, help }: Record<string, string>) => ({ message, file, line, help }));
}

describe("[C6] a vendor's value that is carried over", () => {
  test.each<[title: string, lie: Lie, message: RegExp, help: RegExp]>([
    [
      "the licence server",
      { carried: "LicenseDir=28000@vendor.invalid", undecided: "LicenseDir" },
      /'28000@vendor/,
      /licenseServer/,
    ],
    [
      "the licence server among others, in other letters",
      { carried: "LicenseDir=27000@own.example.com;28000@Vendor.Invalid", undecided: "LicenseDir" },
      /^LicenseDir is carried over/,
      /licenseServer/,
    ],
    [
      "the licence server with another port",
      { carried: "LicenseDir=27000@vendor.invalid", undecided: "LicenseDir" },
      /27000@vendor/,
      /licenseServer/,
    ],
    ["the staging folder", { carried: "STAGING_DIR=C\\:\\\\Staging", undecided: "STAGING_DIR" }, /'C:\\Staging'/, /stagingDir/],
    [
      "the staging folder, spelled otherwise",
      { carried: "STAGING_DIR=c:/staging/", undecided: "STAGING_DIR" },
      /c:\/staging/,
      /stagingDir/,
    ],
    [
      "the licence server with a dot after its name",
      { carried: "LicenseDir=28000@vendor.invalid.", undecided: "LicenseDir" },
      /vendor\.invalid\./,
      /licenseServer/,
    ],
    ...["C:/x/../Staging", "C:/./Staging", "C:/Staging. .", "C:/Staging/.", "//?/C:/Staging"].map(
      (path): [string, Lie, RegExp, RegExp] => [
        `the staging folder as ${path}`,
        { carried: `STAGING_DIR=${path}`, undecided: "STAGING_DIR" },
        /^STAGING_DIR is carried over/,
        /stagingDir/,
      ],
    ),
    [
      "the browser",
      { carried: "USE_JCEF_BROWSER=true", undecided: "USE_JCEF_BROWSER" },
      /^USE_JCEF_BROWSER is carried/,
      /embeddedBrowser/,
    ],
    [
      "the browser, spelled otherwise",
      { carried: "USE_JCEF_BROWSER=TRUE", undecided: "USE_JCEF_BROWSER" },
      /'TRUE'/,
      /embeddedBrowser/,
    ],
    [
      "the licence server of an older kit",
      { carried: "LicenseDir=1@old.vendor.example", undecided: "LicenseDir", older: "LicenseDir=1@old.vendor.example" },
      /1@old\.vendor/,
      /licenseServer/,
    ],
    [
      "the import folder of an older kit",
      {
        carried: "CAMEOTCIntImportWorkingDir=E:/build/in",
        undecided: "CAMEOTCIntImportWorkingDir",
        older: "CAMEOTCIntImportWorkingDir=E\\:\\\\build\\\\in",
      },
      /E:\/build\/in/,
      /importWorkingDir/,
    ],
    [
      "another folder",
      { kit: "FMS_CACHE_DIR=E:/fms", carried: "FMS_CACHE_DIR=E\\:\\\\FMS" },
      /^FMS_CACHE_DIR/,
      /workstation\.set/,
    ],
  ])("is found: %s", async (_, lie, message, help) => {
    expect(await found(lie)).toEqual([
      { message: expect.stringMatching(message), file: INSTALLED, line: 5, help: expect.stringMatching(help) },
    ]);
  });

  test.each<[title: string, lie: Lie]>([
    ["a licence server of the site", { carried: "LicenseDir=27000@lic.example.com", undecided: "LicenseDir" }],
    ["a staging folder of the site", { carried: "STAGING_DIR=D:/plm/staging", undecided: "STAGING_DIR" }],
    ["a folder beside the vendor's", { carried: "STAGING_DIR=C:/Staging/../plm", undecided: "STAGING_DIR" }],
    ["a folder below the vendor's", { carried: "STAGING_DIR=C:/Staging/plm", undecided: "STAGING_DIR" }],
    ["a browser that is switched off", { carried: "USE_JCEF_BROWSER=false", undecided: "USE_JCEF_BROWSER" }],
    ["another folder of the site", { kit: "FMS_CACHE_DIR=E:/fms", carried: "FMS_CACHE_DIR=D:/fms" }],
    [
      "the vendor's values, where the environment decides them",
      { carried: "LicenseDir=28000@vendor.invalid\nUSE_JCEF_BROWSER=true" },
    ],
  ])("is not found in %s", async (_, lie) => {
    expect(await found(lie)).toEqual([]);
  });
});

describe("[C6] a vendor's folder that stays as the kit has it", () => {
  test.each([
    "FMS_CACHE_DIR=E\\:\\\\VendorBuild\\\\fms",
    "EXPORT_FOLDER=//build.vendor.example/share/out",
    "LOG_HOME = e:/vendor/logs",
    "WORK=E:/Temp/build",
    "WORK=C:/Temp/../build",
    "WORK=E:/100%/build",
  ])("is found: %s", async (kit) => {
    const key = kit.split(/[ =]/)[0];
    expect(await found({ kit })).toEqual([
      {
        message: expect.stringMatching(`^${key} keeps the kit's value: '`),
        file: ENVIRONMENT,
        line: 3,
        help: expect.stringMatching(
          `: add set: { connector: { ${key}: ... } } to the block workstation in line [0-9]+ of environment.yaml, or workstation: { set: { connector: { ${key}: ... } } } below defaults of site.yaml$`,
        ),
      },
    ]);
  });

  test.each([
    "FMS_CACHE_DIR=C\\:\\\\ProgramData\\\\Example\\\\cache",
    "FMS_CACHE_DIR=C:/Temp/fms",
    "FMS_CACHE_DIR=C:/Users/%USERNAME%/fms",
    "FMS_CACHE_DIR=$" + "{user.home}/fms",
    "FMS_CACHE_DIR=",
    "PANEL_START_PAGE=/com.example.showHome",
    "HELP_PAGE=https://vendor.invalid/help",
  ])("is no folder of the vendor: %s", async (kit) => {
    expect(await found({ kit })).toEqual([]);
  });
});

describe("[C6] a vendor's value that the environment sets", () => {
  test.each<[title: string, lie: Lie, key: string]>([
    [
      "the sign-in",
      { instead: ["signIn: https://plm.example.com:8443/tc", "signIn: http://vendor.invalid:7001/tc"] },
      "TC_SERVER_URL",
    ],
    [
      "the sign-in at another port and path",
      { instead: ["signIn: https://plm.example.com:8443/tc", "signIn: https://VENDOR.invalid:8443/tc2"] },
      "TC_SERVER_URL",
    ],
    [
      "the web client",
      { instead: ["webClient: https://plm.example.com:3000/awc", "webClient: http://vendor.invalid:3000"] },
      "AWC_WEBLOGIC_HOST_URL",
    ],
    ["the licence server", { instead: ["27000@lic.example.com", "28000@vendor.invalid"] }, "LicenseDir"],
    [
      "the licence server with a dot after its name",
      { instead: ["27000@lic.example.com", "28000@vendor.invalid."] },
      "LicenseDir",
    ],
    [
      "the licence server and one more",
      { instead: ["27000@lic.example.com", "27000@lic.example.com,1@vendor.invalid"] },
      "LicenseDir",
    ],
  ])("is found: %s", async (_, lie, key) => {
    expect(await found(lie)).toEqual([
      expect.objectContaining({ message: expect.stringMatching(`^${key} would be the vendor's own: '`), file: ENVIRONMENT }),
    ]);
  });

  test.each<[title: string, lie: Lie]>([
    ["a staging folder of the same name", { instead: ["'D:\\plm\\staging'", "'C:\\Staging'"] }],
    ["the bundled browser", { instead: ["embeddedBrowser: system", "embeddedBrowser: bundled"] }],
    [
      "another folder of the same name",
      {
        kit: "FMS_CACHE_DIR=E:/fms",
        instead: ["  sessionAgent: none\n", "  sessionAgent: none\n  set: { connector: { FMS_CACHE_DIR: 'E:/fms' } }\n"],
      },
    ],
    ["a licence server of its own", { instead: ["27000@lic.example.com", "28000@vendor.invalid.example.com"] }],
  ])("is not found in %s", async (_, lie) => {
    expect(await found(lie)).toEqual([]);
  });

  test.each(["localhost", "licsrv", "10.1.2.3"])(
    "is not found where the kit's licence server means another one at each site: %s",
    async (host) => {
      const folder = exampleRepository();
      edit(folder, CONNECTOR, "28000@vendor.invalid", `28000@${host}`);
      edit(folder, ENVIRONMENT, "27000@lic.example.com", `28000@${host}`);
      const { out } = await cli(["check", "--format", "json"], { cwd: folder });
      expect(JSON.parse(out).findings.map(({ rule }: { rule: string }) => rule)).not.toContain("kit/vendor-value");
    },
  );
});

test("[C6] a licence server that the kit leaves empty and nobody decides is reported", async () => {
  const folder = exampleRepository();
  edit(folder, ENVIRONMENT, DECIDES.LicenseDir as string, "");
  edit(folder, CONNECTOR, /^LicenseDir=.*$/m.exec(readFileSync(join(folder, CONNECTOR), "latin1"))?.[0] ?? "", "LicenseDir=");
  const { code, out } = await cli(["check", "--format", "json"], { cwd: folder });
  const own = JSON.parse(out).findings.filter(({ message }: { message: string }) => message.includes("LicenseDir"));
  expect([code, own.map(({ rule, file }: Record<string, string>) => ({ rule, file }))]).toEqual([
    0,
    [{ rule: "kit/vendor-value", file: ENVIRONMENT }],
  ]);
  expect(JSON.stringify(own)).toContain("local licence file");
});

describe("[C6] the YAML that the help prints can be pasted at the place that it names", () => {
  const SITE = "environments/site.yaml";
  const DEFAULTS = "defaults:\n  workstation:\n    install: 'C:\\Other'\n";
  const lineFor = (help: string, file: string) => {
    const [, yaml, line] =
      new RegExp(`(?:: add|, or) ((?:(?!, or ).)+) to the block [a-z.]+ in line (\\d+) of ${file}`).exec(help) ?? [];
    return { yaml: yaml ?? "", line: Number(line) };
  };
  const rulesOf = async (folder: string) => {
    const { out } = await cli(["check", "--format", "json"], { cwd: folder });
    return JSON.parse(out).findings as readonly { rule: string; help: string; message: string }[];
  };

  test.each(Object.keys(DECIDES).flatMap((key) => [ENVIRONMENT, SITE].map((file) => [key, file] as const)))(
    "%s in %s",
    async (key, file) => {
      const folder = exampleRepository();
      edit(folder, ENVIRONMENT, DECIDES[key] as string, "");
      edit(folder, SITE, "client:", `${DEFAULTS}client:`);
      const about = (await rulesOf(folder)).find(({ rule, message }) => rule === "kit/vendor-value" && message.startsWith(key));
      const { yaml, line } = lineFor(about?.help ?? "", file.split("/").at(-1) as string);
      expect(line, about?.help).toBeGreaterThan(0);
      const lines = readFileSync(join(folder, file), "utf8").split("\n");
      const indent = /^ */.exec(lines[line] as string)?.[0];
      lines.splice(line, 0, `${indent}${yaml}`);
      writeFiles(folder, { [file]: lines.join("\n") });
      const after = await rulesOf(folder);
      expect(after.filter(({ rule }) => rule.startsWith("repo/"))).toEqual([]);
      expect(after.filter(({ message }) => message.startsWith(key))).toEqual([]);
    },
  );
});
