import type { Cause } from "../cause.ts";

export const cause: Cause = {
  id: "license/port-reserved",
  title: "the operating system has reserved the license server's port",
  signs: [
    { all: ["licens"], like: /\b10013\b|WSAEACCES|BindException|Permission denied: (?:bind|connect|listen)/ },
    {
      all: ["licens"],
      like: /licens\w{0,4} (?:problem|error|failure)|(?:connect|reach)\w{0,4} (?:to )?(?:the )?licens\w{0,4} (?:server|manager)/i,
      not: /localhost:1101/i,
      confidence: "medium",
    },
  ],
  symptoms: [{ says: "a license problem at login", words: "licens problem|error|fail|fault|deni login|logon|sign" }],
  states: "that there is a license problem, so that people look at licenses and their server",
  cause:
    "Windows' network address translation service (winnat) has taken a range of TCP ports that holds the license port, so that nothing can listen or connect there.",
  why: "Windows chooses the ranges anew at each start: the same installation works on one day and not on the next, with a license that is valid.",
  check: {
    does: "Run `netsh interface ipv4 show excludedportrange protocol=tcp` and see whether the port of LicenseDir (PORT@HOST) lies in one of the ranges.",
    control:
      "The list has to show the ranges that are always there, such as 50000 to 50059; an empty list says that the command did not work, not that the port is free.",
  },
  action: [
    "Read the port before the @ of LicenseDir in the compiled connector file.",
    "As administrator: `net stop winnat`, then `net start winnat`.",
    "Look at the excluded TCP port range again: the port must be outside of every range.",
    "If it comes back after a restart, reserve the port once: `netsh int ipv4 add excludedportrange protocol=tcp startport=PORT numberofports=1` while winnat is stopped.",
  ],
  evidence: ["the excluded TCP port ranges, before anything is restarted", "LicenseDir", "when the machine was started"],
  log: "the license manager's log, and the System event log for winnat",
  confidence: "medium",
  excludes: [],
  deadEnds: [
    "Asking for a new license file: the old one is valid.",
    "Opening the firewall: a reserved port is refused before it.",
  ],
  matches: [
    "License manager: bind failed with 10013",
    "java.net.BindException: Permission denied: bind (license port 27800)",
    "Cannot connect to license server 27800@license.example.com",
  ],
  lookAlikes: [
    "The license agreement was shown",
    "java.net.BindException: Address already in use: bind (relay port 8443)",
    "Startup dialog for license server localhost:1101",
  ],
};
