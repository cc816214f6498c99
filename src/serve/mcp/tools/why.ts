import { DIRECTORY } from "../directory.ts";
import type { Tool } from "../tool.ts";

export const tool: Tool = {
  name: "why",
  title: "Explain a compiled value",
  description:
    "Explains where the value of one key in an environment's compiled files comes from: the YAML line that decides it, the layer, the line it is written to, and everything that it overrides. A secret's value is never shown.",
  command: ["why"],
  parameters: {
    environment: { kind: "text", required: true, description: "The environment's name." },
    key: {
      kind: "text",
      required: true,
      description:
        "A key of the compiled files, or FILE/KEY (connector/TRANSPORT) where several files have it, or a field of logging (logging.levels).",
    },
    directory: DIRECTORY,
  },
  outcomes: { 0: "the document explains the value" },
  document: "tierwright/why/v1",
  narrower: "name the key with its file, for example connector/TRANSPORT",
};
