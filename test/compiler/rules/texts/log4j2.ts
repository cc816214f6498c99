import type { Text } from "./text.ts";

const config = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Configuration status="warn">
${inner}
</Configuration>
`;
const loggers = (title: string, ...lines: readonly string[]): Text => ({
  title,
  text: config(`<Loggers>\n${lines.join("\n")}\n</Loggers>`),
});
const rolling = (attributes: string, ...inner: readonly string[]) => `<Appenders>
  <RollingFile name="MAIN" ${attributes}>
    ${inner.join("\n    ")}
  </RollingFile>
</Appenders>`;
const DATED = 'fileName="a.log" filePattern="a-%d{yyyy-MM-dd}.log"';
const COUNTED = 'fileName="a.log" filePattern="a-%i.log"';
const BOTH = 'fileName="a.log" filePattern="a-%d{yyyy-MM-dd}-%i.log"';
const DELETE = '<Delete basePath="."><IfLastModified age="30d"/></Delete>';
const appender = (title: string, attributes: string, ...inner: readonly string[]): Text => ({
  title,
  text: config(rolling(attributes, ...inner)),
});
const size = (title: string, written: string, properties = ""): Text => ({
  title,
  text: config(`${properties}${rolling(COUNTED, written)}`),
});
const ROOT = '<Root level="warn"/>';

export const LOG4J2_TEXTS: Readonly<Record<string, readonly Text[]>> = {
  "logging/debug-logger": [
    loggers("the root logger at DEBUG", '<Root level="debug"/>'),
    loggers("the root logger at INFO", '<Root level="INFO"/>'),
    loggers("no level at all", '<Logger name="com.example.connection"/>', "<Root/>"),
    loggers("a connection logger at TRACE", '<Logger name="com.example.connection" level="TRACE"/>', ROOT),
    loggers("a connection logger at ALL, with spaces", '<Logger name="com.example.connection" level=" all "/>', ROOT),
    loggers("another logger at ALL", '<Logger name="com.example.mapping" level="ALL"/>', ROOT),
    loggers("the wire logger itself at DEBUG", '<Logger name="org.apache.http.wire" level="DEBUG"/>', ROOT),
    loggers("one above the wire logger at DEBUG", '<Logger name="org.apache" level="DEBUG"/>', ROOT),
    loggers("one whose name only begins like the wire logger", '<Logger name="org.apa" level="DEBUG"/>', ROOT),
    loggers(
      "one above the wire logger at DEBUG, and each wire logger quiet",
      '<Logger name="org.apache" level="DEBUG"/>',
      '<Logger name="org.apache.http" level="WARN"/>',
      '<Logger name="org.apache.hc" level="WARN"/>',
      ROOT,
    ),
    loggers(
      "one above the wire logger at DEBUG, and one of two quiet",
      '<Logger name="org.apache" level="DEBUG"/>',
      '<Logger name="org.apache.http" level="WARN"/>',
      ROOT,
    ),
    loggers("headers", '<Logger name="org.apache.hc.client5.http.headers" level="DEBUG"/>', ROOT),
    loggers("the old client", '<Logger name="httpclient" level="DEBUG"/>', ROOT),
    loggers("an element for the level", '<Logger name="com.example.connection"><level>DEBUG</level></Logger>', ROOT),
    loggers("an asynchronous one", '<AsyncLogger name="com.example.http" level="DEBUG"/>', '<AsyncRoot level="TRACE"/>'),
    loggers("a level that only the program can look up", '<Root level="${sys:level}"/>'),
    loggers("a level that only the program can look up, with a default", '<Root level="${sys:level:-DEBUG}"/>'),
    {
      title: "a level by a property",
      text: config(
        `<Properties><Property name="wire">DEBUG</Property></Properties><Loggers><Logger name="com.example.http" level="\${wire}"/>${ROOT}</Loggers>`,
      ),
    },
  ],
  "logging/max-does-not-bound": [
    appender("max and a date without a counter", DATED, '<DefaultRolloverStrategy max="10"/>'),
    appender("max and a date with a counter", BOTH, '<DefaultRolloverStrategy max="10"/>'),
    appender("max and a counter alone", COUNTED, '<DefaultRolloverStrategy max="10"/>'),
    appender("max, a date and a Delete", BOTH, `<DefaultRolloverStrategy max="10">${DELETE}</DefaultRolloverStrategy>`),
    appender("a strategy without max", BOTH, "<DefaultRolloverStrategy/>"),
    appender("max of direct writing", 'filePattern="a-%d{yyyy}.log"', '<DirectWriteRolloverStrategy maxFiles="10"/>'),
    appender(
      "max of direct writing with a counter",
      'filePattern="a-%d{yyyy}-%i.log"',
      '<DirectWriteRolloverStrategy maxFiles="10"/>',
    ),
    appender("max as an element", BOTH, "<DefaultRolloverStrategy><max>10</max></DefaultRolloverStrategy>"),
    appender("no strategy", BOTH, "<Policies/>"),
    appender("no filePattern", 'fileName="a.log"', '<DefaultRolloverStrategy max="10"/>'),
    appender(
      "a date that is looked up",
      'fileName="a.log" filePattern="a-$${date:yyyy}-%i.log"',
      '<DefaultRolloverStrategy max="10"/>',
    ),
  ],
  "logging/no-deletion": [
    appender("a date", DATED, "<Policies/>"),
    appender("a date and a Delete", DATED, `<DefaultRolloverStrategy>${DELETE}</DefaultRolloverStrategy>`),
    appender("a counter", COUNTED, '<DefaultRolloverStrategy max="10"/>'),
    appender("a counter and no strategy", COUNTED, "<Policies/>"),
    appender("a counter without an upper limit", COUNTED, '<DefaultRolloverStrategy fileIndex="nomax"/>'),
    appender("a counter up to max", COUNTED, '<DefaultRolloverStrategy fileIndex="max"/>'),
    appender("direct writing because no fileName is given", 'filePattern="a-%i.log"', "<Policies/>"),
    appender("direct writing with maxFiles", 'filePattern="a-%i.log"', '<DirectWriteRolloverStrategy maxFiles="10"/>'),
    appender("direct writing by its strategy", COUNTED, "<DirectWriteRolloverStrategy/>"),
    appender("direct writing by its strategy, with maxFiles", COUNTED, '<DirectWriteRolloverStrategy maxFiles="10"/>'),
    { title: "a file that does not roll", text: config('<Appenders><File name="F" fileName="a-%d.log"/></Appenders>') },
    appender("no filePattern", 'fileName="a.log"', "<Policies/>"),
  ],
  "logging/unreadable-size": [
    size("a unit that log4j does not know", '<SizeBasedTriggeringPolicy size="20 MiB"/>'),
    size("a comma for the decimal point", '<SizeBasedTriggeringPolicy size="1,5 GB"/>'),
    size("a comma with three digits after it", '<SizeBasedTriggeringPolicy size="1,500 MB"/>'),
    size("a comma with four digits after it", '<SizeBasedTriggeringPolicy size="1,5000 KB"/>'),
    size("no size", "<SizeBasedTriggeringPolicy/>"),
    size("a size as an element", "<SizeBasedTriggeringPolicy><size>20 MiB</size></SizeBasedTriggeringPolicy>"),
    size(
      "a size by a property that log4j cannot read",
      '<SizeBasedTriggeringPolicy size="${big}"/>',
      '<Properties><Property name="big">20 MiB</Property></Properties>',
    ),
    size(
      "a size by a property with a comma",
      '<SizeBasedTriggeringPolicy size="${big}"/>',
      '<Properties><Property name="big">1,5 GB</Property></Properties>',
    ),
    size("a size that only the running program knows", '<SizeBasedTriggeringPolicy size="${sys:big}"/>'),
    size("a size of a property that is not there", '<SizeBasedTriggeringPolicy size="${nothing}"/>'),
    size("a size that log4j reads", '<SizeBasedTriggeringPolicy size="20 MB"/>'),
    size("two triggers, one of them wrong", '<SizeBasedTriggeringPolicy size="20 MB"/><SizeBasedTriggeringPolicy size="x"/>'),
  ],
};
