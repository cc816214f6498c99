import { type Pair, type Scalar, isMap, isScalar, isSeq } from "yaml";
import { compose } from "./yaml.ts";

/** The token at a cursor of a YAML text, and where it is in the document's tree. */
export interface CursorToken {
  /** A key of the map at `path`, or the value at `path`. */
  readonly is: "key" | "value";
  /** Keys and list positions from the top of the document. */
  readonly path: readonly (string | number)[];
  /** The other keys of the map, or the other scalars of the list that contains the value. */
  readonly siblings: readonly string[];
  /** The offsets of the token in the text, with its quotes; equal if nothing is typed yet. */
  readonly start: number;
  readonly end: number;
  readonly quote: '"' | "'" | null;
  /** True if the cursor is in a map in braces or a list in brackets (flow style). */
  readonly flow: boolean;
}

/** Stands for the cursor in the parsed text: a character of the private use area, which no document needs. */
const MARK = "\uE000";
/** Longest text in which a cursor is searched; the library reads it within some milliseconds. */
const LONGEST = 256 * 1024;

type Found = Omit<CursorToken, "start" | "end" | "quote"> & { readonly scalar: Scalar };

const isMarked = (node: unknown): node is Scalar => isScalar(node) && typeof node.value === "string" && node.value.includes(MARK);
const textOf = (node: unknown): string => (isScalar(node) ? String(node.source ?? node.value ?? "") : "");

function inPair(pair: Pair, path: CursorToken["path"], keys: readonly string[], flow: boolean): Found | null {
  if (isMarked(pair.key)) return { is: "key", path, siblings: keys, flow, scalar: pair.key };
  return find(pair.value, [...path, textOf(pair.key)], flow);
}

/** Returns the marked token below a node; null if there is none. */
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

/** Returns the YAML token that contains the cursor mark; null in a comment, a block scalar or a token of several lines. */
function tokenIn(text: string): CursorToken | null {
  const found = find(compose(text, () => undefined).document?.contents, [], false);
  if (!found) return null;
  const { scalar, ...token } = found;
  const [start = 0, end = 0] = scalar.range ?? [];
  if (scalar.type?.startsWith("BLOCK") || /[\r\n]/.test(text.slice(start, end))) return null;
  // `tool:` with the cursor behind it is a key only because the space is missing
  if (token.is === "key" && scalar.type === "PLAIN" && text.slice(start, end).includes(":")) return null;
  const quote = scalar.type === "QUOTE_DOUBLE" ? '"' : scalar.type === "QUOTE_SINGLE" ? "'" : null;
  return { ...token, start, end: end - MARK.length, quote };
}

/** Returns the token of the first text that has one; null if none of the texts has one. */
function firstToken(texts: readonly string[]): CursorToken | null {
  for (const text of texts) {
    const token = tokenIn(text);
    if (token) return token;
  }
  return null;
}

/** Returns the token of a text that ends in a quoted scalar without its closing quote; the token ends at the cursor. */
function openQuote(text: string): CursorToken | null {
  const token = firstToken([`${text}"`, `${text}'`]);
  return token?.quote ? { ...token, end: text.indexOf(MARK) } : null;
}

/** Replaces tabs in the indentation, which YAML forbids, by spaces, so that a line being typed keeps its place in the tree. */
const withoutTabs = (text: string): string =>
  text.replace(/(?<=^|[\r\n])[ \t]+/g, (indentation) => indentation.replaceAll("\t", " "));

/** A line with nothing but a word before the cursor, and with nothing behind that word: it can become a key. */
const WORD_BEFORE = /^[ \t]*(?:- +)*[^\s:#'"{}[\],&*!|>%@`-]?[^\s:#'"{}[\],]*$/;
const REST_OF_WORD = /^([^\s:#,[\]{}'"]*)[ \t]*(?:#.*)?$/;

/**
 * Returns the tokens that a text can have at a cursor: as it is, and with the word at the cursor read as a key without its colon yet. The text need
 * not parse: if a line after the cursor breaks the reading, only the lines before it count.
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
  Error.stackTraceLimit = 0; // the library creates an Error for every fault of a text that is being typed
  try {
    const plain = reads(MARK + rest);
    const key = word === null ? null : reads(`${MARK}${word}:${rest.slice(word.length)}`);
    const both = [plain, key].filter((token) => token !== null);
    return plain && key?.is === plain.is && key.path.join("/") === plain.path.join("/") ? [key] : both;
  } finally {
    Error.stackTraceLimit = traces;
  }
}
