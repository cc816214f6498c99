import {
  type Charset,
  type Loaded,
  PropertiesDocument,
  type PropertyEntry,
  decodeUtf8,
  greatest,
} from "../../../kernel/index.ts";
import { namedFiles, readNamedFile } from "../../../platform/index.ts";
import {
  type Command,
  type ExitCode,
  type Invocation,
  NL,
  type Style,
  styleFor,
  visible,
  wholeValue,
} from "../../../report/index.ts";
import { CHARSET, charsetOf, FILE } from "./options.ts";

export const command: Command = {
  name: "properties list",
  summary: "every entry of a properties file as java.util.Properties loads it",
  group: "Files",
  short: "prints every entry as Java loads it",
  arguments: [{ ...FILE, many: true }],
  options: [CHARSET],
  formats: ["text", "json"],
  examples: [
    { command: "properties list connector.properties", does: "keys and values as the connector reads them, with their lines" },
    {
      command: "properties list --format json a.properties b.properties",
      does: "the same as JSON, with each entry as spelled",
    },
  ],
  run: runList,
};

/** One file in the output of `properties list --format json`, on which other programs depend (docs/formats.md). */
interface Listed extends Pick<Loaded, "loads" | "error"> {
  readonly file: string;
  readonly entries: readonly Pick<PropertyEntry, "key" | "value" | "raw" | "line" | "endLine">[];
}

function listed(file: string, bytes: Buffer, charset: Charset): Listed {
  const { loads, error, entries } = PropertiesDocument.parse(bytes).load(charset);
  return {
    file,
    loads,
    error,
    entries: entries.map(({ key, value, raw, line, endLine }) => {
      return { key, value, raw: charset === "utf8" ? decodeUtf8(raw) : raw, line, endLine };
    }),
  };
}

const WIDEST_KEY = 40;

function table({ file, entries, error }: Listed, style: Style, width: number | null, heading: boolean): string {
  const lines = heading ? [style.bold(file)] : [];
  const digits = String(entries.at(-1)?.line ?? 1).length;
  const read = new Map(entries.map((entry) => [entry.key, entry]));
  const keyWidth = Math.min(WIDEST_KEY, greatest(entries.map((entry) => visible(entry.key).length)));
  for (const entry of entries) {
    const last = read.get(entry.key);
    const note = last === entry ? "" : `  (ignored: line ${last?.line} sets it again)`;
    const head = `${String(entry.line).padStart(digits)}  `;
    const text = `${visible(entry.key).padEnd(keyWidth)}  ${visible(entry.value)}`;
    const room = width === null ? text.length : Math.max(20, width - head.length - note.length);
    const cut = text.length > room ? `${text.slice(0, room - 3)}...` : text.trimEnd();
    lines.push(style.dim(head) + wholeValue(cut) + style.warning(note));
  }
  if (entries.length === 0 && !error) lines.push(style.dim("no entries"));
  if (error) {
    const above =
      entries.length === 0
        ? "nothing is read"
        : `only the ${entries.length === 1 ? "entry" : `${entries.length} entries`} above it ${entries.length === 1 ? "is" : "are"} read`;
    lines.push(
      style.error(
        `${file}:${error.line}:${error.column}: java.util.Properties cannot load this file: ${error.message}; ${above}`,
      ),
    );
  }
  return lines.map((line) => `${line}${NL}`).join("");
}

/**
 * Lists the entries that Java loads from each file. A file that Java cannot load is listed up to the entry before the fault; the exit code
 * is still 0.
 */
async function runList(invocation: Invocation): Promise<ExitCode> {
  const { args, directory, format, host } = invocation;
  const charset = charsetOf(invocation);
  const files = namedFiles(directory, args).map((file) => listed(file, readNamedFile(directory, file), charset));
  // JSON is written on one line; JSON.stringify writes lone surrogates as \uXXXX
  if (format === "json") host.stdout.write(`${JSON.stringify({ schema: "tierwright/properties/v1", files })}\n`);
  else
    host.stdout.write(files.map((one) => table(one, styleFor(host.stdout.color), host.stdout.width, files.length > 1)).join(NL));
  return 0;
}
