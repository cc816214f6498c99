import type { Problem } from "../../diagnostic/finding.ts";
import type { PropertiesFile } from "../../model/files.ts";
import type { PropertiesRule } from "../rule.ts";
import { type KeyedLine, keyedLines, placeAt, reading, show, valueTokens } from "./properties-lines.ts";

const LIST_END = /[,;|]$/;

/** One finding for each value: an editor that damages lines damages all lines of the value alike, and one fix mends them. */
function* check(file: PropertiesFile): Iterable<Problem> {
  const lines = keyedLines(file);
  let value: Problem[] = [];
  for (const [i, keyed] of lines.entries()) {
    const next = lines[i + 1];
    const broken = blankBehindBackslash(file, keyed, next) ?? endsEarly(file, keyed, next) ?? blankLine(file, keyed, next);
    if (broken) value.push(broken);
    if (value.length > 0 && !broken?.related) {
      yield together(value);
      value = [];
    }
  }
  if (value.length > 0) yield together(value);
}

/** The first of several breaks of one value, with the places of the others and a fix for all. */
function together(breaks: readonly Problem[]): Problem {
  const [first, ...others] = breaks as readonly [Problem, ...Problem[]];
  if (others.length === 0) return first;
  const fixes = breaks.flatMap(({ fix }) => fix ?? []);
  const lines = others.map(({ at }) => at?.line ?? 0);
  const where = lines.length === 1 ? `line ${lines[0]}` : `${lines.length} further lines, ${lines[0]} to ${lines.at(-1)}`;
  return {
    ...first,
    message: `${first.message}; the same value breaks again at ${where}`,
    ...(fixes.length === breaks.length && {
      fix: {
        title: fixes[0]?.title ?? "",
        safe: fixes.every((fix) => fix.safe),
        edits: fixes.flatMap((fix) => fix.edits),
      },
    }),
  };
}

/** Does the next entry follow at once, or after blank lines only? */
function follows(file: PropertiesFile, { line }: KeyedLine, next: KeyedLine, blankLines: boolean): boolean {
  const between = file.document.text.slice(line.end, next.line.start);
  return between === "" || (blankLines && /^[\s]*$/.test(between));
}

/** An entry that looks like an element of the list before it: no '=' or ':', and indented, ending like an element, or continued. */
function isOrphan(file: PropertiesFile, { line }: KeyedLine): boolean {
  if (line.separator === "sign") return false;
  const spelt = file.document.text.slice(line.keyStart, line.contentEnd);
  return line.keyStart > line.start || /[,;|][ \t\f]*\\?[ \t\f]*$/.test(spelt) || /[,;|]\\[\r\n]/.test(spelt);
}

function orphaned(next: KeyedLine): string {
  return `the next line becomes an entry of its own with the key '${show(next.key)}'`;
}

/** `a,\ ` and a line end: the backslash makes the blank a character of the value and joins nothing. */
function blankBehindBackslash(file: PropertiesFile, keyed: KeyedLine, next: KeyedLine | undefined): Problem | null {
  const { line, key } = keyed;
  const spelt = file.document.text.slice(line.keyStart, line.contentEnd);
  const blanks = /(?<!\\)(?:\\\\)*(\\[ \t\f][ \t\f]*)$/.exec(spelt)?.[1];
  if (blanks === undefined) return null;
  const start = line.contentEnd - blanks.length;
  const before = file.document.text.slice(line.keyStart, start).trimEnd();
  const orphan = next !== undefined && follows(file, keyed, next, false) && isOrphan(file, next);
  if (!orphan && line.line === line.endLine && !LIST_END.test(before)) return null;
  const gap = placeAt(file, start + 1, line.contentEnd);
  return {
    at: placeAt(file, start, line.contentEnd),
    message: `${show(key)}: a blank follows the joining backslash, so nothing is joined: Java ends the value here${orphan ? `, and ${orphaned(next)}` : ""}`,
    help: "remove the blanks behind the backslash",
    ...(orphan && {
      related: [{ message: "no longer part of the value", place: placeAt(file, next.line.keyStart, next.line.contentEnd) }],
    }),
    fix: { title: "remove the blanks behind the backslash", safe: orphan, edits: [{ place: gap, text: "" }] },
  };
}

/** A value over several lines, or one that ends like a list, whose backslash is missing. */
function endsEarly(file: PropertiesFile, keyed: KeyedLine, next: KeyedLine | undefined): Problem | null {
  const { line, key } = keyed;
  if (!next || !follows(file, keyed, next, false) || line.valueEnd < line.contentEnd) return null;
  const { text } = file.document;
  const value = text.slice(line.valueStart, line.valueEnd).trimEnd();
  const listed = LIST_END.test(value) || (line.valueStart === line.valueEnd && LIST_END.test(key));
  const indented = next.line.keyStart > next.line.start && line.keyStart === line.start;
  const orphan = isOrphan(file, next) && (listed || (line.line < line.endLine && indented));
  if (!orphan && !(listed && indented && line.line < line.endLine)) return null;
  const end = line.valueStart === line.valueEnd ? line.keyEnd : line.valueStart + value.length;
  return {
    at: placeAt(file, end - 1, end),
    message: `${show(key)}: the value ends here, because no backslash joins the next line: ${orphaned(next)}`,
    help: "end the line with a backslash and nothing behind it",
    related: [{ message: "no longer part of the value", place: placeAt(file, next.line.keyStart, next.line.contentEnd) }],
    fix: { title: "join the next line", safe: false, edits: [{ place: placeAt(file, end, line.contentEnd), text: "\\" }] },
  };
}

/** A blank line behind a joining backslash ends the value; what follows was meant to belong to it. */
function blankLine(file: PropertiesFile, keyed: KeyedLine, next: KeyedLine | undefined): Problem | null {
  const { line, key } = keyed;
  if (line.dangling || line.valueEnd === line.contentEnd || !next || !follows(file, keyed, next, true) || !isOrphan(file, next))
    return null;
  const value = reading(valueTokens(file, line));
  if (!LIST_END.test(value.trimEnd()) && next.line.keyStart === next.line.start) return null;
  return {
    at: placeAt(file, line.valueEnd, line.valueEnd + 1),
    message: `${show(key)}: an empty line follows the joining backslash and ends the value: ${orphaned(next)}`,
    help: "remove the empty line",
    related: [{ message: "no longer part of the value", place: placeAt(file, next.line.keyStart, next.line.contentEnd) }],
  };
}

const CONNECTOR = "releases/2506/base/connector.properties";
const change = (text: string) => ({ file: CONNECTOR, replace: "    Part,\\\n", with: text });

export const rule: PropertiesRule = {
  scope: "properties",
  id: "conf/broken-continuation",
  severity: "error",
  title: "a value over several lines ends before its last line",
  why: "A line joins the next one only if a backslash is its very last character. With a blank behind it, without it, or with an empty line below, Java ends the value there; the lines that follow become keys that nobody asks for, and nothing is reported. This is how line-at-a-time editors damage CREATE_VALUE_PROPERTY_CONFIG.",
  remedy:
    "Let every line but the last of such a value end in a backslash and nothing behind it; edit it with `tierwright properties set`.",
  clauses: ["A2"],
  fails: change("    Part,\\ \n"),
  passes: [
    change("    Part,  \\\n"),
    change("\tPart,\\\n    # a name,\\\n"),
    { file: CONNECTOR, replace: "    Port\n", with: "    Port\\\n\n" },
  ],
  check,
};
