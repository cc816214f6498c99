import {
  EXAMPLE_KIT,
  JAR_HASH,
  PROFILE_HASH,
  SECOND_RELEASE,
  lockRow,
  secondRelease,
} from "../../../../src/kernel/diagnostics/kit/example-kit.ts";
import {
  CLIENT,
  CONNECTOR,
  type Change,
  ENVIRONMENT,
  type Edit,
  LOCK,
  PLUGIN,
  RELEASE,
  SITE,
  change,
  kitLine,
  workstation,
} from "./change.ts";

const KIT = "kit: { plugin: plugin, profile: plugin/lib/PLM_Profile.mdzip }";
const kit = (title: string, text: string, ...edits: readonly Edit[]): Change =>
  change(title, [RELEASE, KIT, `kit: { ${text} }`], ...edits);
const locked = (title: string, ...paths: readonly string[]): Change =>
  change(title, [LOCK, "files:\n", `files:\n${paths.map((path) => lockRow(path)).join("")}`]);

const OTHER_RELEASE = "releases/2606/release.yaml";
const OTHER_LOCK = "releases/2606/kit.lock.yaml";
const second = (name: string, kitLine: string, rows: string): readonly Edit[] => [
  [
    `releases/${name}/release.yaml`,
    SECOND_RELEASE.with.replace('"2606"', `"${name}"`).replace(/kit: .*\n/, kitLine === "" ? "" : `kit: { ${kitLine} }\n`),
  ],
  ...(rows === "" ? [] : [[`releases/${name}/kit.lock.yaml`, secondRelease(rows).replace('"2606"', `"${name}"`)] as const]),
];
const OWN_JAR = lockRow("plugin/lib/plm-connector-2606.jar", "6".repeat(64));
const MORE_JARS = ["a", "b", "c", "d"].map((digit) => digit.repeat(64));
/** A second release with these rows and one more file. */
const otherKit = (rows: string, path: string, hash: string): readonly Edit[] =>
  second("2606", "plugin: plugin", rows + lockRow(path, hash));
const NO_LOCK: Edit = [LOCK, 'apiVersion: tierwright/v1\nkind: KitLock\nrelease: "2506"\nfiles: []\n'];
const jars = (title: string, ...paths: readonly string[]): Change =>
  change(title, [
    LOCK,
    `apiVersion: tierwright/v1\nkind: KitLock\nrelease: "2506"\nfiles:\n${[...paths, "plugin/plugin.xml"].map((path) => lockRow(path)).join("")}`,
  ]);
const rootKit = (title: string, ...rows: readonly string[]): Change =>
  change(
    title,
    [RELEASE, KIT, "kit: { plugin: '', profile: lib/PLM_Profile.mdzip }"],
    [LOCK, `apiVersion: tierwright/v1\nkind: KitLock\nrelease: "2506"\nfiles:\n${rows.map((path) => lockRow(path)).join("")}`],
  );
const descriptor = (title: string, from: string, to: string, ...edits: readonly Edit[]): Change =>
  change(title, [PLUGIN, from, to], ...edits);
const PROFILE = "profile: { file: PLM_Profile.mdzip, copies: ['{install}\\profiles', 'C:\\Users\\Public'] }\n";
const profile = (title: string, text: string, ...edits: readonly Edit[]): Change =>
  change(title, [SITE, PROFILE, text], ...edits);
/** A release that names no profile, with a lock of these files. */
const unnamed = (title: string, paths: readonly string[], ...edits: readonly Edit[]): Change =>
  change(
    title,
    [RELEASE, KIT, "kit: { plugin: plugin }"],
    [
      LOCK,
      `apiVersion: tierwright/v1\nkind: KitLock\nrelease: "2506"\nfiles:\n${["plugin/plugin.xml", ...paths].map((path) => lockRow(`'${path}'`)).join("")}`,
    ],
    ...edits,
  );
