import {
  type Fix,
  type Place,
  type Problem,
  type Text,
  defineDiagnostic,
  name,
  say,
  value,
  withoutTrailing,
  words,
} from "../../../kernel/index.ts";
import type { PropertiesFile } from "../../model/files.ts";
import type { PropertiesRule } from "../rule.ts";
import { type KeyedLine, keyedLines, placeAt, readTokens, valueTokens } from "./properties-lines.ts";

const LIST_END = /[,;|]$/;

/** The value of `Args.lost` if Java reads a comment line as part of the value above it; a comment has no key. */
const COMMENT = Symbol("comment");

/** One line at which a value that continues over several lines is broken: it ends too early, or a line too late. */
interface Break {
  readonly at: Place;
  readonly key: string;
  readonly how: keyof typeof BREAKS;
  /** The line below the break, which should be part of the value but is not; null if there is none. */
  readonly orphan: KeyedLine | null;
  /** The entry or comment that Java reads as part of the value above it, if there is one; `key` is null for a comment. */
  readonly lost?: { readonly key: string | null; readonly start: number; readonly end: number };
  readonly fix: Fix | null;
}

const BREAKS = {
  space: {
    headline: "a space follows the continuation backslash, so the next line is not joined",
    note: "Java ends the value here",
    help: "remove the spaces after the backslash",
  },
  early: {
    headline: "the value ends here, because no backslash joins the next line",
    note: null,
    help: "end the line with a backslash and nothing after it",
  },
  empty: {
    headline: "an empty line follows the continuation backslash and ends the value",
    note: null,
    help: "remove the empty line",
  },
  late: {
    headline: "the last line still ends in a backslash, which joins the entry below it",
    note: null,
    help: "end the value's last line without a comma and a backslash",
  },
} as const;

/** Reports at most one finding for each value: an editor mostly damages all lines of a value alike, and one fix repairs them. */
function* check(file: PropertiesFile): Iterable<Problem> {
  const lines = keyedLines(file);
  let value: Break[] = [];
  for (const [i, keyed] of lines.entries()) {
    const next = lines[i + 1];
    const broken =
      spaceAfterBackslash(file, keyed, next) ??
      endsEarly(file, keyed, next) ??
      emptyLine(file, keyed, next) ??
      endsLate(file, keyed);
    if (broken) value.push(broken);
    if (value.length > 0 && !broken?.orphan) {
      yield together(file, value);
      value = [];
    }
  }
}

/**
 * Returns one problem for all broken continuation lines of a value: placed at the first broken line, with the numbers of the other lines
 * and a fix for all of them.
 */
function together(file: PropertiesFile, breaks: readonly Break[]): Problem {
  const [first, ...others] = breaks as readonly [Break, ...Break[]];
  const { at, key, how, orphan, lost } = first;
  const fixes = breaks.flatMap(({ fix }) => fix ?? []);
  const fix = {
    title: fixes.map(({ title }) => title)[0] as string,
    safe: fixes.every(({ safe }) => safe),
    edits: fixes.flatMap(({ edits }) => edits),
  };
  const args: Args = {
    key,
    how,
    orphan: orphan?.key ?? null,
    lost: lost ? (lost.key ?? COMMENT) : null,
    again: others.map((other) => other.at.line),
  };
  return brokenContinuation.at(at, args, {
    ...(orphan && {
      related: [
        { message: say`no longer part of the value`, place: placeAt(file, orphan.line.keyStart, orphan.line.contentEnd) },
      ],
    }),
    ...(lost && { related: [{ message: say`this line becomes part of the value`, place: placeAt(file, lost.start, lost.end) }] }),
    ...(fixes.length === breaks.length && { fix }),
  });
}

/** Returns true if no text is between an entry and the next one; with `emptyLines`, empty lines can be between them. */
function follows(file: PropertiesFile, { line }: KeyedLine, next: KeyedLine, emptyLines: boolean): boolean {
  const between = file.document.text.slice(line.end, next.line.start);
  return between === "" || (emptyLines && /^[\s]*$/.test(between));
}

const BLANKS = " \t\f";

/**
 * Returns true if an entry looks like a further element of the list above it: no '=' or ':' follows its key, and the entry is indented,
 * ends in a separator (',', ';' or '|'), or has a line that ends in a separator and a backslash.
 */
