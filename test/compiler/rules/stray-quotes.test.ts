import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { directoryFault } from "../../../src/compiler/model/directories.ts";
import { windowsPathFault } from "../../../src/kernel/text/paths.ts";
import { inWords } from "../../support/said.ts";
import { edit, exampleRepository, run } from "../../support/repository.ts";

/** A quote at the end of a path without quotes is text for YAML and no path for Windows: each path of each document has a finding for it. */

const ENVIRONMENT = "environments/demo/environment.yaml";
const SITE = "environments/site.yaml";
const RELEASE = "releases/2506/release.yaml";

/** [document, text of the repository, the text with a path in place of it]; the quote is added at the end of the path. */
const PATHS: readonly (readonly [file: string, replace: string, field: string, path: string, rest?: string])[] = [
  [ENVIRONMENT, "  stagingDir: 'D:\\plm\\staging'", "  stagingDir: ", "D:\\plm\\staging"],
  [ENVIRONMENT, "  importWorkingDir: 'D:\\plm\\import'", "  importWorkingDir: ", "D:\\plm\\import"],
  [ENVIRONMENT, "  sessionAgent: none", "  sessionAgent: ", "C:\\Program Files\\Agent"],
  [ENVIRONMENT, "  sessionAgent: none", "  sessionAgent: none\n  install: ", "D:\\Tools\\Cameo"],
  [ENVIRONMENT, "  sessionAgent: none", "  sessionAgent: none\n  set:\n    connector:\n      STAGING_DIR: ", "E:\\s"],
  [ENVIRONMENT, "  sessionAgent: none", "  sessionAgent: none\n  set:\n    logger:\n      jsonPayloaddir: ", "E:/s"],
  [
    ENVIRONMENT,
    "  payload: { enabled: false, dir: C:/Temp/payload }",
    "  payload:\n    enabled: false\n    dir: ",
    "C:/Temp/payload",
  ],
  [ENVIRONMENT, "logging:", "carryFrom: ", "installed/connector.properties", "\nlogging:"],
  [SITE, "  install: 'C:\\Program Files\\{tool}'", "  install: ", "C:\\Program Files\\{tool}"],
  [
    SITE,
    "  install: 'C:\\Program Files\\{tool}'",
    "  install: 'C:\\Program Files\\{tool}'\n  pluginRoots:\n    - ",
    "C:\\Users\\Public",
  ],
  [
    SITE,
    "  install: 'C:\\Program Files\\{tool}'",
    "  install: 'C:\\Program Files\\{tool}'\n  versionFrom:\n    pattern: 'version=(.+)'\n    file: ",
    "bin\\tool.properties",
  ],
  [
    SITE,
    "connector: { folder: com.example.plm.connector, conf: connector }",
    "connector:\n  conf: connector\n  folder: ",
    "com.example.plm.connector",
  ],
  [
    SITE,
    "connector: { folder: com.example.plm.connector, conf: connector }",
    "connector:\n  folder: com.example.plm.connector\n  conf: ",
    "connector",
  ],
  [
    SITE,
    "client: { file: 'C:\\ProgramData\\Example\\MBSE\\bhm\\CommonClient.properties' }",
    "client:\n  file: ",
    "C:\\CommonClient.properties",
  ],
  [
    SITE,
    "client: { file: 'C:\\ProgramData\\Example\\MBSE\\bhm\\CommonClient.properties' }",
    "client:\n  file: 'C:\\CommonClient.properties'\n  log4j2: ",
    "C:\\log4j2.xml",
  ],
  [
    SITE,
    "profile: { file: PLM_Profile.mdzip, copies: ['{install}\\profiles', 'C:\\Users\\Public'] }",
    "profile:\n  file: PLM_Profile.mdzip\n  copies:\n    - ",
    "C:\\Users\\Public",
  ],
  [
    SITE,
    "profile: { file: PLM_Profile.mdzip, copies: ['{install}\\profiles', 'C:\\Users\\Public'] }",
    "profile:\n  copies: ['C:\\Users\\Public']\n  file: ",
    "PLM_Profile.mdzip",
  ],
  [SITE, "connector: { folder", "log:\n  connector: ", "C:/Temp/logs.log", "\nconnector: { folder"],
  [
    RELEASE,
    "kit: { plugin: plugin, profile: plugin/lib/PLM_Profile.mdzip }",
    "kit:\n  plugin: plugin\n  profile: ",
    "plugin/lib/PLM_Profile.mdzip",
  ],
  [RELEASE, "kit: { plugin: plugin, profile: plugin/lib/PLM_Profile.mdzip }", "kit:\n  plugin: ", "plugin"],
];

const CASES = PATHS.flatMap(([file, replace, field, path, rest = ""]) =>
  ['"', '" '].map((quote) => ({
    file,
    replace,
    text: `${field}${path}${quote}${rest}`,
    lines: `${field}${path}`.split("\n").length,
  })),
);

test.each(CASES)("$file: $text has a finding at the path", async ({ file, replace, text, lines }) => {
  const folder = exampleRepository();
  const before = readFileSync(join(folder, file), "utf8").split(replace)[0] ?? "";
  edit(folder, file, replace, text);
  const { findings } = await run(folder);
  const line = before.split("\n").length + lines - 1;
  expect(findings.map(({ at }) => `${at?.file}:${at?.line}`)).toContain(`${file}:${line}`);
});

test("the finding of a directory shows the path without the quote", async () => {
  const folder = exampleRepository();
  edit(folder, ENVIRONMENT, "'D:\\plm\\import'", 'D:\\plm\\import"');
  const { findings } = await run(folder);
  expect(findings.map(inWords)).toMatchObject([
    {
      rule: "conf/directory-not-absolute",
      message: expect.stringContaining("it has a '\"'"),
      help: "remove it: 'D:\\plm\\import'",
    },
  ]);
});

test.each(['"', "<", ">", "|", "*", "?"])("%s is in no Windows path, wherever it is in it", (sign) => {
  for (const path of [`D:\\a${sign}`, `D:\\${sign}a\\b`, `\\\\srv\\share\\a${sign}b`, `D:/a/b${sign}`]) {
    expect(windowsPathFault(path, false)).not.toBeNull();
    expect(directoryFault(path)?.fault).toContain(`'${sign}'`);
  }
  expect(directoryFault("\\\\?\\D:\\a")).toBeNull();
});
