import type { Cause } from "../cause.ts";

export const cause: Cause = {
  id: "tool/always-on-top",
  title: "the tool's window is always on top, and its menus open behind it",
  signs: [
    {
      all: ["setAlwaysOnTop"],
      like: /setAlwaysOnTop\s{0,3}\(\s{0,3}true/i,
      anyLevel: true,
      field: true,
      not: /(?:\/\/|#|\*)[^\n]{0,40}setAlwaysOnTop/,
    },
    { all: ["HWND_TOPMOST"], not: /HWND_NOTOPMOST|(?:\/\/|#|\*)[^\n]{0,40}HWND_TOPMOST/, field: true, anyLevel: true },
    {
      all: ["isAlwaysOnTop"],
      like: /isAlwaysOnTop\(?\)?\s{0,3}(?:->|=>?|:|is|returns|\n)?\s{0,3}(?:true|True)\b/,
      field: true,
      anyLevel: true,
    },
  ],
  symptoms: [
    { says: "the window is always on top and its menus are hidden", words: "top|topmost|vordergrund|front menu" },
    {
      says: "menus do not render after raising the window",
      words: "menu render|draw|appear|show|invisib|open window|rais|front|top",
    },
  ],
  states: "nothing: menus seem not to open, which reads as a tool that hangs",
  cause:
    "Something raised the window by setting always-on-top on its frame; the menus are windows of their own and open below it.",
  why: "The menus are there again as soon as always-on-top is false.",
  check: {
    does: "Ask the frame for isAlwaysOnTop.",
    control: "In a tool that nobody raised it is false, and its menus show.",
  },
  action: [
    "Set always-on-top to false.",
    "Raise the window by maximizing it and bringing it to the front (toFront), and leave always-on-top false.",
  ],
  evidence: ["the script or program that raises the window"],
  log: "the log of the program that raised the window",
  confidence: "medium",
  excludes: [],
  deadEnds: ["Changing the graphics driver or the look and feel.", "Starting the tool a second time (tool/second-instance)."],
  matches: ["frame.setAlwaysOnTop(true)"],
  lookAlikes: [
    ["value", "frame.setAlwaysOnTop(false)"],
    ["words", "the menu was read from the window's settings"],
    ["quote", "// never call frame.setAlwaysOnTop(true)"],
  ],
};
