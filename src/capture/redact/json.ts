import { beforeSpaces, letters, matchAt, pastSpaces, placesOf, wordBefore } from "./anchors.ts";
import {
  isNaming,
  isOrdinary,
  isStructure,
  isValue,
  isUnsure,
  type Kind,
  kindOfName,
  part,
  type Shape,
  valueOf,
  Work,
} from "./shape.ts";

/* Every value is passed over once: what stands below a secret's name is not looked at again. */

const LONGEST_QUOTED = 200;

interface Quoted {
  readonly text: string;
  /** Where its first quote stands. */
  readonly at: number;
}

const isEscaped = (text: string, at: number): boolean => {
  let slashes = 0;
  while (slashes < LONGEST_QUOTED && text[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
};

const unescaped = (name: string): string =>
  name.includes("\\")
    ? name.replace(/\\u([\da-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : name;

/** The text between quotes that ends there, as it is written; null: there is none. */
function quotedBefore(text: string, end: number, longest = LONGEST_QUOTED): Quoted | null {
  const last = end - 1;
  const quote = text[last];
  if (last < 1 || (quote !== '"' && quote !== "'" && quote !== "`") || isEscaped(text, last)) return null;
  for (let at = last - 1; at >= 0 && last - at <= longest; at--) {
    const sign = text[at] ?? "";
    if (sign === "\r" || sign === "\n") return null;
    if (sign === '"' || sign === "'" || sign === "`") return { text: unescaped(text.slice(at + 1, last)), at };
  }
  return null;
}

/** Where a string that begins there ends; the end of the text where it does not. */
export function endOfString(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === quote) return at;
  }
  return text.length;
}

const COMMENT = /\/\*[^*]{0,200}\*\/|\/\/[^\r\n]{0,200}[\r\n]/y;

/** Where a value begins after its sign. */
function valueAfter(text: string, from: number): number {
  let at = pastSpaces(text, from, 1000);
  for (let most = 5; most > 0 && text[at] === "/"; most--) {
    const comment = matchAt(COMMENT, text, at);
    if (!comment) break;
    at = pastSpaces(text, at + comment[0].length, 1000);
  }
  return at;
}

const OF_KEY = letters("$");
const OF_SYMBOL = letters(".-$");

interface Member {
  readonly name: string;
  readonly from: number;
}

/** What stands before a colon or an arrow as a name. */
function* named(text: string): Generator<Member> {
  for (const colon of placesOf(text, ":")) {
    const end = beforeSpaces(text, colon);
    const from = valueAfter(text, colon + 1);
    const quoted = quotedBefore(text, end);
    if (quoted) yield { name: quoted.text, from };
    else if (text[from] === '"' || text[from] === "'" || text[from] === "`") {
      const name = wordBefore(text, end, OF_KEY);
      if (name !== "") yield { name, from };
    }
  }
}

function* namedByArrow(text: string): Generator<Member> {
  for (const arrow of placesOf(text, ">")) {
    if (text[arrow - 1] !== "=" && text[arrow - 1] !== "-") continue;
    const end = beforeSpaces(text, arrow - 1);
    const name = quotedBefore(text, end)?.text ?? wordBefore(text, end, OF_SYMBOL);
    if (name !== "") yield { name, from: valueAfter(text, arrow + 1) };
  }
}

/** config["password"] = "..." */
function* namedByBracket(text: string): Generator<Member> {
  for (const bracket of placesOf(text, "]")) {
    const quoted = quotedBefore(text, bracket);
    const sign = quoted ? pastSpaces(text, bracket + 1) : -1;
    if (quoted && (text[sign] === "=" || text[sign] === ":")) yield { name: quoted.text, from: valueAfter(text, sign + 1) };
  }
}

const WORDS_BETWEEN = /["'][ \t]{1,10}(?:to|is|as|was|with|=)[ \t]{1,10}(?=["'])/g;

/** set 'password' to '...' */
function* namedByWords(text: string): Generator<Member> {
  for (const match of text.matchAll(WORDS_BETWEEN)) {
    const quoted = quotedBefore(text, match.index + 1);
    if (quoted) yield { name: quoted.text, from: match.index + match[0].length };
  }
}

/** "name": value at any depth; what stands below a secret's name goes with it. */
export function* members(text: string): Generator<Shape> {
  for (const found of [named(text), namedByArrow(text), namedByBracket(text), namedByWords(text)]) {
    let until = 0;
    for (const { name, from } of found) {
      const kind = from > until ? kindOfName(name) : "none";
      if (kind !== "none") until = yield* valueAt(text, from, name, kind);
    }
  }
}

/** What stands there, and where it ends. */
function* valueAt(text: string, from: number, name: string, kind: Kind): Generator<Shape, number> {
  const first = text[from] ?? "";
  if (first === '"' || first === "'" || first === "`") {
    const end = endOfString(text, from);
    yield* valueOf(kind, text, from + 1, end);
    return end;
  }
  if (first === "{" || first === "[") {
    if (isUnsure(kind)) return from;
    return yield* leaves(text, from, isStructure(name));
  }
  const [scalar = ""] = /^[^\s,}\]]*/.exec(text.slice(from, from + 10_000)) ?? [];
  if (!/^(?:true|false|null|undefined)$/.test(scalar)) yield* valueOf(kind, text, from, from + scalar.length);
  return from + scalar.length;
}

const AFTER_NAME = /"\s{0,50}:/y;
const NUMBER = /-?\d[-+.\deE]{0,400}/y;

/** Strings and numbers inside of brackets. `isMixed`: those of ordinary names stay. */
function* leaves(text: string, from: number, isMixed: boolean): Generator<Shape, number> {
  let depth = 0;
  let stays = false;
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign === "{" || sign === "[") depth++;
    else if (sign === "}" || sign === "]") {
      if (--depth === 0) return at;
    } else if (sign === '"') {
      const end = endOfString(text, at);
      if (matchAt(AFTER_NAME, text, end)) {
        const name = text.slice(at + 1, Math.min(end, at + LONGEST_QUOTED));
        stays = isMixed && isOrdinary(name) && kindOfName(name) !== "password" && kindOfName(name) !== "secret";
      } else if (!stays) yield* part(text, at + 1, end);
      at = end;
    } else if (sign === "-" || (sign >= "0" && sign <= "9")) {
      const [number = sign] = matchAt(NUMBER, text, at) ?? [];
      if (!stays && number !== "-") yield* part(text, at, at + number.length);
      at += number.length - 1;
    }
  }
  return text.length;
}

