import { STORE } from "../store.ts";
import type { Tool } from "../tool.ts";

export const tool: Tool = {
  name: "record_stop",
  title: "Stop a recording",
  description:
    "Ends a recording: its connections are broken off, the environment '(recording)' is taken away, and the answer says how the workstation gets back to its tier, which a person does. What was recorded stays, and is not counted here: record_status counts it.",
  command: ["record", "stop"],
  always: ["--no-count"],
  parameters: {
    which: { kind: "text", description: "A capture's id or an environment's name; the one that runs when absent." },
    store: STORE,
  },
  outcomes: { 0: "no such recording runs any more" },
  document: "tierwright/recording-status/v1",
  narrower: "name one capture",
  changes: { ends: true, repeatable: true, late: "it may have ended: look with record_status, or call record_stop again" },
};
