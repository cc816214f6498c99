import type { Cause } from "../cause.ts";

export const cause: Cause = {
  id: "tool/second-instance",
  title: "the tool was started again instead of being activated",
  signs: [],
  symptoms: [
    {
      says: "a second instance of the tool stops on a license dialog",
      words: "second|another|twice|two instance|tool|application|copy licens|dialog|stop",
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
  matches: [],
  lookAlikes: [
    ["words", "the second operand is not an object of this class"],
    ["speaker", "a second person signed in"],
    ["speaker", "the second instance of the pool manager started"],
  ],
};
