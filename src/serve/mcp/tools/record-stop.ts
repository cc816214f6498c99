import { STORE } from "../store.ts";
import type { Tool } from "../tool.ts";

export const tool: Tool = {
  name: "record_stop",
  title: "Stop a recording",
  description:
    "Ends a recording: closes its connections, removes the environment '(recording)', and returns how a person points the workstation back to its tier. The recorded data stays; record_status counts it.",
  command: ["record", "stop"],
  always: ["--no-count"],
  parameters: {
    which: { kind: "text", description: "A capture's id or an environment's name; the one that runs when absent." },
    store: STORE,
  },
  outcomes: { 0: "the recording no longer runs" },
  document: "tierwright/recording-status/v1",
  narrower: "name one capture",
  changes: { ends: true, repeatable: true, late: "it may have ended: look with record_status, or call record_stop again" },
};
