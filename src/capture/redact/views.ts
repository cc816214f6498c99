import { isUtf8 } from "node:buffer";
import { matchAt } from "./anchors.ts";
import { TooMuch } from "./shape.ts";

/** A text as it reads once a way of writing was undone; every unit knows where in the text it comes from. */
export interface View {
  readonly text: string;
  /** Where its units come from. null: it is the original, or nobody asks. */
  readonly origin: Origin | null;
}

/** Stretches of units that follow one another in a view and in the text of which it was made; the last one begins at its end. */
interface Origin {
  readonly of: View;
  readonly begins: readonly number[];
  /** Where each of them begins in that text. */
  readonly places: readonly number[];
}

/** Where a unit of a view begins in the original. */
function placeOf({ origin }: View, at: number): number {
  if (!origin) return at;
  const { of, begins, places } = origin;
  let [low, high] = [0, begins.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((begins[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return placeOf(of, (places[low] ?? 0) + at - (begins[low] ?? 0));
}

/** More than this is not looked through: what it belongs to is withheld. */
const MOST_UNITS = 48 * 1024 * 1024;
const MOST_VIEWS = 40;
const DEEPEST = 4;

interface Way {
  /** Whether it may change anything. */
  readonly sign: RegExp;
  /** What an escape begins with. */
  readonly begins: readonly string[];
  /** Writes what an escape stands for, and gives where it ends; null: there is none. */
  undo(text: string, at: number, out: Written): number | null;
}

/** What was read, and where each part of it began. */
class Written {
  readonly #pieces: string[] = [];
  readonly #begins: number[] = [];
  readonly #places: number[] = [];
  #length = 0;
  /** Where the text begins that was not taken over yet. */
  #rest = 0;
  /** Where the escape begins that is read. */
  #escape = 0;

  constructor(
    private readonly of: View,
    private readonly isMapped: boolean,
  ) {}

  begin(escape: number): void {
    this.#escape = escape;
  }

  put(unit: number, at: number): void {
    this.#copyUpTo(this.#escape);
    this.#add(String.fromCharCode(unit), at);
  }

  /** Goes on after the escape. */
  end(at: number): void {
    this.#copyUpTo(this.#escape);
    this.#rest = at;
  }

  /** Takes over what stands before a place as it is. */
  #copyUpTo(at: number): void {
    if (at <= this.#rest) return;
    this.#add(this.of.text.slice(this.#rest, at), this.#rest);
    this.#rest = at;
  }

  #add(piece: string, at: number): void {
    if (this.isMapped) {
      this.#begins.push(this.#length);
      this.#places.push(at);
    }
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  view(): View {
    this.#copyUpTo(this.of.text.length);
    const text = this.#pieces.join("");
    if (!this.isMapped) return { text, origin: null };
    this.#begins.push(text.length);
    this.#places.push(this.of.text.length);
    return { text, origin: { of: this.of, begins: this.#begins, places: this.#places } };
  }
}

/** A character of one unit or two; the second one begins where the escape ends. */
function putOne(character: string, at: number, end: number, out: Written): void {
  out.put(character.charCodeAt(0), at);
  if (character.length > 1) out.put(character.charCodeAt(1), end);
}

/** Entities of XML, and those of HTML that stand for characters of passwords and of syntaxes. */
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

/** The byte that is written there; -1: none is. */
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

/** Bytes of percent signs from `at` on, none of them ASCII: as UTF-8, or one unit a byte where they are none. */
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
  // a plus sign is a space, and one that is meant is encoded
  sign: /\+/,
  begins: ["%", "+"],
  undo(text, at, out) {
    if (text[at] !== "+") return percentSigns(text, at, out);
    out.put(32, at);
    return at + 1;
  },
};
const QUOTED_PRINTABLE: Way = {
  // a soft line break, or an encoded sign of equality: 'a=3D1'
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
/** Half of the bytes of UTF-16 that was read as another encoding are NUL. */
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
 * The text, and what it reads as with entities, JSON's escapes, percent-encoding and a form's plus signs undone, also one within the other.
 * `mapped`: where each unit comes from is asked.
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
        // beside a form that was undone whole, its percent signs alone lead to no form that the other does not lead to
        next.push({ view: undone, asForm: way !== PERCENT_SIGNS || !FORM.sign.test(view.text) });
        views.push(undone);
      }
    level = next;
  }
  return views;
}

/** Where a part of a view stands in the original. */
export const inOriginal = (view: View, from: number, to: number): readonly [number, number] => [
  placeOf(view, from),
  placeOf(view, to),
];

/** Signs of equality that may follow a run of base64, and the sign after them. */
const AFTER_RUN = 3;

/** Returns whether a run of base64 stands in the original as it does in the view, with the same characters around it. */
export function isInOriginal(original: string, view: View, from: number, to: number): boolean {
  const { text, origin } = view;
  if (!origin) return false;
  const first = Math.max(0, from - 1);
  const last = Math.min(text.length, to + AFTER_RUN);
  const begins = placeOf(view, first);
  if (placeOf(view, last) - begins !== last - first || (from === 0 && begins > 0)) return false;
  const isSame = (at: number): boolean => at >= text.length || original.charCodeAt(begins + at - first) === text.charCodeAt(at);
  return isSame(first) && isSame(to);
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
