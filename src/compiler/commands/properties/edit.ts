import { type ExitCode, type Invocation, printResult } from "../../../report/index.ts";
import { type Charset, PropertiesDocument } from "../../../kernel/index.ts";
import { readNamedFile, writeNamedFile } from "../../../platform/index.ts";
import { PROPERTY_SCHEMA, editedText } from "../../views/property.ts";
import { runEdit } from "../edited-file.ts";
import { argument, charsetOf } from "./options.ts";

/** Reads a properties file, edits it, and prints the change. Writes the file if it changes; with --out, always writes that file instead. */
export function edit(
  invocation: Invocation,
  command: "set" | "unset",
  change: (document: PropertiesDocument, charset: Charset) => PropertiesDocument,
): ExitCode {
  const { directory, options } = invocation;
  const file = argument(invocation, 0, "FILE");
  const bytes = readNamedFile(directory, file);
  const read = PropertiesDocument.parse(bytes);
  const dropped = read.bom === "utf-8" && options.has("fix-bom");
  const before = dropped ? PropertiesDocument.parse(bytes.subarray(3)) : read;
  const after = runEdit(file, () => change(before, charsetOf(invocation)));
  const edited = {
    schema: PROPERTY_SCHEMA,
    command,
    file,
    key: argument(invocation, 1, "KEY"),
    out: options.get("out") ?? file,
    changed: dropped || after !== before,
    entries: after.lines.length - before.lines.length,
    byteOrderMarkDropped: dropped,
  };
  if (edited.changed || options.has("out")) writeNamedFile(directory, edited.out, after.bytes());
  printResult(invocation, edited, editedText);
  return 0;
}
