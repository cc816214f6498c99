import { beforeSpaces, matchAt, pastSpaces, placesOf } from "./anchors.ts";
import {
  endOfString,
  isEscaped,
  isKindOfCredential,
  isOfKinds,
  LONGEST_QUOTED,
  leaves,
  quotedBefore,
  unescapeName,
} from "./json.ts";
import { isNaming, isUnsure, isValue, type Kind, kindOfName, part, type Shape, valueOf, Work } from "./shape.ts";

/*
 * Finds secrets in lists of names and values, and in objects with one member for a name and one for its value. Steps that can repeat over
 * the same text are counted (`Work`).
 */

interface Item {
  readonly from: number;
  readonly to: number;
}
interface List {
  readonly items: readonly Item[];
  /** Offset of the list's closing bracket. */
  readonly end: number;
}

const MOST_ITEMS = 1000;

/** Returns the JSON list whose opening bracket is at `from`; null if there is none or it has more than MOST_ITEMS items. */
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

/** Returns the strings of a list of names whose bracket is at `open`, and the offset of its closing bracket; null if it is no such list. */
function namesAt(text: string, open: number): { readonly names: readonly string[]; readonly end: number } | null {
  const names: string[] = [];
  for (let at = pastSpaces(text, open + 1); names.length < MOST_ITEMS; ) {
    const match = matchAt(STRING, text, at);
    if (!match) return null;
    names.push(unescapeName(match[1] ?? ""));
    at += match[0].length;
    if (match[2] === "]") return { names, end: text.lastIndexOf("]", at) };
  }
  return null;
}

/** Yields secrets in ["password", ...] and ("password", ...): a list of two, or a list of names followed by lists of values. */
export function* listItems(text: string): Generator<Shape> {
  const work = new Work(text);
  let until = 0;
  for (const open of placesOf(text, "[")) {
    const first = open < until ? -1 : pastSpaces(text, open + 1);
    if (first < 0 || text[first] !== '"') continue;
    const pair = matchAt(STRING, text, first);
    const kind = pair?.[2] === "," ? kindOfName(unescapeName(pair[1] ?? "")) : "none";
    const list = namesAt(text, open);
    const isNames = list?.names.every(isKindOfCredential) === true && isOfKinds(text, open);
    if (pair && kind !== "none" && !isNames) yield* secondOf(text, first + pair[0].length, kind, work);
    if (!list) continue;
    until = list.end;
    const begins = rowsAfter(text, list.end);
    const kinds = begins === null ? [] : list.names.map(kindOfName);
    if (begins !== null && kinds.some((one) => one !== "none")) until = yield* rows(text, list.end, begins, kinds, work);
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

/** Yields the second item of a list whose first item is the name of a secret, unless there is a third item. */
function* secondOf(text: string, from: number, kind: Kind, work: Work): Generator<Shape> {
  const end = endOfValue(text, from, work);
  if (end >= 0 && end < text.length && text[pastSpaces(text, end)] !== "]") return;
  yield* hiddenValue(text, from, kind);
}

/** Returns the offset of the closing quote of a string; -1 if it is longer than a name. */
function endOfShort(text: string, from: number): number {
  const end = text.slice(from, from + LONGEST_QUOTED + 2).indexOf(text[from] ?? "", 1);
  return end < 0 ? -1 : from + end;
}

const ROWS = /\s{0,50},\s{0,50}(?:"(?:rows|values|data|records|cells|items|tuples|results)"\s{0,50}:\s{0,50})?(\[\s{0,50})/y;
const NEXT_ROW = /\s{0,50},\s{0,50}(?=\[)/y;

/** Returns the offset of the first list of values (row) after a list of names that ends at `end`; null if there is none. */
function rowsAfter(text: string, end: number): number | null {
  const match = matchAt(ROWS, text, end + 1);
  if (!match) return null;
  const at = end + 1 + match[0].length - (match[1] ?? "").length;
  const inner = match[0].includes(":") ? pastSpaces(text, at + 1) : at;
  return text[inner] === "[" ? inner : at;
}

/**
 * Yields, from each list of values after a list of names, the items whose name is that of a secret.
 * @returns The offset at which the last of these lists ends.
 */
function* rows(text: string, end: number, begins: number, kinds: readonly Kind[], work: Work): Generator<Shape, number> {
  for (let at = begins; ; ) {
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

/** Returns the offset after the value that begins at `from`; -1 if it cannot be determined. */
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

/**
 * Returns the offset of the value that ends at `end`; -1 if it cannot be determined.
 * @param floor Smallest possible offset.
 */
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

/** Yields secrets in {"name": "password", ..., "value": ...}, in any order and with other members between. */
export function* namedMembers(text: string): Generator<Shape> {
  const work = new Work(text);
  let floor = 0;
  for (const colon of placesOf(text, ":")) {
    const key = quotedBefore(text, beforeSpaces(text, colon));
    if (!key || !(isNaming(key.text) || key.text === "path")) continue;
    const from = pastSpaces(text, colon + 1);
    // `path` names a field only in JSON Patch (RFC 6902), where it is a pointer that begins with '/'
    if (key.text === "path" && text[from + 1] !== "/") continue;
    if (text[from] !== '"') continue;
    const end = endOfShort(text, from);
    if (end < 0) continue;
    const kind = kindOfName(unescapeName(text.slice(from + 1, end)));
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
