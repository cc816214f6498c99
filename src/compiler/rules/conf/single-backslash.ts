import {
  type Fix,
  type PathFault,
  type Problem,
  type Text,
  type Wording,
  bareValue,
  defineDiagnostic,
  joinTexts,
  name,
  pathFaults,
  pathHead,
  reads,
  say,
  value,
  withoutTrailing,
} from "../../../kernel/index.ts";
import type { PropertiesFile } from "../../model/files.ts";
import type { PropertiesRule } from "../rule.ts";
import { type KeyedLine, keyedLines, placeAt, readTokens, valueTokens } from "./properties-lines.ts";

const IMPORT_DIRECTORY = /TCIntImportWorkingDir$/;

function* check(file: PropertiesFile): Iterable<Problem> {
  for (const keyed of keyedLines(file)) {
    const { line, key } = keyed;
    if (!line.valueEscaped && line.contentEnd === line.valueEnd) continue;
    const spelt = file.document.text.slice(line.valueStart, line.contentEnd);
    const directory = file.directoryKeys.has(key) || IMPORT_DIRECTORY.test(key);
    const head = pathHead(spelt);
    if (!directory && head < 0) continue;
    const faults = pathFaults(file.document.text, valueTokens(file, line), line.valueStart + head, directory);
    if (faults.length > 0) yield problem(file, keyed, faults, directory);
  }
}

function problem(file: PropertiesFile, { line, key }: KeyedLine, faults: readonly PathFault[], directory: boolean): Problem {
  const { text } = file.document;
  const first = (faults.find((f) => f.kind === "malformed") ?? faults[0]) as PathFault;
  const swallowed = faults.find((f) => f.kind === "swallowed");
  const end = first.token.kind === "join" ? first.token.start + 1 : first.token.end;
  const fix = fixOf(file, { line, key }, faults, directory);
  const meant = candidates(text.slice(line.valueStart, line.contentEnd));
  const args: Args = { key, ...whatJavaReads(file, line, faults), logger: file.role === "logger", meant };
  return singleBackslash.at(placeAt(file, first.token.start, end), args, {
    explains: [{ file: file.path, offset: line.valueStart }],
    ...(swallowed && {
      related: [{ message: say`this line becomes part of the value above`, place: swallowedPlace(file, swallowed) }],
    }),
    ...(fix && { fix }),
  });
}

/** The effect of single backslashes in a value: Java refuses to load the file, joins the next line, or reads another text. */
type Read =
  | { readonly what: "refused"; readonly spelt: string }
  /** Java joins the value with the next line; `lost` is that line's key, which Java then does not have. */
  | { readonly what: "swallowed"; readonly reads: string; readonly lost: string }
  /**
   * Java reads another text (`reads`). `control`: the escapes such as \t that become control characters; `lost`: those that lose their
   * backslash; `end`: true if a backslash at the end of the value is lost.
   */
  | {
      readonly what: "other";
      readonly reads: string;
      readonly control: readonly string[];
      readonly lost: readonly string[];
      readonly end: boolean;
    };

function whatJavaReads(file: PropertiesFile, line: KeyedLine["line"], faults: readonly PathFault[]): Read {
  const { text } = file.document;
  const spelt = (kind: PathFault["kind"]) => [
    ...new Set(faults.filter((f) => f.kind === kind).map((f) => text.slice(f.token.start, f.token.end))),
  ];
  const [malformed] = spelt("malformed");
  if (malformed !== undefined) return { what: "refused", spelt: malformed };
  const reads = readTokens(valueTokens(file, line));
  const swallowed = faults.find((f) => f.kind === "swallowed");
  if (swallowed) return { what: "swallowed", reads, lost: swallowed.key };
  const atEnd = (s: string) => s === "\\" || /[\r\n]/.test(s);
  const lost = spelt("lost");
  return { what: "other", reads, control: spelt("control"), lost: lost.filter((s) => !atEnd(s)), end: lost.some(atEnd) };
}

function swallowedPlace(file: PropertiesFile, { token }: PathFault) {
  const { text } = file.document;
  const length = text.slice(token.end).search(/[\r\n]|$/);
  return placeAt(file, token.end, token.end + length);
}

/**
 * Pattern of the beginning of an ambiguous path, which has one or two backslashes: the path can be a server's share whose backslashes are
 * not doubled, or a folder of the current drive.
 */
