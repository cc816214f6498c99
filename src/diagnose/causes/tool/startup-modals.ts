import type { Cause } from "../cause.ts";

/** The address in the modeling tool's first dialog, which shows it whatever value LicenseDir has. */
const MODAL_ADDRESS = "localhost:1101";

/** Pattern of a longer port number, or of the operating system's refusal of a reserved port; the tool's dialogs show neither. */
const REFUSED = /:1101\d|\b(?:reached|connected|erreicht|joint|verbunden)\b(?! (?:nicht|not))|\b10013\b|WSAEACCES/;

export const cause: Cause = {
  id: "tool/startup-modals",
  title: "the tool's three ordinary startup dialogs, not a license fault",
  signs: [
    { all: [MODAL_ADDRESS], like: /licens|lizenz|\u30e9\u30a4\u30bb\u30f3\u30b9|\u8bb8\u53ef/i, not: REFUSED, field: true },
    { all: [MODAL_ADDRESS], not: REFUSED, confidence: "low" },
    { all: ["select edition"], like: /dialog|modal|window|title|start/i, confidence: "medium" },
    { all: ["select edition"], not: /visual studio|\bmsdn\b|article/i, confidence: "low" },
    { all: ["merge plugin missing"], confidence: "medium" },
    {
      all: ["project merge plug"],
      like: /project merge plug-?in is not avail\w{2,8} or loaded/i,
      after: ({ startupDialogs }) => startupDialogs,
      confidence: "medium",
    },
  ],
  symptoms: [
    { says: "the tool will not license on relaunch", words: "licens relaunch|restart|reopen|reboot" },
    {
      says: "a dialog asks for an edition or a license server when the tool starts",
      words: "dialog|asks|modal edition|server start",
    },
  ],
  states: "that no license is found at a server that nobody configured",
  cause: `The tool can show three dialogs at an ordinary start: license server ${MODAL_ADDRESS}, Select Edition, Merge Plugin missing. They wait for an answer, and say nothing about whether a license is missing.`,
  why: "They were observed at ordinary starts of an installation that had worked for months. They do not read LicenseDir.",
  check: {
    does: "Answer the three dialogs in their order, and see whether the tool opens a project.",
    control: "A license fault is still shown after all three are answered; only that is about licenses (license/port-reserved).",
  },
  action: [
    `Confirm the dialog about license server ${MODAL_ADDRESS}.`,
    "Choose the edition in Select Edition.",
    "Dismiss the dialog about the missing Merge Plugin.",
    "Only then judge the license.",
  ],
  evidence: ["a picture of each dialog", "LicenseDir as it is installed"],
  log: "none: the dialogs are on the screen, one may lie behind the main window",
  confidence: "high",
  excludes: ["license/port-reserved"],
  deadEnds: [
    "Changing LicenseDir: these dialogs do not read it.",
    "Starting the tool once more: it shows the same dialogs (tool/second-instance).",
  ],
  matches: [`Unable to reach license server ${MODAL_ADDRESS}`, "Modal dialog shown: Select Edition", "Merge Plugin missing"],
  lookAlikes: [
    ["value", `relay listens at ${MODAL_ADDRESS}5`],
    ["reason", `SocketException: Permission denied: connect, license server ${MODAL_ADDRESS} (WSAEACCES 10013)`],
    ["words", "the edition of the document was selected"],
    ["quote", "INFO Tip: if you see 'Select Edition' at the start, choose the one that you bought"],
  ],
};
