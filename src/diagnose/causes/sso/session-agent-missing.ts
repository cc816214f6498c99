import { type Cause, CONNECTOR_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "sso/session-agent-missing",
  title: "TC_SSO_LOGIN_URL is filled, and the session agent is not installed",
  signs: [
    { all: ["session agent could not be started"] },
    { types: ["FileNotFoundException", "NoSuchFileException"], like: /Session ?Agent|TCSSO_SESSION_AGENT_PATH/i },
    { all: ["TCSSO_SESSION_AGENT_PATH"], like: /not set|missing|unset|null|nicht (?:gesetzt|gefunden)/i },
  ],
  symptoms: [
    {
      says: "sign-in says that the session agent could not be started",
      words: "session agent start|run|launch|miss|install not|cannot|can|could|never|fail|error|miss|no|wont|won",
    },
  ],
  states: "that there is an error in the SSC",
  cause:
    "TC_SSO_LOGIN_URL holds an address, which alone selects the session-agent initializer. That runs a start script from the folder in TCSSO_SESSION_AGENT_PATH, and variable or script is missing on this workstation.",
  why: "The choice is made by the address alone: TC_SSO_SESSION_FLAG does not govern it. The SSC was never asked.",
  check: {
    does: "Look at the machine variable TCSSO_SESSION_AGENT_PATH, and search the tool's root for the session agent's start script.",
    control:
      "The same search must find a file that is there for certain and say that an invented folder is missing: an absent folder looks like an empty one.",
  },
  action: [
    "For sign-in with user and password: leave TC_SSO_LOGIN_URL, TC_SSO_APP_ID and TC_SSO_SESSION_FLAG empty, and restart the tool.",
    "For single sign-on: install the session agent and set the machine variable, or go by TCCS (TRANSPORT=tccs, IS_TCCS=true, login address ending in /tccs). Both are to be tried on one workstation first.",
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
  ],
  lookAlikes: ["User-Agent could not be determined for this session", "TCSSO_SESSION_AGENT_PATH=C:\\SessionAgent"],
};
