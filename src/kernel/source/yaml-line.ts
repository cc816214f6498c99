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

/*
 * Patterns for where a key or a plain value of a YAML line begins and ends. Regular expressions, because in a short process V8 needs more
 * time to compile loops over characters than to run them. Text that they do not match can still be YAML. No match continues after its line.
 */
const KEY = /[A-Za-z0-9_/$(][A-Za-z0-9_/$(.+) -]*/y;
const BEGINS_VALUE = /[A-Za-z0-9_/$(.+=\\^;<]/y;
/** Matches the end of a plain value: a comment, a colon that makes it a key, or the end of the line. */
const PLAIN_STOP = / #|:(?= |\r?\n|$)|\n/g;
/** Matches the end of a plain value inside brackets: a comma, a bracket, a comment, a colon that makes it a key, or the end of the line. */
const FLOW_STOP = /[,[\]{}\n]| #|:[ ,[\]{}]/g;

/** A cursor over the lines of a YAML text that are neither empty nor a comment. It finds ends of keys and values on the current line. */
export class YamlLine {
  /** The offset of the first character of the current line that is no space; `indent` is its column, `end` the offset of the line's end. */
  at = 0;
  indent = 0;
  end = 0;
  /** The offset of the line after the current one; on the last line at least the length of the text. */
  #following = 0;
  done = false;

  constructor(private readonly text: string) {}

  /** Moves to the next line that is neither empty nor a comment. */
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

  /** Returns the offset of the colon after the key that begins at `from`; -1 if no key that `readBlockYaml` can read begins there. */
  keyEnd(from: number): number {
    const { text } = this;
    const first = text.charCodeAt(from);
    let at = from;
    if (first === DOUBLE || first === SINGLE) {
      at = this.#quoteEnd(from);
      if (at < 0) return -1;
    } else {
      KEY.lastIndex = from;
      if (!KEY.test(text)) return -1;
      at = KEY.lastIndex;
      if (text.charCodeAt(at - 1) === SPACE) return -1;
    }
    if (at >= this.end || text.charCodeAt(at) !== COLON || at - from > MAX_KEY_LENGTH / 2) return -1;
    return at + 1 === this.end || text.charCodeAt(at + 1) === SPACE ? at : -1;
  }

  /** Returns the offset after the quote that closes the one at `from`; -1 if the quoted text has escapes or is not closed on its line. */
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

  /** Returns true if the character at an offset can begin a plain value that `readBlockYaml` reads. */
  beginsValue(from: number): boolean {
    BEGINS_VALUE.lastIndex = from;
    return BEGINS_VALUE.test(this.text);
  }

  /** Returns the text of a key between the offsets of its start and of its colon, without its quotes. */
  keyText(from: number, to: number): string {
    const code = this.text.charCodeAt(from);
    return code === DOUBLE || code === SINGLE ? this.text.slice(from + 1, to - 1) : this.text.slice(from, to);
  }

  /** Returns the offset of the end of a plain value, at the end of its line or before a comment; -1 if a colon makes it a key. */
  plainEnd(from: number): number {
    const { text } = this;
    PLAIN_STOP.lastIndex = from;
    if (!PLAIN_STOP.test(text)) return this.#trimmed(from, this.end);
    const behind = PLAIN_STOP.lastIndex;
    const last = text.charCodeAt(behind - 1);
    if (last === COLON) return -1;
    return this.#trimmed(from, last === HASH ? behind - 2 : this.end);
  }

  plainFlowEnd(from: number): number {
    FLOW_STOP.lastIndex = from;
    const stop = FLOW_STOP.exec(this.text);
    return stop === null || stop[0].length > 1 || stop[0] === "\n" ? -1 : this.#trimmed(from, stop.index);
  }

  #trimmed(from: number, to: number): number {
    let end = to;
    while (end > from && this.text.charCodeAt(end - 1) === SPACE) end--;
    return end;
  }
}
