import type { Fix, Problem } from "../../diagnostic/finding.ts";
import { reads } from "../../formats/properties/respell.ts";
import type { PropertiesFile } from "../../model/files.ts";
import type { PropertiesRule } from "../rule.ts";
import { type PathFault, pathFaults, pathHead, swallowedKey } from "../../formats/properties/path-value.ts";
import { type KeyedLine, keyedLines, pathTopic, placeAt, reading, show, valueTokens } from "./properties-lines.ts";

const IMPORT_DIRECTORY = /TCIntImportWorkingDir$/;

function* check(file: PropertiesFile): Iterable<Problem> {
  for (const keyed of keyedLines(file)) {
    const { line, key } = keyed;
    if (!line.valueEscaped && line.contentEnd === line.valueEnd) continue;
    const spelt = file.document.text.slice(line.valueStart, line.contentEnd);
    const directory = file.directoryKeys.has(key) || IMPORT_DIRECTORY.test(key);
    const head = pathHead(spelt);
    if (!directory && head < 0) continue;
    const faults = pathFaults(file.document.text, valueTokens(file, line), line.valueStart + Math.max(0, head), directory);
    if (faults.length > 0) yield problem(file, keyed, faults, directory);
  }
}

function problem(file: PropertiesFile, { line, key }: KeyedLine, faults: readonly PathFault[], directory: boolean): Problem {
  const { text } = file.document;
  const first = (faults.find((f) => f.kind === "malformed") ?? faults[0]) as PathFault;
  const swallowed = faults.find((f) => f.kind === "swallowed");
  const end = first.token.kind === "join" ? first.token.start + 1 : first.token.end;
  const fix = fixOf(file, { line, key }, faults, directory);
  return {
    at: placeAt(file, first.token.start, end),
    explains: [pathTopic(file, { line })],
    message: `${key}: ${whatJavaReads(file, line, faults)}`,
    help:
      file.role === "logger" ? "write forward slashes, as in C:/temp/new" : helpOf(text.slice(line.valueStart, line.contentEnd)),
    ...(swallowed && {
      related: [{ message: "this line becomes part of the value above", place: swallowedPlace(file, swallowed) }],
    }),
    ...(fix && { fix }),
  };
}

function whatJavaReads(file: PropertiesFile, line: KeyedLine["line"], faults: readonly PathFault[]): string {
  const { text } = file.document;
  const spelt = (kind: PathFault["kind"]) => [
    ...new Set(faults.filter((f) => f.kind === kind).map((f) => text.slice(f.token.start, f.token.end))),
  ];
  const [malformed] = spelt("malformed");
  if (malformed !== undefined) {
    return `'${malformed}' is no \\uXXXX escape, so java.util.Properties refuses it and the whole load fails: no key of the file is readable`;
  }
  const value = show(reading(valueTokens(file, line)));
  const swallowed = faults.find((f) => f.kind === "swallowed");
  if (swallowed) {
    const key = swallowedKey(text, swallowed.token);
    return `the single backslash at the end joins the next line: Java reads ${value}, and ${key} is swallowed, so it does not exist`;
  }
  const atEnd = (s: string) => s === "\\" || /[\r\n]/.test(s);
  const lost = spelt("lost").filter((s) => !atEnd(s));
  const control = spelt("control");
  const quoted = (all: readonly string[]) => all.map((s) => `'${s}'`).join(", ");
  const parts = [
    ...(control.length > 0
      ? [`${quoted(control)} ${control.length === 1 ? "is a control character" : "are control characters"}`]
      : []),
    ...(lost.length > 0 ? [`the backslash of ${quoted(lost)} is dropped`] : []),
    ...(spelt("lost").some(atEnd) ? ["the one at the end is dropped"] : []),
  ];
  return `single backslashes: Java reads ${value} (${parts.join("; ")}). The folder that it names was never configured`;
}

function swallowedPlace(file: PropertiesFile, { token }: PathFault) {
  const { text } = file.document;
  const length = /[^\r\n]*/.exec(text.slice(token.end))?.[0].length ?? 0;
  return placeAt(file, token.end, token.end + length);
}

