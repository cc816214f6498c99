import { type Cause, LICENSE_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "license/no-server",
  title: "no license server answers at the address",
  signs: [{ license: [-15, -96, -97, -16, -14, -13] }],
  symptoms: [{ says: "the license server cannot be reached", words: "licens server reach|connect|down|answer" }],
  states: "that a license is missing",
  cause: "Nothing listens at the address in LicenseDir, its name does not resolve, or its vendor daemon is down.",
  why: "FlexNet codes -15, -96 and -97 come from the client: no server has judged a license.",
  check: {
    does: "Look for the process of the license server on its machine, and connect to its port from the workstation.",
    control: "A port where nothing listens must be refused by the same test.",
  },
  action: [
    "Compare LicenseDir (PORT@HOST) with the server.",
    "Start the license server and its vendor daemon.",
    "If it cannot listen, look at reserved ports (license/port-reserved).",
  ],
  evidence: ["LicenseDir", "the code with its system error"],
  log: LICENSE_LOG,
  confidence: "high",
  excludes: ["license/port-reserved"],
  deadEnds: ["Requesting a new license file."],
  matches: [
    'Cannot connect to license server system. (-15,570:10061 "WinSock: Connection refused")',
    "FLEXnet Licensing error:-96,7",
  ],
  lookAlikes: [
    ["words", "temperature -15,5 was measured"],
    ["success", "connected to license server system"],
    ["reason", 'Cannot connect to license server system. (-15,10:10013 "WinSock: Permission denied")'],
  ],
};
