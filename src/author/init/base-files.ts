/**
 * Stand-in files for the kit's own files until a kit is imported. They contain the keys that an environment decides and no vendor content, so a new
 * repository compiles at once.
 */

const HEAD = `# A placeholder by Tierwright, not the vendor's file: importing the kit replaces it
# (tierwright kit import SOURCE --release RELEASE --force).
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

/** File contents by name below releases/<release>/base/. */
export const BASE_FILES: Readonly<Record<string, string>> = {
  "connector.properties": CONNECTOR,
  "client.properties": CLIENT,
  "logger.properties": LOGGER,
  "log4j2.xml": LOG4J2,
};