/** A path that begins with one or two backslashes to the eye: halved once, a share of a server looks the same as a folder of this drive. */
const HEAD = /^["']?(\\{1,2})(?=[^\\])/;

/**
 * `\\\\srv\\share` was meant by `\\srv\share` and by `\srv\share` alike, and so may have been a folder of the tool's own drive: which
 * of the two, nobody can see. The path as it was meant, with its spelling; the likelier first.
 */
function candidates(spelt: string): readonly { readonly path: string; readonly spelling: string }[] {
  if (!HEAD.test(spelt)) return [];
  const line = (/^[^\r\n]*/.exec(spelt.replace(/^["']/, ""))?.[0] ?? "").replace(/["']$/, "").replace(/\\+$/, "");
  const rest = line.replace(/^\\+/, "").split(/\\+/);
  const paths = [`\\\\${rest.join("\\")}`, ...(/^[?.]$/.test(rest[0] ?? "") ? [] : [`\\${rest.join("\\")}`])];
  return paths.map((path) => ({ path, spelling: path.replaceAll("\\", "\\\\") }));
}

/** What to write; where two folders may be meant, both, because a fix would choose one. */
function helpOf(spelt: string): string {
  const [server, drive] = candidates(spelt);
  if (!server) return "write every backslash of a path twice, as in C:\\\\temp\\\\new";
  const other = drive ? `; if it is ${drive.path} on the tool's own drive: ${drive.spelling}` : "";
  return `write every backslash of a path twice. If ${server.path} is meant${drive ? ", a share of a server" : ""}: ${server.spelling}${other}`;
}

/** The value as it would be spelt after the mend; the edits insert one backslash each. */
function mended(file: PropertiesFile, line: KeyedLine["line"], faults: readonly PathFault[]): string {
  const { text } = file.document;
  let from = line.valueStart;
  const parts: string[] = [];
  for (const { token } of faults) {
    parts.push(text.slice(from, token.start), "\\");
    from = token.start;
  }
  return parts.join("") + text.slice(from, line.contentEnd);
}

/**
 * A second backslash before each single one, offered only where reading the mended line again gives the path that stands there to the
 * eye: with one backslash between its parts. In logger.properties paths are not mended so.
 */
function fixOf(file: PropertiesFile, { line }: KeyedLine, faults: readonly PathFault[], directory: boolean): Fix | null {
  const spelt = file.document.text.slice(line.valueStart, line.contentEnd);
  if (file.role === "logger" || candidates(spelt).length > 0) return null;
  const seen = spelt.replace(/\\([:=#! ])/g, "$1").replace(/\\{2}/g, "\\");
  if (reads(mended(file, line, faults), "latin1") !== seen) return null;
  const doubtful =
    faults.some((f) => f.kind === "swallowed" || f.kind === "malformed") || /\\[ =#!]|\\u[0-9A-Fa-f]{4}/.test(spelt);
  const edits = faults.map(({ token }) => ({ place: placeAt(file, token.start, token.start), text: "\\" }));
  return { title: "double the backslashes", safe: directory && !doubtful, edits };
}

const CONNECTOR = "releases/2506/base/connector.properties";
const STAGING = "STAGING_DIR=C\\:\\\\Staging";
const staging = (value: string) => ({ file: CONNECTOR, replace: STAGING, with: `STAGING_DIR=${value}` });

export const rule: PropertiesRule = {
  scope: "properties",
  id: "conf/single-backslash",
  severity: "error",
  title: "a path is spelt with single backslashes",
  why: "In a properties file a backslash begins an escape. A single one is dropped (C:\\work reads C:work, relative to the tool's own folder), becomes a control character (\\t, \\n, \\r, \\f), makes the whole file unreadable (\\u) or, at the end of a line, swallows the next key. An export then fails with a missing path that nobody configured.",
  remedy:
    "Write each backslash of a path twice. The spellings that Java itself writes (C\\:\\\\temp, \\u00FC) are right as they are.",
  clauses: ["A4"],
  fails: staging("C:\\temp\\new"),
  passes: [
    staging("C:\\\\temp\\\\new"),
    staging("C\\:\\\\temp\\\\gr\\u00FCn"),
    staging("\\\\\\\\files.example.com\\\\plm"),
    staging("C:/users/new"),
  ],
  check,
};
