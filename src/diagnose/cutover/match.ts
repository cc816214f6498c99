import { Characters, isAlphanumeric, isIntroducer } from "./characters.ts";
import { FIRST_LINE, type LineState } from "./lines.ts";
import type { OldAddress } from "./old-address.ts";

/** The range in a text of the old address (OLD-URL of `cutover`), from its scheme to the end of its path. */
export interface Match {
  readonly start: number;
  readonly end: number;
  /** The range of the user name and password between '//' and the host, with its '@'; never shown. Null if the address has none. */
  readonly userinfo: { readonly start: number; readonly end: number } | null;
}

/** Longest range, in bytes or UTF-16 units, that is examined for one address, including the text after it that decides where it ends. */
export const LONGEST_PLACE = 16 * 1024;
/** Longest user name and password before a host, in bytes or UTF-16 units; no client sends longer ones. */
const LONGEST_USERINFO = 512;

const DOT = 0x2e;
const COLON = 0x3a;
const SLASH = 0x2f;
const AT = 0x40;
/** Characters that separate the labels of a host name in other scripts (UTS 46, 2.3). */
const DOTS: ReadonlySet<number> = new Set([0x3002, 0xff0e, 0xff61]);

/**
 * Returns a character in lower case and normal width, because clients compare scheme and host without regard to case and width (UTS 46).
 */
function folded(code: number): number {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
  if (DOTS.has(code)) return DOT;
  const text = String.fromCodePoint(code);
  if (code >= 0xff00) return text.normalize("NFKC").toLowerCase().codePointAt(0) ?? code;
  const lower = text.toLowerCase().codePointAt(0) ?? code;
  return lower < 0x80 ? code : lower; // the Kelvin sign, whose lower case is k, stays unequal to k
}

const same = (code: number): number => code;

/** A matcher that decides whether the old address (OLD-URL of `cutover`) is at an offset of a text. */
export class Matcher {
  readonly #chars = new Characters();

  constructor(
    private readonly old: OldAddress,
    private readonly longest = LONGEST_PLACE,
  ) {}

  /** Returns the offset after the character `wanted`, escaped or not, or -1 if another character is at `at`. */
  #step(at: number, wanted: number, fold: (code: number) => number): number {
    const unit = this.#chars.unit(at);
    if (unit < 0) return -1;
    if (fold(unit) === wanted) return at + 1;
    if (!isIntroducer(unit)) return -1;
    let end = -1;
    for (const reading of this.#chars.readings(at)) if (fold(reading.code) === wanted && reading.end > end) end = reading.end;
    return end;
  }

