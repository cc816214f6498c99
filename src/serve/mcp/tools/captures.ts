import { STORE } from "../store.ts";
import type { Tool } from "../tool.ts";

export const tool: Tool = {
  name: "captures",
  title: "List captures",
  description:
    "Lists the captures on this machine, each with its time, its number of exchanges, how many of them are broken, and its size. The content is not shown. Changes nothing.",
  command: ["capture", "list"],
  parameters: { store: STORE },
  outcomes: { 0: "these captures are there" },
  document: "tierwright/captures/v1",
  narrower: "name a store with fewer captures",
};
