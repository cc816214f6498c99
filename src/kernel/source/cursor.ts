import { type Pair, type Scalar, isMap, isScalar, isSeq } from "yaml";
import { compose } from "./yaml.ts";

/** The token at an editor's cursor in a YAML text, with its path in the document. */
export interface CursorToken {
  /** "key": a key of the map at `path`; "value": the value at `path`. */
  readonly is: "key" | "value";
  /** Keys and list indexes from the top of the document. */
  readonly path: readonly (string | number)[];
  /** The other keys of the map, if the token is a key; the other scalars of the list, if it is a value in a list; otherwise empty. */
  readonly siblings: readonly string[];
  /** The offset at which the token begins in the text, quotes included; equal to `end` if its author has typed nothing yet. */
  readonly start: number;
  readonly end: number;
  readonly quote: '"' | "'" | null;
  /** True if the editor's cursor is in a map in braces or a list in brackets (YAML's flow style). */
  readonly flow: boolean;
}

/** The character that is put at the cursor before parsing, to find its token: a private use character, which no document needs. */
const MARK = "\uE000";
/** The longest text, in characters, for which `tokensAt` returns tokens; the yaml library reads it fast enough for every keystroke. */
const LONGEST = 256 * 1024;

type Found = Omit<CursorToken, "start" | "end" | "quote"> & { readonly scalar: Scalar };

const isMarked = (node: unknown): node is Scalar => isScalar(node) && typeof node.value === "string" && node.value.includes(MARK);
const textOf = (node: unknown): string => (isScalar(node) ? String(node.source ?? node.value ?? "") : "");

function inPair(pair: Pair, path: CursorToken["path"], keys: readonly string[], flow: boolean): Found | null {
  if (isMarked(pair.key)) return { is: "key", path, siblings: keys, flow, scalar: pair.key };
  return find(pair.value, [...path, textOf(pair.key)], flow);
}

/** Returns the token below a YAML node that contains MARK; null if none does. */
function find(node: unknown, path: CursorToken["path"], flow: boolean, siblings: readonly string[] = []): Found | null {
  if (isMarked(node)) return { is: "value", path, siblings, flow, scalar: node };
  const inside = flow || ((isMap(node) || isSeq(node)) && node.flow === true);
  if (isMap(node)) {
    const keys = node.items.flatMap(({ key }) => (isMarked(key) ? [] : [textOf(key)]));
    for (const pair of node.items) {
      const found = inPair(pair, path, keys, inside);
      if (found) return found;
    }
  }
  if (isSeq(node)) {
    const others = node.items.flatMap((item) => (isScalar(item) && !isMarked(item) ? [textOf(item)] : []));
    for (const [index, item] of node.items.entries()) {
      const found = find(item, [...path, index], inside, others);
      if (found) return found;
    }
  }
  return null;
}

/** Returns the YAML token that contains MARK; null if MARK is in a comment, a block scalar or a token of several lines. */
function tokenIn(text: string): CursorToken | null {
  const found = find(compose(text, () => undefined).document?.contents, [], false);
  if (!found) return null;
  const { scalar, ...token } = found;
  const [start = 0, end = 0] = scalar.range ?? [];
  if (scalar.type?.startsWith("BLOCK") || /[\r\n]/.test(text.slice(start, end))) return null;
  // a key that contains a colon, as `tool:` with MARK behind it: the space after the colon is missing, so it is not the key that is meant
  if (token.is === "key" && scalar.type === "PLAIN" && text.slice(start, end).includes(":")) return null;
  const quote = scalar.type === "QUOTE_DOUBLE" ? '"' : scalar.type === "QUOTE_SINGLE" ? "'" : null;
  return { ...token, start, end: end - MARK.length, quote };
}

/** Returns the token of the first of the texts for which `tokenIn` finds one; null if it finds none. */
function firstToken(texts: readonly string[]): CursorToken | null {
  for (const text of texts) {
    const token = tokenIn(text);
    if (token) return token;
  }
  return null;
}

/** Returns the token, up to the cursor, of a text that ends in a quoted scalar without its closing quote; null for any other text. */
function openQuote(text: string): CursorToken | null {
  const token = firstToken([`${text}"`, `${text}'`]);
  return token?.quote ? { ...token, end: text.indexOf(MARK) } : null;
}

/** Replaces each tab in the indentation, which YAML forbids, by a space, so that YAML with tabs can be parsed at the same offsets. */
const withoutTabs = (text: string): string =>
  text.replace(/(?<=^|[\r\n])[ \t]+/g, (indentation) => indentation.replaceAll("\t", " "));

/** The pattern of a line before the cursor if it has only one word (or its beginning), which can become a key. */
const WORD_BEFORE = /^[ \t]*(?:- +)*[^\s:#'"{}[\],&*!|>%@`-]?[^\s:#'"{}[\],]*$/;
const REST_OF_WORD = /^([^\s:#,[\]{}'"]*)[ \t]*(?:#.*)?$/;

/**
 * Returns the possible tokens at a cursor in a text that is being typed: of the text as it is, and of the text with a colon after the word
 * at the cursor, as if it were a key. If the lines after the cursor prevent parsing, only the lines up to the cursor are parsed.
 */
export function tokensAt(text: string, offset: number): readonly CursorToken[] {
  if (text.length > LONGEST || text.includes(MARK)) return [];
  const before = withoutTabs(text.slice(0, offset));
  const after = withoutTabs(`${MARK}${text.slice(offset)}`).slice(MARK.length);
  const rest = /^[^\r\n]*/.exec(after)?.[0] ?? "";
  const begun = before.slice(Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1);
  const word = WORD_BEFORE.test(begun) ? (REST_OF_WORD.exec(rest)?.[1] ?? null) : null;
  const reads = (line: string) =>
    firstToken([before + line + after.slice(rest.length), before + line]) ?? openQuote(before + line);
  const traces = Error.stackTraceLimit;
  Error.stackTraceLimit = 0; // the yaml library creates an Error for every fault of a text, and stack traces would slow it down
  try {
    const plain = reads(MARK + rest);
    const key = word === null ? null : reads(`${MARK}${word}:${rest.slice(word.length)}`);
    const both = [plain, key].filter((token) => token !== null);
    return plain && key?.is === plain.is && key.path.join("/") === plain.path.join("/") ? [key] : both;
  } finally {
    Error.stackTraceLimit = traces;
  }
}
