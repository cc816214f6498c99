import { type ExitCode, type Invocation, NL, jsonDocument } from "../../../report/index.ts";
import { type Charset, PropertiesDocument } from "../../../kernel/index.ts";
import { readNamedFile, writeNamedFile } from "../../../platform/index.ts";
import { runEdit } from "../edited-file.ts";
import { argument, charsetOf } from "./options.ts";

/** Returns the JSON document of `properties get`, `set` and `unset`; `command` names the command. */
export const document = (command: "get" | "set" | "unset", facts: object): string =>
  jsonDocument({ schema: "tierwright/property/v1", command, ...facts });

/** The result of an edit, as the document has it. */
interface Edited {
  readonly file: string;
  readonly key: string;
  readonly out: string;
  readonly changed: boolean;
  /** Number of entries added; negative if entries were removed. */
  readonly entries: number;
  readonly byteOrderMarkDropped: boolean;
}

/** Reads a file, edits it, writes it whole and prints the change. */
export function edit(
  invocation: Invocation,
  command: "set" | "unset",
  change: (document: PropertiesDocument, charset: Charset) => PropertiesDocument,
): ExitCode {
  const { directory, options, host, quiet, format } = invocation;
  const file = argument(invocation, 0, "FILE");
  const bytes = readNamedFile(directory, file);
  const read = PropertiesDocument.parse(bytes);
  const dropped = read.bom === "utf-8" && options.has("fix-bom");
  const before = dropped ? PropertiesDocument.parse(bytes.subarray(3)) : read;
  const after = runEdit(file, () => change(before, charsetOf(invocation)));
  const edited: Edited = {
    file,
    key: argument(invocation, 1, "KEY"),
    out: options.get("out") ?? file,
    changed: dropped || after !== before,
    entries: after.lines.length - before.lines.length,
    byteOrderMarkDropped: dropped,
  };
  if (edited.changed || options.has("out")) writeNamedFile(directory, edited.out, after.bytes());
  if (format === "json") host.stdout.write(document(command, edited));
  else if (!quiet) host.stdout.write(`${summary(edited)}${NL}`);
  return 0;
}

function summary({ file, out, changed, entries, byteOrderMarkDropped }: Edited): string {
  const to = out === file ? file : `${file} -> ${out}`;
  const count = Math.abs(entries) === 1 ? "1 entry" : `${Math.abs(entries)} entries`;
  const change = !changed ? "nothing to change" : entries === 0 ? "changed" : `${count} ${entries > 0 ? "added" : "removed"}`;
  return `${to}: ${change}${byteOrderMarkDropped ? "; the byte order mark is dropped" : ""}`;
}
