import type { Cause } from "../cause.ts";

const TEST = "(?:test|qa|quality|int|integration|dev|staging|sandbox)";
const LIVE = "(?:prod|production|produktion|live|productive|produktiv)";
const named = (setting: string, tier: string): string =>
  `${setting}\\b[^\\n;,]{0,60}?\\b(?:[\\w/:.-]{0,40}-)?${tier}\\w{0,12}\\b`;
const pair = (first: string, second: string): string =>
  [
    [TEST, LIVE],
    [LIVE, TEST],
  ]
    .map(([one = "", other = ""]) => `${named(first, one)}[^\\n]{0,160}?${named(second, other)}`)
    .join("|");
/** Pattern of TC_SERVER_URL and BOOTSTRAP_URLS in a sentence of a person who names a tier for each. */
const OTHER_TIER = new RegExp(`${pair("TC_SERVER_URL", "BOOTSTRAP_URLS")}|${pair("BOOTSTRAP_URLS", "TC_SERVER_URL")}`, "i");

export const cause: Cause = {
  id: "tier/half-switch",
  title: "sign-in and file transfer reach different tiers",
  signs: [
    { all: ["BOOTSTRAP_URLS"], after: ({ tiersDiffer }) => tiersDiffer, field: true, anyLevel: true, confidence: "medium" },
    { all: ["TC_SERVER_URL"], after: ({ tiersDiffer }) => tiersDiffer, field: true, anyLevel: true, confidence: "medium" },
    {
      anchors: ["://fms", "://fsc", "FMS bootstrap"],
      like: /\b(?:fms|fsc)\d{0,3}[-.][\w-]/i,
      near: [
        /\b(?:put|upload\w{0,3}|sent|stored?|transfer\w{0,4}|bootstrap|check(?:ed)?[ -]?in|volume|gesendet|\u00fcbertragen|envoy\u00e9)\b/i,
      ],
      not: /\/(?:health|status|ping)\b/i,
      after: ({ transferDiffers }) => transferDiffers,
      field: true,
      anyLevel: true,
      confidence: "medium",
    },
    {
      all: ["BOOTSTRAP_URLS", "TC_SERVER_URL"],
      like: OTHER_TIER,
      near: [/\b(?:still|noch|immer|encore|toujours|files?|upload\w{0,3}|dateien|fichiers|checked? in)\b|\u307e\u3060|\u4ecd/i],
      not: /\b(?:both|beide|planned|geplant|will be|was corrected|now the same)\b/i,
      field: true,
      confidence: "medium",
    },
    {
      anchors: ["transfer", "uploads", "dateien", "fichiers"],
      like: /(?:sign-?in|log-?in|logon|session|anmeldung|connexion)\b[^\n.;]{0,50}\b(tier|server|environment|umgebung|serveur|environnement) (\S{1,40})[\s\S]{0,60}(?:files?|uploads?|fms|datei\w{0,12}|fichiers?)\b[^\n.;]{0,50}\b\1 (?!\2)[A-Z\d]|(?:fms|fsc|uploads?|files?)\b[^\n.;]{0,60}\bold (?:server|tier)\b[^\n]{0,120}\b(?:session|log-?in|sign-?in)[^\n.;]{0,40}\bnew (?:server|tier)\b|(?:session|log-?in|sign-?in)\b[^\n.;]{0,60}\bnew (?:server|tier)\b[^\n]{0,120}\b(?:fms|fsc|uploads?|files?)\b[^\n.;]{0,40}\bold (?:server|tier)\b/i,
      not: /\b(?:before|until|vorher|bis|avant|copied|migrat\w{2,4}|planned)\b/i,
      confidence: "medium",
    },
    {
      anchors: [
        "cannot save",
        "can't save",
        "to save",
        "saving ",
        "check in",
        "check-in",
        "checking in",
        "uploads",
        "uploading",
        "transfer",
      ],
      like: /\b(?:sign|log)(?:s|ged|ging)?[ -]?(?:in|on)\b[^\n.;]{0,20}\b(?:but|ok|okay|fine|works?|succeeds?)\b[^\n.;]{0,40}?(?:\b(?:cannot|can't|can not|unable to|fails? to)[^\n.;]{0,20}\b(?:save|check|upload|transfer)\b|\b(?:saving|check(?:ing)?[ -]?in|upload(?:s|ing)?|transfers?)\b[^\n.;]{0,20}\b(?:fails?|errors?|do(?:es)? not|404)\b)/i,
      confidence: "medium",
    },
  ],
  symptoms: [
    {
      says: "I sign in to the test tier, and the files that I check in turn up in production",
      words:
        "login|sign|logon|session|sesion|conect|connett test|qa|dev|integration|quality|staging|testsystem|testserver|testumgebung|testomgeving|prueba|pruebas|collaudo|recette|testes|testow|\u30c6\u30b9\u30c8|\u6d4b\u8bd5|\ud14c\uc2a4\ud2b8 file|model|dataset|upload turn|land|appear|arriv|tauch|ankomm|stored|terecht|guard|finisc|acab|trafia|l\u0105duj prod|production|produktion|produktiv|produktivsystem|live|producci\u00f3n|produzione|produ\u00e7\u00e3o|productie|produkcj|\u672c\u756a|\u751f\u4ea7|\uc6b4\uc601",
      not: /\b(?:copied|exported|imported|migrat\w{2,4}|released|promoted|planned|after the go-?live)\b/i,
    },
    {
      says: "login works, and files go to another tier",
      words: "login|sign|logon|succeed file|model|upload|transfer other|another|elsewhere|wrong|different",
    },
    {
      says: "a model that was checked in cannot be found on the tier",
      words: "model|file|upload check|put|save not|found|find|missing|disappear tier|server|system",
      not: /\bBOM\b|\.properties\b|\bconfig|\u8a2d\u5b9a\u30d5\u30a1\u30a4\u30eb|\u914d\u7f6e\u6587\u4ef6/i,
    },
  ],
  states: "nothing: every message is one of success",
  cause:
    "BOOTSTRAP_URLS of the client file names another tier than TC_SERVER_URL of the connector file: only one of the two files was switched.",
  why: "One file decides where people sign in, the other one where their files are stored, and nothing compares them.",
  check: {
    does: "`tierwright probe ENV --only tier/same-address` resolves both hosts and compares the addresses; `tierwright check` compares the files.",
    control:
      "An invented name must not resolve; a hosts entry that gives both names one address hides a difference, so look at the addresses and not at the names.",
  },
  action: [
    "Stop transferring files.",
    "Compile the environment and install both files as one unit: `tierwright bundle ENV --settings`.",
    "Restart the tool.",
    "Look on the other tier for what was put there meanwhile.",
  ],
  evidence: ["both files, unchanged", "what both hosts resolve to on the workstation"],
  log: "none: each log shows success; read the addresses in both properties files",
  confidence: "high",
  excludes: [],
  deadEnds: ["Trusting a login that succeeds: it proves nothing about the file transfer."],
  matches: [
    "TC_SERVER_URL=https://plm-test.example.com/tc\nBOOTSTRAP_URLS=https://plm-prod.example.com:4544",
    "connector: TC_SERVER_URL=https://plm-qa.example.com/tc\nclient: BOOTSTRAP_URLS=https://plm.example.com:4544",
    "BOOTSTRAP_URLS: https://fscprd.example.com:4544, TC_SERVER_URL: https://tcdev.example.com:8443/tc",
  ],
  lookAlikes: [
    ["value", "TC_SERVER_URL=https://plm-test.example.com/tc\nBOOTSTRAP_URLS=https://fsc-tst.example.com:4544"],
    ["value", "TC_SERVER_URL=https://plm-prod.example.com/tc\nBOOTSTRAP_URLS=https://fsc1.example.com:4544"],
    ["value", "TC_SERVER_URL=https://plm-test.example.com/tc\nBOOTSTRAP_URLS=https://fsc1.example.com:4544"],
    ["value", "TC_SERVER_URL=https://plm-qa.example.com/tc\nBOOTSTRAP_URLS=https://plm.example.org:4544"],
    ["success", "login succeeded, 3 plugins were loaded"],
    ["success", "file transfer finished"],
    ["words", "the file server of the tier was restarted"],
  ],
};
