import { type Cause, CONNECTOR_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "conf/no-context-root",
  title: "TC_SERVER_URL has no /tc, and no connection can be made",
  signs: [
    {
      http: { failed: true, path: /^(?:https?:\/\/[^/\s]{1,255})?\/(?:Json)?RestServices\//i },
      anchors: ["RestServices/"],
    },
    {
      types: ["NullPointerException"],
      like: /"[\w.]{0,60}connection(?:\(\))?" is null/i,
      not: /\bjdbc\b|\bsql\b|hikari|datasource|\bjms\b|\bamqp\b|\bsmtp\b|\bldap\b|redis|mongo|HttpURLConnection|websocket/i,
      confidence: "medium",
    },
    {
      types: ["NullPointerException"],
      like: /"[\w.]{0,60}connection(?:\(\))?" is null/i,
      near: [/teamcenter|\bsoa\b|RestServices/i],
    },
    {
      all: ["connection"],
      like: /connection object (?:is |was )?null(?! check)/i,
      not: /\bjdbc\b|\bsql\b|database|(?<!\[)\bpool\b(?!-\d)|hikari|ldap|smtp/i,
      confidence: "medium",
    },
    {
      types: ["NullPointerException"],
      like: /\b(?:get|create|open)Connection\b/,
      not: /\bsql\b|jdbc|hikari|DataSource|DriverManager|URL\.openConnection/i,
      confidence: "low",
    },
  ],
  symptoms: [{ says: "the connection object is null on every operation", words: "connection null" }],
  states: "that the connection is null, as if the tier could not be reached",
  cause:
    "TC_SERVER_URL ends before the context root. The connector appends RestServices/<Service>/<operation> itself; without /tc the connection object is null on every operation.",
  why: "Without the context root every operation fails, from the first one on. A server that cannot be reached gives a connection error instead.",
  check: {
    does: "Read TC_SERVER_URL on the workstation: `tierwright properties get FILE TC_SERVER_URL`.",
    control:
      "The compiled file of the environment has the value that ends at /tc; a tier that is down would give a refused connection, not a null one.",
  },
  action: ["Set TC_SERVER_URL to the address up to and including /tc.", "Compile and install the settings.", "Restart the tool."],
  evidence: ["TC_SERVER_URL as it is installed", "the first stack of the start"],
  log: CONNECTOR_LOG,
  confidence: "high",
  excludes: ["conf/payload-dir-unset", "tier/release-mismatch"],
  deadEnds: [
    "Looking for a firewall: the address is incomplete.",
    "Adding RestServices to the address: the connector appends it.",
  ],
  matches: [
    "Connection object is null",
    'java.lang.NullPointerException: Cannot invoke "com.example.Connection.send()" because "this.connection" is null',
    "connection object null on checkOut",
    '192.0.2.7 - - [04/Mar/2026:10:12:13 +0100] "POST /RestServices/Core-2008-06-Session/login HTTP/1.1" 404 196',
  ],
  lookAlikes: [
    ["reason", "java.net.ConnectException: Connection refused: connect"],
    ["words", 'because "this.session" is null'],
    ["speaker", 'java.lang.NullPointerException: Cannot invoke "java.sql.Connection.close()" because "this.connection" is null'],
    ["success", "the connection object is not null, sign-in succeeded"],
    ["value", '"POST /tc/RestServices/Core-2008-06-Session/login HTTP/1.1" 200 5311'],
  ],
};
