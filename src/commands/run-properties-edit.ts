import { didYouMean } from "../diagnostic/nearest.ts";
import { EditRefused, UsageError } from "../diagnostic/refusal.ts";
import { PropertiesDocument } from "../formats/properties/document.ts";
import type { Charset } from "../formats/properties/types.ts";
import { writeNamedFile } from "../io/atomic.ts";
import { readNamedFile } from "../io/named-file.ts";
import { NL, visible, wholeValue } from "../report/style.ts";
import type { ExitCode, Invocation } from "./command.ts";
import { argument, charsetOf } from "./properties-options.ts";

/** The document of `properties get`, `set` and `unset`; `command` says which one it is. */
const document = (command: "get" | "set" | "unset", facts: object): string =>
  `${JSON.stringify({ schema: "tierwright/property/v1", command, ...facts }, null, 2)}\n`;

/** `get`: the decoded value and a line feed; what would drive a terminal or a log is shown instead. */
export async function runGet(invocation: Invocation): Promise<ExitCode> {
  const { host, directory, format } = invocation;
  const file = argument(invocation, 0, "FILE");
  const key = argument(invocation, 1, "KEY");
  const { map, error } = PropertiesDocument.parse(readNamedFile(directory, file)).load(charsetOf(invocation));
  if (error)
    throw new EditRefused(`${file}:${error.line}:${error.column}: java.util.Properties cannot load this file: ${error.message}`);
  const entry = map.get(key);
  if (format === "json")
    host.stdout.write(document("get", { file, key, value: entry?.value ?? null, line: entry?.line ?? null }));
  if (!entry) {
    host.stderr.write(`tierwright: ${file} has no key '${visible(key)}'${didYouMean(key, map.keys())}${NL}`);
    return 1;
  }
  if (format === "json") return 0;
  host.stdout.write(`${wholeValue(entry.value)}${NL}`);
  if (visible(entry.value) !== entry.value)
    host.stderr.write(
      `tierwright: the value holds characters that do not print; they are shown as pictures or as U+XXXX${NL}  \`tierwright properties list --format json ${file}\` has it exactly${NL}`,
    );
  return 0;
}

/** `set`: one key, or one element of its value. */
export async function runSet(invocation: Invocation): Promise<ExitCode> {
  const key = argument(invocation, 1, "KEY");
  const value = argument(invocation, 2, "VALUE");
  const element = elementOf(invocation);
  return edit(invocation, "set", (document, charset) =>
    element === null ? document.set(key, value, charset) : document.setElement(key, element - 1, value, charset),
  );
}

/** `unset`: every occurrence of one key. */
export async function runUnset(invocation: Invocation): Promise<ExitCode> {
  const key = argument(invocation, 1, "KEY");
  return edit(invocation, "unset", (document, charset) => document.unset(key, charset));
}

function elementOf({ options }: Invocation): number | null {
  const given = options.get("element");
  if (given === undefined) return null;
  if (!/^[1-9]\d{0,5}$/.test(given)) throw new UsageError(`--element cannot be '${given}'`, "a whole number from 1");
  return Number(given);
}

function edit(
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

/** Refusals name the file and the place; nothing has been written then. */
function placed<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof EditRefused)) throw error;
    const where = error.at ? `${file}:${error.at.line}:${error.at.column}` : file;
    throw new EditRefused(`${where}: ${error.message}`, error.at, error.help);
  }
}

function summary(before: PropertiesDocument, after: PropertiesDocument, dropped: boolean, file: string, out: string): string {
  const mark = dropped ? "; the byte order mark is dropped" : "";
  const to = out === file ? file : `${file} -> ${out}`;
  if (before === after) return `${to}: nothing to change${mark}`;
  const change = after.lines.length - before.lines.length;
  const count = Math.abs(change) === 1 ? "1 entry" : `${Math.abs(change)} entries`;
  return `${to}: ${change === 0 ? "changed" : `${count} ${change > 0 ? "added" : "removed"}`}${mark}`;
}
