import { DIRECTORY } from "../directory.ts";
import { STORE } from "../store.ts";
import type { Tool } from "../tool.ts";

export const tool: Tool = {
  name: "diagnose",
  title: "Diagnose a log or message",
  description:
    "Finds the true cause of a misleading message of the connector or the SSC: reads logs, a pasted message, a fault's body or a symptom in your own words, and reports for each cause its place, what really happened, what to do and how to be sure. Messages without a known cause are listed as unmatched, never guessed at.",
  command: ["diagnose"],
  parameters: {
    text: { kind: "input", longest: 1_000_000, description: "The pasted message or piece of a log itself." },
    files: { kind: "paths", description: "Logs or saved messages, by path." },
    from: { kind: "path", option: "from", description: "A zip archive whose logs are all read; nothing is unpacked to disk." },
    capture: {
      kind: "text",
      option: "capture",
      description: "The whole name of a capture: the server's recorded answers are matched to the messages of the logs.",
    },
    store: STORE,
    symptom: { kind: "text", option: "symptom", description: "A message, what is seen in your own words, or a cause's id." },
    top: {
      kind: "number",
      option: "top",
      least: 1,
      most: 1_000,
      description: "The most unexplained errors that are listed; 3 when absent.",
    },
    directory: { ...DIRECTORY, description: "The folder that `files` are relative to; the server's own when absent." },
  },
  outcomes: { 0: "no known cause is in it", 1: "causes are found" },
  document: "tierwright/diagnosis/v1",
  narrower: "name fewer files, or a smaller `top`",
};
