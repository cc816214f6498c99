import type { Command } from "./command.ts";

export const command: Command = {
  name: "compat",
  summary: "the compatibility matrix with the environments on it, or an answer to 'may I?' before there is one",
  arguments: [],
  options: [
    {
      name: "tool",
      value: "ROW",
      summary: "ask about this tool release (with --connector and --tier) instead of the environments",
    },
    { name: "connector", value: "RELEASE", summary: "the connector release that is asked about" },
    { name: "tier", value: "RELEASE", summary: "the PLM tier's release that is asked about" },
    {
      name: "matrix-json",
      summary: "one line for a GitHub job matrix: environment, tool, connector, tier, matrix and gate of each environment",
    },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "compat",
      does: "the matrix as a table with the environments on it, and each verdict with its reasons; exit code 1 when one is blocked",
    },
    {
      command: 'compat --tool "2024x Refresh3" --connector 2606 --tier 2606',
      does: "may this pairing be used? The same reasons as for an environment, before there is one",
    },
    { command: "compat --matrix-json", does: "a job for each environment: strategy.matrix in a workflow reads it with fromJSON" },
  ],
  async run(invocation) {
    const { runCompat } = await import("./run-compat.ts");
    return runCompat(invocation);
  },
};