interface Item {
  readonly from: number;
  readonly to: number;
}
interface List {
  readonly items: readonly Item[];
  /** Where its bracket closes. */
  readonly end: number;
}

const MOST_ITEMS = 1000;

/** The items of a list whose bracket stands there; null: it is none, or too long. */
function listAt(text: string, from: number, work: Work): List | null {
  const items: Item[] = [];
  let depth = 0;
  let begins = -1;
  for (let at = from; at < text.length && items.length < MOST_ITEMS; at++) {
    const sign = text[at] ?? "";
    if (sign === "[" || sign === "{") {
      if (depth++ === 1 && begins < 0) begins = at;
    } else if (sign === "]" || sign === "}" || (sign === "," && depth === 1)) {
      if (sign !== ",") depth--;
      if (depth === 0 || sign === ",") {
        if (begins >= 0) items.push({ from: begins, to: beforeSpaces(text, at) });
        begins = -1;
        if (depth === 0) return { items, end: at };
      }
    } else if (sign === '"') {
      if (begins < 0) begins = at;
      const end = endOfString(text, at);
      work.spend(end - at);
      at = end;
    } else if (begins < 0 && !/\s/.test(sign)) begins = at;
    work.spend(1);
  }
  return null;
}

function* hiddenItem(text: string, { from, to }: Item): Generator<Shape> {
  const first = text[from];
  if (first === "[" || first === "{") yield* leaves(text, from, false);
  else if (first === '"') yield* part(text, from + 1, Math.max(from + 1, to - 1));
  else if (!/^(?:true|false|null)$/.test(text.slice(from, Math.min(to, from + 10)))) yield* part(text, from, to);
}

const STRING = /"((?:[^"\\\r\n]|\\.){0,200})"\s{0,50}([,\]])\s{0,50}/y;