const EMPTY_RELEASE = 'apiVersion: tierwright/v1\nkind: ConnectorRelease\nrelease: "2506"\ncertifiedTiers: ["2506"]\n';
const BOOTSTRAP = "BOOTSTRAP_URLS=http\\://vendor.invalid\\:4544\n";
const LIBRARY = '<library name="lib/plm-connector-2506.jar"/>';
const VENDOR = "  licenseServer: 27000@lic.example.com\n";
const BROWSER = "  embeddedBrowser: system\n";
const KIT_BROWSER: Edit = [CONNECTOR, "USE_JCEF_BROWSER=true", "USE_JCEF_BROWSER=false"];
const SIGN_IN_WRITE = "  - { file: connector, key: TC_SERVER_URL, value: '{{tier.signIn}}', decides: where the tool signs in }\n";
/** An environment that carries this line over. */
const carried = (title: string, line: string, ...edits: readonly Edit[]): Change =>
  change(
    title,
    [ENVIRONMENT, "authentication: password\n", "authentication: password\ncarryFrom: installed/connector.properties\n"],
    ["environments/demo/installed/connector.properties", `${line}\n`],
    ...edits,
  );

export const KIT_CHANGES: Readonly<Record<string, readonly Change[]>> = {
  "kit/not-locked": [
    kit("a plug-in folder that the lock does not have", "plugin: other"),
    kit("a profile that the lock does not have", "plugin: plugin, profile: plugin/other.mdzip"),
    kit("a log4j2.xml that the lock does not have", "plugin: plugin, log4j2: other/log4j2.xml"),
    kit("a root", "root: kit, plugin: plugin"),
    kit("the plug-in in the kit's own folder", "plugin: ''"),
    change("a lock without a file", NO_LOCK),
    change("a release with a kit and without a lock", ...second("2606", "plugin: plugin", "")),
    change("a release without a kit and without a lock", ...second("2606", "", "")),
  ],
  "kit/base-differs": [
    change("one byte more", [PLUGIN, 'version="2506.0"', 'version="2506.01"']),
    change("other bytes of the same length", [PLUGIN, 'version="2506.0"', 'version="2506.1"']),
    change("line ends of Windows", [PLUGIN, (EXAMPLE_KIT["plugin/plugin.xml"] ?? "").replaceAll("\n", "\r\n")]),
    change("an empty file", [PLUGIN, ""]),
    change("a log4j2.xml that the lock has and base/ has not", [
      LOCK,
      "files:\n",
      `files:\n${lockRow("plugin/conf/logger.properties")}${lockRow("client/other.xml")}`,
    ]),
    kit("a plug-in elsewhere", "plugin: plugin2", [LOCK, "files:\n", `files:\n${lockRow("plugin2/plugin.xml")}`]),
    change("a second release without a plugin.xml", ...second("2606", "plugin: plugin", lockRow("plugin/plugin.xml"))),
    change(
      "a second release without a conf that is written",
      [
        OTHER_RELEASE,
        SECOND_RELEASE.with.replace("writes: []", "writes: [{ file: connector, key: A, value: '{{tier.signIn}}', decides: x }]"),
      ],
      [OTHER_LOCK, secondRelease(lockRow("plugin/plugin.xml") + lockRow("plugin/conf/connector.properties"))],
    ),
    change(
      "a second release without a conf that is not written",
      ...second(
        "2606",
        "plugin: plugin, client: client/CommonClient.properties",
        lockRow("plugin/plugin.xml") + lockRow("plugin/conf/connector.properties") + lockRow("client/CommonClient.properties"),
      ),
    ),
  ],
  "kit/base-missing": [
    change(
      "no file of the release",
      [OTHER_RELEASE, SECOND_RELEASE.with],
      [ENVIRONMENT, 'connector: "2506"', 'connector: "2606"'],
    ),
    workstation(
      "keys are set of two files that the release lacks",
      "set: { logger: { A: 1, B: 2 }, client: { C: 3 } }",
      [OTHER_RELEASE, SECOND_RELEASE.with],
      [ENVIRONMENT, 'connector: "2506"', 'connector: "2606"'],
    ),
    workstation(
      "keys are set of a file that is written and missing",
      "set: { client: { C: 3 } }",
      [
        OTHER_RELEASE,
        SECOND_RELEASE.with.replace("writes: []", "writes: [{ file: client, key: A, value: '{{tier.signIn}}', decides: x }]"),
      ],
      [ENVIRONMENT, 'connector: "2506"', 'connector: "2606"'],
    ),
    workstation("all there", "set: { logger: { A: 1 }, client: { C: 3 } }"),
    workstation("without a release", "set: { logger: { A: 1 } }", [ENVIRONMENT, 'connector: "2506"', 'connector: "2706"']),
  ],
  "kit/mixed-build": [
    locked("two releases in one kit", "plugin/lib/plm-sso-2406.jar"),
    locked("two versions of one library", "plugin/lib/json-lite-1.9.4.jar", "plugin/lib/json-lite-1.8.0.jar"),
    locked("one build", "plugin/lib/json-lite-1.9.4.jar"),
    change("a jar of another release under a new name", ...otherKit(OWN_JAR, "plugin/lib/extra.jar", JAR_HASH)),
    change(
      "five jars of another release under new names",
      [LOCK, "files:\n", `files:\n${MORE_JARS.map((hash, i) => lockRow(`plugin/lib/plm-${i}-2506.jar`, hash)).join("")}`],
      ...second(
        "2606",
        "plugin: plugin",
        OWN_JAR +
          lockRow("plugin/lib/x.jar", JAR_HASH) +
          MORE_JARS.map((hash, i) => lockRow(`plugin/lib/plm-${i}-2606.jar`, hash)).join(""),
      ),
    ),
    change(
      "a library that both releases have",
      [LOCK, "files:\n", `files:\n${lockRow("plugin/lib/json-lite-1.9.4.jar")}`],
      ...otherKit(OWN_JAR, "plugin/lib/json-lite-1.9.4.jar", "0".repeat(64)),
    ),
    change("a kit that is another release's", ...otherKit("", "plugin/lib/plm-connector-2606.jar", JAR_HASH)),
  ],
  "kit/place-differs": [
    kit("another conf", "plugin: plugin, conf: plugin/conf/other.properties"),
    kit("the conf that is read", "plugin: plugin, conf: plugin/conf/connector.properties"),
    kit("another logger", "plugin: plugin, logger: plugin/conf/log.properties"),
    kit("the logger that is read", "plugin: plugin, logger: plugin/conf/logger.properties"),
    kit("another plug-in folder", "plugin: other"),
    kit("another profile", "plugin: plugin, profile: plugin/other.mdzip"),
    kit("no profile", "plugin: plugin"),
    kit("nothing stated", "root: kit"),
    kit("a plug-in folder with the site's name", "plugin: com.example.plm.connector", [
      LOCK,
      "files:\n",
      `files:\n${lockRow("com.example.plm.connector/plugin.xml")}`,
    ]),
    kit("a plug-in folder with another name", "plugin: com.example.plm.other", [
      LOCK,
      "files:\n",
      `files:\n${lockRow("com.example.plm.other/plugin.xml")}`,
    ]),
    kit("another plug-in folder with a name without a dot", "plugin: lib", [
      LOCK,
      "files:\n",
      `files:\n${lockRow("lib/plugin.xml")}`,
    ]),
    profile("another name of the profile", PROFILE.replace("PLM_Profile", "Other_Profile")),
    profile("no profile in the site", ""),
    rootKit("the plug-in in the kit's own folder", "plugin.xml", "conf/connector.properties", "lib/PLM_Profile.mdzip"),
    change(
      "the plug-in in the kit's own folder, with another conf and a name of Windows",
      [
        RELEASE,
        KIT,
        "kit: { plugin: '', conf: conf/other.properties, logger: conf/logger.properties, profile: lib/PLM_Profile.mdzip }",
      ],
      [
        LOCK,
        `apiVersion: tierwright/v1\nkind: KitLock\nrelease: "2506"\nfiles:\n${["plugin.xml", "conf/other.properties", "aux.txt", "lib/PLM_Profile.mdzip"].map((path) => lockRow(path)).join("")}`,
      ],
    ),
    locked("a name of a device", "plugin/lib/aux.txt"),
    locked("a name with a colon", "plugin/lib/a:b.txt"),
    locked("a folder that ends in a dot", "plugin/lib./a.txt"),
    locked("a name of a device outside of the plug-in", "doc/aux.txt"),
    locked("two names that differ in case", "plugin/lib/A.txt", "plugin/lib/a.txt"),
    locked("two names that differ in case, outside of the plug-in", "doc/A.txt", "doc/a.txt"),
    change(
      "no plug-in stated and no plugin.xml in the lock",
      [RELEASE, KIT, "kit: {}"],
      [LOCK, "path: plugin/plugin.xml", "path: plugin/plugin2.xml"],
    ),
    change(
      "no plug-in stated and two in the lock",
      [RELEASE, `${KIT}\n`, ""],
      [LOCK, "files:\n", `files:\n${lockRow("other/plugin.xml")}`],
    ),
    change("no plug-in stated and one in the lock", [RELEASE, `${KIT}\n`, ""]),
    change("no lock", NO_LOCK),
    change(
      "two kits agree on another conf than the site",
      [RELEASE, KIT, "kit: { plugin: plugin, conf: plugin/conf/other.properties, logger: plugin/conf/log.properties }"],
      [LOCK, "files:\n", `files:\n${lockRow("plugin/conf/other.properties")}`],
      ...second(
        "2606",
        "plugin: plugin, conf: plugin/conf/other.properties",
        lockRow("plugin/plugin.xml") + lockRow("plugin/conf/other.properties"),
      ),
    ),
    change(
      "two kits have two other confs than the site",
      [RELEASE, KIT, "kit: { plugin: plugin, conf: plugin/conf/other.properties }"],
      [LOCK, "files:\n", `files:\n${lockRow("plugin/conf/other.properties")}`],
      ...second(
        "2606",
        "plugin: plugin, conf: plugin/conf/more.properties",
        lockRow("plugin/plugin.xml") + lockRow("plugin/conf/more.properties"),
      ),
    ),
    change(
      "one kit has the site's conf, one another",
      [RELEASE, KIT, "kit: { plugin: plugin, conf: plugin/conf/connector.properties }"],
      [LOCK, "files:\n", `files:\n${lockRow("plugin/conf/connector.properties")}`],
      ...second(
        "2606",
        "plugin: plugin, conf: plugin/conf/more.properties",
        lockRow("plugin/plugin.xml") + lockRow("plugin/conf/more.properties"),
      ),
    ),
    change(
      "one kit states another conf, one states one that it does not have",
      [RELEASE, KIT, "kit: { plugin: plugin, conf: plugin/conf/other.properties }"],
      [LOCK, "files:\n", `files:\n${lockRow("plugin/conf/other.properties")}`],
      ...second("2606", "plugin: plugin, conf: plugin/conf/other.properties", lockRow("plugin/plugin.xml")),
    ),
  ],
  "kit/plugin-descriptor": [
    descriptor("another id", 'id="com.example.plm.connector"', 'id="com.example.plm.other"'),
    descriptor("no id", 'id="com.example.plm.connector" ', ""),
    descriptor("not well-formed", "</plugin>", "</plugins>"),
    descriptor("a library out of the folder", "lib/plm-connector-2506.jar", "../plm-connector-2506.jar"),
    descriptor("a library that the kit does not have", LIBRARY, `${LIBRARY}<library name="lib/more.jar"/>`),
    descriptor("a library that the kit does not have, and no lock", LIBRARY, `${LIBRARY}<library name="lib/more.jar"/>`, NO_LOCK),
    descriptor("an order of classes without a loader of its own", ' ownClassloader="true"', ""),
    change("a jar that is not listed", [LOCK, "files:\n", `files:\n${lockRow("plugin/lib/more.jar")}`]),
    change(
      "a jar that is not listed, in a plug-in folder that is not there",
      [LOCK, "files:\n", `files:\n${lockRow("other/lib/more.jar")}`],
      [RELEASE, KIT, "kit: { plugin: other }"],
    ),
    change("an id that the site names beside its folder", [
      SITE,
      "connector: { folder: com.example.plm.connector,",
      "connector: { folder: com.example.plm.connector, id: com.example.plm.id,",
    ]),
    change(
      "two kits with an id, and the site with another one",
      [SITE, "connector: { folder: com.example.plm.connector,", "connector: { folder: com.example.plm.other,"],
      [OTHER_RELEASE, SECOND_RELEASE.with],
      ["releases/2606/base/plugin.xml", (EXAMPLE_KIT["plugin/plugin.xml"] ?? "").replaceAll("2506", "2606")],
    ),
    change(
      "two kits with two ids",
      [OTHER_RELEASE, SECOND_RELEASE.with],
      ["releases/2606/base/plugin.xml", (EXAMPLE_KIT["plugin/plugin.xml"] ?? "").replace("plm.connector", "plm.other")],
    ),
    change(
      "two kits with the site's id",
      [OTHER_RELEASE, SECOND_RELEASE.with],
      ["releases/2606/base/plugin.xml", EXAMPLE_KIT["plugin/plugin.xml"] ?? ""],
    ),
    change(
      "two kits, one without an id",
      [OTHER_RELEASE, SECOND_RELEASE.with],
      ["releases/2606/base/plugin.xml", '<plugin version="1"/>'],
      [SITE, "connector: { folder: com.example.plm.connector,", "connector: { folder: com.example.plm.other,"],
    ),
  ],
  "kit/profile-place": [
    profile("no profile", ""),
    profile("no profile, and a release without one before it", "", [
      "releases/2406/release.yaml",
      SECOND_RELEASE.with.replace("2606", "2406").replace(/kit: .*\n/, ""),
    ]),
    profile("one place", "profile: { file: PLM_Profile.mdzip, copies: ['C:\\Users\\Public'] }\n"),
    profile("no place", "profile: { file: PLM_Profile.mdzip, copies: [] }\n"),
    profile("no place at all", "profile: { file: PLM_Profile.mdzip }\n"),
    profile("places, and no file", "profile: { copies: ['C:\\Users\\Public'] }\n"),
    profile("the documents of the public user", PROFILE.replace("Public'", "Public\\Documents\\x'")),
    profile("the documents by their variable", PROFILE.replace("'C:\\Users\\Public'", "'%PUBLIC%\\Public Documents'")),
    profile("the documents in escapes", PROFILE.replace("'C:\\Users\\Public'", '"C:\\\\Users\\\\Public\\\\Documents"')),
    profile("the documents without quotes", PROFILE.replace("'C:\\Users\\Public'", "C:\\Users\\Public\\Documents")),
    unnamed("a kit without a profile", ["plugin/lib/x.jar"], [SITE, PROFILE, ""]),
    unnamed("a kit without a profile, and a site that has one", ["plugin/lib/x.jar", "plugin/lib/Profile.txt"]),
    unnamed(
      "a profile that the release does not name, and a site without one",
      ["plugin/lib/PLM_Profile.mdzip"],
      [SITE, PROFILE, ""],
    ),
    unnamed("a profile that the release does not name", ["plugin/lib/PLM_Profile.mdzip"]),
    unnamed("a profile of another spelling that the release does not name", ["resources/plm_profile 2506.MDZIP"]),
    unnamed("a profile that is not packed, which the release does not name", ["plugin/lib/PLM_Profile.mdxml"]),
    unnamed("a profile that was packed once more, which the release does not name", ["plugin/lib/PLM_Profile.mdzip.zip"]),
    unnamed("a profile in the form of earlier versions, which the release does not name", ["plugin/lib/Site Profile 2.xml.zip"]),
    unnamed("a file of the profile's kind in XML, and others", ["samples/Demo.mdxml", "doc/Profile.xml", "doc/x.xml.zip"]),
    unnamed("two profiles of which the release names none", ["plugin/lib/PLM_Profile.mdzip", "old/PLM_Profile.mdzip"]),
    unnamed("a file of the profile's kind that the release does not name", ["samples/Demo Profiles.mdzip"]),
    change(
      "the profile of another release under another name, which the release does not name",
      ...second("2606", "plugin: plugin", lockRow("plugin/lib/stereotypes.bin", PROFILE_HASH)),
    ),
    change("a release that places nothing and has a profile", [RELEASE, `${EMPTY_RELEASE}writes: []\n`]),
    kit("a profile that the release does not name behind another place", "\n  plugin: plugin, # here\n  conf: x\n"),
    change("a profile that the release does not name, in lines", [RELEASE, KIT, "kit:\n  plugin: plugin # here\n  root: kit"]),
    change("a profile that the release does not name, in lines that end as Windows has them", [
      RELEASE,
      KIT,
      "kit:\r\n    'plugin': plugin\r",
    ]),
    profile("one folder twice", PROFILE.replace("'C:\\Users\\Public'", "'{install}/Profiles\\'")),
    profile(
      "one folder twice, once without {install}",
      PROFILE.replace("'C:\\Users\\Public'", "'c:\\program files\\2024x refresh3\\profiles'"),
    ),
    ...["C:\\PROGRA~1\\2024x Refresh3\\profiles", "\\\\localhost\\C$\\Program Files\\2024x Refresh3\\Profiles"].map((folder) =>
      profile(`one folder twice, once as ${folder}`, PROFILE.replace("'C:\\Users\\Public'", `'${folder}'`)),
    ),
    ...[
      "C:\\PROGRA~1\\2021x\\profiles",
      "C:\\PROGRA~2\\2024x Refresh3\\profiles",
      "{install}\\PROFIL~1",
      "\\\\apps\\C$\\Program Files\\2024x Refresh3\\profiles",
    ].map((folder) => profile(`another folder, as ${folder}`, PROFILE.replace("'C:\\Users\\Public'", `'${folder}'`))),
    ...["C:\\Users\\Public\\DOCUME~1", "C:\\ProgramData\\Documents", "C:\\Documents and Settings\\All Users\\Documents\\PLM"].map(
      (folder) => profile(`the documents by a link, as ${folder}`, PROFILE.replace("'C:\\Users\\Public'", `'${folder}'`)),
    ),
    profile("the public folder by a link", PROFILE.replace("'C:\\Users\\Public'", "'C:\\Documents and Settings\\Public'")),
    profile(
      "a folder of all users that is none of the documents",
      PROFILE.replace("'C:\\Users\\Public'", "'C:\\ProgramData\\Documents2'"),
    ),
    profile("a plug-in root by a short name", PROFILE.replace("'C:\\Users\\Public'", "'c:/progra~1/2024XR~1/plugins'")),
    profile("a folder of another installation", PROFILE.replace("'C:\\Users\\Public'", "'C:\\Program Files\\2021x\\profiles'")),
    profile("one folder three times", PROFILE.replace("'C:\\Users\\Public'", "'{install}\\profiles\\', '{install}\\\\profiles'")),
    profile("the plug-in root", PROFILE.replace("'C:\\Users\\Public'", "'{install}\\Plugins'")),
    profile("a folder in the plug-in root", PROFILE.replace("'C:\\Users\\Public'", "'{install}\\plugins\\x'")),
    profile("a folder beside the plug-in root", PROFILE.replace("'C:\\Users\\Public'", "'{install}\\plugins-profiles'")),
    profile("a further plug-in root", PROFILE.replace("'C:\\Users\\Public'", "'D:/Shared/Plugins'"), [
      SITE,
      "tool:\n",
      "tool:\n  pluginRoots: ['d:\\shared\\plugins\\']\n",
    ]),
  ],
  "kit/release-differs": [
    descriptor("the version of another release", 'version="2506.0"', 'version="2406.1"'),
    descriptor("a version of its own counting", 'version="2506.0"', 'version="13.3.0.2"'),
    descriptor("no version", ' version="2506.0"', ""),
    jars("one jar of another release", "plugin/lib/plm-connector-2406.jar"),
    jars("two jars of another release", "plugin/lib/plm-connector-2406.jar", "plugin/lib/plm-sso-2406.jar"),
    jars(
      "three jars of another release",
      "plugin/lib/plm-connector-2406.jar",
      "plugin/lib/plm-sso-2406.JAR",
      "plugin/lib/plm-x-2406.jar",
    ),
    jars("jars of two other releases", "plugin/lib/plm-connector-2406.jar", "plugin/lib/plm-sso-2306.jar"),
    jars("a jar of another release and one of this", "plugin/lib/plm-connector-2406.jar", "plugin/lib/plm-connector-2506.jar"),
    jars("another file of another release", "plugin/lib/plm-connector-2406.zip"),
    jars("a jar of another release outside of the plug-in", "doc/plm-connector-2406.jar"),
    jars("a jar with a number that is no version", "plugin/lib/2406.jar"),
    rootKit("a jar of another release, the plug-in in the kit's own folder", "lib/plm-connector-2406.jar", "plugin.xml"),
    change(
      "the version and a jar of another release",
      [PLUGIN, 'version="2506.0"', 'version="2406.1"'],
      [LOCK, "path: plugin/lib/plm-connector-2506.jar", "path: plugin/lib/plm-connector-2406.jar"],
    ),
    change(
      "a release whose name is no number",
      ...second("next", "plugin: plugin", lockRow("plugin/plugin.xml") + lockRow("plugin/lib/plm-connector-2406.jar")),
    ),
    change("a release without a lock", ...second("2606", "plugin: plugin", "")),
    change("the jar of another release under a new name", ...otherKit("", "plugin/lib/plm-connector-2606.jar", JAR_HASH)),
    change(
      "the jars of another release under new names",
      [LOCK, "files:\n", `files:\n${lockRow("plugin/lib/plm-sso-2506.jar", MORE_JARS[0])}`],
      ...otherKit(lockRow("plugin/lib/b.jar", MORE_JARS[0]), "plugin/lib/a.jar", JAR_HASH),
    ),
    change("the jar of another release under its own name", ...otherKit("", "plugin/lib/plm-connector-2506.jar", JAR_HASH)),
    change("a kit with a jar of another release and one of its own", ...otherKit(OWN_JAR, "plugin/lib/a.jar", JAR_HASH)),
  ],
  "kit/stale-profile": [
    change(
      "the same profile in a later release",
      ...second(
        "2606",
        "plugin: plugin, profile: plugin/lib/PLM_Profile.mdzip",
        lockRow("plugin/lib/PLM_Profile.mdzip", PROFILE_HASH),
      ),
    ),
    change(
      "the same profile in an earlier release",
      ...second(
        "2406",
        "plugin: plugin, profile: plugin/lib/PLM_Profile.mdzip",
        lockRow("plugin/lib/PLM_Profile.mdzip", PROFILE_HASH),
      ),
    ),
    change(
      "another profile",
      ...second("2606", "plugin: plugin, profile: plugin/lib/PLM_Profile.mdzip", lockRow("plugin/lib/PLM_Profile.mdzip")),
    ),
    change(
      "the same bytes under another name",
      ...second("2606", "plugin: plugin, profile: plugin/lib/Other.mdzip", lockRow("plugin/lib/Other.mdzip", PROFILE_HASH)),
    ),
    change("no profile", ...second("2606", "plugin: plugin", lockRow("plugin/lib/PLM_Profile.mdzip", PROFILE_HASH))),
    change(
      "a profile that the lock does not have",
      ...second("2606", "plugin: plugin, profile: plugin/Other.mdzip", lockRow("plugin/lib/PLM_Profile.mdzip", PROFILE_HASH)),
    ),
    change("no lock", ...second("2606", "plugin: plugin, profile: plugin/lib/PLM_Profile.mdzip", "")),
  ],
  "kit/vendor-value": [
    change("the licence server is the vendor's", [ENVIRONMENT, VENDOR, ""]),
    change("both folders are the vendor's", [
      ENVIRONMENT,
      "  stagingDir: 'D:\\plm\\staging'\n  importWorkingDir: 'D:\\plm\\import'\n",
      "",
    ]),
    change(
      "the import folder is the vendor's and not empty",
      [ENVIRONMENT, "  importWorkingDir: 'D:\\plm\\import'\n", ""],
      [CONNECTOR, "CAMEOTCIntImportWorkingDir=", "CAMEOTCIntImportWorkingDir=C\\:\\\\Import"],
    ),
    change("the browser is the vendor's", [ENVIRONMENT, "  embeddedBrowser: system\n", ""]),
    change(
      "the browser is the vendor's and off",
      [ENVIRONMENT, "  embeddedBrowser: system\n", ""],
      [CONNECTOR, "USE_JCEF_BROWSER=true", "USE_JCEF_BROWSER=FALSE"],
    ),
    change("the sign-in is not written", [
      RELEASE,
      "  - { file: connector, key: TC_SERVER_URL, value: '{{tier.signIn}}', decides: where the tool signs in }\n",
      "",
    ]),
    change("the sign-in is written with a name that is none", [
      RELEASE,
      "value: '{{tier.signIn}}', decides: where",
      "value: '{{tier.sign}}', decides: where",
    ]),
    change("the sign-in is written into another file", [
      RELEASE,
      "  - { file: connector, key: TC_SERVER_URL, value: '{{tier.signIn}}', decides: where the tool signs in }\n",
      "  - { file: client, key: TC_SERVER_URL, value: '{{tier.signIn}}', decides: where the tool signs in }\n",
    ]),
    carried("the licence server is carried over", "LicenseDir=28000@vendor.invalid", [ENVIRONMENT, VENDOR, ""]),
    carried(
      "the browser is carried over, and no kit has it on",
      "USE_JCEF_BROWSER=true",
      [ENVIRONMENT, BROWSER, ""],
      KIT_BROWSER,
    ),
    carried("the sign-in is carried over and not written", "TC_SERVER_URL=http\\://vendor.invalid/tc", [
      RELEASE,
      SIGN_IN_WRITE,
      "",
    ]),
    carried("what is carried over is the site's own", "LicenseDir=27000@own.example.com", [ENVIRONMENT, VENDOR, ""]),
    change("the licence server is set to the vendor's", [ENVIRONMENT, "27000@lic.example.com", "28000@vendor.invalid"]),
    change("the staging folder is set to one of the same name", [ENVIRONMENT, "'D:\\plm\\staging'", "'C:\\Staging'"]),
    change("another folder is the vendor's", kitLine("FMS_CACHE_DIR=E:/build/fms")),
    change("no release", [ENVIRONMENT, 'connector: "2506"', 'connector: "2706"']),
    change("all decided"),
  ],
  "kit/write-target-missing": [
    change("a key is not there", [CLIENT, BOOTSTRAP, ""]),
    change("a key is there in another spelling", [CLIENT, "BOOTSTRAP_URLS", "BOOTSTRAP_URL"]),
    change("no key is there", [CLIENT, "A=1\n"]),
    change("no key is there, and four others", [CLIENT, "A=1\nB=1\nC=1\nD=1\n"]),
    change("an empty file", [CLIENT, ""]),
    change("a file that does not load", [CLIENT, "A=\\u12\n"]),
    change("a file with a mark at its start", [CLIENT, "\ufeffURL=1\nTransport=1\n"]),
    change("one write, and its key is not there", [
      RELEASE,
      `${EMPTY_RELEASE}writes: [{ file: client, key: X, value: '{{tier.signIn}}', decides: x }]\n`,
    ]),
    change("two writes, and their keys are not there", [
      RELEASE,
      `${EMPTY_RELEASE}writes: [{ file: client, key: X, value: '{{tier.signIn}}', decides: x }, { file: client, key: Y, value: '{{tier.signIn}}', decides: x }]\n`,
    ]),
    change("three writes, and their keys are not there", [
      RELEASE,
      `${EMPTY_RELEASE}writes:\n${["X", "Y", "Z"].map((key) => `  - { file: client, key: ${key}, value: '{{tier.signIn}}', decides: x }\n`).join("")}`,
    ]),
    change(
      "a file that the lock knows to be another one",
      [CLIENT, "A=1\n"],
      [LOCK, "files:\n", `files:\n${lockRow("client/CommonClient.properties")}`],
      [RELEASE, KIT, "kit: { plugin: plugin, profile: plugin/lib/PLM_Profile.mdzip, client: client/CommonClient.properties }"],
    ),
    change("a release without files", ...second("2606", "plugin: plugin", "")),
  ],
};