  #steps(at: number, wanted: readonly number[], fold: (code: number) => number): number {
    let now = at;
    for (const code of wanted) {
      now = this.#step(now, code, fold);
      if (now < 0) return -1;
    }
    return now;
  }

  /**
   * Returns the offset after the first character of the scheme, or -1 if it is not at `at`. An address begins at that character, not at a
   * line continuation before it, which programs drop while reading.
   */
  #first(at: number): number {
    const wanted = this.old.scheme.charCodeAt(0);
    const unit = this.#chars.unit(at);
    if (folded(unit) === wanted) return at + 1;
    if (!isIntroducer(unit) || this.#chars.joined(at) !== at) return -1;
    return this.#chars.readings(at).findLast(({ code, dropped }) => folded(code) === wanted && !dropped)?.end ?? -1;
  }

  /**
   * Returns the old address, escaped or not, if it begins exactly at `start`, otherwise null.
   * @param line Properties of the first line of the text.
   */
  match(text: string, start: number, line: LineState = FIRST_LINE): Match | null {
    this.#chars.begin(text, start + this.longest, line);
    const first = this.#first(start);
    const authority = first < 0 ? -1 : this.#steps(first, this.old.afterFirst, folded);
    if (authority < 0) return null;
    for (let host = authority; host >= 0; host = this.#afterUserinfo(host, authority)) {
      const end = this.#fromHost(host);
      if (end >= 0) return { start, end, userinfo: host === authority ? null : { start: authority, end: host } };
    }
    return null;
  }

  /** Returns the next offset at which the host can begin: after an '@' that ends a user name. Returns -1 if there is no '@'. */
  #afterUserinfo(from: number, authority: number): number {
    for (let at = from; at - authority < LONGEST_USERINFO; ) {
      const reading = this.#chars.resolved(at);
      if (!reading || endsUserinfo(reading.code)) return -1;
      if (reading.code === AT) return reading.end;
      at = reading.end;
    }
    return -1;
  }

  #fromHost(at: number): number {
    for (const host of this.old.hosts) {
      const end = this.#steps(at, host, folded);
      if (end < 0) continue;
      const authority = this.#authority(end);
      if (authority >= 0) return this.#path(authority);
    }
    return -1;
  }

  /** Returns the end of host and port. Returns -1 if the port differs, the host name is longer, or an '@' follows, as after a user name. */
  #authority(host: number): number {
    const dot = this.#step(host, DOT, same);
    const colon = this.#step(dot < 0 ? host : dot, COLON, same);
    let end = host;
    if (colon >= 0) {
      const { port, end: after } = this.#port(colon);
      if (port === null ? !this.old.defaultPort : port !== this.old.port) return -1;
      end = port === null ? (dot < 0 ? host : dot) : after;
    } else {
      if (!this.old.defaultPort || this.#nameGoesOn(dot < 0 ? host : dot)) return -1;
      // a full stop here ends a sentence and is not part of the address
      if (dot >= 0 && this.#step(dot, SLASH, same) >= 0) end = dot;
    }
    return this.#isUserinfo(end) ? -1 : end;
  }

  #port(at: number): { port: number | null; end: number } {
    let port: number | null = null;
    let end = at;
    for (;;) {
      const reading = this.#chars.resolved(end);
      if (!reading || reading.dropped || reading.code < 0x30 || reading.code > 0x39) return { port, end };
      port = Math.min((port ?? 0) * 10 + reading.code - 0x30, 1e9);
      end = reading.end;
    }
  }

  #nameGoesOn(at: number): boolean {
    const next = this.#chars.resolved(at);
    if (!next || next.dropped) return false;
    return isNamePart(next.code);
  }

  /** Returns whether an '@' follows `at`, so that the text before is a user name: http://plm.example.com:8080@other has the host other. */
  #isUserinfo(at: number): boolean {
    for (let now = at; now - at < LONGEST_USERINFO; ) {
      const reading = this.#chars.resolved(now);
      if (!reading || endsUserinfo(reading.code) || endsList(reading.code)) return false;
      if (reading.code === AT) return true;
      now = reading.end;
    }
    return false;
  }

  /** Returns the end of the old address's path. Returns -1 if the path differs or its last segment is longer. */
  #path(authority: number): number {
    const { path } = this.old;
    if (path.length === 0) return authority;
    const end = this.#steps(authority, path, same);
    if (end < 0) return -1;
    const next = this.#chars.resolved(end);
    const name = next?.code === DOT ? this.#chars.resolved(next.end) : next;
    return name && !name.dropped && (isNamePart(name.code) || name.code === 0x7e) ? -1 : end;
  }
}

/**
 * Returns whether a character ends the part of a URL before its path, or cannot be in a URL: space, quote, tag bracket, control character.
 */
const endsUserinfo = (code: number): boolean =>
  code <= 0x20 || [0x22, 0x23, 0x2f, 0x3c, 0x3e, 0x3f, 0x5c, 0x7f, 0xa0].includes(code);
/** Returns whether a character after a complete address separates it from the following text. */
const endsList = (code: number): boolean => "',;()[]{}|`^".includes(String.fromCharCode(code));

/**
 * Returns whether a character can be in a host name: letters, digits, '-' and '_'. Beyond ASCII only Latin letters, because others can
 * follow an address without a space.
 */
const isNamePart = (code: number): boolean =>
  isAlphanumeric(code) || code === 0x2d || code === 0x5f || (code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7);
