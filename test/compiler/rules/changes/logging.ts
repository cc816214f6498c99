import { type Change, ENVIRONMENT, type Edit, LOG4J2, change } from "./change.ts";

const PAYLOAD = "  payload: { enabled: false, dir: C:/Temp/payload }\n";
const logging = (title: string, lines: string, ...edits: readonly Edit[]): Change =>
  change(title, [ENVIRONMENT, PAYLOAD, `${PAYLOAD}  ${lines}\n`], ...edits);
const NAMED = '<Logger name="com.example.connection" level="INFO"/>';
const OWN_LOGGER = (line: string): Edit => [LOG4J2, NAMED, line];
const BROKEN: Edit = [LOG4J2, "<!-- client library logging -->", "<!-- client -- logging -->"];
const OTHER_RELEASE: readonly Edit[] = [
  ["releases/2606/release.yaml", 'apiVersion: tierwright/v1\nkind: ConnectorRelease\nrelease: "2606"\nwrites: []\n'],
  [ENVIRONMENT, 'connector: "2506"', 'connector: "2606"'],
];
const NO_RELEASE: Edit = [ENVIRONMENT, 'connector: "2506"', 'connector: "2706"'];

export const LOGGING_CHANGES: Readonly<Record<string, readonly Change[]>> = {
  "logging/debug-logger": [
    logging("a connection logger is set to DEBUG", "levels: { com.example.connection: DEBUG }"),
    logging(
      "another logger is set to DEBUG",
      "levels: { com.example.mapping: DEBUG }",
      OWN_LOGGER('<Logger name="com.example.mapping" level="INFO"/>'),
    ),
    logging("the root logger is set to ALL", "levels: { root: ALL }"),
    logging(
      "a logger whose level is a lookup is set to DEBUG",
      "levels: { com.example.http: DEBUG }",
      OWN_LOGGER('<Logger name="com.example.http" level="${sys:x}"/>'),
    ),
    logging(
      "a logger is set to INFO that the kit leaves at DEBUG",
      "levels: { com.example.connection: INFO }",
      OWN_LOGGER(NAMED.replace("INFO", "DEBUG")),
    ),
    logging(
      "the wire logger is set quiet, and one above it to DEBUG",
      "levels: { org.apache: DEBUG, org.apache.http: WARN }",
      OWN_LOGGER(
        '<Logger name="org.apache" level="INFO"/><Logger name="org.apache.http" level="INFO"/><Logger name="org.apache.hc" level="WARN"/>',
      ),
    ),
    logging("a level of a file that log4j does not read", "levels: { com.example.connection: DEBUG }", BROKEN),
    logging("a level without a file", "levels: { com.example.connection: DEBUG }", ...OTHER_RELEASE),
    change("nothing is set", OWN_LOGGER(NAMED.replace("INFO", "DEBUG"))),
  ],
  "logging/edit-refused": [
    logging("an appender that is not there", "triggers: { MIAN: 50 MB }"),
    logging("a logger that is not there", "levels: { com.example.conection: WARN }"),
    logging("an appender of the name that a logger has", "triggers: { com.example.connection: 50 MB }"),
    logging("a size that log4j cannot read", "triggers: { MAIN: 50 MiB }"),
    logging("a level that log4j does not have", "levels: { com.example.connection: LOUD }"),
    logging("a level of the root logger that log4j does not have", "levels: { root: LOUD }"),
    logging("a logger that stands twice", "levels: { com.example.connection: WARN }", OWN_LOGGER(NAMED + NAMED)),
    logging(
      "a level that is a lookup",
      "levels: { com.example.connection: WARN }",
      OWN_LOGGER(NAMED.replace("INFO", "${sys:x}")),
    ),
    logging("a size that is no attribute", "triggers: { MAIN: 50 MB }", [
      LOG4J2,
      '<SizeBasedTriggeringPolicy size="10 MB"/>',
      "<SizeBasedTriggeringPolicy><size>10 MB</size></SizeBasedTriggeringPolicy>",
    ]),
    logging("an appender without a size", "triggers: { MAIN: 50 MB }", [LOG4J2, '<SizeBasedTriggeringPolicy size="10 MB"/>', ""]),
    logging("a file that log4j does not read", "triggers: { MAIN: 50 MB }", BROKEN),
    change("a file that log4j does not read, and nothing is set", BROKEN),
    logging("no file", "triggers: { MAIN: 50 MB }\n  levels: { root: WARN }", ...OTHER_RELEASE),
    change("no file, and nothing is set", ...OTHER_RELEASE),
    logging("no release", "triggers: { MAIN: 50 MB }", NO_RELEASE),
    logging("what log4j reads", "triggers: { MAIN: 50 MB }\n  levels: { root: WARN }"),
  ],
  "logging/unreadable-size": [
    logging("no unit", "triggers: { MAIN: 50 }"),
    logging("no unit, with a space after it", "triggers: { MAIN: '50 ' }"),
    logging("too few kilobytes", "triggers: { MAIN: 63 KB }"),
    logging("enough kilobytes", "triggers: { MAIN: 64 KB }"),
    logging("no unit, and enough", "triggers: { MAIN: 65536 }"),
    logging("no unit, and one byte too few", "triggers: { MAIN: 65535 }"),
    logging("a comma for the decimal point", "triggers: { MAIN: '1,5 GB' }"),
    logging("a comma that groups", "triggers: { MAIN: '2,000 KB' }"),
    logging("a size that log4j cannot read", "triggers: { MAIN: 50 MiB }"),
    logging("no file", "triggers: { MAIN: 50 }", ...OTHER_RELEASE),
  ],
};
