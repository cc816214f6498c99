import { beforeSpaces, letters, matchAt, pastSpaces, placesOf, wordBefore } from "./anchors.ts";
import { mayNameSecret, namesGroup, namesSecret, namesSecretValue } from "./names.ts";
import type { Range } from "./known.ts";

/** A secret where it stands in a text, by the name that stands before it or by its own shape. */
export interface Shape {
  readonly at: Range;
  /** What is to be found again elsewhere. */
  readonly value: string;
}

/** The part between `from` and `to`, where anything stands there. */
export function* part(text: string, from: number, to: number): Generator<Shape> {
  if (to > from) yield { at: [from, to], value: text.slice(from, to) };
}

export const ends = (match: RegExpMatchArray): number => (match.index ?? 0) + match[0].length;

/* Every step has bounds, so that the time it takes grows with the text alone. A value that the text cuts goes on to its end. */

const OF_XML = letters(".:-");

interface Attribute {
  readonly name: string;
  /** Where its sign stands, and its value begins. */
  readonly sign: number;
  readonly from: number;
  readonly quote: string;
}

function* quoted(text: string): Generator<Attribute> {
  for (const sign of placesOf(text, "=")) {
    const from = pastSpaces(text, sign + 1);
    const quote = text[from] ?? "";
    if (quote !== '"' && quote !== "'") continue;
    const name = wordBefore(text, beforeSpaces(text, sign), OF_XML);
    if (name !== "") yield { name, sign, from: from + 1, quote };
  }
}

/** name="value", in XML, HTML and parameters of headers. */
export function* attributes(text: string): Generator<Shape> {
  for (const { name, from, quote } of quoted(text)) {
    if (!namesSecret(name)) continue;
    const end = text.indexOf(quote, from);
    yield* part(text, from, end < 0 ? text.length : end);
  }
}

const TAG_NAME = /<([\w.:-]{1,100})(?=[\s>])/y;
const REST_OF_TAG = /(?:\s[^<>]{0,10000})?>/y;

/** <password>value</password>, with prefixes, CDATA and elements inside. */
export function* elements(text: string): Generator<Shape> {
  let until = 0;
  for (const at of placesOf(text, "<")) {
    const name = at < until ? null : matchAt(TAG_NAME, text, at);
    if (!name || !namesSecret(name[1] ?? "")) continue;
    const tag = matchAt(REST_OF_TAG, text, ends(name));
    if (!tag || text[ends(tag) - 2] === "/") continue;
    const [from, called] = [ends(tag), name[1] ?? ""];
    const next = text.indexOf("<", from);
    if (namesGroup(called) && next >= 0 && !text.startsWith(`</${called}`, next)) continue;
    const close = text.indexOf(`</${called}`, from);
    until = close < 0 ? text.length : close;
    yield* betweenTags(text, from, until);
  }
}

/** The text between tags; a CDATA section is text. */
function* betweenTags(text: string, from: number, to: number): Generator<Shape> {
  let at = from;
  for (const tag of text.slice(from, to).matchAll(/<!\[CDATA\[|\]\]>|<[^<>]*>/g)) {
    const begins = from + (tag.index ?? 0);
    if (text.slice(at, begins).trim() !== "") yield* part(text, at, begins);
    at = begins + tag[0].length;
  }
  if (text.slice(at, to).trim() !== "") yield* part(text, at, to);
}