const HEAD = /^["']?(\\{1,2})(?=[^\\])/;

interface Candidate {
  readonly path: string;
  readonly spelling: string;
}

/**
 * Returns the paths that the author can have meant by `\\srv\share` or `\srv\share`, each with its right spelling in a properties file: the
 * server's share first, because it is likelier, then the folder of the tool's own drive. Returns an empty list for a path that does not
 * begin with one or two backslashes.
 */
function candidates(spelt: string): readonly Candidate[] {
  if (!HEAD.test(spelt)) return [];
  const line = withoutTrailing(
    spelt
      .replace(/^["']/, "")
      .replace(/[\r\n].*$/s, "")
      .replace(/["']$/, ""),
    "\\",
  );
  const rest = line.replace(/^\\+/, "").split(/\\+/);
  const paths = [`\\\\${rest.join("\\")}`, ...(/^[?.]$/.test(`${rest[0]}`) ? [] : [`\\${rest.join("\\")}`])];
  return paths.map((path) => ({ path, spelling: path.replaceAll("\\", "\\\\") }));
}

/** Returns the value's spelling with one more backslash before each single one in `faults`. */
function doubled(file: PropertiesFile, line: KeyedLine["line"], faults: readonly PathFault[]): string {
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
 * Returns a fix that doubles each single backslash of a value. Returns null in logger.properties, which needs forward slashes; for a path
 * that begins with one or two backslashes; and if Java would not read the fixed line as the path that a person sees.
 */
function fixOf(file: PropertiesFile, { line }: KeyedLine, faults: readonly PathFault[], directory: boolean): Fix | null {
  const spelt = file.document.text.slice(line.valueStart, line.contentEnd);
  if (file.role === "logger" || candidates(spelt).length > 0) return null;
  const seen = spelt.replace(/\\([:=#! ])/g, "$1").replace(/\\{2}/g, "\\");
  if (reads(doubled(file, line, faults), "latin1") !== seen) return null;
  const doubtful =
    faults.some((f) => f.kind === "swallowed" || f.kind === "malformed") || /\\[ =#!]|\\u[0-9A-Fa-f]{4}/.test(spelt);
  const edits = faults.map(({ token }) => ({ place: placeAt(file, token.start, token.start), text: "\\" }));
  return { title: "double the backslashes", safe: directory && !doubtful, edits };
}

const CONNECTOR = "releases/2506/base/connector.properties";
const STAGING = "STAGING_DIR=C\\:\\\\Staging";
const staging = (value: string) => ({ file: CONNECTOR, replace: STAGING, with: `STAGING_DIR=${value}` });

type Args = Read & {
  readonly key: string;
  readonly logger: boolean;
  /** The paths that the author can have meant, if that is ambiguous; otherwise empty. */
  readonly meant: readonly Candidate[];
};

/** Returns the remedy with the right spelling. If the author can have meant two paths, it names both. */
function help({ logger, meant: [server, drive] }: Args): Text {
  if (logger) return say`write forward slashes, as in C:/temp/new`;
  if (!server) return say`write every backslash of a path twice, as in C:\\\\temp\\\\new`;
  const first = say`write every backslash of a path twice. If ${bareValue(server.path)} is meant`;
  if (!drive) return say`${first}: ${bareValue(server.spelling)}`;
  return say`${first}, a share of a server: ${bareValue(server.spelling)}; if it is ${bareValue(drive.path)} on the tool's own drive: ${bareValue(drive.spelling)}`;
}

function wording(found: Args): Wording {
  const key = name(found.key);
  if (found.what === "refused")
    return {
      message: say`${key}: ${value(found.spelt)} is not a \\uXXXX escape`,
      notes: [say`java.util.Properties refuses it and the whole load fails: no key of the file is readable`],
      help: help(found),
    };
  const reads = say`Java reads ${bareValue(found.reads)}`;
  if (found.what === "swallowed")
    return {
      message: say`${key}: the single backslash at the end joins the next line`,
      notes: [say`${reads}, and ${bareValue(found.lost)} is swallowed, so it does not exist`],
      help: help(found),
    };
  const { control, lost, end } = found;
  const list = (spelt: readonly string[]) => joinTexts(spelt.map(value), ", ");
  return {
    message: say`${key} is spelt with single backslashes`,
    notes: [
      reads,
      ...(control.length === 1 ? [say`${list(control)} is a control character`] : []),
      ...(control.length > 1 ? [say`${list(control)} are control characters`] : []),
      ...(lost.length > 0 ? [say`the backslash of ${list(lost)} is dropped`] : []),
      ...(end ? [say`the backslash at the end is dropped`] : []),
      say`the folder that Java then looks for was never configured`,
    ],
    help: help(found),
  };
}

const singleBackslash = defineDiagnostic({
  id: "conf/single-backslash",
  severity: "error",
  title: "a path is spelled with single backslashes",
  why: "In a properties file a backslash begins an escape. A single one is dropped (C:\\work reads C:work, relative to the tool's own folder), becomes a control character (\\t, \\n, \\r, \\f), makes the whole file unreadable (\\u) or, at the end of a line, swallows the next key. An export then fails with a missing path that nobody configured.",
  remedy: "Double every backslash of a path. Java's own spellings (C\\:\\\\temp, \\u00FC) are right.",
  clauses: ["A4"],
  message: wording,
  fails: staging("C:\\temp\\new"),
  passes: [
    staging("C:\\\\temp\\\\new"),
    staging("C\\:\\\\temp\\\\gr\\u00FCn"),
    staging("\\\\\\\\files.example.com\\\\plm"),
    staging("C:/users/new"),
  ],
});

export const rule: PropertiesRule = { ...singleBackslash, scope: "properties", check };
