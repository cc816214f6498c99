import type { Command } from "./command.ts";
import { CHARSET, FILE, KEY } from "./properties-options.ts";

export const command: Command = {
  name: "properties get",
  summary: "one value as java.util.Properties reads it; exit code 1 when the key is absent",
  arguments: [FILE, KEY],
  options: [CHARSET],
  formats: ["text", "json"],
  examples: [{ command: "properties get connector.properties TC_SERVER_URL", does: "prints the decoded value and a line feed" }],
  async run(invocation) {
    const { runGet } = await import("./run-properties-edit.ts");
    return runGet(invocation);
  },
};
