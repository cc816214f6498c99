import { CONTROL, NAMED_CHARACTERS } from "./escape-names.ts";
import { FIRST_LINE, type LineState, lineAt } from "./lines.ts";

/** One way to read a character at an offset of a text, with the offset of the next character. */
export interface Reading {
  readonly code: number;
  readonly end: number;
  /** True for a letter or digit after a backslash if Java drops the backslash and every other program keeps it. */
  readonly dropped?: true;
}

/** Largest number of nested escapes: an address in a URL in a JSON text in a properties file. */
const DEPTH = 4;
/** Largest number of spaces at the beginning of a continued line. */
const LONGEST_INDENT = 1024;
/** Largest number of line continuations and zero bytes between two characters. */
const MOST_JOINS = 8;
const MOST_KNOWN = 50_000;

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const HASH = 0x23;
const LETTER_U = 0x75;
const LF = 0x0a;
const CR = 0x0d;

const isDigit = (c: number): boolean => c >= 0x30 && c <= 0x39;
export const isAlphanumeric = (c: number): boolean => isDigit(c) || (c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a);

const decimalValue = (c: number): number => (isDigit(c) ? c - 0x30 : -1);

/** Returns whether a unit (a byte or UTF-16 unit) can begin an escaped character, or can precede a character and be dropped. */
export const isIntroducer = (unit: number): boolean =>
  unit >= 0x80 || unit === PERCENT || unit === BACKSLASH || unit === AMPERSAND || unit === EQUALS || unit === 0;

