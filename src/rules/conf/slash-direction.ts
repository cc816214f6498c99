import type { Problem } from "../../diagnostic/finding.ts";
import type { PropertiesFile } from "../../model/files.ts";
import type { PropertiesRule } from "../rule.ts";
import { pathHead } from "./path-value.ts";
import { type KeyedLine, keyedLines, placeAt, reading, show, valueTokens } from "./properties-lines.ts";

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

/** A key that only sounds like a directory's may hold a sentence. */
function isPath(spelt: string): boolean {
  return pathHead(spelt) >= 0 || !/\s/.test(spelt);
}

function problem(file: PropertiesFile, { line, key }: KeyedLine, spelt: string): Problem {
  const value = reading(valueTokens(file, line));
  const doubled = !/(?<!\\)(?:\\\\)*\\(?![\\:=#! ]|u[0-9A-Fa-f]{4})/.test(spelt);
  const text = spelt
    .replace(/\\:/g, ":")
    .replace(/\\\\/g, "/")
    .replace(/\\(?![ =#!]|u[0-9A-Fa-f]{4})/g, "/");
  const start = line.valueStart + spelt.search(/\\(?![:=#! ]|u[0-9A-Fa-f]{4})/);
  const place = placeAt(file, line.valueStart, line.valueEnd);
  return {
    at: placeAt(file, start, line.valueEnd),
    message: `${key}: directories of logger.properties use forward slashes; Java reads '${show(value)}' here`,
    help: `write ${text}`,
    fix: { title: "write forward slashes", safe: doubled && !/[\r\n]/.test(spelt), edits: [{ place, text }] },
  };
}

const LOGGER = "releases/2506/base/logger.properties";
const DIRECTORY = "jsonPayloaddir=C:/Temp";

export const rule: PropertiesRule = {
  scope: "properties",
  id: "conf/slash-direction",
  severity: "error",
  title: "a directory in logger.properties is written with backslashes",
  why: "The connector's logger takes its directories with forward slashes, unlike the connector file, where backslashes are doubled.",
  remedy: "Write C:/Temp/payload.",
  clauses: ["A4"],
  fails: { file: LOGGER, replace: DIRECTORY, with: "jsonPayloaddir=C:\\\\Temp" },
  passes: [
    { file: LOGGER, replace: DIRECTORY, with: "jsonPayloaddir=C\\:/Temp" },
    {
      file: "releases/2506/base/connector.properties",
      replace: "STAGING_DIR=C\\:\\\\Staging",
      with: "STAGING_DIR=C:\\\\Staging",
    },
  ],
  check,
};
