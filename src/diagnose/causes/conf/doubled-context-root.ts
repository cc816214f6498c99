import { type Cause, CONNECTOR_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "conf/doubled-context-root",
  title: "TC_SERVER_URL has /tc twice",
  signs: [
    { all: ["/tc/tc"], http: { failed: true, path: /^(?:https?:\/\/[^/\s]{1,255})?\/tc\/tc(?![\w.-])/i } },
    { all: ["/tc/tc/"], like: /\/tc\/tc\/(?:Json)?RestServices/i, field: true, confidence: "medium" },
    {
      all: ["/tc/tc"],
      like: /(?:^|[\s"'[(])\/tc\/tc(?![\w.-])(?!\/(?!RestServices|JsonRestServices|webclient))/i,
      confidence: "medium",
    },
    { all: ["/tc/tc"], like: /https?:\/\/[^\s/]{1,255}\/tc\/tc(?![\w.-])/i, confidence: "medium" },
  ],
  symptoms: [{ says: "the address holds /tc twice and the server complains", words: "tc twice|doubl|two" }],
  states: "an error of the server, such as a page that is not found",
  cause: "The requested address has the context root twice: TC_SERVER_URL has one /tc too many.",
  why: "The server was reached, and it does not have the requested path.",
  check: {
    does: "Read TC_SERVER_URL on the workstation: it has to end at /tc, once.",
    control: "The address with one /tc must answer a sign-in (`tierwright probe ENV --only tier/release`).",
  },
  action: ["Set TC_SERVER_URL to the address with one /tc at its end.", "Compile and install the settings.", "Restart the tool."],
  evidence: ["TC_SERVER_URL as it is installed", "the address of one request from the log"],
  log: CONNECTOR_LOG,
  confidence: "high",
  excludes: ["tier/release-mismatch"],
  deadEnds: ["Asking the tier's administrator why the page is missing: it never existed."],
  matches: [
    "POST https://plm.example.com:8443/tc/tc/RestServices/Core-2008-06-Session/login: 404",
    "No mapping for /tc/tc",
    '192.0.2.7 - - [04/Mar/2026:10:12:13 +0100] "POST /tc/tc/RestServices/Core-2011-06-Session/login HTTP/1.1" 404 196',
  ],
  lookAlikes: [
    ["value", "GET https://plm.example.com:8443/tc/tccs"],
    ["value", "GET https://plm.example.com:8443/tc/RestServices/tc"],
    ["words", "copied /opt/build/tc/tc/bin/start.sh"],
    ["words", "C:\\work\\tc\\tc\\readme.txt was not found"],
  ],
};
