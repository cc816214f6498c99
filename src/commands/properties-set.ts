import type { Command } from "./command.ts";
import { EDIT_OPTIONS, FILE, KEY } from "./properties-options.ts";

export const command: Command = {
  name: "properties set",
  summary: "sets a key by logical line; every other byte of the file stays",
  arguments: [FILE, KEY, { name: "VALUE", summary: "the new value, decoded; it is escaped as the file needs it" }],
  options: [
    ...EDIT_OPTIONS,
    {
      name: "element",
      value: "N",
      summary: "VALUE replaces the Nth element (from 1) of a comma-separated value; the other lines of it stay",
    },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "properties set connector.properties STAGING_DIR 'D:\\plm\\staging'",
      does: "writes D:\\\\plm\\\\staging in that line, with the backslashes doubled",
    },
    {
      command: "properties set connector.properties CREATE_VALUE_PROPERTY_CONFIG Port --element 3",
      does: "changes one line of a value that spans many",
    },
  ],
  async run(invocation) {
    const { runSet } = await import("./run-properties-edit.ts");
    return runSet(invocation);
  },
};