/** The strings of a list of names whose bracket stands there; `end` is where it closes. */
function namesAt(text: string, open: number): { readonly names: readonly string[]; readonly end: number } | null {
  const names: string[] = [];
  for (let at = pastSpaces(text, open + 1); names.length < MOST_ITEMS; ) {
    const match = matchAt(STRING, text, at);
    if (!match) return null;
    names.push(unescaped(match[1] ?? ""));
    at += match[0].length;
    if (match[2] === "]") return { names, end: text.lastIndexOf("]", at) };
  }
  return null;
}

/** ["password", ...] and ("password", ...): a list of two, or of names whose values stand in the lists after it. */
export function* listed(text: string): Generator<Shape> {
  const work = new Work(text);
  let until = 0;
  for (const open of placesOf(text, "[")) {
    const first = open < until ? -1 : pastSpaces(text, open + 1);
    if (first < 0 || text[first] !== '"') continue;
    const pair = matchAt(STRING, text, first);
    const kind = pair?.[2] === "," ? kindOfName(unescaped(pair[1] ?? "")) : "none";
    if (pair && kind !== "none") yield* secondOf(text, first + pair[0].length, kind, work);
    const list = namesAt(text, open);
    if (!list) continue;
    until = list.end;
    const kinds = list.names.map(kindOfName);
    if (kinds.some((one) => one !== "none")) until = yield* rows(text, list.end, kinds, work);
  }
  for (const open of placesOf(text, "(")) {
    const first = pastSpaces(text, open + 1);
    const quote = text[first];
    if (quote !== '"' && quote !== "'") continue;
    const end = endOfShort(text, first);
    const comma = end < 0 ? -1 : pastSpaces(text, end + 1);
    if (comma < 0 || text[comma] !== ",") continue;
    const kind = kindOfName(text.slice(first + 1, end));
    const value = pastSpaces(text, comma + 1);
    if (kind !== "none" && (text[value] === '"' || text[value] === "'" || text[value] === "`"))
      yield* valueOf(kind, text, value + 1, endOfString(text, value));
  }
}

/** The second item of a list that begins with a secret's name, where there is no third. */
function* secondOf(text: string, from: number, kind: Kind, work: Work): Generator<Shape> {
  const end = endOfValue(text, from, work);
  if (end >= 0 && end < text.length && text[pastSpaces(text, end)] !== "]") return;
  yield* hiddenValue(text, from, kind);
}

/** Where a string of at most a name's length ends; -1: it is longer. */
function endOfShort(text: string, from: number): number {
  const end = text.slice(from, from + LONGEST_QUOTED + 2).indexOf(text[from] ?? "", 1);
  return end < 0 ? -1 : from + end;
}

const ROWS = /\s{0,50},\s{0,50}(?:"(?:rows|values|data|records|cells|items|tuples|results)"\s{0,50}:\s{0,50})?(\[\s{0,50})/y;
const NEXT_ROW = /\s{0,50},\s{0,50}(?=\[)/y;

/** Lists after a list of names: in each the item in a secret's place. Returns where they end. */
function* rows(text: string, end: number, kinds: readonly Kind[], work: Work): Generator<Shape, number> {
  const match = matchAt(ROWS, text, end + 1);
  if (!match) return end;
  let at = end + 1 + match[0].length - (match[1] ?? "").length;
  if (match[0].includes(":")) {
    const inner = pastSpaces(text, at + 1);
    if (text[inner] === "[") at = inner;
  }
  for (;;) {
    const row = listAt(text, at, work);
    if (row?.items.length !== kinds.length) return Math.max(end, at - 1);
    for (const [i, item] of row.items.entries()) {
      const kind = kinds[i] ?? "none";
      if (kind !== "none") yield* isUnsure(kind) ? hiddenValue(text, item.from, kind) : hiddenItem(text, item);
    }
    const next = matchAt(NEXT_ROW, text, row.end + 1);
    if (!next) return row.end;
    at = row.end + 1 + next[0].length;
  }
}

const MOST_MEMBERS = 30;
const LONGEST_VALUE = 100_000;

/** Where a value that begins there ends, one after its last character; -1: nobody can tell. */
function endOfValue(text: string, from: number, work: Work): number {
  const first = text[from];
  const end =
    first === '"'
      ? endOfString(text, from) + 1
      : first === "{" || first === "["
        ? endOfBrackets(text, from)
        : endOfScalar(text, from);
  work.spend(end < 0 ? LONGEST_VALUE : end - from);
  return end;
}

function endOfBrackets(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length && at - from < LONGEST_VALUE; at++) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at);
    else if (sign === "{" || sign === "[") depth++;
    else if ((sign === "}" || sign === "]") && --depth === 0) return at + 1;
  }
  return -1;
}

