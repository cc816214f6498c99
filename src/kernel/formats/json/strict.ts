/** Text that is not JSON, or that two JSON readers could understand differently. */
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
/** Most values of a document, lists and objects included: four times as many as in the receipt of the largest bundle (65,535 files). */
const MOST_VALUES = 1_000_000;
/** Most keys of one object. A schema names few keys; large numbers of items are in lists. */
const MOST_KEYS = 10_000;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// pieces of bounded length: a single expression for a whole text would remember every escape, and millions of them overflow the stack
// biome-ignore lint/suspicious/noControlCharactersInRegex: the grammar excludes control characters, so the expression has to name them
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPES = /(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,1000}/y;
const WORDS: readonly (readonly [string, boolean | null])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

/** A JSON document with the offsets of the values of its outermost object. */
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

  /** Moves behind the match of the expression at the current position. Returns false, without moving, if there is none. */
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
      // readers differ in which of two equal keys they use; some even ignore case
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
 * Reads JSON that every reader understands alike (RFC 8259): UTF-8 without a byte order mark, no duplicate key, nothing after the end, at most 32
 * levels, 1,000,000 values, and 10,000 keys in an object. Throws JsonFault for anything else.
 */
export function readStrictJson(bytes: Uint8Array): unknown {
  const text = textOf(bytes);
  const same = sameSpelling(text);
  return same === null ? new Reader(text).document() : same.value;
}

/** Largest text in characters that `sameSpelling` reads: no object of it can have too many keys, and it cannot have too many values. */
const SHORT = 65_536;
const TOO_DEEP = `\n${" ".repeat(DEEPEST + 1)}`;

/**
 * Reads a text that is spelt exactly as Tierwright and deploy.ps1 write their records, which JavaScript's own reader and writer give back
 * unchanged. Such a text has no duplicate key and no other ambiguity. Returns null for any other text. Hot path: see performance.md#fleet
 */
function sameSpelling(text: string): { readonly value: unknown } | null {
  if (text.length > SHORT || text.includes(TOO_DEEP)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return `${JSON.stringify(value, null, 1)}\n` === text ? { value } : null;
  } catch {
    return null; // null lets the strict reader report the fault and its place
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

/** Reads JSON like `readStrictJson`, and returns also the offsets of the values of the outermost object. */
export function readPlacedJson(bytes: Uint8Array): PlacedJson {
  const text = textOf(bytes);
  const reader = new Reader(text);
  return { text, value: reader.document(), places: reader.places };
}
