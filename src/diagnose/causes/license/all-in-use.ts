import { type Cause, LICENSE_LOG } from "../cause.ts";

/** Pattern of a count of licenses that shows that some are free. */
const SOME_FREE = /\b(\d{1,5}) ?(?:of|out of|von|sur|\/) ?(?!\1\b)\d{1,5}\b|\bstill free\b|\bnoch frei\b/i;

/** Patterns of the lines of the license daemon about a refused and a granted license. Group 1: feature and user. */
const DENIED = /\bDENIED: ("[^"\n]{1,80}" \S{1,80}@\S{1,80})/g;
const GRANTED = /\bOUT: ("[^"\n]{1,80}" \S{1,80}@\S{1,80})/g;
const subjectsIn = (text: string, line: RegExp): readonly string[] => [...text.matchAll(line)].map(([, subject = ""]) => subject);

export const cause: Cause = {
  id: "license/all-in-use",
  title: "all licenses of a feature are in use",
  signs: [
    { license: [-4] },
    {
      anchors: ["licenses issued", "license issued"],
      like: /Total of (\d{1,5}) licenses? issued;\s{1,4}Total of \1 licenses? in use/i,
      field: true,
      confidence: "medium",
    },
  ],
  symptoms: [
    {
      says: "no license is free because all are taken",
      words: "licens all|no|none|every free|use|taken|available",
      not: SOME_FREE,
    },
    { says: "the maximum number of licenses is reached", words: "licens maximum|limit|number reached|exceed|erreicht|atteint" },
  ],
  states: "that a license problem exists at the server",
  cause: "Every license of the feature is checked out. The server is reached, and the license is valid.",
  why: "The license server refuses because of a count (FlexNet code -4); a server that cannot be reached gives -15.",
  check: {
    does: "List the holders of the feature on the license server: `lmutil lmstat -a`.",
    control: "A feature with free licenses must be granted to the same workstation.",
  },
  action: [
    "List who holds the feature.",
    "Ask the holders to close sessions that they do not use; let the license administrator end stale ones of machines that are off.",
    "Start the tool again.",
  ],
  evidence: ["the list of holders at that moment"],
  log: LICENSE_LOG,
  confidence: "high",
  over: { failed: (text) => subjectsIn(text, DENIED), succeeded: (text) => subjectsIn(text, GRANTED), anchors: [' OUT: "'] },
  excludes: ["license/port-reserved", "license/no-server"],
  deadEnds: ["Requesting a new license file: the old one is valid."],
  matches: [
    "FlexNet Licensing error:-4,132",
    'DENIED: "tc_author" anna@ws1 (Licensed number of users already reached. (-4,342))',
  ],
  lookAlikes: [
    ["words", "offset (-4,132) is outside of the picture"],
    ["success", "license granted, 4 of 132 in use"],
    ["reason", "FlexNet Licensing error:-15,570"],
  ],
};
