import type { Command } from "./command.ts";
import { EDIT_OPTIONS, FILE, KEY } from "./properties-options.ts";

export const command: Command = {
  name: "properties unset",
  summary: "removes every occurrence of a key; an absent key is no error",
  arguments: [FILE, KEY],
  options: EDIT_OPTIONS,
  formats: ["text", "json"],
  examples: [
    {
      command: "properties unset connector.properties TC_SSO_LOGIN_URL",
      does: "removes the key with all the lines that it spans",
    },
  ],
  async run(invocation) {
    const { runUnset } = await import("./run-properties-edit.ts");
    return runUnset(invocation);
  },
};
