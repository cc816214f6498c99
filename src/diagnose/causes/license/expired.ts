import { type Cause, LICENSE_LOG } from "../cause.ts";

/** A date on which something will expire. */
const NOT_YET =
  /\bexpires? (?:on|in|le|am)\b|\bwill expire|valid until|g\u00fcltig bis|\bexpir(?:y|es|ation)(?: date)?["']?\s?[:=]|can be checked out|l\u00e4uft [^.\n]{0,40} ab\b/i;

export const cause: Cause = {
  id: "license/expired",
  title: "a license has expired",
  signs: [{ license: [-10] }],
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
  ],
  lookAlikes: [
    ["words", "exit code -10,32"],
    ["success", "license renewed, the feature expires in 365 days"],
    ["reason", "FLEXnet Licensing error:-4,132"],
  ],
};
