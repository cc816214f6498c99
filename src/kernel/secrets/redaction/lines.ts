import { beforeSpaces, letters, matchAt, pastBlanks, pastSpaces, placesOf, wordBefore } from "./anchors.ts";
import { endOfString } from "./json.ts";
import { isSentence } from "./said.ts";
import { endOfMatch, isNaming, isValue, isUnsure, type Kind, kindOfName, part, type Shape, valueOf } from "./shape.ts";

const OF_PAIR = letters(".[]%+-:$");
const PAIR_ENDS = /[&\s"'<>]/g;
const PARAMETER_ENDS = /[;&\s"'<>]/g;
const PATH_ENDS = /[?#;/&\s"'<>]/g;

function endAt(stop: RegExp, text: string, from: number): number {
  stop.lastIndex = from;
  return stop.exec(text)?.index ?? text.length;
}

/** Yields secrets in name=value pairs of addresses, forms, texts and parameters. A name within the value of a secret is part of that value. */
export function* pairs(text: string): Generator<Shape> {
  let until = 0;
  for (const sign of placesOf(text, "=")) {
    if (sign < until || text[sign + 1] === "=" || text[sign + 1] === ">") continue;
    const name = wordBefore(text, sign, OF_PAIR);
    const kind = kindOfPair(name);
    if (kind === "none") continue;
    const from = sign + 1;
    const begins = sign - name.length;
    const isParameter = text[beforeSpaces(text, begins) - 1] === ";";
    const isSession = isParameter && /^jsessionid$/i.test(name);
    const to = endAt(isSession ? PATH_ENDS : isParameter || isConnection(text, from) ? PARAMETER_ENDS : PAIR_ENDS, text, from);
    yield* valueOf(kind, text, from, to);
    until = to;
  }
}

const CONNECTION = /[^;&\s"'<>]{1,200};[\w .-]{1,40}=/y;
/** Returns whether another name=value pair follows after a semicolon, as in a database's connection string. */
const isConnection = (text: string, from: number): boolean => matchAt(CONNECTION, text, from) !== null;

/** Returns the kind of the name in a name=value pair, percent-decoded and without a list index such as [0]. */
const kindOfPair = (written: string): Kind => kindOfName(decoded(written).replace(/\[\d{0,10}\]$/, ""));

const OF_QUOTED = letters(".:-$");

/** Yields secrets in name = "value", as in XML, scripts, header parameters and settings. */
export function* quotedPairs(text: string): Generator<Shape> {
  let until = 0;
  for (const sign of placesOf(text, "=")) {
    if (sign < until) continue;
    const from = pastSpaces(text, sign + 1);
    const quote = text[from];
    if (quote !== '"' && quote !== "'" && quote !== "`") continue;
    const kind = kindOfName(wordBefore(text, beforeSpaces(text, sign), OF_QUOTED));
    if (kind === "none") continue;
    until = endOfString(text, from);
    yield* valueOf(kind, text, from + 1, until);
  }
}

/** Yields secrets in the pairs of a form body, where only '&' ends a value. */
export function* formPairs(text: string): Generator<Shape> {
  for (let at = 0, end = 0; at <= text.length; at = end + 1) {
    const next = text.indexOf("&", at);
    end = next < 0 ? text.length : next;
    const sign = text.indexOf("=", at);
    if (sign < 0) return;
    if (sign < end && sign - at <= 1000) yield* valueOf(kindOfPair(text.slice(at, sign)), text, sign + 1, end);
  }
}

function decoded(text: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

const OF_OPTION = /--(\w[\w.-]{0,100})[ \t]{1,20}(?![-=:\s])/y;
const WORD = /\S{1,10000}/y;

/** Yields secrets that are values of command-line options: `--password value`. */
export function* options(text: string): Generator<Shape> {
  for (const at of placesOf(text, "--")) {
    const match = text[at - 1] === "-" ? null : matchAt(OF_OPTION, text, at);
    const kind = match ? kindOfName(match[1] ?? "") : "none";
    if (!match || kind === "none") continue;
    const from = endOfMatch(match);
    const quote = text[from];
    if (quote === '"' || quote === "'") yield* valueOf(kind, text, from + 1, endOfString(text, from));
    else {
      const word = matchAt(WORD, text, from);
      if (word) yield* valueOf(kind, text, from, endOfMatch(word));
    }
  }
}

const OF_SETTING = letters(".-$");
/** The characters that end the value of `name: value` within JSON or XML: line ends, tags and quotes. */
const WITHIN = /[\r\n<"]/g;
const LINE_ENDS = /[\r\n<]/g;
const BLOCK = /^(?:![\w:/.-]{1,100}[ \t]*)?(?:[|>][-+\d]{0,3}[ \t]*(?:#.*)?)?$/;

/** Yields secrets in `name: value` within another format such as JSON or XML, up to the end of the line or string. */
export function* settingsWithin(text: string): Generator<Shape> {
  let until = 0;
  for (const { kind, from } of settingNames(text, ":", true)) {
    if (from <= until) continue;
    until = endAt(WITHIN, text, from);
    if (!isSentence(text.slice(from, until))) yield* valueOf(kind, text, from, until);
  }
}

interface Setting {
  readonly kind: Kind;
  readonly from: number;
  /** Offset at which the setting's name begins. */
  readonly at: number;
}

function* settingNames(text: string, sign: ":" | "=", isWithin: boolean): Generator<Setting> {
  for (const at of placesOf(text, sign)) {
    const next = text[at + 1];
    if (sign === "=" && (next === "=" || next === ">")) continue;
    // this colon is part of an address, a URN or a prefixed name; within other formats, only a colon with a space after it counts
    if (
      sign === ":" &&
      (next === ":" ||
        (text[at - 1] === ":" && (isWithin || next !== " ")) ||
        (next === "/" && text[at + 2] === "/") ||
        (isWithin && next !== " "))
    )
      continue;
    const end = beforeSpaces(text, text[at - 1] === ":" ? at - 1 : at);
    const quote = text[end - 1];
    const isQuoted = !isWithin && (quote === '"' || quote === "'");
    const name = wordBefore(text, isQuoted ? end - 1 : end, OF_SETTING);
    const begins = end - name.length - (isQuoted ? 1 : 0);
    if (name === "" || (sign === ":" && /[:/]/.test(text[begins - 1] ?? ""))) continue;
    const kind = kindOfName(name);
    if (kind === "none") continue;
    const from = pastBlanks(text, at + 1);
    yield { kind, from, at: begins };
  }
}

export const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
};

const MOST_LINES = 10_000;
const OWN_LINE = /(?:at |#|[\w."' -]{1,100}[:=](?:\s|$))/y;

/**
 * Yields the lines after a setting that belong to its value: a YAML block, a continued value or a folded header.
 * @returns The offset at which they end.
 */
function* linesBelow(text: string, column: number, from: number, isBlock: boolean): Generator<Shape, number> {
  let at = from;
  for (let lines = 0; at < text.length && lines < MOST_LINES; lines++) {
    const end = lineEnd(text, at);
    const first = pastBlanks(text, at);
    const isEmpty = first >= end || text[first] === "\r";
    const indent = first - at;
    const isItem = isBlock && indent === column && text[first] === "-" && text[first + 1] === " ";
    if (!isEmpty && indent <= column && !isItem) return at;
    if (isEmpty && !isBlock) return at;
    if (!isEmpty && !isBlock && matchAt(OWN_LINE, text, first)) return at;
    if (!isEmpty) yield* part(text, first, text[end - 1] === "\r" ? end - 1 : end);
    at = end + 1;
  }
  return at;
}

/** Yields secrets in name: value and name = value in a text of lines, including continued values. */
export function* settings(text: string): Generator<Shape> {
  for (const sign of [":", "="] as const) {
    let until = 0;
    for (const { kind, from, at } of settingNames(text, sign, false))
      if (from >= until) until = yield* setting(text, at, from, kind);
  }
}

const LEAD = /(?:^|\n)([ \t]{0,200}(?:- )?)["']?$/;

/** Returns the column of a setting's name if only spaces, a dash and a quote precede it on its line; -1 if anything else does. */
function columnOf(text: string, at: number): number {
  const before = text.slice(Math.max(0, at - LONGEST_LEAD), at);
  const feed = before.lastIndexOf("\n");
  if (feed < 0 && at > LONGEST_LEAD) return -1;
  return LEAD.exec(before.slice(feed + 1))?.[1]?.length ?? -1;
}

const LONGEST_LEAD = 210;

function* setting(text: string, at: number, from: number, kind: Kind): Generator<Shape, number> {
  const quote = text[from];
  let stop = endAt(LINE_ENDS, text, from);
  if (quote === '"' || quote === "'") {
    const close = endOfString(text, from);
    yield* valueOf(kind, text, from + 1, close);
    if (close >= stop) return close;
  }
  const rest = text.slice(from, stop).trim();
  if (isSentence(rest)) return stop;
  if (isUnsure(kind)) {
    yield* valueOf(kind, text, from, stop);
    // the next line is only read if the value is empty on this line, because finding it can take long
    if (rest !== "") return stop;
    const next = lineEnd(text, stop) + 1;
    if (pastBlanks(text, next) === next) return stop;
    yield* valueOf(kind, text, next, lineEnd(text, next));
    return next;
  }
  const column = columnOf(text, at);
  const isBlock = column >= 0 && BLOCK.test(rest.slice(0, 200));
  if (!isBlock) yield* valueOf(kind, text, from, stop);
  if (column < 0) return stop;
  // a backslash at the end of a line continues the value
  while (text[stop - 1] === "\\" && stop < text.length) {
    const next = pastSpaces(text, stop, 200);
    stop = endAt(LINE_ENDS, text, next);
    yield* part(text, next, stop);
  }
  if (text[stop] === "<") return stop;
  return yield* linesBelow(text, column, lineEnd(text, stop) + 1, isBlock);
}

const VALUE_LINE = /^([ \t]*(?:- )?)["']?([\w.-]{1,100})["']?[ \t]*:[ \t]*/;
const NEAR = 8;
const LONGEST_LINE = 500;

/** Yields secrets in a YAML item with the lines `name: password` and `value: ...`, in any order. */
export function* namedByLine(text: string): Generator<Shape> {
  if (!text.includes(":")) return;
  const starts: number[] = [0];
  for (const feed of placesOf(text, "\n")) starts.push(feed + 1);
  const lineOf = (i: number): string =>
    text.slice(starts[i] ?? 0, Math.min((starts[i + 1] ?? text.length + 1) - 1, (starts[i] ?? 0) + LONGEST_LINE));
  for (let i = 0; i < starts.length; i++) {
    const line = lineOf(i);
    const [before = "", lead = "", key = ""] = VALUE_LINE.exec(line) ?? [];
    const called = line
      .slice(before.length)
      .trim()
      .replace(/^["']|["']$/g, "");
    const kind = key !== "" && isNaming(key) ? kindOfName(called) : "none";
    if (kind === "none") continue;
    for (const step of [1, -1])
      for (let j = i + step, near = 0; near < NEAR && j >= 0 && j < starts.length; j += step, near++) {
        const other = VALUE_LINE.exec(lineOf(j));
        if (other?.[1]?.length !== lead.length || (step > 0 && other[1].includes("-"))) break;
        const from = (starts[j] ?? 0) + other[0].length;
        if (isValue(other[2] ?? "")) yield* setting(text, (starts[j] ?? 0) + other[1].length, from, kind);
        if (other[1].includes("-")) break;
      }
  }
}
