import { type Problem, defineDiagnostic, name, say, value } from "../../../kernel/index.ts";
import type { PropertiesFile } from "../../model/files.ts";
import type { PropertiesRule } from "../rule.ts";
import { type KeyedLine, keyedLines, placeAt, readTokens, valueTokens } from "./properties-lines.ts";

/** Matches values that never end in a space on purpose: addresses, paths, true and false, numbers, port@host. */
const NEVER = /^(\w+:\/\/\S*|[A-Za-z]:[\\/].*|true|false|-?\d+|\d+@\S+)$/i;

const BLANK = /^[ \t\f]$/;

function* check(file: PropertiesFile): Iterable<Problem> {
  const { text } = file.document;
  for (const keyed of keyedLines(file)) {
    const { line, key } = keyed;
    const directory = file.directoryKeys.has(key);
    if (!BLANK.test(text.charAt(line.valueEnd - 1)) && !(directory && line.valueEscaped)) continue;
    const value = valueTokens(file, line).filter((t) => t.kind !== "join" && t.end <= line.valueEnd);
    let i = value.length;
    while ((directory || value[i - 1]?.kind === "bare") && BLANK.test(`${value[i - 1]?.text}`)) i--;
    const first = value[i];
    // An escaped space before the trailing spaces shows a broken continuation, which conf/broken-continuation reports. In the value of a
    // directory key, an escaped space counts as a trailing space.
    if (!first || i === 0 || BLANK.test(`${value[i - 1]?.text}`)) continue;
    yield problem(file, keyed, first.start, readTokens(value.slice(0, i)));
  }
}

function problem(file: PropertiesFile, { line, key }: KeyedLine, start: number, text: string): Problem {
  const place = placeAt(file, start, line.valueEnd);
  const directory = file.directoryKeys.has(key);
  const count = valueTokens(file, line).filter((token) => token.start >= start && token.end <= line.valueEnd).length;
  const safe = file.directoryKeys.has(key) || NEVER.test(text);
  const fix = { title: "remove the spaces", safe, edits: [{ place, text: "" }] };
  return trailingBlank.at(place, { key, count, text, directory }, { fix });
}

interface Args {
  readonly key: string;
  readonly count: number;
  /** The value without the trailing spaces. */
  readonly text: string;
  readonly directory: boolean;
}

const CONNECTOR = "releases/2506/base/connector.properties";
const change = (text: string) => ({ file: CONNECTOR, replace: "USE_JCEF_BROWSER=true\n", with: text });

const trailingBlank = defineDiagnostic({
  id: "conf/trailing-blank",
  severity: "warning",
  title: "a value ends in spaces",
  why: "Java keeps spaces after a value. An address, a switch or a path with one is another address, no switch and another path, and nobody sees it.",
  remedy: "Remove them, or write \\u0020 where the space is intended.",
  clauses: ["A5"],
  message: ({ key, count, text, directory }: Args) => ({
    message: say`${name(key)} ends in ${count === 1 ? say`a space` : say`${count} spaces`}`,
    notes: [
      say`Java drops spaces before a value and keeps those after it: it reads ${value(text + " ".repeat(Math.min(count, 9)))}`,
    ],
    help: directory
      ? say`remove the spaces: no Windows folder name can end in one`
      : say`remove the spaces; if one is intended, write \\u0020 to make it visible`,
  }),
  fails: change("USE_JCEF_BROWSER=true \n"),
  passes: [
    change("USE_JCEF_BROWSER=  true\n"),
    change("USE_JCEF_BROWSER=true\nPROMPT=Name:\\u0020\n"),
    change("USE_JCEF_BROWSER=true\nEMPTY=  \n"),
  ],
});

export const rule: PropertiesRule = { ...trailingBlank, scope: "properties", check };
