import { type Problem, bareValue, defineDiagnostic, name, pathHead, say, value, yamlScalar } from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { DIRECTORY_KEYS } from "../../model/directories.ts";
import type { PropertiesFile } from "../../model/files.ts";
import type { PropertiesRule } from "../rule.ts";
import { type KeyedLine, keyedLines, placeAt, readTokens, valueTokens } from "./properties-lines.ts";

function* check(file: PropertiesFile): Iterable<Problem> {
  if (file.role !== "logger") return;
  for (const keyed of keyedLines(file)) {
    const { line, key } = keyed;
    if (!line.valueEscaped) continue;
    const spelt = file.document.text.slice(line.valueStart, line.valueEnd);
    if (!file.directoryKeys.has(key) && !(/dir/i.test(key) && isPath(spelt))) continue;
    if (/\\(?![:=#! ]|u[0-9A-Fa-f]{4})/.test(spelt)) yield problem(file, keyed, spelt);
  }
}

/** Returns whether a value in logger.properties can be a path, because a key with "dir" in its name can also hold a sentence. */
function isPath(spelt: string): boolean {
  return pathHead(spelt) >= 0 || !/\s/.test(spelt);
}

/** Matches a backslash that joins the next line, with the line's end and the indentation of the next line, which Java drops. */
const JOIN = /(?<!\\)((?:\\\\)*)\\(?:\r\n?|\n)[ \t\f]*/g;

function problem(file: PropertiesFile, { line, key }: KeyedLine, spelt: string): Problem {
  const found = readTokens(valueTokens(file, line));
  const doubled = !/(?<!\\)(?:\\\\)*\\(?![\\:=#! ]|u[0-9A-Fa-f]{4})/.test(spelt);
  const text = spelt
    .replace(JOIN, "$1")
    .replace(/\\:/g, ":")
    .replace(/\\\\/g, "/")
    .replace(/\\(?![ =#!]|u[0-9A-Fa-f]{4})/g, "/");
  const start = line.valueStart + spelt.search(/\\(?![:=#! ]|u[0-9A-Fa-f]{4})/);
  const place = placeAt(file, line.valueStart, line.valueEnd);
  const fix = { title: "write forward slashes", safe: doubled && !/[\r\n]/.test(spelt), edits: [{ place, text }] };
  return slashDirection.at(placeAt(file, start, line.valueEnd), { key, found, written: true, text }, { fix });
}

function* checkCompiled({ files, release }: CompiledEnvironment): Iterable<Problem> {
  const isDirectory = (key: string) => DIRECTORY_KEYS.includes(key) || release?.directories.some(({ text }) => text === key);
  for (const { key, decision } of files.logger?.keys.values() ?? []) {
    const { layer, value: found, place, pointer } = decision;
    if ((layer !== "workstation" && layer !== "set") || decision.secret || !found.includes("\\")) continue;
    if (!isDirectory(key) && !(/dir/i.test(key) && /^([A-Za-z]:|\\\\)/.test(found))) continue;
    const text = found.replace(/\\+/g, "/");
    // with forward slashes a drive path names the same folder; how many of them a network path needs is unknown, so it gets no fix
    const drive = /^[A-Za-z]:\//.test(text) && !/[\r\n]/.test(text);
    const edits = place && place.line === place.endLine && drive ? [{ place, text: yamlScalar(text) }] : null;
    yield slashDirection.at(
      place,
      { key, found, written: false, text: drive ? yamlScalar(text) : null },
      {
        pointer,
        ...(edits && { fix: { title: "write forward slashes", safe: true, edits } }),
      },
    );
  }
}

const LOGGER = "releases/2506/base/logger.properties";
const DIRECTORY = "jsonPayloaddir=C:/Temp";

interface Args {
  readonly key: string;
  readonly found: string;
  /** True for a value in a base or installed file itself, false for one that the environment would write into the compiled file. */
  readonly written: boolean;
  /** The value spelled with forward slashes; null if the right spelling is not certain. */
  readonly text: string | null;
}

const slashDirection = defineDiagnostic({
  id: "conf/slash-direction",
  severity: "error",
  title: "a directory in logger.properties is written with backslashes",
  why: "The connector's logger takes forward slashes only. In the connector file, backslashes are doubled instead.",
  remedy: "Write C:/Temp/payload.",
  clauses: ["A4"],
  message: ({ key, found, written, text }: Args) => ({
    message: written
      ? say`${name(key)} is a directory written with backslashes`
      : say`${name(key)} would be ${value(found)}: a directory written with backslashes`,
    notes: [
      ...(written ? [say`Java reads ${value(found)}`] : []),
      say`the connector's logger takes its directories with forward slashes`,
    ],
    help: text === null ? say`write forward slashes` : say`write ${bareValue(text)}`,
  }),
  fails: { file: LOGGER, replace: DIRECTORY, with: "jsonPayloaddir=C:\\\\Temp" },
  passes: [
    { file: LOGGER, replace: DIRECTORY, with: "jsonPayloaddir=C\\:/Temp" },
    {
      file: "releases/2506/base/connector.properties",
      replace: "STAGING_DIR=C\\:\\\\Staging",
      with: "STAGING_DIR=C:\\\\Staging",
    },
  ],
});

export const rule: PropertiesRule = { ...slashDirection, scope: "properties", check, checkCompiled };
