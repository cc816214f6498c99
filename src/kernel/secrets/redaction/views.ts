import { isUtf8 } from "node:buffer";
import { matchAt } from "./anchors.ts";
import { TooMuch } from "./shape.ts";
import { type View, Written } from "./view.ts";

/**
 * The most characters of all views of a text together; a text with more characters, or with more than MOST_VIEWS views, is not shown.
 * Escapes nested deeper than DEEPEST are not undone.
 */
const MOST_UNITS = 48 * 1024 * 1024;
const MOST_VIEWS = 40;
const DEEPEST = 4;

interface Way {
  /** Pattern that matches a text in which an escape of this kind can occur. */
  readonly sign: RegExp;
  /** Possible first characters of an escape. */
  readonly begins: readonly string[];
  /**
   * Writes the character of an escape.
   * @returns The offset after the escape; null if there is none.
   */
  undo(text: string, at: number, out: Written): number | null;
}

/** Writes a character of one or two UTF-16 units; the second unit maps to the end of the escape. */
function putOne(character: string, at: number, end: number, out: Written): void {
  out.put(character.charCodeAt(0), at);
  if (character.length > 1) out.put(character.charCodeAt(1), end);
}

/** Entities of XML, and those of HTML for characters that occur in passwords or in the syntax around a value. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ lt: "<", gt: ">", amp: "&", apos: "'", quot: '"', nbsp: " ", Tab: "\t", NewLine: "\n", excl: "!", num: "#", dollar: "$" },
  ...{
    percnt: "%",
    lpar: "(",
    rpar: ")",
    ast: "*",
    midast: "*",
    plus: "+",
    comma: ",",
    period: ".",
    sol: "/",
    colon: ":",
    semi: ";",
  },
  ...{ equals: "=", quest: "?", commat: "@", lsqb: "[", lbrack: "[", bsol: "\\", rsqb: "]", rbrack: "]", hat: "^", lowbar: "_" },
  ...{ grave: "\u0060", lcub: "{", lbrace: "{", verbar: "|", vert: "|", rcub: "}", rbrace: "}", euro: "\u20ac", sect: "\u00a7" },
  ...{ auml: "\u00e4", ouml: "\u00f6", uuml: "\u00fc", szlig: "\u00df", eacute: "\u00e9", tab: "\t", newline: "\n" },
};
const character = (code: number): string => (code <= 0x10_ffff ? String.fromCodePoint(code) : "\ufffd");
const ENTITY = /&(?:#x0{0,20}([\da-f]{1,6})|#0{0,20}(\d{1,7})|([a-z]{2,8}(?=;)|lt|gt|amp|quot));?/iy;

function entity(text: string, at: number, out: Written): number | null {
  const match = matchAt(ENTITY, text, at);
  if (!match) return null;
  const [whole, hex, decimal, name = ""] = match;
  const named = NAMED[name] ?? NAMED[name.toLowerCase()];
  if (!hex && !decimal && named === undefined) return null;
  const end = at + whole.length;
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
  putOne(hex || decimal ? character(code) : (named ?? ""), at, end, out);
  return end;
}

const ESCAPE = /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|u\{0{0,20}([\da-fA-F]{1,6})\}|["\\/bfnrt'`])/y;
const CONTROL: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

function jsonEscape(text: string, at: number, out: Written): number | null {
  const match = matchAt(ESCAPE, text, at);
  if (!match) return null;
  const [whole, four, two, many] = match;
  const sign = whole[1] ?? "";
  const hex = four ?? two;
  if (many) putOne(character(Number.parseInt(many, 16)), at, at + whole.length, out);
  else out.put(hex ? Number.parseInt(hex, 16) : (CONTROL[sign] ?? sign).charCodeAt(0), at);
  return at + whole.length;
}

const DIGITS = new Int8Array(128).fill(-1);
for (const digit of "0123456789abcdefABCDEF") DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);
const PERCENT = 37;

/** Returns the percent-encoded byte at `at`; -1 if there is none. */
function byteAt(text: string, at: number): number {
  if (text.charCodeAt(at) !== PERCENT) return -1;
  const [high = -1, low = -1] = [DIGITS[text.charCodeAt(at + 1)], DIGITS[text.charCodeAt(at + 2)]];
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

const UNIT = /%u([\da-f]{4})/iy;

function percentSigns(text: string, at: number, out: Written): number | null {
  const unit = text[at + 1] === "u" || text[at + 1] === "U" ? matchAt(UNIT, text, at) : null;
  if (unit) {
    out.put(Number.parseInt(unit[1] ?? "", 16), at);
    return at + 6;
  }
  const first = byteAt(text, at);
  if (first < 0) return null;
  if (first < 0x80) {
    out.put(first, at);
    return at + 3;
  }
  const bytes: number[] = [];
  for (let next = at, byte = first; byte >= 0x80; next += 3, byte = byteAt(text, next)) bytes.push(byte);
  putBytes(bytes, at, out);
  return at + 3 * bytes.length;
}

/** Writes percent-encoded non-ASCII bytes that begin at `at`: as UTF-8, or one unit per byte if they are not valid UTF-8. */
function putBytes(bytes: readonly number[], at: number, out: Written): void {
  const [first = 0, second = 0] = bytes;
  if (bytes.length === 2 && first >= 0xc2 && first <= 0xdf && second <= 0xbf) {
    out.put(((first & 0x1f) << 6) | (second & 0x3f), at);
    return;
  }
  const all = Buffer.from(bytes);
  const utf8 = isUtf8(all);
  let from = at;
  for (const one of utf8 ? all.toString("utf8") : all.toString("latin1")) {
    const end = from + 3 * (utf8 ? Buffer.byteLength(one) : 1);
    putOne(one, from, end, out);
    from = end;
  }
}

const PERCENT_SIGNS: Way = { sign: /%(?:[\da-f]{2}|u[\da-f]{4})/i, begins: ["%"], undo: percentSigns };
const FORM: Way = {
  // a plus sign is a space; a literal plus sign is percent-encoded
  sign: /\+/,
  begins: ["%", "+"],
  undo(text, at, out) {
    if (text[at] !== "+") return percentSigns(text, at, out);
    out.put(32, at);
    return at + 1;
  },
};
const QUOTED_PRINTABLE: Way = {
  // a soft line break, or an encoded equals sign: 'a=3D1'
  sign: /=(?:\r?\n|3[dD])/,
  begins: ["="],
  undo(text, at, out) {
    const next = text[at + 1] === "\r" ? at + 2 : at + 1;
    if (text[next] === "\n") return next + 1;
    const [high = -1, low = -1] = [DIGITS[text.charCodeAt(at + 1)], DIGITS[text.charCodeAt(at + 2)]];
    if (high < 0 || low < 0) return null;
    out.put(high * 16 + low, at);
    return at + 3;
  },
};
/** The form of UTF-16 that was read in another encoding, in which half of the characters are NUL. */
const WIDE: Way = {
  sign: /\0/,
  begins: ["\0"],
  undo: (_, at) => at + 1,
};
const WAYS: readonly Way[] = [
  { sign: /&(?:#[\dx]|[a-z]{2,8};|lt|gt|amp|quot)/i, begins: ["&"], undo: entity },
  { sign: /\\["\\/bfnrtux'`]/, begins: ["\\"], undo: jsonEscape },
  PERCENT_SIGNS,
  FORM,
  QUOTED_PRINTABLE,
  WIDE,
];

/**
 * Returns the text and its views with entities, JSON escapes, percent-encoding, form encoding, quoted-printable and UTF-16 undone, also
 * nested to DEEPEST levels. Throws TooMuch if there are too many views or characters.
 * @param mapped true if the views need a mapping to the original.
 */
export function viewsOf(text: string, mapped = true): readonly View[] {
  const views: View[] = [{ text, origin: null }];
  const known = new Set([text]);
  let units = text.length;
  let level: readonly { readonly view: View; readonly asForm: boolean }[] = views.map((view) => ({ view, asForm: true }));
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    const next: { readonly view: View; readonly asForm: boolean }[] = [];
    for (const { view, asForm } of level)
      for (const way of WAYS) {
        if (!way.begins.some((sign) => view.text.includes(sign)) || !way.sign.test(view.text) || (way === FORM && !asForm))
          continue;
        const undone = undo(view, way, mapped);
        if (known.has(undone.text)) continue;
        units += undone.text.length;
        if (units > MOST_UNITS || views.length >= MOST_VIEWS) throw new TooMuch();
        known.add(undone.text);
        // the form encoding is not undone after percent-decoding alone, because the complete form decoding gives the same text
        next.push({ view: undone, asForm: way !== PERCENT_SIGNS || !FORM.sign.test(view.text) });
        views.push(undone);
      }
    level = next;
  }
  return views;
}

function undo(view: View, { begins, undo: escape }: Way, mapped: boolean): View {
  const { text } = view;
  const out = new Written(view, mapped);
  const [one = "", other = one] = begins;
  const nextOf = (sign: string, from: number): number => {
    const at = text.indexOf(sign, from);
    return at < 0 ? text.length : at;
  };
  let [first, second] = [nextOf(one, 0), other === one ? text.length : nextOf(other, 0)];
  while (first < text.length || second < text.length) {
    const at = Math.min(first, second);
    out.begin(at);
    const end = escape(text, at, out);
    if (end !== null) out.end(end);
    const next = end ?? at + 1;
    if (first < next) first = nextOf(one, next);
    if (second < next) second = nextOf(other, next);
  }
  return out.view();
}
