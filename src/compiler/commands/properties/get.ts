import { PropertiesDocument, commandInSentence, contentRefused, didYouMean, path, shellCommand } from "../../../kernel/index.ts";
import { readNamedFile } from "../../../platform/index.ts";
import { type Command, type ExitCode, type Invocation, NL, printResult, visible } from "../../../report/index.ts";
import { PROPERTY_SCHEMA, valueText } from "../../views/property.ts";
import { argument, CHARSET, charsetOf, FILE, KEY } from "./options.ts";

export const command: Command = {
  name: "properties get",
  summary: "one value as java.util.Properties reads it; exit code 1 if the key is absent",
  group: "Files",
  short: "prints one value",
  arguments: [FILE, KEY],
  options: [CHARSET],
  formats: ["text", "json"],
  examples: [{ command: "properties get connector.properties TC_SERVER_URL", does: "prints the decoded value and a line feed" }],
  run: runGet,
};

/**
 * Prints the decoded value of a key and a line feed. Characters that would control a terminal or a log are printed in visible form. Returns
 * exit code 1 if the key is absent.
 */
async function runGet(invocation: Invocation): Promise<ExitCode> {
  const { host, directory, format } = invocation;
  const file = argument(invocation, 0, "FILE");
  const key = argument(invocation, 1, "KEY");
  const { map, error } = PropertiesDocument.parse(readNamedFile(directory, file)).load(charsetOf(invocation));
  if (error)
    throw contentRefused(`${file}:${error.line}:${error.column}: java.util.Properties cannot load this file: ${error.message}`);
  const entry = map.get(key);
  const { value = null, line = null } = entry ?? {};
  printResult(invocation, { schema: PROPERTY_SCHEMA, command: "get", file, key, value, line }, valueText);
  if (!entry) {
    host.stderr.write(`tierwright: ${file} has no key '${visible(key)}'${didYouMean(key, map.keys())}${NL}`);
    return 1;
  }
  if (format !== "json" && visible(entry.value) !== entry.value)
    host.stderr.write(
      `tierwright: the value contains unprintable characters, shown as symbols or as U+XXXX${NL}  ${commandInSentence(shellCommand`tierwright properties list --format json ${path(file)}`)} prints it exactly${NL}`,
    );
  return 0;
}
