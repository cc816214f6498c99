import { type Change, CLIENT, CONNECTOR, ENVIRONMENT, LOGGER, RELEASE, SITE, change, kitLine, workstation } from "./change.ts";

const LICENSE = "licenseServer: 27000@lic.example.com";
const license = (title: string, text: string): Change => change(title, [ENVIRONMENT, LICENSE, `licenseServer: '${text}'`]);
const STAGING = "stagingDir: 'D:\\plm\\staging'";
const IMPORT = "importWorkingDir: 'D:\\plm\\import'";
const staging = (title: string, line: string): Change => change(title, [ENVIRONMENT, STAGING, `stagingDir: ${line}`]);

const write = (file: "client" | "connector", key: string, value: string, decides: string) =>
  `  - { file: ${file}, key: ${key}, value: '{{${value}}}', decides: ${decides} }\n`;
const URL_WRITE = write("client", "URL", "tier.signIn", "the client library's copy of the sign-in address");
const PANEL =
  "  - { file: connector, key: AWC_WEBLOGIC_HOST_URL, value: '{{tier.webClient}}', decides: the embedded web-client panel }\n";
const rewritten = (title: string, text: string): Change => change(title, [RELEASE, URL_WRITE, text]);
const fed = (title: string, value: string): Change =>
  rewritten(title, `  - { file: client, key: URL, value: ${value}, decides: x }\n`);

const INSTALLED = "environments/demo/installed/connector.properties";
const carry = (title: string, ...lines: readonly string[]): Change =>
  change(
    title,
    [ENVIRONMENT, "authentication: password\n", "authentication: password\ncarryFrom: installed/connector.properties\n"],
    [INSTALLED, lines.map((line) => `${line}\n`).join("")],
  );
const OWN = ["A=1", "B=1", "C=1", "D=1"];
const KNOWN = ["TC_SERVER_URL=1", "LicenseDir=1", "STAGING_DIR=1", "IS_TCCS=1"];
const DIRECTORIES = 'certifiedTiers: ["2506"]\n';

