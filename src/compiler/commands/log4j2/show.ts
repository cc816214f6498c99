import { Log4j2Document, notRead } from "../../../kernel/index.ts";
import { readNamedFile } from "../../../platform/index.ts";
import { log4j2Document, log4j2Json, log4j2Text } from "../../views/log4j2.ts";
import { type Command, type ExitCode, type Invocation, NL, printResult, visible } from "../../../report/index.ts";

export const command: Command = {
  name: "log4j2 show",
  summary: "appenders, size triggers and loggers of a log4j2.xml, as log4j reads them",
  group: "Files",
  short: "shows appenders, triggers and loggers",
  arguments: [{ name: "FILE", summary: "a log4j2.xml" }],
  options: [],
  formats: ["text", "json"],
  examples: [
    {
      command: "log4j2 show releases/2506/base/log4j2.xml",
      does: "the size at which each appender rolls, and the level of each logger",
    },
    { command: "log4j2 show client/log4j2.xml --format json", does: "the same as JSON (tierwright/log4j2/v1)" },
  ],
  run: runShow,
};

/**
 * Prints a log4j2.xml as log4j reads it. Returns exit code 1 for a file that log4j would not load or that has a document type declaration.
 */
async function runShow(invocation: Invocation): Promise<ExitCode> {
  const { args, directory, host } = invocation;
  const [file = ""] = args;
  const document = Log4j2Document.parse(readNamedFile(directory, file));
  const { error } = document;
  if (error)
    host.stderr.write(`tierwright: ${file}:${error.line}:${error.column}: ${notRead(error)}: ${visible(error.message)}${NL}`);
  printResult(invocation, log4j2Document(document), log4j2Text, log4j2Json);
  return error ? 1 : 0;
}
