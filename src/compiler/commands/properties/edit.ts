import { type ExitCode, type Invocation, NL, jsonDocument } from "../../../report/index.ts";
import { type Charset, PropertiesDocument } from "../../../kernel/index.ts";
import { readNamedFile, writeNamedFile } from "../../../platform/index.ts";
import { placed } from "../edited-file.ts";
import { argument, charsetOf } from "./options.ts";

/** Returns the JSON document of `properties get`, `set` and `unset`; `command` names the command. */
export const document = (command: "get" | "set" | "unset", facts: object): string =>
  jsonDocument({ schema: "tierwright/property/v1", command, ...facts });

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
  const edited = placed(file, () => change(before, charsetOf(invocation)));
  const out = options.get("out") ?? file;
  const changed = dropped || edited !== before;
  if (changed || options.has("out")) writeNamedFile(directory, out, edited.bytes());
  if (format === "json") {
    const entries = edited.lines.length - before.lines.length;
    host.stdout.write(
      document(command, { file, key: argument(invocation, 1, "KEY"), out, changed, entries, byteOrderMarkDropped: dropped }),
    );
  } else if (!quiet) host.stdout.write(`${summary(before, edited, dropped, file, out)}${NL}`);
  return 0;
}

function summary(before: PropertiesDocument, after: PropertiesDocument, dropped: boolean, file: string, out: string): string {
  const mark = dropped ? "; the byte order mark is dropped" : "";
  const to = out === file ? file : `${file} -> ${out}`;
  if (before === after) return `${to}: nothing to change${mark}`;
  const change = after.lines.length - before.lines.length;
  const count = Math.abs(change) === 1 ? "1 entry" : `${Math.abs(change)} entries`;
  return `${to}: ${change === 0 ? "changed" : `${count} ${change > 0 ? "added" : "removed"}`}${mark}`;
}
