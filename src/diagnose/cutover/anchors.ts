import type { OldAddress } from "./old-address.ts";

/*
 * Finds offsets near which the old address (OLD-URL of `cutover`) can be, because a search that resolves escapes at every character is
 * slow. A text with the old address contains the letters and digits of its host name unescaped, or at least one of them escaped. The
 * patterns of this file must cover everything that characters.ts resolves (test/diagnose/cutover/scanner.test.ts).
 */

/** Patterns of one escaped character, and of characters beyond ASCII, within a host name. */
const ESCAPED = "[%&\\\\][^\\s]{1,64}?";
const FOREIGN = "[\\x80-\\uffff]{1,6}";
/** Pattern of the hexadecimal code of a letter or digit. */
const LETTER = "(?:3\\d|4[1-9a-f]|5[\\da]|6[1-9a-f]|7[\\da])";
/** Pattern of the hexadecimal codes of %, #, & and \, with which a nested escape begins. */
const BEGINNING = "(?:2[356]|5c)";

/** A pattern that is searched for only if the text contains `gate`, because the search for one character is many times faster. */
interface Anchor {
  readonly gate: string | null;
  readonly pattern: RegExp;
}

const anchor = (gate: string | null, source: string): Anchor => ({ gate, pattern: new RegExp(source, "gi") });

/** Returns a pattern for a host name whose letters and digits are unescaped; its other characters can have any spelling. */
const literally = (host: readonly number[]): string =>
  host
    .map((code) => {
      const c = String.fromCodePoint(code);
      if (/[a-z\d]/i.test(c)) return c;
      return `(?:${code < 0x80 ? `\\x${code.toString(16).padStart(2, "0")}|` : ""}${ESCAPED}|${FOREIGN})`;
    })
    .join("");

/** Returns anchors for host names of which a letter or digit is escaped, or that contain something that programs drop while reading. */
function escapedLetters(hosts: OldAddress["hosts"]): readonly Anchor[] {
  const letters = [...new Set(hosts.flat().map((code) => String.fromCodePoint(code)))].filter((c) => /[a-z\d]/.test(c)).join("");
  const dropped = letters.replace(/[tnrfbux]/g, "");
  const part = `[${letters}.\\-\\[\\]:%&\\\\#;uxa-f\\d]`;
  const afterBackslash = [
    "[\\r\\n]",
    "\\\\\\\\[nru]",
    `u+(?:00|\\{0*)(?:${LETTER}|${BEGINNING})`,
    `u0{6}(?:${LETTER}|${BEGINNING})`,
    "u+ff[0-6]",
    `x(?:${LETTER}|${BEGINNING})`,
    ...(dropped === "" ? [] : [`[${dropped}]`]),
  ];
  return [
    anchor("%", `%(?:25)*(?:${LETTER}|23|5c|ef%|u)`),
    anchor("#", "(?<=[&;68])#(?:x|\\d)"),
    anchor(";", "[&;6](?:percnt|bsol|num);"),
    anchor("\\", `\\\\(?:${afterBackslash.join("|")})`),
    anchor("=", "=[\\r\\n]"),
    anchor("\0", `${part}\\0{1,3}${part}`),
    // fullwidth letters, as bytes of UTF-8 and as characters
    anchor("\xef", "\\xef[\\xbc\\xbd]"),
  ];
}

/**
 * A search for anchors in one text after the other. An anchor is an offset near which the old address of `cutover` can be; it is never
 * later than the host name of that address, or than the first escape in the host name.
 */
export class Anchors {
  readonly #anchors: readonly Anchor[];
  #text = "";
  /** Offset of the next match of each anchor; the end of the text for an anchor that does not occur. */
  readonly #next: number[] = [];

  /** The host name with the other scheme before it, such as http:// for https://; the search skips such a name. */
  readonly #other: string;

  constructor({ hosts, scheme, defaultPort }: OldAddress, bytes: boolean) {
    const names = `(?:${[...new Set(hosts.map(literally))].join("|")})${defaultPort ? "" : "(?=[:.%&\\\\=\\0\\x80-\\uffff])"}`;
    this.#other = scheme === "http" ? "https://" : "http://";
    const wide = bytes ? [] : [anchor(null, "[\\uff0e-\\uff61]")];
    this.#anchors = [anchor(null, names), ...escapedLetters(hosts), ...wide];
  }

  /** Starts the search for anchors in another text. */
  begin(text: string): void {
    this.#text = text;
    for (const [i, { gate }] of this.#anchors.entries()) this.#next[i] = gate === null || text.includes(gate) ? -1 : text.length;
  }

  /** Returns the offset of the first anchor at or after `from`, or the end of the text if there is none. */
  next(from: number): number {
    let first = this.#text.length;
    for (const [i, { pattern }] of this.#anchors.entries()) {
      let at = this.#next[i] as number;
      if (at < from) {
        pattern.lastIndex = from;
        at = this.#find(pattern, i === 0);
        this.#next[i] = at;
      }
      if (at < first) first = at;
    }
    return first;
  }

  #find(pattern: RegExp, isName: boolean): number {
    for (let found = pattern.exec(this.#text); found; found = pattern.exec(this.#text)) {
      const at = found.index;
      if (!isName || !this.#text.startsWith(this.#other, at - this.#other.length)) return at;
      pattern.lastIndex = at + 1;
    }
    return this.#text.length;
  }
}
