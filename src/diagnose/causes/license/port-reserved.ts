import type { Cause } from "../cause.ts";
import { RESERVED_ANCHORS } from "../evidence/reserved-port.ts";

/** Pattern of a port of another program, in a text that does not mention licenses. */
const OTHER_PORT =
  "^(?![\\s\\S]{0,4000}?(?:licen[sc]|lizenz|flexnet|flexlm|lmgrd|saltd|ugslmd))[\\s\\S]{0,4000}?(?:\\S:|\\bport )(?!2[78]\\d{3}\\b|10013\\b|0\\b)\\d{2,5}\\b(?![:.]\\d)";

export const cause: Cause = {
  id: "license/port-reserved",
  title: "the operating system has reserved the license server's port",
  signs: [
    {
      anchors: RESERVED_ANCHORS,
      like: /\b\d{4,5}@[A-Za-z\d]|\(lmgrd\)[^\n]{0,40}\btcp-port \d{4,5}\b|^SERVER \S{1,60} \S{1,40} \d{4,5}\b/m,
      after: ({ licensePortReserved }) => licensePortReserved,
      field: true,
      anyLevel: true,
    },
    {
      anchors: ["10013", "WSAEACCES", "BindException", "Permission denied: ", "EACCES"],
      like: /\b10013\b(?!:\d|\s?(?:ms|bytes|s|rows|items|files)\b)|WSAEACCES|Exception: Permission denied: (?:bind|connect|listen|getsockopt)|\b(?:listen|bind) EACCES\b/i,
      near: [
        /licen[sc]|lizenz|flex(?:net|lm)|lmgrd|saltd|ugslmd|\b2(?:7\d|8)\d{3}\b/i,
        /bind|listen|socket|\bport\b|connect|-15,|EACC/i,
        /fail|error|exception|WSA|denied|10013[:)]|refus|fehl|erreur|\u30a8\u30e9\u30fc|\u9519\u8bef|EACCES/i,
      ],
      not: /\b10048\b|EADDRINUSE|already in use|localhost:1101|:(?:\d{1,3}|10[01]\d|102[0-3])\b(?!\d)\)?\s{0,2}$/i,
      field: true,
    },
    {
      anchors: ["10013", "WSAEACCES"],
      like: /(?:\bbind|listen|socket|port|WinError|SocketException)[\s\S]{0,300}\b(?:10013(?!:\d|\s?(?:ms|bytes|s|rows|items|files)\b)|WSAEACCES)\b|\b(?:10013(?!:\d|\s?(?:ms|bytes|s|rows|items|files)\b)|WSAEACCES)\b[\s\S]{0,300}(?:\bbind|listen|socket|port)/i,
      not: new RegExp(`\\b10048\\b|${OTHER_PORT}`, "i"),
      field: true,
      confidence: "medium",
    },
    {
      anchors: ["BindException", "EACCES", "Permission denied: "],
      like: /BindException: Permission denied: bind\b|\b(?:listen|bind) EACCES\b[^\n]{0,80}:(?:102[4-9]|10[3-9]\d|1[1-9]\d\d|[2-9]\d{3}|\d{5})\b/,
      not: new RegExp(OTHER_PORT, "i"),
      field: true,
      confidence: "medium",
    },
    {
      anchors: [
        "forbidden by its access",
        "Zugriffsrechte des Sockets",
        "interdite par ses autorisations",
        "\u30bd\u30b1\u30c3\u30c8",
        "\u8bbf\u95ee\u6743\u9650",
      ],
      like: /forbidden by its access permissions|Zugriffsrechte des Sockets|interdite par ses autorisations|\u30a2\u30af\u30bb\u30b9\u8a31\u53ef\u3067\u7981\u3058\u3089\u308c\u305f|\u8bbf\u95ee\u6743\u9650\u4e0d\u5141\u8bb8/,
      not: new RegExp(OTHER_PORT, "i"),
      confidence: "medium",
    },
    // low confidence: the reserved port can belong to a program other than the license server
    {
      anchors: ["10013", "WSAEACCES", "forbidden by its access", "Zugriffsrechte des Sockets"],
      like: /\b(?:10013|WSAEACCES)\b|forbidden by its access permissions|Zugriffsrechte des Sockets/,
      near: [/bind|listen|socket|\bport\b/i],
      not: /\b10048\b|\b10013(?::\d| ?(?:ms|bytes))/,
      confidence: "low",
    },
    {
      anchors: ["winnat", "hyper-v", "wslservice", "excluded port", "excluded range", "ausgeschlossen"],
      like: /\bwinnat\b|\bhyper-?v\b|\bwsl2?\b|excluded (?:port )?range/i,
      near: [
        /licen[scz]|licentie|lizenz|\ub77c\uc774\uc120\uc2a4/i,
        /\bport\w{0,4}\b|lizenzport/i,
        /reserv|\bholds?\b|\btaken\b|ausgeschlossen|excluded|belegt|escluso|riservat|excluid|exclue|uitgesloten|zarezerw|wykluczon|\u4e88\u7d04|\u9664\u5916|\u4fdd\u7559|\uc608\uc57d/i,
      ],
      not: /excludedportrange|without (?:a |any )?problem|is free\b|\b(?:not|nicht|no longer|never|pas) (?:\w{1,12} ){0,3}(?:reserv|in an? excluded)|outside (?:of )?(?:the |any )?(?:excluded|reserved)/i,
      confidence: "medium",
    },
    {
      all: ["licens"],
      like: /licens\w{0,4} (?:problem|error|failure)|(?:connect|reach)\w{0,4} (?:to )?(?:the )?licens\w{0,4} (?:server|manager)/i,
      not: /localhost:1101|driver'?s|open.?source|copyright|spdx/i,
      confidence: "low",
    },
  ],
  symptoms: [{ says: "a license problem at login", words: "licens problem|error|fail|fault|deni login|logon|sign" }],
  states: "that there is a license problem, so that people look at licenses and their server",
  cause:
    "Windows' network address translation service (winnat) has reserved a range of TCP ports that contains the license port, so that nothing can listen or connect there.",
  why: "Windows chooses the ranges anew at each start: the same installation works on one day and not on the next, with a license that is valid.",
  check: {
    does: "Run `netsh interface ipv4 show excludedportrange protocol=tcp` and see whether the port of LicenseDir (PORT@HOST) lies in one of the ranges.",
    control:
      "The list has to show the ranges that are always there, such as 50000 to 50059; an empty list says that the command did not work, not that the port is free.",
  },
  action: [
    "Read the port before the @ of LicenseDir in the compiled connector file.",
    "Make the check above: go on only if the port lies in an excluded range.",
    "As administrator, when no container or virtual machine is in use: `net stop winnat`, then `net start winnat`.",
    "Look at the excluded TCP port range again: the port must be outside of every range.",
    "If it comes back after a restart, reserve the port once: `netsh int ipv4 add excludedportrange protocol=tcp startport=PORT numberofports=1` while winnat is stopped.",
  ],
  evidence: ["the excluded TCP port ranges, before anything is restarted", "LicenseDir", "when the machine was started"],
  log: "the license manager's log, and the System event log for winnat",
  confidence: "high",
  excludes: [],
  deadEnds: [
    "Asking for a new license file: the old one is valid.",
    "Opening the firewall: a reserved port is refused before it.",
  ],
  matches: [
    "License manager: bind failed with 10013",
    "java.net.BindException: Permission denied: bind (license port 27800)",
    "Cannot connect to license server 27800@license.example.com",
    "Error: listen EACCES: permission denied 0.0.0.0:27800",
    "lmgrd: System.Net.Sockets.SocketException (10013): Der Zugriff auf einen Socket war aufgrund der Zugriffsrechte des Sockets unzulässig. [::]:27800",
  ],
  lookAlikes: [
    ["words", "The license agreement was shown"],
    ["reason", "java.net.BindException: Address already in use: bind (relay port 8443)"],
    ["speaker", "Startup dialog for license server localhost:1101"],
    ["reason", "FLEXnet Licensing error:-10,32 Feature has expired"],
    ["speaker", "Error: EACCES: permission denied, open '/var/lib/license/license.dat'"],
    ["success", "License server started, listening on port 27800"],
  ],
};
