import { CONTROL, NAMED } from "./escape-names.ts";
import { FIRST_LINE, type LineState, lineAt } from "./lines.ts";

/** A character as some reader takes it, and where the next one begins. */
export interface Reading {
  readonly code: number;
  readonly end: number;
  /** A backslash before a letter or digit that Java leaves out and every other reader keeps. */
  readonly dropped?: true;
}

/** So often may a text have been escaped over: an address in a URL in a JSON text in a properties file. */
const DEPTH = 4;
/** Spaces that a continued line may begin with. */
const LONGEST_INDENT = 1024;
/** Between two characters stand at most so many continued lines and zero bytes. */
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

/** What can begin a character that is not written as itself, or stand before one and be left out. */
export const isIntroducer = (unit: number): boolean =>
  unit >= 0x80 || unit === PERCENT || unit === BACKSLASH || unit === AMPERSAND || unit === EQUALS || unit === 0;

function hexValue(c: number): number {
  if (isDigit(c)) return c - 0x30;
  const lower = c | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/**
 * A text that is read character by character as whoever reads the file might: as it stands, with escapes of properties files, JSON, YAML,
 * XML and addresses resolved, several of them over each other. Offsets are units of the text; nothing at or after `limit` is looked at, so
 * that the answer for a place does not depend on how much of a file is in memory.
 */
export class Characters {
  #text = "";
  #limit = 0;
  #line = FIRST_LINE;
  /** Readings by place and depth, of those for which the limit was not met: escapes of escapes are asked for again and again. */
  readonly #known = new Map<number, readonly Reading[]>();
  #metLimit = false;

  /** Goes on to another text, or another part of it. */
  begin(text: string, limit: number, line: LineState): void {
    this.#line = line;
    if (text !== this.#text || this.#known.size > MOST_KNOWN) this.#known.clear();
    this.#text = text;
    this.#limit = Math.min(limit, text.length);
  }

  /** The unit there, -1 at the end. */
  unit(at: number): number {
    if (at < this.#limit) return this.#text.charCodeAt(at);
    this.#metLimit = true;
    return -1;
  }

  /** Where reading goes on after what joins two pieces of one value: a continued line, and zero bytes between letters (UTF-16 in a binary file). */
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
    // java.util.Properties, shells and YAML continue after a backslash, quoted-printable text after '='
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

  /** Every reading of what begins there, the one with most escapes resolved last; none at the end. */
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

  /** The reading with every escape resolved, or null at the end. */
  resolved(at: number): Reading | null {
    const unit = this.unit(at);
    if (unit >= 0 && !isIntroducer(unit)) return { code: unit, end: at + 1 };
    return this.readings(at).at(-1) ?? null;
  }

  /** What nearly every escape is: one over nothing else, of a character that begins no escape itself. It has no further reading. */
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

  /** Digits may be escaped themselves: some writers escape every character of a text that holds escapes. */
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

  /** Where the text goes on after this letter, escaped or not; -1 where another one stands. */
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
    // two of them at the end of a line are one backslash, and the line is not continued
    if (this.unit(at) === BACKSLASH && this.joined(at) !== at) return [{ code: BACKSLASH, end: at + 1 }];
    return this.readings(at, depth).flatMap((next): readonly Reading[] => {
      const { code, end } = next;
      // a line end that is itself escaped: a continued line inside of a JSON text
      if ((code === LF || code === CR) && this.unit(at) !== code) return this.readings(this.#indent(end), depth);
      return [afterBackslash(code, end)];
    });
  }

  /** \uXXXX (Java takes several u), \u{X}, \xXX, \UXXXXXXXX. */
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
    const code = NAMED.get(name);
    const after = code === undefined ? end : this.#semicolon(end, depth);
    return code === undefined || after === end ? [] : [{ code, end: after }];
  }

  #semicolon(at: number, depth: number): number {
    return this.readings(at, depth).find(({ code }) => code === 0x3b)?.end ?? at;
  }

  /** The bytes of one character beyond ASCII, each of them one unit: the file is looked at as bytes, or they were escaped one by one. */
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
