import { type Change, LOCK, PLUGIN, RELEASE, SITE, change, workstation } from "./change.ts";
import { lockRow } from "../../../../src/kernel/diagnostics/kit/example-kit.ts";

const INSTALL = "install: 'C:\\Program Files\\{tool}'";
const CLIENT_FILE = "client: { file: 'C:\\ProgramData\\Example\\MBSE\\bhm\\CommonClient.properties' }";
const site = (title: string, install: string): Change => change(title, [SITE, INSTALL, `install: '${install}'`]);
const client = (title: string, fields: string): Change => change(title, [SITE, CLIENT_FILE, `client: { ${fields} }`]);
const version = (title: string, fields: string): Change =>
  change(title, [SITE, INSTALL, `${INSTALL}\n  versionFrom: { ${fields} }`]);
/** A path of the kit of that many characters below the plug-in folder. */
const long = (title: string, length: number, folder = "plugin"): Change =>
  change(
    title,
    [LOCK, "files:\n", `files:\n${lockRow(`${folder === "" ? "" : `${folder}/`}${"a".repeat(length)}`)}${lockRow("plugin/b")}`],
    ...(folder === "" ? [[RELEASE, "kit: { plugin: plugin,", "kit: { plugin: '',"] as const] : []),
  );
/** 'C:\Program Files\Cameo Systems Modeler' + '\.swap\20261121T140501Z-0a1b2c\new\', and 'plugins\...' which is shorter. */
const ROOM = 259 - "C:\\Program Files\\2024x Refresh3\\plugins\\com.example.plm.connector\\".length;

const EXAMPLE_INSTALL = [SITE, INSTALL, "install: 'C:\\Program Files\\Modeler {tool}'"] as const;
const EXAMPLE_CLIENT = "file: 'C:\\ProgramData\\Example\\CommonClient.properties'";
const EXAMPLE_LOG4J2 = "log4j2: 'C:\\ProgramData\\Example\\log4j2.xml'";
const OTHER_PLUGIN = [PLUGIN, 'id="com.example.plm.connector"', 'id="com.example.other"'] as const;

export const REPO_CHANGES: Readonly<Record<string, readonly Change[]>> = {
  "repo/example-path": [
    change(
      "every path of a new repository",
      EXAMPLE_INSTALL,
      [SITE, CLIENT_FILE, `client: { ${EXAMPLE_CLIENT}, ${EXAMPLE_LOG4J2} }`],
      OTHER_PLUGIN,
    ),
    change("every path of a new repository, and a kit that confirms the folder", EXAMPLE_INSTALL, [
      SITE,
      CLIENT_FILE,
      `client: { ${EXAMPLE_CLIENT}, ${EXAMPLE_LOG4J2} }`,
    ]),
    client("the log4j2.xml alone", `file: 'C:\\ProgramData\\MBSE\\CommonClient.properties', ${EXAMPLE_LOG4J2}`),
    client("the client file alone", EXAMPLE_CLIENT),
    change("the installation alone", EXAMPLE_INSTALL),
    change("the connector's folder alone", OTHER_PLUGIN),
    change("the installation and the connector's folder", EXAMPLE_INSTALL, OTHER_PLUGIN),
    change("the installation, and a kit that confirms the folder", EXAMPLE_INSTALL),
    client("the client file in other letters", "file: 'c:\\programdata\\example\\commonclient.properties'"),
    client("the client file in a folder below it", "file: 'C:\\ProgramData\\Example\\MBSE\\CommonClient.properties'"),
  ],
  "repo/unusable-path": [
    site("a placeholder that is none", "C:\\Program Files\\{Tool}"),
    site("a placeholder that is like none", "C:\\Program Files\\{xyz}"),
    site("the placeholder of other fields", "C:\\{install}"),
    site("a variable", "%ProgramFiles%\\Tool"),
    site("a percent sign", "C:\\100% tool"),
    site("no drive", "Program Files\\Tool"),
    site("a name of a device", "C:\\aux"),
    site("the placeholder alone", "{tool}"),
    site("the placeholder as a drive", "{tool}:\\Tool"),
    client("a file without its ending", "file: 'C:\\ProgramData\\CommonClient'"),
    client("a file with its ending in capitals", "file: 'C:\\ProgramData\\CommonClient.PROPERTIES'"),
    client(
      "a log4j2.xml without its ending",
      "file: 'C:\\ProgramData\\CommonClient.properties', log4j2: 'C:\\ProgramData\\log4j2'",
    ),
    client("a file below the installation", "file: '{install}\\CommonClient.properties', log4j2: '{install}\\log4j2.xml'"),
    client("the placeholder of another field", "file: 'C:\\{tool}\\CommonClient.properties'"),
    change("a copy of the profile without a drive", [SITE, "'C:\\Users\\Public'", "'Users\\Public'"]),
    change("a plug-in root without a drive", [
      SITE,
      "  envPrefix: CAMEO\n",
      "  envPrefix: CAMEO\n  pluginRoots: ['plugins', '{install}\\more']\n",
    ]),
    workstation("an installation without a drive", "install: tool"),
    workstation("an installation with the placeholder", "install: 'D:\\{tool}'"),
    version("a pattern that cannot be read", "file: 'bin\\tool.properties', pattern: 'version=(.+'"),
    version("a pattern without a group", "file: 'bin\\tool.properties', pattern: 'version=.+'"),
    version("a file out of the installation", "file: '..\\tool.properties', pattern: 'version=(.+)'"),
    version("a file with a drive", "file: 'C:\\tool.properties', pattern: 'version=(.+)'"),
    version("a file and a pattern that a deploy reads", "file: 'bin\\tool.properties', pattern: 'version=(.+)'"),
    long("a path that is far too long", 300),
    long("a path that is far too long, outside of the plug-in", 300, "doc"),
    long("a path that is far too long, the plug-in in the kit's own folder", 300, ""),
    ...[-3, -2, -1, 0, 1, 2, 3].map((more) => long(`a path about as long as Windows opens (${more})`, ROOM + more)),
    {
      title: "a path that is too long below another installation",
      edits: [...long("", 200).edits, ...workstation("", "install: 'D:\\a\\rather\\long\\folder\\for\\tools'").edits],
    },
    {
      title: "two paths that are too long",
      edits: [
        [
          LOCK,
          "files:\n",
          `files:\n${lockRow(`plugin/${"a".repeat(300)}`)}${lockRow(`plugin/${"b".repeat(301)}`)}${lockRow(`plugin/${"c".repeat(299)}`)}`,
        ],
      ],
    },
    change("no lock", [LOCK, 'apiVersion: tierwright/v1\nkind: KitLock\nrelease: "2506"\nfiles: []\n']),
  ],
};
