import { type Cause, CONNECTOR_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "conf/no-context-root",
  title: "TC_SERVER_URL has no /tc, and no connection can be made",
  signs: [
    { all: ["connection"], like: /connection object (?:is |was )?null|"(?:this\.|\w{1,40}\.)?(?:tc)?connection" is null/i },
    { types: ["NullPointerException"], like: /\b(?:get|create|open)Connection\b/, confidence: "medium" },
  ],
  symptoms: [{ says: "the connection object is null on every operation", words: "connection null" }],
  states: "that the connection is null, as if the tier could not be reached",
  cause:
    "TC_SERVER_URL ends before the context root. The connector appends RestServices/<Service>/<operation> itself; without /tc the connection object is null on every operation.",
  why: "It fails at every operation and from the first one on; a server that cannot be reached fails with an exception of its own.",
  check: {
    does: "Read TC_SERVER_URL on the workstation: `tierwright properties get FILE TC_SERVER_URL`.",
    control:
      "The compiled file of the environment has the value that ends at /tc; a tier that is down would give a refused connection, not a null one.",
  },
  action: ["Write TC_SERVER_URL up to /tc and nothing further.", "Compile and install the settings.", "Restart the tool."],
  evidence: ["TC_SERVER_URL as it is installed", "the first stack of the start"],
  log: CONNECTOR_LOG,
  confidence: "high",
  excludes: ["conf/payload-dir-unset"],
  deadEnds: ["Looking for a firewall: nothing was sent.", "Adding RestServices to the address: the connector appends it."],
  matches: [
    "Connection object is null",
    'java.lang.NullPointerException: Cannot invoke "com.example.Connection.send()" because "this.connection" is null',
    "connection object null on checkOut",
  ],
  lookAlikes: ["java.net.ConnectException: Connection refused: connect", 'because "this.session" is null'],
};