function endOfScalar(text: string, from: number): number {
  const [scalar = ""] = /^[^\s,}\]"]*/.exec(text.slice(from, from + 100)) ?? [];
  return scalar === "" ? -1 : from + scalar.length;
}

function* hiddenValue(text: string, from: number, kind: Kind): Generator<Shape> {
  const first = text[from];
  if (first === "{" || first === "[") {
    if (!isUnsure(kind)) yield* leaves(text, from, false);
  } else if (first === '"') yield* valueOf(kind, text, from + 1, endOfString(text, from));
  else yield* valueOf(kind, text, from, endOfScalar(text, from));
}

const MEMBER_NAME = /\s{0,50},\s{0,50}"([^"\\\r\n]{1,100})"\s{0,50}:\s{0,50}/y;

/** Where a value that ends there begins; -1: nobody can tell. `floor`: it begins not before. */
function beginOfValue(text: string, end: number, floor: number): number {
  const last = text[end - 1];
  if (last === '"') {
    for (let at = end - 2; at >= floor && end - at < LONGEST_VALUE; at--) if (text[at] === '"' && !isEscaped(text, at)) return at;
    return -1;
  }
  if (last === "}" || last === "]") {
    let depth = 0;
    let inString = false;
    for (let at = end - 1; at >= floor && end - at < LONGEST_VALUE; at--) {
      const sign = text[at];
      if (sign === '"' && !isEscaped(text, at)) inString = !inString;
      else if (inString) continue;
      else if (sign === "}" || sign === "]") depth++;
      else if ((sign === "{" || sign === "[") && --depth === 0) return at;
    }
    return -1;
  }
  let at = end;
  while (at > floor && end - at < 100 && /[\w.+-]/.test(text[at - 1] ?? "")) at--;
  return at === end ? -1 : at;
}

/** {"name": "password", ..., "value": ...}, in any order and with other members between. */
export function* namedMembers(text: string): Generator<Shape> {
  const work = new Work(text);
  let floor = 0;
  for (const colon of placesOf(text, ":")) {
    const key = quotedBefore(text, beforeSpaces(text, colon));
    if (!key || !isNaming(key.text)) continue;
    const from = pastSpaces(text, colon + 1);
    if (text[from] !== '"') continue;
    const end = endOfShort(text, from);
    if (end < 0) continue;
    const kind = kindOfName(unescaped(text.slice(from + 1, end)));
    if (kind === "none") continue;
    let at = end + 1;
    for (let most = MOST_MEMBERS; most > 0 && at > 0; most--) {
      const next = matchAt(MEMBER_NAME, text, at);
      if (!next) break;
      const value = at + next[0].length;
      if (isValue(next[1] ?? "")) yield* hiddenValue(text, value, kind);
      at = endOfValue(text, value, work);
    }
    yield* membersBefore(text, key.at, floor, kind);
    floor = Math.max(end, at);
  }
}

function* membersBefore(text: string, from: number, floor: number, kind: Kind): Generator<Shape> {
  let at = from;
  for (let most = MOST_MEMBERS; most > 0; most--) {
    const comma = beforeSpaces(text, at) - 1;
    if (text[comma] !== ",") return;
    const value = beginOfValue(text, beforeSpaces(text, comma), floor);
    const colon = value < 0 ? -1 : beforeSpaces(text, value) - 1;
    if (colon < 0 || text[colon] !== ":") return;
    const key = quotedBefore(text, beforeSpaces(text, colon));
    if (!key) return;
    if (isValue(key.text)) yield* hiddenValue(text, value, kind);
    at = key.at;
  }
}
