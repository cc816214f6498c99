import { type Cause, CONNECTOR_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "sso/session-agent-missing",
  title: "TC_SSO_LOGIN_URL has a value, and the session agent cannot be started",
  signs: [
    {
      types: ["FileNotFoundException", "NoSuchFileException", "IOException", "ENOENT", "ProcessStartException", "Win32Exception"],
      like: /session_?-? ?agent[\w .\\/-]{0,80}\.(?:bat|cmd|sh|exe|ps1)\b|TCSSO_SESSION_AGENT_PATH/i,
    },
    {
      all: ["TCSSO_SESSION_AGENT_PATH"],
      like: /not (?:set|defined|found)|missing|unset|undefined|\bnull\b|nicht (?:gesetzt|definiert|gefunden)|non d\u00e9finie?|\u672a\u8bbe\u7f6e|\u8a2d\u5b9a\u3055\u308c\u3066\u3044\u307e\u305b\u3093/i,
      not: /TCSSO_SESSION_AGENT_PATH\s?=\s?[A-Za-z]:/,
      field: true,
    },
    { all: ["session agent could not be started"], confidence: "medium" },
    {
      anchors: ["Session Agent", "SessionAgent"],
      like: /(?:TcSS|SSC|SSO)\b[^\n]{0,80}Session ?Agent[^\n]{0,80}(?:nicht|pas|\u3067\u304d\u307e\u305b\u3093|\u65e0\u6cd5|not|failed|cannot)/i,
      not: /\.log\b|\bstarting it\b|\bnot (?:running|started) yet\b/i,
      confidence: "medium",
    },
  ],
  symptoms: [
    {
      says: "sign-in says that the session agent could not be started",
      words: "session agent start|run|launch|miss|install not|cannot|can|could|never|fail|error|miss|no|wont|won",
    },
  ],
  states: "that there is an error in the SSC",
  cause:
    "TC_SSO_LOGIN_URL has a value, and this alone makes the connector sign in through the session agent. It runs the start script in the folder that TCSSO_SESSION_AGENT_PATH names. The variable or the script is missing on this workstation, or the script cannot be run.",
  why: "The agent is a program on the workstation: it fails before any request is sent to the SSC. TC_SSO_SESSION_FLAG does not change this.",
  check: {
    does: "Read the machine variable TCSSO_SESSION_AGENT_PATH, and look for the session agent's start script in the folder that it names.",
    control: "The same look must find a file that certainly exists, and must report an invented folder as missing.",
  },
  action: [
    "Decide how people sign in, and try the change on one workstation first.",
    "For sign-in with user name and password: leave TC_SSO_LOGIN_URL, TC_SSO_APP_ID and TC_SSO_SESSION_FLAG empty, and restart the tool.",
    "For single sign-on: install the session agent and set the machine variable, or use TCCS (TRANSPORT=tccs, IS_TCCS=true, login address ending in /tccs).",
  ],
  evidence: ["the three TC_SSO_* keys as they are installed", "TCSSO_SESSION_AGENT_PATH and what lies there"],
  log: CONNECTOR_LOG,
  confidence: "high",
  excludes: ["conf/single-backslash"],
  deadEnds: [
    "Looking at the SSC or restarting it: no request reached it.",
    "Changing TC_SSO_SESSION_FLAG.",
    "Setting com.teamcenter.ss.client.SSOSessionInitializer to the declared default: that class is not in the jar.",
  ],
  matches: [
    "Error in TcSS. Session Agent could not be started.",
    "java.io.FileNotFoundException: C:\\Tool\\sessionagent\\start_session_agent.bat (Das System kann die angegebene Datei nicht finden) [SessionAgent]",
    'java.io.IOException: Cannot run program "C:\\Tool\\sessionagent\\start_session_agent.bat": CreateProcess error=2, Das System kann die angegebene Datei nicht finden',
    "Fehler in TcSS. Session Agent konnte nicht gestartet werden.",
  ],
  lookAlikes: [
    ["words", "User-Agent could not be determined for this session"],
    ["value", "TCSSO_SESSION_AGENT_PATH=C:\\SessionAgent"],
    ["success", "Session Agent started"],
    ["words", "java.io.FileNotFoundException: C:\\Temp\\SessionAgent.log (Zugriff verweigert)"],
  ],
};