function hexValue(c: number): number {
  if (isDigit(c)) return c - 0x30;
  const lower = c | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/**
 * A text whose characters are read in every way in which a program can read them: as written, and with escapes of properties files, JSON,
 * YAML, XML and URLs resolved, also nested ones. Offsets count units of the text. Nothing at or after `limit` is read, so that the result
 * does not depend on how much of a file is in memory.
 */
export class Characters {
  #text = "";
  #limit = 0;
  #line = FIRST_LINE;
  /** Cache of readings by offset and depth, because nested escapes need them repeatedly. Readings that reached `limit` are not cached. */
  readonly #known = new Map<number, readonly Reading[]>();
  #metLimit = false;

  /** Starts reading another text, or another part of the same text. */
  begin(text: string, limit: number, line: LineState): void {
    this.#line = line;
    if (text !== this.#text || this.#known.size > MOST_KNOWN) this.#known.clear();
    this.#text = text;
    this.#limit = Math.min(limit, text.length);
  }

  /** Returns the byte or UTF-16 unit of the text at an offset, or -1 at the limit of the reading. */
  unit(at: number): number {
    if (at < this.#limit) return this.#text.charCodeAt(at);
    this.#metLimit = true;
    return -1;
  }

  /**
   * Returns the offset after anything that joins two parts of one value: line continuations, and zero bytes between letters (UTF-16 in a
   * binary file).
   */
  joined(at: number): number {
    let now = at;
    for (let count = 0; count < MOST_JOINS; count++) {
      const next = this.#join(now);
      if (next === now) return now;
      now = next;
    }
    return now;
  }

  #join(at: number): number {
    const c = this.unit(at);
    if (c === 0) return this.unit(at - 1) === 0 && this.unit(at - 2) === 0 && this.unit(at - 3) === 0 ? at : at + 1;
    // java.util.Properties, shells and YAML continue a line after a backslash, quoted-printable text after '='
    if (c !== BACKSLASH && c !== EQUALS) return at;
    const line = this.#lineEnd(at + 1);
    if (line === at + 1 || (c === BACKSLASH && lineAt(this.#text, at, this.#line).comment)) return at;
    return c === EQUALS ? line : this.#indent(line);
  }

  #lineEnd(at: number): number {
    const c = this.unit(at);
    if (c === LF) return at + 1;
    return c === CR ? at + (this.unit(at + 1) === LF ? 2 : 1) : at;
  }

  #indent(at: number): number {
    let now = at;
    while (now - at < LONGEST_INDENT && [0x20, 0x09, 0x0c].includes(this.unit(now))) now++;
    return now;
  }

  /** Returns every character that can be read at `at`, the one with the most escapes resolved last. Returns an empty list at the end. */
  readings(at: number, depth: number = DEPTH): readonly Reading[] {
    const unit = this.unit(at);
    if (unit >= 0 && !isIntroducer(unit)) return [{ code: unit, end: at + 1 }];
    if (depth === 0) {
      const start = this.joined(at);
      const code = this.unit(start);
      return code < 0 ? [] : [{ code, end: start + 1 }];
    }
    const only = this.#simple(unit, at + 1);
    if (only) return [{ code: unit, end: at + 1 }, only];
    const key = at * (DEPTH + 1) + depth;
    const known = this.#known.get(key);
    if (known) return known;
    const before = this.#metLimit;
    this.#metLimit = false;
    const readings = this.#over(at, depth);
    if (!this.#metLimit) this.#known.set(key, readings);
    this.#metLimit ||= before;
    return readings;
  }

  #over(at: number, depth: number): readonly Reading[] {
    const plain = this.readings(at, depth - 1);
    let all = plain;
    for (const reading of plain) {
      const resolved = this.#resolved(reading, depth - 1);
      for (const one of resolved)
        if (!all.some((other) => same(other, one))) all = all === plain ? [...plain, one] : [...all, one];
    }
    return all;
  }

  /** Returns the character at `at` with every escape resolved, or null at the end. */
  resolved(at: number): Reading | null {
    const unit = this.unit(at);
    if (unit >= 0 && !isIntroducer(unit)) return { code: unit, end: at + 1 };
    return this.readings(at).at(-1) ?? null;
  }

  /**
   * Returns the character of the most common kind of escape: one that is not nested and does not produce the beginning of another escape.
   * Returns null for any other.
   */
  #simple(unit: number, at: number): Reading | null {
    const next = this.unit(at);
    if (next < 0 || isIntroducer(next) || next === LF || next === CR) return null;
    const reading =
      unit === PERCENT
        ? this.#percent(at, 0)
        : unit === BACKSLASH
          ? (this.#escaped(at, 0) ?? afterBackslash(next, at + 1))
          : null;
    return reading && reading.code !== HASH && reading.code !== 0x3b && !isIntroducer(reading.code) ? reading : null;
  }

  #resolved({ code, end }: Reading, depth: number): readonly Reading[] {
    if (code === PERCENT) return listOf(this.#percent(end, depth));
    if (code === BACKSLASH) return this.#backslash(end, depth);
    if (code === AMPERSAND) return this.#reference(end, depth);
    return code >= 0xc2 && code <= 0xf4 ? this.#utf8(code, end, depth) : [];
  }

  /**
   * Returns the value of one digit of an escape, which can be escaped itself because some programs escape every character. Returns null if
   * there is no digit.
   */
  #digit(at: number, depth: number, valueOf: (code: number) => number): { value: number; end: number } | null {
    const unit = this.unit(at);
    if (unit >= 0 && !isIntroducer(unit)) return valueOf(unit) < 0 ? null : { value: valueOf(unit), end: at + 1 };
    for (const { code, end, dropped } of this.readings(at, depth))
      if (valueOf(code) >= 0 && !dropped) return { value: valueOf(code), end };
    return null;
  }

  #number(at: number, depth: number, base: 10 | 16, least: number, most: number): Reading | null {
    let code = 0;
    let end = at;
    let count = 0;
    for (; count < most; count++) {
      const digit = this.#digit(end, depth, base === 16 ? hexValue : decimalValue);
      if (!digit) break;
      code = code * base + digit.value;
      end = digit.end;
    }
    return count < least || code > 0x10ffff ? null : { code, end };
  }

  /** Returns the offset after the letter `wanted`, escaped or not, or -1 if another character is at `at`. */
  #after(at: number, depth: number, wanted: number): number {
    if (this.unit(at) === wanted) return at + 1;
    return this.readings(at, depth).find(({ code, dropped }) => code === wanted && !dropped)?.end ?? -1;
  }

  #percent(at: number, depth: number): Reading | null {
    const letter = this.#after(at, depth, LETTER_U);
    return letter >= 0 ? this.#number(letter, depth, 16, 4, 4) : this.#number(at, depth, 16, 2, 2);
  }

  #backslash(at: number, depth: number): readonly Reading[] {
    const escaped = this.#escaped(at, depth);
    if (escaped) return [escaped];
    // two backslashes at the end of a line are one backslash, and the line is not continued
    if (this.unit(at) === BACKSLASH && this.joined(at) !== at) return [{ code: BACKSLASH, end: at + 1 }];
    return this.readings(at, depth).flatMap((next): readonly Reading[] => {
      const { code, end } = next;
      // an escaped line end: the JSON text in a string continues on the next line
      if ((code === LF || code === CR) && this.unit(at) !== code) return this.readings(this.#indent(end), depth);
      return [afterBackslash(code, end)];
    });
  }

  /** Returns the character of \uXXXX (Java allows several u), \u{X}, \xXX or \UXXXXXXXX. Returns null for anything else. */
  #escaped(at: number, depth: number): Reading | null {
    const two = this.#after(at, depth, 0x78);
    if (two >= 0) return this.#number(two, depth, 16, 2, 2);
    const eight = this.#after(at, depth, 0x55);
    if (eight >= 0) return this.#number(eight, depth, 16, 8, 8);
    let now = this.#after(at, depth, LETTER_U);
    if (now < 0) return null;
    for (let more = now; more >= 0; more = this.#after(now, depth, LETTER_U)) now = more;
    const brace = this.#after(now, depth, 0x7b);
    if (brace < 0) return this.#number(now, depth, 16, 4, 4);
    const braced = this.#number(brace, depth, 16, 1, 6);
    const end = braced ? this.#after(braced.end, depth, 0x7d) : -1;
    return braced && end >= 0 ? { code: braced.code, end } : null;
  }

  #reference(at: number, depth: number): readonly Reading[] {
    const hash = this.#after(at, depth, HASH);
    if (hash >= 0) {
      const sixteen = Math.max(this.#after(hash, depth, 0x78), this.#after(hash, depth, 0x58));
      const number = sixteen >= 0 ? this.#number(sixteen, depth, 16, 1, 8) : this.#number(hash, depth, 10, 1, 9);
      return number ? [{ code: number.code, end: this.#semicolon(number.end, depth) }] : [];
    }
    let name = "";
    let end = at;
    while (name.length < 8) {
      const next = this.readings(end, depth).findLast(({ code, dropped }) => isAlphanumeric(code) && !dropped);
      if (!next) break;
      name += String.fromCharCode(next.code);
      end = next.end;
    }
    const code = NAMED_CHARACTERS.get(name);
    const after = code === undefined ? end : this.#semicolon(end, depth);
    return code === undefined || after === end ? [] : [{ code, end: after }];
  }

  #semicolon(at: number, depth: number): number {
    return this.readings(at, depth).find(({ code }) => code === 0x3b)?.end ?? at;
  }

  /**
   * Returns the character of a UTF-8 sequence with one unit per byte, because the file is read as bytes, or because the bytes were escaped
   * one by one. Returns an empty list if the sequence is invalid.
   */
  #utf8(first: number, at: number, depth: number): readonly Reading[] {
    const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    let code = first & (0x3f >> more);
    let end = at;
    for (let i = 0; i < more; i++) {
      const next = this.readings(end, depth).find((reading) => reading.code >= 0x80 && reading.code <= 0xbf);
      if (!next) return [];
      code = code * 64 + (next.code & 0x3f);
      end = next.end;
    }
    return code > 0x10ffff ? [] : [{ code, end }];
  }
}

function afterBackslash(code: number, end: number): Reading {
  const control = CONTROL.get(code);
  if (control !== undefined) return { code: control, end };
  return isAlphanumeric(code) ? { code, end, dropped: true } : { code, end };
}

const same = (a: Reading, b: Reading): boolean => a.code === b.code && a.end === b.end && a.dropped === b.dropped;
const listOf = (reading: Reading | null): readonly Reading[] => (reading ? [reading] : []);
