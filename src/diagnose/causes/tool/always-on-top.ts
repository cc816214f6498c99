import type { Cause } from "../cause.ts";

/** Pattern of the modeling tool's names, programs and packages. */
const TOOL = /cameo|magicdraw|nomagic|\bcsm(?:\.exe)?\b|modell?ing tool|modellierwerkzeug/i;
/** Pattern of calls, in several languages and programs, that keep a window above all others. */
const PINNED =
  /\bWinSetAlwaysOnTop[ (,]{1,3}(?:1|"?On\b|true)|\bAlwaysOnTop, ?(?:On|1)\b|\bWinSetOnTop\([^\n)]{1,200}, ?(?:1|\$WINDOWS_ONTOP)\b|\bSetWindowPos\([^\n,]{1,80}, ?(?:-1|[([][\w ]{1,12}[)\]] ?-1)\b|\bsettopmost\b[^\n]{1,80} 1\b|["']-topmost["'], ?(?:True|1)\b|\.TopMost\s?=\s?\$?true\b|\b_NET_WM_STATE_ABOVE\b/i;

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
      all: ["alwaysOnTop"],
      like: /\balwaysOnTop["']?\s{0,3}[=:]\s{0,3}["']?true\b/i,
      near: [TOOL],
      not: /BrowserWindow|electron/i,
      anyLevel: true,
      field: true,
    },
    {
      anchors: [
        "WinSetAlwaysOnTop",
        "AlwaysOnTop,",
        "WinSetOnTop",
        "SetWindowPos",
        "settopmost",
        "-topmost",
        ".TopMost",
        "_NET_WM_STATE_ABOVE",
      ],
      like: PINNED,
      near: [TOOL],
      anyLevel: true,
      field: true,
    },
    {
      all: ["isAlwaysOnTop"],
      like: /isAlwaysOnTop\(?\)?["')]{0,3}\s{0,3}(?:->|=>?|:|is|returns|\n)?\s{0,3}(?:true|True)\b/,
      field: true,
      anyLevel: true,
    },
  ],
  symptoms: [
    {
      not: /^\s{0,8}false\b|opens? in front/i,
      says: "the window is always on top and its menus are hidden",
      words:
        "top|topmost|vordergrund|front menu hidden|behind|missing|invisib|dead|\ub4a4|\uac00\ub824|hinter|derri\u00e8re|dietro|detr\u00e1s|achter|\u80cc\u540e|\u540e\u9762|\u88cf|not",
    },
    {
      says: "menus do not render after raising the window",
      words:
        "menu render|draw|appear|show|invisib|open|drop|behind|hidden|under|below|dead|\ub4a4|\uac00\ub824|hinter|derri\u00e8re|dietro|detr\u00e1s|atr\u00e1s|achter|\u540e\u9762|\u88cf|\u80cc\u540e|\u4e0b window|rais|front|top|main",
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
  matches: [
    "frame.setAlwaysOnTop(true)",
    "Application.instance.mainFrame.alwaysOnTop = true // MagicDraw",
    'WinSetAlwaysOnTop 1, "ahk_exe csm.exe"',
  ],
  lookAlikes: [
    ["value", "frame.setAlwaysOnTop(false)"],
    ["value", "Application.instance.mainFrame.alwaysOnTop = false // MagicDraw"],
    ["speaker", "new BrowserWindow({ alwaysOnTop: true, title: 'Cameo notes' })"],
    ["speaker", 'WinSetAlwaysOnTop 1, "ahk_exe calc.exe"'],
    ["words", "the menu was read from the window's settings"],
    ["quote", "// never call frame.setAlwaysOnTop(true)"],
  ],
};