const NAMING = /^(?:name|key|id|type|property)$/i;
const NAMED = /([^"'<>]{1,100})["']/y;
const VALUE = /(?<![\w.:-])(?:value|content)\s{0,50}=\s{0,50}(?:"([^"]*)"?|'([^']*)'?)/gi;
const TAG = /<[\w.:-]{1,100}\s[^<>]{0,20000}(?:>|$)/y;

/** Where tags begin that call something a secret, each once. */
function* namingTags(text: string): Generator<number> {
  let [tag, told] = [text.indexOf("<"), -1];
  for (const { name, sign, from } of quoted(text)) {
    if (!NAMING.test(name) || !namesSecret(matchAt(NAMED, text, from)?.[1] ?? "")) continue;
    for (let next = tag; next >= 0 && next < sign; next = text.indexOf("<", next + 1)) tag = next;
    if (tag >= 0 && tag < sign && tag !== told) yield tag;
    told = tag;
  }
}

/** <property name="password" value="..."/>, <entry key="password">...</entry>, <input type="password" value="...">. */
export function* namedByAttribute(text: string): Generator<Shape> {
  let until = 0;
  for (const at of namingTags(text)) {
    const tag = matchAt(TAG, text, at);
    if (!tag) continue;
    for (const value of tag[0].matchAll(VALUE)) {
      const written = value[1] ?? value[2] ?? "";
      const from = at + (value.index ?? 0) + value[0].lastIndexOf(written);
      yield* part(text, from, from + written.length);
    }
    if (tag[0].endsWith("/>") || at < until) continue;
    const next = text.indexOf("</", ends(tag));
    until = next < 0 ? text.length : next;
    yield* betweenTags(text, ends(tag), until);
  }
}

const QUOTE = /["']/;
const LONGEST_QUOTED = 200;

/** The text between quotes that ends there, as it is written; null: there is none. */
function quotedBefore(text: string, end: number): string | null {
  const last = end - 1;
  if (last < 1 || !QUOTE.test(text[last] ?? "") || isEscaped(text, last)) return null;
  for (let at = last - 1; at >= 0 && last - at <= LONGEST_QUOTED; at--) {
    const sign = text[at] ?? "";
    if (sign === "\r" || sign === "\n") return null;
    if (sign === '"' || sign === "'") return text.slice(at + 1, last);
  }
  return null;
}

const isEscaped = (text: string, at: number): boolean => {
  let slashes = 0;
  while (slashes < LONGEST_QUOTED && text[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
};

interface Member {
  readonly name: string;
  readonly from: number;
}

/** What stands in quotes before a colon. */
function* named(text: string): Generator<Member> {
  for (const colon of placesOf(text, ":")) {
    const name = quotedBefore(text, beforeSpaces(text, colon));
    if (name !== null && name !== "") yield { name: unescaped(name), from: pastSpaces(text, colon + 1) };
  }
}

const unescaped = (name: string): string =>
  name.includes("\\")
    ? name.replace(/\\u([\da-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : name;

const NAMED_MEMBER =
  /["'](?:name|key|id)["']\s{0,50}:\s{0,50}["']([^"'\\]{1,100})["']\s{0,50},\s{0,50}["']value["']\s{0,50}:\s{0,50}/gi;

function* namedMembers(text: string): Generator<Member> {
  for (const match of text.matchAll(NAMED_MEMBER)) yield { name: match[1] ?? "", from: ends(match) };
}

/** "name": value at any depth; what stands below a secret's name goes with it. */
export function* members(text: string): Generator<Shape> {
  for (const found of [named(text), namedMembers(text)]) {
    let until = 0;
    for (const { name, from } of found)
      if (from > until && namesSecret(name)) until = yield* valueAt(text, from, namesGroup(name));
  }
}

/** What stands there, and where it ends. */
function* valueAt(text: string, from: number, group: boolean): Generator<Shape, number> {
  const first = text[from] ?? "";
  if (first === '"' || first === "'") {
    const end = endOfString(text, from);
    yield* part(text, from + 1, end);
    return end;
  }
  if (first === "{" || first === "[") return group ? from : yield* leaves(text, from);
  const [scalar = ""] = /^[^\s,}\]]*/.exec(text.slice(from, from + 10_000)) ?? [];
  if (scalar !== "" && !/^(?:true|false|null)$/.test(scalar)) yield* part(text, from, from + scalar.length);
  return from + scalar.length;
}

/** Where a string that begins there ends; the end of the text where it does not. */
function endOfString(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === quote) return at;
  }
  return text.length;
}

/** Strings and numbers inside of brackets. */
function* leaves(text: string, from: number): Generator<Shape, number> {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (sign === "{" || sign === "[") depth++;
    else if (sign === "}" || sign === "]") {
      if (--depth === 0) return at;
    } else if (sign === '"') {
      const end = endOfString(text, at);
      if (!/^"\s{0,50}:/.test(text.slice(end, end + 60))) yield* part(text, at + 1, end);
      at = end;
    } else if (/[\d-]/.test(sign ?? "")) {
      const [number = ""] = /^[-+.\deE]+/.exec(text.slice(at, at + 400)) ?? [];
      yield* part(text, at, at + number.length);
      at += Math.max(0, number.length - 1);
    }
  }
  return text.length;
}

const OF_PAIR = letters(".[]%+-");
const PAIR_ENDS = /[&\s"'<>]/g;
const JSESSION = /;jsessionid=([^?#;/&\s"'<>]+)/iy;

/** name=value in addresses and forms. */
export function* pairs(text: string): Generator<Shape> {
  for (const at of placesOf(text, ";")) {
    const match = matchAt(JSESSION, text, at);
    if (match) yield* part(text, ends(match) - (match[1] ?? "").length, ends(match));
  }
  yield* values(text, namesOfPairs(text), PAIR_ENDS);
}

function* namesOfPairs(text: string): Generator<Member> {
  for (const sign of placesOf(text, "=")) {
    const next = text[sign + 1];
    const name = next === '"' || next === "'" ? "" : wordBefore(text, sign, OF_PAIR);
    if (name !== "") yield { name, from: sign + 1 };
  }
}

/** Values after secret names, up to where one ends; a name inside of such a value is a part of it. */
function* values(text: string, found: Iterable<Member>, stop: RegExp): Generator<Shape> {
  let until = 0;
  for (const { name, from } of found) {
    if (from <= until || !mayNameSecret(name)) continue;
    stop.lastIndex = from;
    const end = stop.exec(text)?.index ?? text.length;
    if (!namesSecretValue(name, text.slice(from, end))) continue;
    until = end;
    yield* part(text, from, until);
  }
}

/** The same in a body that is a form: nothing but '&' ends a value. */
export function* formPairs(text: string): Generator<Shape> {
  for (let at = 0, end = 0; at <= text.length; at = end + 1) {
    const next = text.indexOf("&", at);
    end = next < 0 ? text.length : next;
    const sign = text.indexOf("=", at);
    if (sign < 0) return;
    if (sign < end && namesSecretValue(decoded(text.slice(at, sign)), text.slice(sign + 1, end)))
      yield* part(text, sign + 1, end);
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

const SETTING = /(?<![\w.-])([\w.-]{1,100})[ \t]{0,20}[:=][ \t]{0,20}(?=[^\s=])/g;
const SETTING_ENDS = /[\r\n<]/g;

/** name: value and name = value on a line of its own text. */
export function* settings(text: string): Generator<Shape> {
  yield* values(text, namesOfSettings(text), SETTING_ENDS);
}

function* namesOfSettings(text: string): Generator<Member> {
  for (const match of text.matchAll(SETTING)) yield { name: match[1] ?? "", from: ends(match) };
}

const DISPOSITION =
  /content-disposition:[^\r\n]{0,500}?[; ]name="?([^";\r\n]{1,100})"?[^\r\n]{0,500}\r?\n(?:[^\r\n]{1,500}\r?\n){0,10}\r?\n/gi;

/** Parts of multipart/form-data. */
export function* formParts(text: string): Generator<Shape> {
  for (const match of text.matchAll(DISPOSITION)) {
    if (!namesSecret(match[1] ?? "")) continue;
    const end = text.indexOf("\n--", ends(match));
    const to = end < 0 ? text.length : end;
    yield* part(text, ends(match), text[to - 1] === "\r" ? to - 1 : to);
  }
}
