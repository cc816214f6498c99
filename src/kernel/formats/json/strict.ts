/** The error for text that is not JSON, or that two JSON readers could understand differently. */
export class JsonFault extends Error {
  override readonly name = "JsonFault";
  constructor(
    message: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(message);
  }
}

const DEEPEST = 32;
/** The most values of a JSON document, lists and objects included: the receipt of the largest bundle (65,535 files) has a quarter of it. */
const MOST_VALUES = 1_000_000;
/** The most keys of one JSON object. The objects of Tierwright's records have few keys; large numbers of items are in lists. */
const MOST_KEYS = 10_000;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// A JSON string is matched in pieces of bounded length: one expression for a whole string overflows V8's stack at millions of escapes.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the grammar excludes control characters, so the expression has to name them
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPES = /(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,1000}/y;
const WORDS: readonly (readonly [string, boolean | null])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

/** A JSON document with the start and end offset in `text` of each value of its outermost object, by key. */
export interface PlacedJson {
  readonly text: string;
  readonly value: unknown;
  readonly places: ReadonlyMap<string, { readonly start: number; readonly end: number }>;
}

class Reader {
  #at = 0;
  #values = 0;
  readonly places = new Map<string, { start: number; end: number }>();
  constructor(private readonly text: string) {}

  document(): unknown {
    const value = this.#value(0);
    this.#space();
    if (this.#at < this.text.length) throw this.#fault("there is text after the end of the document");
    return value;
  }

  #fault(message: string, at = this.#at): JsonFault {
    const before = this.text.slice(0, at).split("\n");
    return new JsonFault(message, before.length, (before.at(-1) ?? "").length + 1);
  }

  /** Moves behind the match of a regular expression at the current position. Returns false, without moving, if it does not match there. */
  #pass(expression: RegExp): boolean {
    expression.lastIndex = this.#at;
    const found = expression.test(this.text);
    if (found) this.#at = expression.lastIndex;
    return found;
  }

  #space(): void {
    const { text } = this;
    for (let c = text.charCodeAt(this.#at); c === 32 || c === 10 || c === 13 || c === 9; ) c = text.charCodeAt(++this.#at);
  }

  #take(character: string): boolean {
    this.#space();
    if (this.text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #value(depth: number): unknown {
    if (++this.#values > MOST_VALUES) throw this.#fault(`it has more than ${MOST_VALUES} values`);
    if (depth > DEEPEST) throw this.#fault(`lists and objects lie more than ${DEEPEST} deep`);
    if (this.#take("{")) return this.#object(depth);
    if (this.#take("[")) return this.#list(depth);
    if (this.text[this.#at] === '"') return this.#string();
    for (const [word, value] of WORDS) {
      if (!this.text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    const start = this.#at;
    if (this.#pass(NUMBER)) return Number(this.text.slice(start, this.#at));
    throw this.#fault(this.#at < this.text.length ? "no JSON value begins here" : "the document ends too early");
  }

  #string(): string {
    const start = this.#at++;
    do this.#pass(PLAIN);
    while (this.#pass(ESCAPES));
    if (this.text[this.#at] !== '"') {
      throw this.#fault("a text that does not end, or with a control character or an unknown escape", start);
    }
    return JSON.parse(this.text.slice(start, ++this.#at)) as string;
  }

  #list(depth: number): unknown[] {
    const items: unknown[] = [];
    if (this.#take("]")) return items;
    do items.push(this.#value(depth + 1));
    while (this.#take(","));
    if (!this.#take("]")) throw this.#fault("',' or ']' is expected");
    return items;
  }

  #object(depth: number): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    if (this.#take("}")) return {};
    do {
      this.#space();
      const at = this.#at;
      if (this.text[at] !== '"') throw this.#fault("a key in quotation marks is expected");
      const key = this.#string();
      // JSON readers differ in which of two equal keys they use
      if (entries.has(key)) throw this.#fault(`the key ${JSON.stringify(key)} appears twice`, at);
      if (entries.size >= MOST_KEYS) throw this.#fault(`an object has more than ${MOST_KEYS} keys`, at);
      if (!this.#take(":")) throw this.#fault("':' is expected");
      this.#space();
      const start = this.#at;
      entries.set(key, this.#value(depth + 1));
      if (depth === 0) this.places.set(key, { start, end: this.#at });
    } while (this.#take(","));
    if (!this.#take("}")) throw this.#fault("',' or '}' is expected");
    return Object.fromEntries(entries);
  }
}

/**
 * Reads JSON that every JSON reader understands alike (RFC 8259): UTF-8 without a byte order mark, without duplicate keys, with nothing
 * after the end, with at most 32 levels, 1,000,000 values, and 10,000 keys in an object. Throws JsonFault for anything else.
 */
export function readStrictJson(bytes: Uint8Array): unknown {
  const text = textOf(bytes);
  const same = sameSpelling(text);
  return same === null ? new Reader(text).document() : same.value;
}

/** The longest text in characters that `sameSpelling` reads: so short that it cannot exceed MOST_VALUES or MOST_KEYS. */
const SHORT = 65_536;
const TOO_DEEP = `\n${" ".repeat(DEEPEST + 1)}`;

/**
 * Reads a text that has exactly the form in which Tierwright and deploy.ps1 write JSON records: `JSON.parse` and `JSON.stringify` reproduce
 * it. Such a text has no duplicate key and no other ambiguity. Returns null for any other text. Hot path: see performance.md#fleet
 */
function sameSpelling(text: string): { readonly value: unknown } | null {
  if (text.length > SHORT || text.includes(TOO_DEEP)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return `${JSON.stringify(value, null, 1)}\n` === text ? { value } : null;
  } catch {
    return null; // after null, the class Reader reads the text and reports the fault with its place
  }
}

/** Decodes UTF-8 without a byte order mark. Throws JsonFault for anything else. */
function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) throw new JsonFault("it begins with a byte order mark", 1, 1);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new JsonFault("it holds bytes that are not UTF-8", 1, 1);
  }
}

/** Reads JSON as `readStrictJson` does, and also returns the offsets of the values of the outermost object. */
export function readPlacedJson(bytes: Uint8Array): PlacedJson {
  const text = textOf(bytes);
  const reader = new Reader(text);
  return { text, value: reader.document(), places: reader.places };
}
