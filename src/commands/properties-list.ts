import type { Command } from "./command.ts";
import { CHARSET, FILE } from "./properties-options.ts";

export const command: Command = {
  name: "properties list",
  summary: "every entry of a properties file as java.util.Properties loads it, duplicates included",
  arguments: [{ ...FILE, many: true }],
  options: [CHARSET],
  formats: ["text", "json"],
  examples: [
    { command: "properties list connector.properties", does: "keys and values as the connector reads them, with their lines" },
    {
      command: "properties list --format json a.properties b.properties",
      does: "the same for programs, with the spelling of each entry",
    },
  ],
  async run(invocation) {
    const { runList } = await import("./run-properties-list.ts");
    return runList(invocation);
  },
};
