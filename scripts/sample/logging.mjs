// Makes plugin/conf/logger.properties and client/log4j2.xml.

export function loggerProperties(release) {
  return `# Connector logging, release ${release.name}. Directories are written with forward slashes.
# Nothing rotates or deletes this log: sweep it by age from outside.
rootLevel=INFO
appender.file.type=File
appender.file.fileName=C:/Temp/connectorLogs.log
appender.file.append=true
appender.file.pattern=%d{yyyy-MM-dd HH\\:mm\\:ss} %-5p %c - %m%n
logger.com.example.plm.connector.level=INFO
logger.com.example.connection.level=${release.name < "2606" ? "INFO" : "WARN"}

# Payload dump: each request and response as a file below jsonPayloaddir.
isPayloadRequired=false
jsonPayloaddir=C:/Temp/payload
`;
}

function rollingFile({ name, file, size, days }) {
  return `    <RollingFile name="${name}" fileName="\${logDir}/${file}.log" filePattern="\${logDir}/${file}-%d{yyyy-MM-dd}-%i.log">
      <PatternLayout pattern="%d{ISO8601} [%t] %-5p %c - %m%n"/>
      <Policies>
        <TimeBasedTriggeringPolicy/>
        <SizeBasedTriggeringPolicy size="${size}"/>
      </Policies>
      <DefaultRolloverStrategy>
        <Delete basePath="\${logDir}" maxDepth="1">
          <IfFileName glob="${file}-*.log"/>
          <IfLastModified age="P${days}D"/>
        </Delete>
      </DefaultRolloverStrategy>
    </RollingFile>
`;
}

/**
 * Returns a log4j2.xml with two rolling appenders; the traffic appender has the larger limit. The comment block contains a look-alike that
 * no edit must change.
 */
export function log4j2Xml(release) {
  const later = release.name >= "2606";
  return `<?xml version="1.0" encoding="UTF-8"?>
<!--
  Client library logging, release ${release.name}.
  Part of a synthetic sample kit. You may use, change and pass on this file under the terms of the project's licence;
  it comes without any warranty. Keep this notice when you edit the file.
-->
<Configuration status="warn" name="plm-client">
  <Properties>
    <Property name="logDir">C:/ProgramData/Example/MBSE/logs</Property>
  </Properties>

  <!--
    To keep the main log apart from the traffic while you look for a fault, raise its limit for a day:
      <RollingFile name="MAIN">
        <Policies>
          <SizeBasedTriggeringPolicy size="500 MB"/>
        </Policies>
      </RollingFile>
    and lower it again: the limit of TRAFFIC is larger on purpose.
  -->
  <Appenders>
${rollingFile({ name: "MAIN", file: "client", size: later ? "20 MB" : "10 MB", days: 30 })}    <!-- requests and responses of the connection; large, short-lived -->
${rollingFile({ name: "TRAFFIC", file: "traffic", size: "200 MB", days: 7 })}  </Appenders>

  <Loggers>
    <Logger name="com.example.connection" level="INFO"/>
    <Logger name="com.example.connection.traffic" level="WARN" additivity="false">
      <AppenderRef ref="TRAFFIC"/>
    </Logger>
    <Logger name="org.example.jsonlite" level="ERROR"/>
    <Root level="${later ? "warn" : "info"}">
      <AppenderRef ref="MAIN"/>
    </Root>
  </Loggers>
</Configuration>
`;
}
