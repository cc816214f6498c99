import { type Cause, CONNECTOR_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "conf/embedded-browser",
  title: "the bundled browser cannot load, and the web panel stays blank",
  signs: [
    { types: ["UnsatisfiedLinkError"], like: /chrome_elf|\bjcef\b|\blibcef\b/i, not: /electron|\bvscode\b/i },
    {
      all: ["java.library.path"],
      like: /\bno (?:jcef|chrome_elf|libcef) in java\.library\.path/i,
      not: /electron|\bvscode\b/i,
      field: true,
      confidence: "medium",
    },
    {
      types: ["NoClassDefFoundError", "ExceptionInInitializerError", "UnsatisfiedLinkError"],
      like: /\borg[./]cef[./]/,
      confidence: "medium",
    },
    {
      all: ["chrome_elf"],
      like: /jcef|\bjava\b|cameo|magicdraw|\bcef\b/i,
      not: /chrome\.exe|msedge|electron|teams/i,
      confidence: "low",
    },
  ],
  symptoms: [
    {
      says: "the embedded web client's panel is blank",
      words:
        "blank|empty|white|grey|gray panel|pane|browser web|embed|awc|workspace|integr|incorpor|ingebouwd|eingebett|\u57cb\u3081\u8fbc\u307f|\u5185\u5d4c|\ub0b4\uc7a5",
      not: /\b(?:printer|drucker|imprimante|stampante|impresora|router|phone|camera)\b/i,
    },
  ],
  states: "nothing on the screen; in the log that a native library cannot be loaded",
  cause: "USE_JCEF_BROWSER is true, and the Chromium that comes with the tool cannot load on this machine.",
  why: "The named library or class belongs to the bundled Chromium (JCEF). It fails before any page is requested, so the web client's server is not involved.",
  check: {
    does: "Look for UnsatisfiedLinkError or a class of org.cef in the log of the same start. Then set USE_JCEF_BROWSER to false and restart the tool.",
    control: "AWC_WEBLOGIC_HOST_URL in a browser of the machine must show the web client: then the server is not the cause.",
  },
  action: [
    "Set USE_JCEF_BROWSER to false: the panel then uses the operating system's web view.",
    "Restart the tool.",
    "Open the panel again.",
  ],
  evidence: ["the stack of the UnsatisfiedLinkError", "USE_JCEF_BROWSER as it is installed", "PATH, for sdk/org.jcef/libs"],
  log: CONNECTOR_LOG,
  confidence: "high",
  excludes: [],
  deadEnds: ["Changing the web client's address: it is never asked.", "Installing another Chrome: the bundled one is loaded."],
  matches: [
    "java.lang.UnsatisfiedLinkError: C:\\Tool\\sdk\\org.jcef\\libs\\chrome_elf.dll: Eine DLL-Initialisierungsroutine ist fehlgeschlagen",
    "java.lang.UnsatisfiedLinkError: no jcef in java.library.path",
    "java.lang.UnsatisfiedLinkError: C:\\Tool\\sdk\\org.jcef\\libs\\libcef.dll: 動的リンク ライブラリ (DLL) 初期化ルーチンの実行に失敗しました。",
  ],
  lookAlikes: [
    ["words", "java.lang.UnsatisfiedLinkError: no splashscreen in java.library.path"],
    ["value", "USE_JCEF_BROWSER is false"],
    ["speaker", "Faulting application name: chrome.exe, faulting module name: chrome_elf.dll, exception code: 0xc0000005"],
    ["success", "Loaded chrome_elf.dll from C:\\Tool\\sdk\\org.jcef\\libs, jcef initialized successfully"],
  ],
};
