import { type Cause, LICENSE_LOG } from "../cause.ts";

/** Pattern of a license that has not expired yet: it names a future date. */
const NOT_YET =
  /\bexpires? (?:on|in|le|am)\b|\bwill expire|valid until|g\u00fcltig bis|\bexpir(?:y|es|ation)(?: date)?["']?\s?[:=]|can be checked out|l\u00e4uft [^.\n]{0,40} ab\b/i;

/** Pattern of the line with which a license vendor daemon reports at startup that it leaves out an expired feature. */
const DAEMON = /\(\w{2,20}\) EXPIRED: "?[\w.+-]{1,60}/;
const DATE = "\\d{1,4}[-./ ](?:\\d{1,2}|[a-z\u00e4\u00e9]{3,9}\\.?)[-./ ]\\d{1,4}";
/** Pattern of a license or feature that expired on a date: the words for "expired" next to a date. */
const ON_DATE = new RegExp(
  `(?:\\bexpired|abgelaufen|expir\u00e9e?|caducad[ao]|scadut[ao]|vencid[ao]|verlopen|\u671f\u9650\u5207\u308c|\u8fc7\u671f)[^\\n\\d]{0,24}${DATE}|\\b(?:am|le|il|el|em|op) ${DATE} (?:ist )?(?:abgelaufen|expir\u00e9e?|scadut[ao]|caducad[ao]|vencid[ao]|verlopen)|${DATE}[^\\n\\d]{0,6}(?:\u306b\u671f\u9650\u5207\u308c|\u8fc7\u671f)`,
  "i",
);

export const cause: Cause = {
  id: "license/expired",
  title: "a license has expired",
  signs: [
    { license: [-10] },
    { all: ["EXPIRED: "], like: DAEMON, field: true },
    {
      anchors: [
        "expired",
        "abgelaufen",
        "expir\u00e9e",
        "caducad",
        "scadut",
        "vencid",
        "verlopen",
        "\u671f\u9650\u5207\u308c",
        "\u8fc7\u671f",
      ],
      like: ON_DATE,
      near: [/licen[sc]|lizenz|\u30e9\u30a4\u30bb\u30f3\u30b9|\u8bb8\u53ef\u8bc1/i],
      not: /licen[sc]e (?:of|to) (?:drive|the software)|driving|apache|\bMIT\b|certificat|zertifikat|renewed|verl\u00e4ngert/i,
      field: true,
      confidence: "medium",
    },
  ],
  symptoms: [{ says: "the license is expired", words: "licens expir|abgelaufen|outdated", not: NOT_YET }],
  states: "that a license problem exists at the server",
  cause: "The feature that was requested has passed its expiry date: the license server is reached and answers.",
  why: "FlexNet code -10 compares the date of the feature with the clock; a server that cannot be reached gives -15.",
  check: {
    does: "Compare the expiry date of the feature in the license file with the date of the license server and of the workstation.",
    control: "Another feature of the same file with a later date must be granted.",
  },
  action: [
    "Read the feature and its date in the message.",
    "Correct the clock of the server or the workstation if it is wrong.",
    "Otherwise request a renewed license file and load it (lmreread).",
  ],
  evidence: ["the message with its code", "the feature and its date"],
  log: LICENSE_LOG,
  confidence: "high",
  excludes: ["license/port-reserved", "license/no-server"],
  deadEnds: ["Restarting winnat: the port is reachable."],
  matches: [
    "FLEXnet Licensing error:-10,32 Feature has expired",
    '(saltd) DENIED: "NX30560" anna@ws1 (Feature has expired. (-10,32:0))',
    "11:40:09 (ugslmd) EXPIRED: TC_INTEG",
    "License checkout failed: the license for feature CSM expired on 15-nov-2026",
  ],
  lookAlikes: [
    ["words", "exit code -10,32"],
    ["success", "license renewed, the feature expires in 365 days"],
    ["value", "license of feature CSM expires on 15-nov-2027"],
    ["speaker", "his driving license expired on 15-nov-2026"],
    ["reason", "FLEXnet Licensing error:-4,132"],
  ],
};