export const CONF_CHANGES: Readonly<Record<string, readonly Change[]>> = {
  "conf/license-format": [
    license("nothing", ""),
    license("a space", " "),
    license("port 0", "0@lic.example.com"),
    license("port 1", "1@lic.example.com"),
    license("port 65535", "65535@lic.example.com"),
    license("port 65536", "65536@lic.example.com"),
    license("the second of two has no port", "27000@a.example.com;b.example.com"),
    license("two with a comma", "27000@a.example.com,27000@b.example.com"),
    license("host and port in the wrong order", "lic.example.com@27000"),
    license("port and host with a colon", "27000:lic.example.com"),
    license("an address as host", "10.20.0.11:27000"),
    license("spaces around the sign", " 27000 @ lic.example.com "),
    license("two servers, one of them in the wrong order", "27000@a.example.com;b.example.com:27000"),
    license("two numbers, either of which can be the port", "27000:1055"),
    license("host and port, and the port is none", "lic.example.com:70000"),
    license("two servers in the wrong order, separated by what is a part of neither", "a:1 b:1"),
    license("a host alone, whose port nobody knows", "lic.example.com"),
    license("an address that has colons itself", "[::1]:27000"),
    change("a key of workstation.set", [ENVIRONMENT, `  ${LICENSE}\n`, "  set: { connector: { LicenseDir: 'lic:27000' } }\n"]),
    change("text of several lines, which is not corrected", [
      ENVIRONMENT,
      `  ${LICENSE}\n`,
      "  licenseServer: >-\n    lic:27000\n",
    ]),
    license("a path as host", "27000@C:\\lic"),
    change("none, and the kit's line is empty", [ENVIRONMENT, `  ${LICENSE}\n`, ""], [CONNECTOR, "=28000@vendor.invalid", "="]),
    change(
      "none, and the kit's line is wrong",
      [ENVIRONMENT, `  ${LICENSE}\n`, ""],
      [CONNECTOR, "28000@vendor.invalid", "vendor"],
    ),
    change("none, and the kit's line is right", [ENVIRONMENT, `  ${LICENSE}\n`, ""]),
    change("a secret", [ENVIRONMENT, `  ${LICENSE}\n`, "  set: { connector: { LicenseDir: { secret: LICENCE } } }\n"]),
  ],
  "conf/blank-directory": [
    staging("an empty staging folder", "''"),
    staging("a space as staging folder", "' '"),
    change("an empty import folder", [ENVIRONMENT, IMPORT, "importWorkingDir: ''"]),
    change("none, and the kit's line is empty", [ENVIRONMENT, `  ${IMPORT}\n`, ""]),
    workstation("a secret", "set: { connector: { STAGING_DIR: { secret: FOLDER } } }", [ENVIRONMENT, `  ${STAGING}\n`, ""]),
  ],
  "conf/not-boolean": [
    workstation(
      "two switches of two files",
      "set: { connector: { USE_JCEF_BROWSER: 'true ' }, logger: { isPayloadRequired: 1 } }",
      [ENVIRONMENT, "  embeddedBrowser: system\n", ""],
    ),
    workstation("in any case", "set: { connector: { USE_JCEF_BROWSER: 'True' } }", [
      ENVIRONMENT,
      "  embeddedBrowser: system\n",
      "",
    ]),
    workstation("a secret", "set: { connector: { USE_JCEF_BROWSER: { secret: X } } }", [
      ENVIRONMENT,
      "  embeddedBrowser: system\n",
      "",
    ]),
  ],
  "conf/directory-not-absolute": [
    staging("a drive without a separator", "'D:plm'"),
    staging("no drive", "'\\plm'"),
    staging("a relative one", "plm"),
    change("the import folder", [ENVIRONMENT, IMPORT, "importWorkingDir: import"]),
    change(
      "a directory that the release names",
      [RELEASE, DIRECTORIES, `${DIRECTORIES}directories: [EXPORT_DIR]\n`],
      kitLine("EXPORT_DIR=export"),
    ),
    workstation("a secret", "set: { connector: { STAGING_DIR: { secret: FOLDER } } }", [ENVIRONMENT, `  ${STAGING}\n`, ""]),
    change("a release without a conf", [CONNECTOR, ""]),
  ],
  "conf/doubled-backslash": [
    staging("a drive", "'D:\\\\plm\\\\staging'"),
    staging("without quotes", "D:\\\\plm\\\\staging"),
    staging("with an apostrophe", '"D:\\\\\\\\jane\'s\\\\\\\\staging"'),
    staging("a share", "'\\\\\\\\files.example.com\\\\plm\\\\staging'"),
    staging("a block", "|-\n    D:\\\\plm\\\\staging"),
    staging("an anchor", "&a 'D:\\\\plm\\\\staging'"),
    staging("halved here and there", "'D:\\\\plm\\staging'"),
    change("the import folder", [ENVIRONMENT, IMPORT, "importWorkingDir: 'D:\\\\plm\\\\import'"]),
    change("the session agent", [ENVIRONMENT, "sessionAgent: none", "sessionAgent: 'D:\\\\plm\\\\agent'"]),
    workstation("the installation", "install: 'D:\\\\plm\\\\tool'"),
    workstation(
      "keys of two files, and a secret",
      "set: { connector: { A: 'D:\\\\plm\\\\a', B: { secret: X } }, client: { C: 'D:\\\\plm\\\\c' } }",
    ),
    workstation("a key of the logger", "set: { logger: { A: 'D:\\\\plm\\\\a' } }"),
    change("the site's installation", [SITE, "install: 'C:\\Program Files\\{tool}'", "install: 'C:\\\\Program Files\\\\{tool}'"]),
    change("the client's file", [
      SITE,
      "'C:\\ProgramData\\Example\\MBSE\\bhm\\CommonClient.properties'",
      "'C:\\\\ProgramData\\\\CommonClient.properties'",
    ]),
    change("the client's log4j2.xml", [
      SITE,
      "client: { file: 'C:\\ProgramData\\Example\\MBSE\\bhm\\CommonClient.properties' }",
      "client: { file: 'C:\\ProgramData\\CommonClient.properties', log4j2: 'C:\\\\ProgramData\\\\log4j2.xml' }",
    ]),
    change("a copy of the profile", [SITE, "'C:\\Users\\Public'", "'C:\\\\Users\\\\Public'"]),
    change("a plug-in root", [SITE, "  envPrefix: CAMEO\n", "  envPrefix: CAMEO\n  pluginRoots: ['D:\\\\plm\\\\plugins']\n"]),
  ],
  "conf/slash-direction": [
    change("the payload's folder", [ENVIRONMENT, "dir: C:/Temp/payload", "dir: 'C:\\Temp\\payload'"]),
    change("the payload's folder on a server", [ENVIRONMENT, "dir: C:/Temp/payload", "dir: '\\\\files\\payload'"]),
    change("the payload's folder with an apostrophe", [ENVIRONMENT, "dir: C:/Temp/payload", 'dir: "C:\\\\jane\'s"']),
    change("the payload's folder over two lines", [
      ENVIRONMENT,
      "dir: C:/Temp/payload",
      'dir: "C:\\\\Temp\\\\\\\n      payload"',
    ]),
    workstation("a key that sounds like one", "set: { logger: { archiveDir: 'D:\\logs' } }"),
    workstation("a key that sounds like one, on a server", "set: { logger: { archiveDir: '\\\\files\\logs' } }"),
    workstation("a key that sounds like one, and no path", "set: { logger: { archiveDir: 'a\\b' } }"),
    workstation("a key that is none", "set: { logger: { pattern: 'D:\\logs' } }"),
    workstation("a secret", "set: { logger: { archiveDir: { secret: X } } }"),
    workstation("a directory of the release", "set: { logger: { store: 'logs\\new' } }", [
      RELEASE,
      DIRECTORIES,
      `${DIRECTORIES}directories: [store]\n`,
    ]),
    change(
      "the kit's own",
      [LOGGER, "jsonPayloaddir=C:/Temp", "jsonPayloaddir=C:\\\\Temp"],
      [ENVIRONMENT, ", dir: C:/Temp/payload", ""],
    ),
    change("an environment of a release that is not there", [ENVIRONMENT, 'connector: "2506"', 'connector: "2706"']),
  ],
  "conf/misspelled-key": [
    workstation("a corrected key", "set: { connector: { StereotypeNameTruncationLimit: 40 } }"),
    workstation(
      "a corrected key beside the right one",
      "set: { connector: { StereotypeNameTruncationLimit: 40, SteretypeNameTrucationLimit: 40 } }",
    ),
    workstation(
      "a key that the tier decides, in another case",
      "set: { connector: { tc_server_url: x }, client: { AWC_WEBLOGIC_HOST_URL: y } }",
    ),
    workstation("a key of the same name for another file", "set: { connector: { Bootstrap_Urls: x } }"),
    workstation(
      "another case that the kit has itself",
      "set: { connector: { staging_dir: x } }",
      kitLine("staging_dir=C\\:\\\\x"),
    ),
    workstation("another case of two keys", "set: { logger: { ISPAYLOADREQUIRED: true } }"),
    workstation("without a release", "set: { connector: { tc_server_url: x } }", [
      ENVIRONMENT,
      'connector: "2506"',
      'connector: "2706"',
    ]),
    workstation("another one", "set: { connector: { MY_KEY: x } }"),
  ],
  "conf/foreign-carry-from": [
    carry("an empty file"),
    carry("comments alone", "# nothing"),
    carry("one key of its own", "A=1"),
    carry("three keys of its own", "A=1", "B=1", "C=1"),
    carry("four keys of its own", ...OWN),
    carry("words that are no keys", "A", "B"),
    carry("one of four keys", "LicenseDir=1", "B=1", "C=1", "D=1"),
    carry("two of four keys", "LicenseDir=1", "STAGING_DIR=1", "C=1", "D=1"),
    carry("one of three keys", "LicenseDir=1", "B=1", "C=1"),
    carry("two of five keys", "LicenseDir=1", "STAGING_DIR=1", "C=1", "D=1", "E=1"),
    carry("one of two keys", "LicenseDir=1", "B=1"),
    carry("one of one key", "LicenseDir=1"),
    carry("the client's file", "URL=1", "AWC_WEBLOGIC_HOST_URI=1", "BOOTSTRAP_URLS=1", "Transport=1", "TRANSPORT=1", "IS_TCCS=1"),
    carry("the logger's file", "isPayloadRequired=1", "jsonPayloaddir=1"),
    carry("all of many keys", ...KNOWN),
    carry("a file that does not load", "A=\\u12"),
    change("no carry-over", [INSTALLED, "A=1\n"]),
    {
      title: "a kit without a client's and a logger's file",
      edits: [...carry("", "A=1", "B=1").edits, [CLIENT, ""], [LOGGER, ""]],
    },
    { title: "an empty conf of the kit", edits: [...carry("", "A=1", "B=1").edits, [CONNECTOR, ""]] },
    { title: "a conf of the kit that is another file", edits: [...carry("", "A=1", "B=1").edits, [CONNECTOR, "X=1\nY=1\n"]] },
    {
      title: "a conf of the kit with keys of the client alone",
      edits: [...carry("", "A=1", "B=1").edits, [CONNECTOR, "URL=1\nBOOTSTRAP_URLS=1\n"]],
    },
    ...(["", "X=1\n"] as const).map((conf) => ({
      title: `a release that writes nothing, and a conf of the kit with ${conf === "" ? "no key" : "one key"}`,
      edits: [
        ...carry("", "A=1", "B=1").edits,
        [
          RELEASE,
          'apiVersion: tierwright/v1\nkind: ConnectorRelease\nrelease: "2506"\ncertifiedTiers: ["2506"]\nwrites: []\n',
        ] as const,
        [CONNECTOR, conf] as const,
      ],
    })),
    {
      title: "a release that writes one key, which the conf of the kit does not have",
      edits: [
        ...carry("", "A=1", "B=1").edits,
        [
          RELEASE,
          'apiVersion: tierwright/v1\nkind: ConnectorRelease\nrelease: "2506"\ncertifiedTiers: ["2506"]\nwrites: [{ file: connector, key: Z, value: "{{tier.signIn}}", decides: x }]\n',
        ],
      ],
    },
    {
      title: "a release that writes nothing",
      edits: [
        ...carry("", "A=1", "B=1").edits,
        [RELEASE, 'apiVersion: tierwright/v1\nkind: ConnectorRelease\nrelease: "2506"\ncertifiedTiers: ["2506"]\nwrites: []\n'],
      ],
    },
  ],
  "conf/unknown-key": [
    workstation("a key like one of the kit", "set: { connector: { STAGING_DIRS: x } }"),
    workstation("a key like nothing", "set: { connector: { XYZ: x } }"),
    workstation("a key that the release knows", "set: { connector: { XYZ: x } }", [
      RELEASE,
      DIRECTORIES,
      `${DIRECTORIES}known: [XYZ]\n`,
    ]),
    workstation("a key of an empty file", "set: { logger: { XYZ: x } }", [LOGGER, ""]),
    workstation("a misspelt key", "set: { connector: { StereotypeNameTruncationLimit: 40 } }"),
    workstation("without a release", "set: { connector: { XYZ: x } }", [ENVIRONMENT, 'connector: "2506"', 'connector: "2706"']),
    change("a field whose key the kit does not have", [CONNECTOR, "USE_JCEF_BROWSER=true\n", ""]),
    change(
      "a field whose key the release knows",
      [CONNECTOR, "USE_JCEF_BROWSER=true\n", ""],
      [RELEASE, DIRECTORIES, `${DIRECTORIES}known: [XYZ, USE_JCEF_BROWSER]\n`],
    ),
    change(
      "a field whose key the release does not know",
      [CONNECTOR, "USE_JCEF_BROWSER=true\n", ""],
      [RELEASE, DIRECTORIES, `${DIRECTORIES}known: [XYZ]\n`],
    ),
    change(
      "a field whose key is written",
      [CONNECTOR, "USE_JCEF_BROWSER=true\n", ""],
      [RELEASE, PANEL, PANEL.replace("AWC_WEBLOGIC_HOST_URL", "USE_JCEF_BROWSER")],
    ),
    change(
      "a field whose key is written into another file",
      [CONNECTOR, "USE_JCEF_BROWSER=true\n", ""],
      [RELEASE, URL_WRITE, URL_WRITE.replace("key: URL", "key: USE_JCEF_BROWSER")],
    ),
    change("a field of a conf without a key", [CONNECTOR, ""]),
    change("a field of a conf that does not load", [CONNECTOR, "A=\\u12\n"]),
    change("the import folder, and no prefix of the tool", [SITE, "  envPrefix: CAMEO\n", ""]),
    change("the import folder, and another prefix of the tool", [SITE, "envPrefix: CAMEO", "envPrefix: MAGIC"]),
    change("a directory that no file has", [RELEASE, DIRECTORIES, `${DIRECTORIES}directories: [STAGING_DIRS, XYZ]\n`]),
    change("a directory of the client's file, a known one and one that each release has", [
      RELEASE,
      DIRECTORIES,
      `${DIRECTORIES}known: [MORE]\ndirectories: [BOOTSTRAP_URLS, MORE, jsonPayloaddir]\n`,
    ]),
    change(
      "a directory that no file has, and a file that does not load",
      [RELEASE, DIRECTORIES, `${DIRECTORIES}directories: [XYZ]\n`],
      [CLIENT, "A=\\u12\n"],
    ),
  ],
  "conf/unknown-keep": [
    workstation("a key like one of the kit", "keep: [STAGING_DIRS]"),
    workstation("a key like nothing", "keep: [XYZ]"),
    workstation("a key that the release knows", "keep: [XYZ]", [RELEASE, DIRECTORIES, `${DIRECTORIES}known: [XYZ]\n`]),
    workstation("a key that is written", "keep: [BOOTSTRAP_URLS]"),
    workstation("a key that is set", "keep: [XYZ]\n  set: { connector: { XYZ: 1 } }"),
    workstation("without a release", "keep: [XYZ]", [ENVIRONMENT, 'connector: "2506"', 'connector: "2706"']),
  ],
  "conf/write-set": [
    workstation("set decides what the table decides", "set: { connector: { TC_SERVER_URL: x } }"),
    workstation("set decides what a field decides", "set: { connector: { STAGING_DIR: x } }"),
    workstation(
      "set decides a key of that name in another file",
      "set: { client: { STAGING_DIR: x, TC_SERVER_URL: y }, logger: { URL: z } }",
    ),
    workstation("without a release", "set: { connector: { TC_SERVER_URL: x } }", [
      ENVIRONMENT,
      'connector: "2506"',
      'connector: "2706"',
    ]),
    rewritten("a pair is missing", ""),
    rewritten("a pair in the wrong file", URL_WRITE.replace("file: client", "file: connector")),
    rewritten("a pair in another case", URL_WRITE.replace("key: URL", "key: url")),
    change("a pair with the other file's ending", [RELEASE, PANEL, PANEL.replace("HOST_URL", "HOST_URI")]),
    rewritten("a pair under another name, by the same field", URL_WRITE.replace("key: URL", "key: ADDRESS")),
    rewritten(
      "a pair under another name, by another field",
      URL_WRITE.replace("key: URL", "key: ADDRESS").replace("signIn", "webClient"),
    ),
    rewritten("one pair more", `${URL_WRITE}${write("client", "MORE", "tier.signIn", "more")}`),
    rewritten("a pair twice", `${URL_WRITE}${URL_WRITE}`),
    rewritten("a pair twice, the second one fed by another field", `${URL_WRITE}${URL_WRITE.replace("signIn", "webClient")}`),
    fed("one brace", "'{tier.signIn}'"),
    fed("one brace too few", "'{{tier.signIn}'"),
    fed("one brace too few, and another field", "'{{tier.webClient}'"),
    fed("a name that is none", "'{{tier.signin}}'"),
    fed("a name that is like none", "'{{xyz}}'"),
    fed("another field", "'{{tier.webClient}}'"),
    fed("nothing", "''"),
    fed("a text", "https://plm.example.com"),
    fed("its field and more", "'{{tier.signIn}}/web'"),
    fed("two fields", "'{{tier.signIn}}{{tier.webClient}}'"),
    rewritten(
      "another field, as a block",
      "  - file: client\n    key: URL\n    value: |-\n      {{tier.webClient}}\n    decides: x\n",
    ),
    change("the table as it is"),
  ],
};
