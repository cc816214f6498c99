import { MAX_KEY_LENGTH } from "./limits.ts";

const CR = 13;
const SPACE = 32;
export const DOUBLE = 34;
export const HASH = 35;
export const SINGLE = 39;
export const COMMA = 44;
const DASH = 45;
const COLON = 58;
const BACKSLASH = 92;
export const OPEN_LIST = 91;
export const CLOSE_LIST = 93;
export const OPEN_MAP = 123;
export const CLOSE_MAP = 125;

/** By code: 1 may stand in a plain key, 2 may begin one, 4 may begin a plain value. What is missing here can still be YAML. */
const KINDS = new Uint8Array(128);
const IN_KEY = 1;
const BEGINS_KEY = 2;
const BEGINS_VALUE = 4;
for (let code = 33; code < 127; code++) {
  const c = String.fromCharCode(code);
  if (/[A-Za-z0-9_]/.test(c)) KINDS[code] = IN_KEY | BEGINS_KEY | BEGINS_VALUE;
  else if (/[/$(]/.test(c)) KINDS[code] = IN_KEY | BEGINS_KEY | BEGINS_VALUE;
  else if (/[.+]/.test(c)) KINDS[code] = IN_KEY | BEGINS_VALUE;
  else if (/[-)]/.test(c)) KINDS[code] = IN_KEY;
  else if (/[=\\^;<]/.test(c)) KINDS[code] = BEGINS_VALUE;
}

const isFlowSign = (code: number): boolean =>
  code === COMMA || code === OPEN_LIST || code === CLOSE_LIST || code === OPEN_MAP || code === CLOSE_MAP;

/** One significant line of a YAML text after the other, and where on it keys, quotes and plain values end. */
export class YamlLine {
  /** First character of the current line that is not a space, its column, and the line's end. */
  at = 0;
  indent = 0;
  end = 0;
  /** Where the next line begins; beyond the text after the last one. */
  #following = 0;
  done = false;

  constructor(private readonly text: string) {}

  /** On to the next line that says something. */
  next(): void {
    const { text } = this;
    while (this.#following < text.length) {
      const begin = this.#following;
      const lf = text.indexOf("\n", begin);
      let end = lf < 0 ? text.length : lf;
      this.#following = end + 1;
      if (lf > begin && text.charCodeAt(lf - 1) === CR) end--;
      let at = begin;
      while (at < end && text.charCodeAt(at) === SPACE) at++;
      if (at === end || text.charCodeAt(at) === HASH) continue;
      this.at = at;
      this.indent = at - begin;
      this.end = end;
      return;
    }
    this.done = true;
  }

  isItem(): boolean {
    return this.text.charCodeAt(this.at) === DASH && this.text.charCodeAt(this.at + 1) === SPACE;
  }

  skipSpaces(from: number): number {
    let at = from;
    while (at < this.end && this.text.charCodeAt(at) === SPACE) at++;
    return at;
  }

  /** Behind the key that begins at an offset, where its colon stands; -1: no key. */
  keyEnd(from: number): number {
    const { text } = this;
    const first = text.charCodeAt(from);
    let at = from;
    if (first === DOUBLE || first === SINGLE) {
      at = this.#quoteEnd(from);
      if (at < 0) return -1;
    } else {
      if (first > 127 || ((KINDS[first] as number) & BEGINS_KEY) === 0) return -1;
      for (at++; at < this.end; at++) {
        const code = text.charCodeAt(at);
        if (code !== SPACE && (code > 127 || ((KINDS[code] as number) & IN_KEY) === 0)) break;
      }
      if (text.charCodeAt(at - 1) === SPACE) return -1;
    }
    if (at >= this.end || text.charCodeAt(at) !== COLON || at - from > MAX_KEY_LENGTH / 2) return -1;
    return at + 1 === this.end || text.charCodeAt(at + 1) === SPACE ? at : -1;
  }

  /** Behind the closing quote of a text without escapes; -1 where there is another kind. */
  #quoteEnd(from: number): number {
    const { text } = this;
    const quote = text.charCodeAt(from);
    for (let at = from + 1; at < this.end; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) return quote === SINGLE && text.charCodeAt(at + 1) === SINGLE ? -1 : at + 1;
      if (code === BACKSLASH && quote === DOUBLE) return -1;
    }
    return -1;
  }

  /** Whether a plain value can begin with this character. What is missing here can still be YAML. */
  beginsValue(code: number): boolean {
    return code < 128 && ((KINDS[code] as number) & BEGINS_VALUE) !== 0;
  }

  /** The key between its begin and its colon. */
  keyText(from: number, to: number): string {
    const code = this.text.charCodeAt(from);
    return code === DOUBLE || code === SINGLE ? this.text.slice(from + 1, to - 1) : this.text.slice(from, to);
  }

  /** Behind a plain text that ends with its line or before a comment; -1 where a colon makes a key of it. */
  plainEnd(from: number): number {
    const { text } = this;
    let end = from;
    for (let at = from; at < this.end; at++) {
      const code = text.charCodeAt(at);
      if (code === SPACE) continue;
      if (code === HASH && end < at) break;
      if (code === COLON && (at + 1 === this.end || text.charCodeAt(at + 1) === SPACE)) return -1;
      end = at + 1;
    }
    return end;
  }

  plainFlowEnd(from: number): number {
    const { text } = this;
    let end = from;
    for (let at = from; at < this.end; at++) {
      const code = text.charCodeAt(at);
      if (code === SPACE) continue;
      if (isFlowSign(code)) return end;
      if (code === HASH && end < at) return -1;
      if (code === COLON && (text.charCodeAt(at + 1) === SPACE || isFlowSign(text.charCodeAt(at + 1)))) return -1;
      end = at + 1;
    }
    return -1;
  }
}
