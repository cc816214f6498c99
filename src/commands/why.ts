import type { Command } from "./command.ts";

export const command: Command = {
  name: "why",
  summary: "where a compiled value comes from: YAML line, layer, write, file line, and what it overrode",
  arguments: [
    { name: "ENV", summary: "an environment" },
    { name: "KEY", summary: "a key of the compiled files, or FILE/KEY (connector/TRANSPORT) where both files have it" },
  ],
  options: [],
  formats: ["text", "json"],
  examples: [
    {
      command: "why production BOOTSTRAP_URLS",
      does: "shows the YAML line that decides where model files go, and the vendor's value that it replaces",
    },
    { command: "why production client/TRANSPORT", does: "the same for one of two files" },
  ],
  async run(invocation) {
    const { runWhy } = await import("./run-why.ts");
    return runWhy(invocation);
  },
};
