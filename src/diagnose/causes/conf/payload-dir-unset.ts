import { type Cause, CONNECTOR_LOG } from "../cause.ts";

/** Words for a variable without a value, in several languages. */
const UNSET =
  "not (?:set|defined|found)|missing|unset|undefined|\\bnull\\b|empty|nicht (?:gesetzt|definiert|gefunden)|(?:non|pas) d\u00e9finie?|niet (?:gezet|ingesteld|gedefinieerd)|non (?:\u00e8 )?(?:impostat|definit)[ao]|no (?:est\u00e1 )?(?:definid|establecid|configurad)[ao]|n\u00e3o (?:est\u00e1 )?(?:definid|configurad)[ao]|nie (?:jest )?ustawion\\w|\u672a\u5b9a\u7fa9|\u672a\u8a2d\u5b9a|\u672a\u5b9a\u4e49|\uc124\uc815\ub418\uc9c0|\u672a\u8bbe\u7f6e|\u8a2d\u5b9a\u3055\u308c\u3066\u3044\u307e\u305b\u3093";

export const cause: Cause = {
  id: "conf/payload-dir-unset",
  title: "CT_REQ_RESP_JSON_DIR is not set: noise, nothing failed",
  signs: [
    {
      all: ["CT_REQ_RESP_JSON_DIR"],
      like: new RegExp(`CT_REQ_RESP_JSON_DIR[^\\n]{0,120}(?:${UNSET})|(?:${UNSET})[^\\n]{0,120}CT_REQ_RESP_JSON_DIR`, "i"),
      not: /CT_REQ_RESP_JSON_DIR\s{0,3}[=:]\s{0,3}(?!null|undefined)\S/,
    },
    {
      types: ["FileNotFoundException", "NoSuchFileException", "DirectoryNotFoundException"],
      like: /(?:Exception: |['"(\s])null[\\/][^\s"']/,
    },
    {
      types: ["NullPointerException"],
      like: /java\.io\.File\.<init>|java\.nio\.file\.(?:Path\.of|Paths\.get)|"(?:path|pathname|parent|first|dir)\w{0,20}" is null/,
      not: /PluginManager|ClassLoader|Maven|Gradle|Jenkins/,
      confidence: "low",
    },
  ],
  symptoms: [
    {
      says: "a check-out works and the log has about six stack traces about a null path",
      words: "stack|trace|exception null|path check|works|although|despite",
    },
  ],
  states: "that a path is null, with a stack trace at each request",
  cause:
    "The connector writes each request and response to the folder in the environment variable CT_REQ_RESP_JSON_DIR. If it is not set, the connector throws an exception, logs it and continues.",
  why: "The log of one successful check-out has about six such stack traces.",
  check: {
    does: "Set CT_REQ_RESP_JSON_DIR to an existing folder, restart the tool and repeat: the traces must no longer appear.",
    control: "The outcome of the operation must be the same in both runs.",
  },
  action: [
    "Look for another error: this one does not stop the operation.",
    "To silence it, set the variable to a folder; it will hold every request and response, the sign-in included.",
  ],
  evidence: ["the variable as the tool's process has it"],
  log: CONNECTOR_LOG,
  confidence: "medium",
  noise: true,
  excludes: [],
  deadEnds: [
    "Repairing what the stack trace names.",
    "Keeping the folder after the check: its files contain credentials, and nobody deletes them.",
  ],
  matches: [
    "CT_REQ_RESP_JSON_DIR is not set",
    "java.io.FileNotFoundException: null\\login_request_1.json (Das System kann den angegebenen Pfad nicht finden)",
    "java.lang.NullPointerException\n\tat java.base/java.io.File.<init>(File.java:278)\n\tat com.example.connector.Dump.write(Dump.java:31)",
  ],
  lookAlikes: [
    ["value", "CT_REQ_RESP_JSON_DIR=C:\\Temp\\payload"],
    ["words", 'java.lang.NullPointerException: because "this.session" is null'],
    ["quote", "INFO Usage: set CT_REQ_RESP_JSON_DIR to an existing folder if it is not set"],
    ["value", "java.io.FileNotFoundException: C:\\Temp\\null.json"],
  ],
};
