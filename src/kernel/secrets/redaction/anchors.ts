/*
 * Finders search for a separator such as '=' and then read the name before it. Searching for one character is fast; a pattern for names
 * would be tried at every word of a long text.
 */

/** A table of the ASCII characters that can be in a word: 1 at the code of each. */
export type Letters = Uint8Array;

export function letters(more: string): Letters {
  const table = new Uint8Array(128);
  for (const one of `abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_${more}`) table[one.charCodeAt(0)] = 1;
  return table;
}

const LONGEST_NAME = 100;
const LONGEST_GAP = 50;

const isSpace = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || (code > 127 && /\s/.test(String.fromCharCode(code)));

/** Returns the word that ends at `end`, at most its last hundred characters; "" if there is none. */
export function wordBefore(text: string, end: number, of: Letters): string {
  let from = end;
  while (from > 0 && end - from < LONGEST_NAME && of[text.charCodeAt(from - 1)] === 1) from--;
  return text.slice(from, end);
}

/** Returns the beginning of the white space that ends at `end`. */
export function beforeSpaces(text: string, end: number): number {
  let at = end;
  while (at > 0 && end - at < LONGEST_GAP && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

/** Returns the end of the white space that begins at `from`. */
export function pastSpaces(text: string, from: number, most = LONGEST_GAP): number {
  let at = from;
  while (at < text.length && at - from < most && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Returns the end of the spaces and tabs that begin at `from`. */
export function pastBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}

/** An iterator over the offsets of a fixed text; it is faster than a generator. */
class Places implements IterableIterator<number> {
  #at = -1;

  constructor(
    private readonly text: string,
    private readonly sign: string,
  ) {}

  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<number, undefined> {
    this.#at = this.text.indexOf(this.sign, this.#at + 1);
    if (this.#at >= 0) return { done: false, value: this.#at };
    this.#at = this.text.length;
    return { done: true, value: undefined };
  }
}

/** Returns the offset of every occurrence of a fixed text, from the left. */
export const placesOf = (text: string, sign: string): IterableIterator<number> => new Places(text, sign);

/** Returns the match of a sticky pattern (flag y) that begins at offset `at`; null if there is none. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
