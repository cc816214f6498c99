import type { Cause } from "../cause.ts";

/** Pattern of an SSC property with a value, which shows that the SSC was installed. */
const FILLED =
  /(?<!^-)sso\.tcSSO\w{0,60}[ \t]{0,3}[=:][ \t]{0,8}(?!false\b)[^\s#"'<]|sso\.tcSSO\w{0,60}["']?(?:\s?[:=]|[^\n<>]{0,40}\bvalue=|,)\s?["'][^"'\s]|sso\.tcSSO\w{0,60}["']?>[^<\s]/m;
/** Pattern of an SSC property without a value in XML, JSON, YAML or a log. */
const EMPTY = `sso\\.tcSSO\\w{1,60}["']?(?:[^\\n<>]{0,40}\\bvalue=["']{2}|\\s?[:=]\\s?(?:["']{2}|null\\b|(?=[\\r\\n,]|$))|["']?>\\s?</|["'],\\s?["']{2}|[ .:=|]{1,40}\\((?:empty|leer|vide|none|not set)\\)| (?:is|ist) (?:empty|leer))`;

export const cause: Cause = {
  id: "sso/not-installed",
  title: "the box that installs the SSC was not ticked: the deployment succeeded and installed nothing",
  signs: [
    {
      all: ["sso.tcSSO"],
      like: new RegExp(`${EMPTY}[\\s\\S]{0,300}?${EMPTY}`),
      not: FILLED,
      field: true,
      anyLevel: true,
    },
    {
      all: ["sso.tcSSO"],
      like: /(?:^|\n)[ \t]{0,8}sso\.tcSSO\w{0,60}[ \t]{0,3}[=:][ \t]{0,8}\r?\n[ \t]{0,8}sso\.tcSSO\w{0,60}[ \t]{0,3}[=:][ \t]{0,8}(?=\r|\n|$)/,
      not: FILLED,
      field: true,
      anyLevel: true,
    },
    {
      all: ["sso.tcSSO"],
      like: new RegExp(EMPTY),
      near: [
        /\b404\b|quick_deploy|deployment center|deploy|\b(?:nothing|no (?:folder|directory|service)|kein (?:ordner|verzeichnis|dienst)|aucun|nessun|ning\u00fan)\b/i,
      ],
      not: FILLED,
      field: true,
      anyLevel: true,
      confidence: "medium",
    },
    {
      all: ["sso.tcSSO"],
      like: /(?:^|\n)[ \t]{0,8}sso\.tcSSO\w{0,60}[ \t]{0,3}[=:][ \t]{0,8}(?=\r|\n|$)/,
      not: FILLED,
      anyLevel: true,
      confidence: "low",
    },
    {
      all: ["sso.tcSSO"],
      like: /\b(?:all|alle|every|toutes?|tous)\b[^\n.]{0,30}sso\.tcSSO[^\n.]{0,30}\b(?:empty|leer|vides?|without a value)\b/i,
      not: FILLED,
      anyLevel: true,
      confidence: "medium",
    },
  ],
  symptoms: [
    {
      says: "the deployment reports success and the SSC is not there",
      words:
        "deploy|install success|succeed|ok|done|green|grun|vert|verde|groen|zielon ssc|sso|security|service not|missing|nothing|no",
      not: /\b(?:SSC|service|services) (?:is|are) installed\b|no service is missing/i,
    },
  ],
  states: "nothing: the deployment reports success",
  cause:
    "'Use the deployment tool to install the SSC' was not ticked. Every sso.tcSSO* property is then written empty, and nothing is installed.",
  why: "The properties are there and all of them are empty: they are filled only where the box is ticked.",
  check: {
    does: "Read the sso.tcSSO* properties of the deployment, and look for the SSC's folder and service.",
    control: "Another component that was certainly installed must be found by the same look.",
  },
  action: [
    "Tick the box.",
    "Fill the panel from the sheet that `tierwright compile` writes (panel.md).",
    "Deploy again.",
    "Prove the files on disk: `tierwright sso verify ENV --deployed FOLDER`.",
  ],
  evidence: ["the deployment's properties", "a picture of the panel"],
  log: "the deployment tool's log and its properties, since the SSC has none yet",
  confidence: "high",
  excludes: [],
  deadEnds: ["Trusting the deployment's success.", "Editing the properties by hand: nothing is installed that would read them."],
  matches: ["sso.tcSSOLoginServiceURL=\nsso.tcSSOIdentityServiceURL=\n", "sso.tcSSOPort ="],
  lookAlikes: [
    ["value", "sso.tcSSOPort=8443"],
    ["words", "sso.enabled="],
    ["value", "sso.tcSSOLoginServiceURL=https://plm.example.com/tcsso\nsso.tcSSOProxy=\n"],
  ],
};
