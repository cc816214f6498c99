import { wrongUse } from "../../../kernel/index.ts";
import type { Command, ExitCode, Invocation } from "../../../report/index.ts";
import { edit } from "./edit.ts";
import { argument, EDIT_OPTIONS, FILE, KEY } from "./options.ts";

export const command: Command = {
  name: "properties set",
  summary: "sets a key; every other byte of the file stays",
  group: "Files",
  short: "sets a key; other bytes stay",
  arguments: [FILE, KEY, { name: "VALUE", summary: "the new value, decoded; it is escaped as the file needs it" }],
  options: [
    ...EDIT_OPTIONS,
    {
      name: "element",
      value: "N",
      summary: "VALUE replaces the Nth element (from 1) of a comma-separated value; the other elements stay",
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
      does: "changes one element of a long list",
    },
  ],
  run: runSet,
};

/** Runs `properties set`: sets one key, or one element of its value. */
async function runSet(invocation: Invocation): Promise<ExitCode> {
  const key = argument(invocation, 1, "KEY");
  const value = argument(invocation, 2, "VALUE");
  const element = elementOf(invocation);
  return edit(invocation, "set", (document, charset) =>
    element === null ? document.set(key, value, charset) : document.setElement(key, element - 1, value, charset),
  );
}

function elementOf({ options }: Invocation): number | null {
  const given = options.get("element");
  if (given === undefined) return null;
  if (!/^[1-9]\d{0,5}$/.test(given)) throw wrongUse(`--element cannot be '${given}'`, "give a whole number from 1");
  return Number(given);
}
