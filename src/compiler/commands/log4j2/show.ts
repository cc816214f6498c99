import { Log4j2Document, byteDigits, notRead, withoutSecretParts } from "../../../kernel/index.ts";
import { readNamedFile } from "../../../platform/index.ts";
import { log4j2Table } from "./table.ts";
import { type Command, type ExitCode, type Invocation, NL, visible } from "../../../report/index.ts";

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

/** Placeholder for a number until the text is complete, because JSON.stringify cannot write all digits of a Java long. */
const DIGITS = /"bytes":"#([0-9]+)"/g;

/**
 * Returns the JSON form that other programs depend on (docs/formats.md). `error` is present only if log4j would not load the file, or if it has a
 * document type.
 */
export function log4j2Json({ appenders, loggers, error }: Log4j2Document): string {
  const shown = {
    schema: "tierwright/log4j2/v1",
    ...(error ? { error: { message: error.message, line: error.line, column: error.column } } : {}),
    appenders: appenders.map(({ name, type, fileName, filePattern, triggers }) => ({
      name,
      type,
      fileName: fileName && withoutSecretParts(fileName),
      filePattern: filePattern && withoutSecretParts(filePattern),
      triggers: triggers.map(({ size, bytes, line }) => ({
        size: size && withoutSecretParts(size),
        bytes: `#${byteDigits(bytes)}`,
        line,
      })),
    })),
    loggers: loggers.map(({ name, level, line }) => ({ name, level, line })),
  };
  return `${JSON.stringify(shown).replace(DIGITS, '"bytes":$1')}\n`;
}

/** Prints the configuration as log4j reads it (`show FILE`). Exit code 1 for a file that log4j would not load or that has a document type. */
async function runShow({ args, directory, format, host }: Invocation): Promise<ExitCode> {
  const [file = ""] = args;
  const document = Log4j2Document.parse(readNamedFile(directory, file));
  const { error } = document;
  if (error)
    host.stderr.write(`tierwright: ${file}:${error.line}:${error.column}: ${notRead(error)}: ${visible(error.message)}${NL}`);
  if (format === "json") host.stdout.write(log4j2Json(document));
  else if (!error) host.stdout.write(log4j2Table(document, host.stdout));
  return error ? 1 : 0;
}