function isOrphan(file: PropertiesFile, { line }: KeyedLine): boolean {
  const spelt = file.document.text.slice(line.keyStart, line.contentEnd);
  const bare = withoutTrailing(spelt, BLANKS);
  const last = withoutTrailing(bare.endsWith("\\") ? bare.slice(0, -1) : bare, BLANKS).slice(-1);
  const element = line.keyStart > line.start || (last !== "" && ",;|".includes(last)) || /[,;|]\\[\r\n]/.test(spelt);
  return element && line.separator !== "sign";
}

/** Returns the break at a line that ends in a backslash and a space: the backslash escapes the space and does not join the next line. */
function spaceAfterBackslash(file: PropertiesFile, keyed: KeyedLine, next: KeyedLine | undefined): Break | null {
  const { line, key } = keyed;
  const spelt = file.document.text.slice(line.keyStart, line.contentEnd);
  const spaces = /(?<!\\)(?:\\\\)*(\\[ \t\f][ \t\f]*)$/.exec(spelt)?.[1];
  if (spaces === undefined) return null;
  const start = line.contentEnd - spaces.length;
  const before = file.document.text.slice(line.keyStart, start).trimEnd();
  const orphan = next !== undefined && follows(file, keyed, next, false) && isOrphan(file, next);
  if (!orphan && line.line === line.endLine && !LIST_END.test(before)) return null;
  const edits = [{ place: placeAt(file, start + 1, line.contentEnd), text: "" }];
  const fix = { title: "remove the spaces after the backslash", safe: orphan, edits };
  return { at: placeAt(file, start, line.contentEnd), key, how: "space", orphan: orphan ? next : null, fix };
}

/**
 * Returns the break at the end of a value whose last line has no joining backslash, although the next line looks like a further element.
 * Only a value over several lines, or one that ends in `,`, `;` or `|`, can have such a break.
 */
function endsEarly(file: PropertiesFile, keyed: KeyedLine, next: KeyedLine | undefined): Break | null {
  const { line, key } = keyed;
  if (!next || !follows(file, keyed, next, false) || line.valueEnd < line.contentEnd) return null;
  const { text } = file.document;
  const value = text.slice(line.valueStart, line.valueEnd).trimEnd();
  const listed = LIST_END.test(value) || (line.valueStart === line.valueEnd && LIST_END.test(key));
  const indented = next.line.keyStart > next.line.start && line.keyStart === line.start;
  const orphan = isOrphan(file, next) && (listed || (line.line < line.endLine && indented));
  if (!orphan && !(listed && indented && line.line < line.endLine)) return null;
  const end = line.valueStart === line.valueEnd ? line.keyEnd : line.valueStart + value.length;
  const edits = [{ place: placeAt(file, end, line.contentEnd), text: "\\" }];
  const fix = { title: "join the next line", safe: false, edits };
  return { at: placeAt(file, end - 1, end), key, how: "early", orphan: next, fix };
}

/** Returns the break at an empty line after a joining backslash: it ends the value, although the next entry looks like a part of it. */
function emptyLine(file: PropertiesFile, keyed: KeyedLine, next: KeyedLine | undefined): Break | null {
  const { line, key } = keyed;
  if (line.dangling || line.valueEnd === line.contentEnd || !next || !follows(file, keyed, next, true) || !isOrphan(file, next))
    return null;
  const value = readTokens(valueTokens(file, line));
  if (!LIST_END.test(value.trimEnd()) && next.line.keyStart === next.line.start) return null;
  return { at: placeAt(file, line.valueEnd, line.valueEnd + 1), key, how: "empty", orphan: next, fix: null };
}

/** Matches a usual key and '=' at the start of a text. A ':' does not count, because it can be part of an address. */
const ENTRY = /^([A-Za-z][\w.]*)[ \t]*=/;
/**
 * Pattern of an entry or comment that starts at `lastIndex`: a key before '='; a key in capitals or of the connector before ':' or a blank;
 * or a comment with a blank after its '#' or '!'. List elements also contain ':' and '#', so these count in no other case. The pattern is
 * sticky, so that matching in the middle of a long value needs no copy of it.
 */
