/**
 * Stand-ins for the files of a release until its kit is imported: `tierwright init` writes them, so that a new repository compiles at once.
 * The base files contain the keys that an environment decides, and no content of the vendor.
 */
import { commandInSentence, shellCommand, INSTALLED_SCHEMAS } from "../../kernel/index.ts";

const HEAD = `# A placeholder by Tierwright, not the vendor's file: importing the kit replaces it
# (tierwright kit import SOURCE --release RELEASE).
`;

const CONNECTOR = `${HEAD}TC_SERVER_URL=http\\://vendor.invalid\\:7001/tc
AWC_WEBLOGIC_HOST_URL=http\\://vendor.invalid\\:3000
TC_SSO_LOGIN_URL=
TC_SSO_APP_ID=
TC_SSO_SESSION_FLAG=
Transport=http
TRANSPORT=http
IS_TCCS=false
LicenseDir=28000@vendor.invalid
STAGING_DIR=C\\:\\\\Staging
TCIntImportWorkingDir=
USE_JCEF_BROWSER=true
`;

const CLIENT = `${HEAD}URL=http\\://vendor.invalid\\:7001/tc
AWC_WEBLOGIC_HOST_URI=http\\://vendor.invalid\\:3000
BOOTSTRAP_URLS=http\\://vendor.invalid\\:4544
Transport=http
TRANSPORT=http
IS_TCCS=false
`;

const LOGGER = `${HEAD}isPayloadRequired=false
jsonPayloaddir=C:/Temp/payload
`;

const LOG4J2 = `<?xml version="1.0" encoding="UTF-8"?>
<!-- A placeholder by Tierwright, not the vendor's file: importing the kit replaces it. -->
<Configuration status="warn">
  <Appenders>
    <RollingFile name="MAIN" fileName="C:/Temp/client.log" filePattern="C:/Temp/client-%d{yyyy-MM-dd}-%i.log">
      <PatternLayout pattern="%d %p %c %m%n"/>
      <Policies>
        <TimeBasedTriggeringPolicy/>
        <SizeBasedTriggeringPolicy size="10 MB"/>
      </Policies>
      <DefaultRolloverStrategy max="20">
        <Delete basePath="C:/Temp"><IfFileName glob="client-*.log"/><IfLastModified age="30d"/></Delete>
      </DefaultRolloverStrategy>
    </RollingFile>
  </Appenders>
  <Loggers>
    <Root level="info"><AppenderRef ref="MAIN"/></Root>
  </Loggers>
</Configuration>
`;

/** Contents of the stand-ins by their file name in releases/<release>/base/. */
export const STAND_IN_FILES: Readonly<Record<string, string>> = {
  "connector.properties": CONNECTOR,
  "client.properties": CLIENT,
  "logger.properties": LOGGER,
  "log4j2.xml": LOG4J2,
};

/** Example paths that `tierwright init` writes into site.yaml, by field. A person replaces them with those of the workstations. */
export const SITE_EXAMPLES = {
  "tool.install": "C:\\Program Files\\Modeler {tool}",
  "connector.folder": "com.example.plm.connector",
  "client.file": "C:\\ProgramData\\Example\\CommonClient.properties",
  "client.log4j2": "C:\\ProgramData\\Example\\log4j2.xml",
} as const;

/**
 * The comment that `tierwright init` writes behind certifiedTiers. A person removes it after checking that line with the vendor's matrix.
 */
export const TIERS_COMMENT = "# confirm: the tier releases that the vendor certifies this connector for";

/** Returns a text as a quoted YAML scalar, which YAML always reads as the same text. */
const quoted = (text: string): string => JSON.stringify(text);

/**
 * Returns the release.yaml that `tierwright init` writes for a release without a kit. It states no writes, so that those of the built-in
 * connector apply.
 */
export const standInRelease = (
  release: string,
): string => `# yaml-language-server: $schema=../../${INSTALLED_SCHEMAS}/connector-release.schema.json
# Written for the stand-in files in base/. ${commandInSentence(shellCommand`tierwright kit import SOURCE --release ${release}`, "every")} brings the kit's own.
apiVersion: tierwright/v1
kind: ConnectorRelease
release: ${quoted(release)}
certifiedTiers: [${quoted(release)}]   ${TIERS_COMMENT}
`;

/** Returns a file's text with LF line ends, which Git can have changed, and without ` --force`, which earlier versions wrote into it. */
const withLf = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n").replace(" --force", "");

const isText = (bytes: Uint8Array, text: string | undefined): boolean =>
  text !== undefined && withLf(bytes) === Buffer.from(text).toString("latin1");

/**
 * Returns true if a file of a release is as `tierwright init` wrote it, apart from line ends. `path` is relative to releases/<release>/.
 */
export function isStandIn(release: string, path: string, bytes: Uint8Array): boolean {
  if (path === "release.yaml") return isText(bytes, standInRelease(release));
  return path.startsWith("base/") && isText(bytes, STAND_IN_FILES[path.slice("base/".length)]);
}

/** Returns true if a base file still has the comment of a stand-in of `tierwright init`, even if a person changed other lines. */
export const isChangedStandIn = (bytes: Uint8Array): boolean =>
  withLf(bytes).includes("A placeholder by Tierwright, not the vendor's file");
