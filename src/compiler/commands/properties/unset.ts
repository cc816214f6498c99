import type { Command, ExitCode, Invocation } from "../../../report/index.ts";
import { edit } from "./edit.ts";
import { argument, EDIT_OPTIONS, FILE, KEY } from "./options.ts";

export const command: Command = {
  name: "properties unset",
  summary: "removes every occurrence of a key; an absent key is not an error",
  group: "Files",
  short: "removes a key; other bytes stay",
  arguments: [FILE, KEY],
  options: EDIT_OPTIONS,
  formats: ["text", "json"],
  examples: [
    {
      command: "properties unset connector.properties TC_SSO_LOGIN_URL",
      does: "removes the key with all the lines that it spans",
    },
  ],
  run: runUnset,
};

/** Runs `properties unset`: removes every occurrence of one key. */
async function runUnset(invocation: Invocation): Promise<ExitCode> {
  const key = argument(invocation, 1, "KEY");
  return edit(invocation, "unset", (document, charset) => document.unset(key, charset));
}
