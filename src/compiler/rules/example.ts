import { createHash } from "node:crypto";
import { EXAMPLE_KIT } from "../../kernel/index.ts";
import { lockText } from "../kit/lock.ts";

/**
 * The example repository. The examples of every rule (`fails`, `passes`) change a few lines of it; unchanged, it compiles without a
 * finding. The documentation shows it and tests use it: keep it short, and free of real names of hosts, people and companies.
 */

const SITE = `apiVersion: tierwright/v1
kind: Site
tool:
  name: Cameo Systems Modeler
  envPrefix: CAMEO
  install: 'C:\\Program Files\\{tool}'
connector: { folder: com.example.plm.connector, conf: connector }
client: { file: 'C:\\ProgramData\\Example\\MBSE\\bhm\\CommonClient.properties' }
profile: { file: PLM_Profile.mdzip, copies: ['{install}\\profiles', 'C:\\Users\\Public'] }
`;

const ENVIRONMENT = `apiVersion: tierwright/v1
kind: Environment
name: demo
connector: "2506"
tool: 2024x Refresh3
authentication: password
tier:
  release: "2506"
  signIn: https://plm.example.com:8443/tc
  webClient: https://plm.example.com:3000/awc
  fileTransfer: [ "https://plm.example.com:4544" ]
  transport: http
  hosts: { plm.example.com: 10.20.0.11 }
workstation:
  licenseServer: 27000@lic.example.com
  stagingDir: 'D:\\plm\\staging'
  importWorkingDir: 'D:\\plm\\import'
  embeddedBrowser: system
  sessionAgent: none
logging:
  payload: { enabled: false, dir: C:/Temp/payload }
`;

const MATRIX = `apiVersion: tierwright/v1
kind: CompatibilityMatrix
source: { title: connector compatibility matrix, revision: "7", date: 2026-09-01 }
codes:
  A: { gate: pass }
  P: { means: Planned, gate: block, acceptable: true }
  X: { gate: block }
rows:
  - { tool: 2024x, java: 17, connectors: { "2406": A } }
  - { tool: 2024x Refresh3, java: 17, connectors: { "2506": A, "2606": P } }
`;

const RELEASE = `apiVersion: tierwright/v1
kind: ConnectorRelease
release: "2506"
java: 17
certifiedTiers: ["2506"]
writes:
  - { file: connector, key: TC_SERVER_URL, value: '{{tier.signIn}}', decides: where the tool signs in }
  - { file: connector, key: AWC_WEBLOGIC_HOST_URL, value: '{{tier.webClient}}', decides: the embedded web-client panel }
  - { file: connector, key: TC_SSO_LOGIN_URL, value: '{{sso.loginUrl}}', decides: which sign-in route is used }
  - { file: connector, key: TC_SSO_APP_ID, value: '{{sso.appId}}', decides: the application id for single sign-on }
  - { file: connector, key: TC_SSO_SESSION_FLAG, value: '{{sso.sessionFlag}}', decides: nothing that the selection reads }
  - { file: connector, key: Transport, value: '{{tier.transport}}', decides: how requests travel }
  - { file: connector, key: TRANSPORT, value: '{{tier.transport}}', decides: how requests travel }
  - { file: connector, key: IS_TCCS, value: '{{tier.isTccs}}', decides: whether the local channel is used }
  - { file: client, key: URL, value: '{{tier.signIn}}', decides: the client library's copy of the sign-in address }
  - { file: client, key: AWC_WEBLOGIC_HOST_URI, value: '{{tier.webClient}}', decides: the web client for the client library }
  - { file: client, key: BOOTSTRAP_URLS, value: '{{tier.fileTransfer}}', decides: where model files go }
  - { file: client, key: Transport, value: '{{tier.transport}}', decides: how requests travel }
  - { file: client, key: TRANSPORT, value: '{{tier.transport}}', decides: how requests travel }
  - { file: client, key: IS_TCCS, value: '{{tier.isTccs}}', decides: whether the local channel is used }
kit: { plugin: plugin, profile: plugin/lib/PLM_Profile.mdzip }
`;

const CONNECTOR = `# connector settings as the vendor ships them
TC_SERVER_URL=http\\://vendor.invalid\\:7001/tc
AWC_WEBLOGIC_HOST_URL=http\\://vendor.invalid\\:3000
TC_SSO_LOGIN_URL=
TC_SSO_APP_ID=
TC_SSO_SESSION_FLAG=
Transport=http
TRANSPORT=http
IS_TCCS=false
LicenseDir=28000@vendor.invalid
STAGING_DIR=C\\:\\\\Staging
CAMEOTCIntImportWorkingDir=
USE_JCEF_BROWSER=true
SteretypeNameTrucationLimit=32
CREATE_VALUE_PROPERTY_CONFIG=Block,\\
    Part,\\
    Port
`;

const CLIENT = `URL=http\\://vendor.invalid\\:7001/tc
AWC_WEBLOGIC_HOST_URI=http\\://vendor.invalid\\:3000
BOOTSTRAP_URLS=http\\://vendor.invalid\\:4544
Transport=http
TRANSPORT=http
IS_TCCS=false
`;

const LOGGER = `isPayloadRequired=false
jsonPayloaddir=C:/Temp
`;

const LOG4J2 = `<?xml version="1.0" encoding="UTF-8"?>
<!-- client library logging -->
<Configuration status="warn">
  <Appenders>
    <RollingFile name="MAIN" fileName="C:/Temp/client.log" filePattern="C:/Temp/client-%d{yyyy-MM-dd}.log">
      <PatternLayout pattern="%d %p %c %m%n"/>
      <Policies>
        <TimeBasedTriggeringPolicy/>
        <SizeBasedTriggeringPolicy size="10 MB"/>
      </Policies>
      <DefaultRolloverStrategy>
        <Delete basePath="C:/Temp"><IfLastModified age="30d"/></Delete>
      </DefaultRolloverStrategy>
    </RollingFile>
  </Appenders>
  <Loggers>
    <Logger name="com.example.connection" level="INFO"/>
    <Root level="warn"><AppenderRef ref="MAIN"/></Root>
  </Loggers>
</Configuration>
`;

const LOCK = lockText({
  release: "2506",
  source: { name: "PLM_Connector_2506.zip", imported: "2026-09-01" },
  files: Object.entries(EXAMPLE_KIT).map(([path, text]) => ({
    path,
    size: Buffer.byteLength(text),
    sha256: createHash("sha256").update(text).digest("hex"),
    ...(path.endsWith(".jar") ? { class: 61 } : {}),
  })),
});

/** The texts of the example repository by path. */
export const EXAMPLE_REPOSITORY: Readonly<Record<string, string>> = {
  "environments/site.yaml": SITE,
  "environments/demo/environment.yaml": ENVIRONMENT,
  "releases/matrix.yaml": MATRIX,
  "releases/2506/release.yaml": RELEASE,
  "releases/2506/base/connector.properties": CONNECTOR,
  "releases/2506/base/client.properties": CLIENT,
  "releases/2506/base/logger.properties": LOGGER,
  "releases/2506/base/log4j2.xml": LOG4J2,
  "releases/2506/base/plugin.xml": EXAMPLE_KIT["plugin/plugin.xml"] ?? "",
  "releases/2506/kit.lock.yaml": LOCK,
};