const ENTRY_THERE =
  /(?:([A-Za-z][\w.]*)[ \t]*=|([A-Z][A-Z0-9]*_[A-Z0-9_]+|LicenseDir|SteretypeNameTrucationLimit|isPayloadRequired|jsonPayloaddir|Transport(?=[ \t:]+(?:http|tccs)[ \t]*(?:[\r\n]|$)))(?:[ \t]*:(?!\/\/)|[ \t]+(?=[^\s,;|:\\]))|[#!][ \t])[^\r\n]*/y;

/**
 * Returns the break in a list whose last line still ends in a separator and a backslash, so that Java reads the entry below it as an
 * element. An element can contain '=', so the line below counts as an entry only if it is not indented, and if the elements above it are
 * all indented or all without `key=`.
 */
function endsLate(file: PropertiesFile, { line, key }: KeyedLine): Break | null {
  if (line.line === line.endLine || file.directoryKeys.has(key)) return null;
  const { text } = file.document;
  let from = line.valueStart;
  let indented = true;
  let plain = true;
  for (const [i, join] of valueTokens(file, line)
    .filter(({ kind }) => kind === "join")
    .entries()) {
    const element = text.slice(from, join.start).trimEnd();
    plain &&= !element.split(/[,;|]/).some((one) => ENTRY.test(one.trim()));
    const first = /[\r\n]/.test(text.charAt(join.end - 1));
    ENTRY_THERE.lastIndex = join.end;
    const below = first && LIST_END.test(element) && (plain || (indented && i > 0)) ? ENTRY_THERE.exec(text) : null;
    if (below && below.index < line.contentEnd) {
      const edits = [{ place: placeAt(file, from + element.length - 1, join.start + 1), text: "" }];
      const fix = { title: "end the value above the next entry", safe: false, edits };
      const at = placeAt(file, join.start, join.start + 1);
      const lost = { key: below[1] ?? below[2] ?? null, start: join.end, end: join.end + below[0].length };
      return { at, key, how: "late", orphan: null, lost, fix };
    }
    indented &&= !first;
    from = join.end;
  }
  return null;
}

const CONNECTOR = "releases/2506/base/connector.properties";
const change = (text: string) => ({ file: CONNECTOR, replace: "    Part,\\\n", with: text });

interface Args {
  readonly key: string;
  readonly how: keyof typeof BREAKS;
  /** Key that Java reads from the line below the break, although that line most likely belongs to the value; null if there is none. */
  readonly orphan: string | null;
  /** Key of the next line if Java reads that line as part of the value; COMMENT for a comment line; null if Java reads no line so. */
  readonly lost: string | typeof COMMENT | null;
  /** Numbers of further lines at which the same value is broken. */
  readonly again: readonly number[];
}

const lostNotes = (lost: Args["lost"]): readonly Text[] =>
  lost === null
    ? []
    : lost === COMMENT
      ? [say`Java reads the comment below as part of the value`]
      : [say`Java reads the line below as part of the value, and ${value(lost)} does not exist`];

function againAt(lines: readonly number[]): Text {
  const [first] = lines as readonly [number, ...number[]];
  return lines.length === 1 ? say`line ${first}` : say`${lines.length} further lines, ${first} to ${lines.at(-1) as number}`;
}

const brokenContinuation = defineDiagnostic({
  id: "conf/broken-continuation",
  severity: "error",
  title: "a value over several lines ends too early or too late",
  why: "Only a backslash as the very last character joins lines. With a space after it, without it, or with an empty line below, Java ends the value there; the following lines become keys that nobody asks for, and nothing is reported. If the last line ends in a comma and a backslash, too, the entry below it becomes an element, and its key does not exist. This is how line-at-a-time editors damage CREATE_VALUE_PROPERTY_CONFIG.",
  remedy:
    "End every line but the last in a backslash and nothing after it; edit such values with `tierwright properties set FILE KEY VALUE`.",
  clauses: ["A2"],
  message: ({ key, how, orphan, lost, again }: Args) => {
    const { headline, note, help } = BREAKS[how];
    return {
      message: say`${name(key)}: ${words(headline)}`,
      notes: [
        ...(note === null ? [] : [words(note)]),
        ...(orphan === null ? [] : [say`the next line becomes an entry of its own with the key ${value(orphan)}`]),
        ...lostNotes(lost),
        ...(again.length === 0 ? [] : [say`the same value breaks again at ${againAt(again)}`]),
      ],
      help: words(help),
    };
  },
  fails: change("    Part,\\ \n"),
  passes: [
    change("    Part,  \\\n"),
    change("\tPart,\\\n    # a name,\\\n"),
    { file: CONNECTOR, replace: "    Port\n", with: "    Port\\\n\n" },
  ],
});

export const rule: PropertiesRule = { ...brokenContinuation, scope: "properties", check };
