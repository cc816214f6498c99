import type { Cause } from "../cause.ts";

export const cause: Cause = {
  id: "tool/second-instance",
  title: "the tool was started again instead of being activated",
  signs: [
    {
      anchors: ["licens", "licenc", "lizenz", "\u30e9\u30a4\u30bb\u30f3\u30b9", "\u8bb8\u53ef\u8bc1"],
      like: /(?:start|launch|ran|open|exec|lanc)\w{0,6}\b[^\n]{0,120}\b(?:again|once more|a second time|erneut|noch einmal|nochmal|ein zweites Mal|encore|une (?:seconde|deuxi\u00e8me) fois)\b|\b(?:erneut|noch einmal|nochmals?|again)\b[^\n]{0,80}\b(?:geklickt|gestartet|clicked|started|opened)|\b(?:new|second|another|zweite|deuxi\u00e8me|seconde) (?:instance|instanz|process|prozess|copy|processus)/i,
      near: [
        /dialog|window|modal|fenster|bo\u00eete|\bwait|wartet/i,
        /already|still|running|since|l\u00e4uft|offen|d\u00e9j\u00e0|ouvert|activat/i,
        /cameo|magicdraw|\btool\b|modell?er|werkzeug|\boutil\b|csm\.exe|javaw?\.exe|jre[\\/]bin/i,
      ],
      not: /\bno (?:second|other|new) (?:process|instance)|localhost:1101|pool manager|\bgone\b|no longer|disappear|brought to the front/i,
      confidence: "medium",
    },
    // a message that a process of the tool already runs, followed by the start of another one
    {
      anchors: ["licens", "lizenz", "licenc"],
      like: /already running,? \(?pid (\d{1,7})\b[\s\S]{0,300}\b(?:start|launch)\w{0,4}\b[^\n]{0,120}\bpid (?!\1\b)\d{1,7}/i,
      field: true,
      confidence: "medium",
    },
    // two rows for one program of the tool in a list of processes
    {
      anchors: ["licens", "lizenz", "licenc"],
      like: /\b(csm|magicdraw|cameo\w{0,30})\.exe\s{2,60}(\d{1,7})\b[\s\S]{0,300}\b\1\.exe\s{2,60}(?!\2\b)\d{1,7}\b/i,
      field: true,
      confidence: "medium",
    },
    {
      anchors: ["javaw.exe", "java.exe", "csm.exe", "magicdraw.exe"],
      like: /\b(javaw?|csm|magicdraw)\.exe\b[^\n]{0,20}\bpid\W{0,3}(\d{1,7})\b[\s\S]{0,120}\b\1\.exe\b[^\n]{0,20}\bpid\W{0,3}(?!\2\b)\d{1,7}/i,
      after: ({ toolLaunched }) => toolLaunched,
      not: /\b(?:ended|closed|stopped|killed|beendet|ferm\u00e9)\b/i,
      field: true,
      confidence: "medium",
    },
  ],
  symptoms: [
    {
      says: "the tool was started again although it was open, and only a license dialog appears",
      words:
        "start|launch|opened|abri|double|clic|klik|doppelklick|\u30c0\u30d6\u30eb\u30af\u30ea\u30c3\u30af|\u53cc\u51fb|\ub354\ube14\ud074\ub9ad again|second|another|twice|neu open|run|running|lauft|lief|offen|ouvert|active tool|werkzeug|modeler|modeller|modellier|outil|cameo|magicdraw|programm|modelo|modello|narz\u0119dzi|\u30c4\u30fc\u30eb|\u5de5\u5177|\ub3c4\uad6c licens dialog|window|message|popup|asks|stop",
      not: /\bgone\b|no longer|disappear|brought to the front|in the foreground|pool manager|\bboth\b|\bbeide\b|are licensed/i,
    },
    {
      says: "a second instance of the tool stops on a license dialog",
      words: "second|another|twice|two instance|tool|application|copy licens|dialog|stop",
      not: /\bgone\b|no longer|\bboth\b|\bbeide\b|brought to the front|load balanc|pool manager|are licensed/i,
    },
  ],
  states: "that there is no license",
  cause:
    "The tool runs already, and what was meant to show its window started it a second time; the second instance asks for a license of its own.",
  why: "The window belongs to the launcher in the tool's jre\\bin and not to the product's program, so that a search by the product's name finds nothing running.",
  check: {
    does: "List the processes by install directory: two of them whose program lies below the tool's folder are two instances.",
    control: "With the tool closed the same list must be empty, with one tool open it must have one.",
  },
  action: [
    "End the second instance at its dialog.",
    "Activate the window of the first one, found by the install directory of its process.",
  ],
  evidence: ["process list with the path of each program"],
  log: "none: look at the processes",
  confidence: "high",
  excludes: ["license/port-reserved"],
  deadEnds: ["Buying or freeing a license: one is enough for one tool.", "Looking for the process by the product's name."],
  matches: [
    "activate: cameo is already running (pid 812), started csm.exe again (pid 977), window: License Manager, no license available",
    "MagicDraw l\u00e4uft schon; zweite Instanz gestartet, Fenster: keine Lizenz frei",
  ],
  lookAlikes: [
    ["success", "cameo is already running, its window was activated, license in use: 1 of 10"],
    ["words", "the second operand is not an object of this class"],
    ["speaker", "a second person signed in"],
    ["speaker", "the second instance of the pool manager started"],
  ],
};
