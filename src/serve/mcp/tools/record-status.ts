import { STORE } from "../store.ts";
import type { Tool } from "../tool.ts";

export const tool: Tool = {
  name: "record_status",
  title: "Show a recording's state",
  description:
    "What a recording of the wire between a workstation and its tier holds so far: the number of exchanges, how many are broken and why, bytes, clients, kinds of sign-in, warnings, and whether this workstation's files still lead to the relays. An empty recording says why it may be empty. Changes nothing.",
  command: ["record", "status"],
  parameters: {
    which: {
      kind: "text",
      description: "A capture's id or an environment's name; the one that runs, else the newest, when absent.",
    },
    store: STORE,
  },
  outcomes: { 0: "the recording is in order", 1: "the recording has ended and this workstation still points to its relays" },
  document: "tierwright/recording-status/v1",
  narrower: "name one capture",
};
