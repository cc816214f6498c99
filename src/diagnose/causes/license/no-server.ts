import { type Cause, LICENSE_LOG } from "../cause.ts";

/** Pattern of a license server that somebody switched off. */
const OFF =
  /\b(?:licen[sc]e ?(?:server|host|dir|machine|daemon)|LicenseDir|Lizenz(?:server|rechner|host)|serveur de licences?)\b[^\n.!?]{0,80}\b(?:switched off|turned off|shut ?down|powered (?:off|down)|decommissioned|retired|abgeschaltet|ausgeschaltet|heruntergefahren|stillgelegt|\u00e9teint|arr\u00eat\u00e9)/i;
/** Pattern of a license server that answers, or that will only be switched off later. */
const IS_UP =
  /\blicense server UP\b|\bUP v\d|\bwill be\b|\bwird\b[^.\n]{0,60}\b(?:abgeschaltet|heruntergefahren)|\bplanned\b|\bgeplant|\bmaintenance window|can be checked out|\bnew (?:one|server|host)\b|\bneuen? |\bnouveau |\b(?:back|up) again\b|l\u00e4uft wieder/i;

export const cause: Cause = {
  id: "license/no-server",
  title: "no license server answers at the address",
  signs: [
    { license: [-14, -15, -96, -97] },
    // the connection broke while the server answered
    { license: [-7, -16, -17], confidence: "medium" },
    {
      anchors: ["licens", "licenc", "lizenz"],
      like: OFF,
      near: [
        /connector|konnektor|connecteur|cameo|magicdraw|\btool\b|LicenseDir|\bplm/i,
        /cannot|can't|can not|could not|unable|no licen|says|error|fail|meldet|keine|nicht|dit|ne peut|impossible|since/i,
      ],
      not: IS_UP,
      confidence: "medium",
    },
  ],
  symptoms: [
    { says: "the license server cannot be reached", words: "licens server reach|connect|down|answer", not: IS_UP },
    {
      says: "the license server was switched off",
      words:
        "licens server|host|machine|rechner|maschine|lizenzserver|lizenzrechner off|shut|decommissioned|abgeschaltet|ausgeschaltet|heruntergefahren|stillgelegt|eteint|arrete",
      not: IS_UP,
    },
  ],
  states: "that a license is missing",
  cause: "Nothing listens at the address in LicenseDir, its name does not resolve, or its vendor daemon is down.",
  why: "FlexNet codes -15, -96 and -97 come from the client: no server has judged a license.",
  check: {
    does: "Look for the process of the license server on its machine, and connect to its port from the workstation.",
    control: "A port where nothing listens must be refused by the same test.",
  },
  action: [
    "Compare LicenseDir (PORT@HOST) with the server.",
    "Start the license server and its vendor daemon.",
    "If it cannot listen, look at reserved ports (license/port-reserved).",
  ],
  evidence: ["LicenseDir", "the code with its system error"],
  log: LICENSE_LOG,
  confidence: "high",
  excludes: ["license/port-reserved"],
  deadEnds: ["Requesting a new license file."],
  matches: [
    'Cannot connect to license server system. (-15,570:10061 "WinSock: Connection refused")',
    "FLEXnet Licensing error:-96,7",
  ],
  lookAlikes: [
    ["words", "temperature -15,5 was measured"],
    ["success", "connected to license server system"],
    ["reason", 'Cannot connect to license server system. (-15,10:10013 "WinSock: Permission denied")'],
  ],
};
