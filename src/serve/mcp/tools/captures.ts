import { STORE } from "../store.ts";
import type { Tool } from "../tool.ts";

export const tool: Tool = {
  name: "captures",
  title: "List captures",
  description:
    "What was recorded on this machine: each capture with its time, its number of exchanges, how many of them are broken, and its size. Nothing of what was said is shown. Changes nothing.",
  command: ["captures"],
  parameters: { store: STORE },
  outcomes: { 0: "these captures are there" },
  document: "tierwright/captures/v1",
  narrower: "name a store with fewer captures",
};
