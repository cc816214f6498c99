import { isUtf8 } from "node:buffer";

/** A text as it reads once a way of writing was undone; every unit knows where in the text it comes from. */
export interface View {
  readonly text: string;
  /** Where unit i begins in the original; one more for the end. null: it is the original. */
  readonly map: Uint32Array | null;
}

/** More than this is not looked through: what it belongs to is withheld. */
const MOST_UNITS = 48 * 1024 * 1024;
const MOST_VIEWS = 40;
const DEEPEST = 4;

export class TooMuch extends Error {}

interface Way {
  /** Whether it may change anything. */
  readonly sign: RegExp;
  readonly escapes: RegExp;
  decode(match: string): string;
}

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", apos: "'", quot: '"' };
const character = (code: number): string => (code <= 0x10_ffff ? String.fromCodePoint(code) : "\ufffd");

function percentDecoded(match: string): string {
  const code = match.length === 3 ? Number.parseInt(match.slice(1), 16) : 0x80;
  if (code < 0x80) return String.fromCharCode(code);
  const bytes = Buffer.from(match.replaceAll("%", ""), "hex");
  // one unit a byte where it is no UTF-8
  return isUtf8(bytes) ? bytes.toString("utf8") : bytes.toString("latin1");
}

const WAYS: readonly Way[] = [
  {
    sign: /&(?:#|lt|gt|amp|apos|quot)/,
    escapes: /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(lt|gt|amp|apos|quot));/gi,
    decode(match) {
      const body = match.slice(1, -1).toLowerCase();
      if (body.startsWith("#x")) return character(Number.parseInt(body.slice(2), 16));
      return body.startsWith("#") ? character(Number(body.slice(1))) : (NAMED[body] ?? match);
    },
  },
  {
    sign: /\\["\\/bfnrtu']/,
    escapes: /\\(?:u[\da-fA-F]{4}|["\\/bfnrt'])/g,
    decode(match) {
      if (match[1] === "u") return String.fromCharCode(Number.parseInt(match.slice(2), 16));
      return { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" }[match[1] ?? ""] ?? match.slice(1);
    },
  },
  {
    sign: /%[\da-f]{2}/i,
    escapes: /(?:%[\da-f]{2})+/gi,
    decode: percentDecoded,
  },
  {
    // a form: a plus sign is a space, and one that is meant is encoded
    sign: /\+/,
    escapes: /\+|(?:%[\da-f]{2})+/gi,
    decode: (match) => (match === "+" ? " " : percentDecoded(match)),
  },
];

/** The text, and what it reads as with entities, JSON's escapes, percent-encoding and a form's plus signs undone, also one within the other. */
export function viewsOf(text: string): readonly View[] {
  const views: View[] = [{ text, map: null }];
  const known = new Set([text]);
  let units = text.length;
  let level: readonly View[] = views;
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    const next: View[] = [];
    for (const view of level)
      for (const way of WAYS) {
        if (!way.sign.test(view.text)) continue;
        const undone = undo(view, way);
        if (known.has(undone.text)) continue;
        units += undone.text.length;
        if (units > MOST_UNITS || views.length >= MOST_VIEWS) throw new TooMuch();
        known.add(undone.text);
        next.push(undone);
        views.push(undone);
      }
    level = next;
  }
  return views;
}

/** Where a part of a view stands in the original. */
export const inOriginal = ({ map }: View, from: number, to: number): readonly [number, number] =>
  map ? [map[from] ?? 0, map[to] ?? 0] : [from, to];

function undo({ text, map }: View, way: Way): View {
  const origin = (at: number): number => (map ? (map[at] ?? 0) : at);
  const places = new Uint32Array(text.length + 1);
  const pieces: string[] = [];
  let [from, length] = [0, 0];
  const keep = (to: number) => {
    pieces.push(text.slice(from, to));
    if (map) for (let at = from; at < to; at++) places[length++] = map[at] ?? 0;
    else for (let at = from; at < to; at++) places[length++] = at;
  };
  for (const { 0: match, index } of text.matchAll(way.escapes)) {
    keep(index);
    let decoded = way.decode(match);
    // a piece that became longer than it was has no place for each of its units
    if (decoded.length > match.length) decoded = match;
    pieces.push(decoded);
    if (decoded.length === 1) places[length++] = origin(index);
    else {
      const widths = widthsOf(match, decoded);
      let at = index;
      for (let unit = 0; unit < decoded.length; unit++) {
        places[length++] = origin(Math.min(at, index + match.length));
        at += widths[unit] ?? 0;
      }
    }
    from = index + match.length;
  }
  keep(text.length);
  places[length] = origin(text.length);
  return { text: pieces.join(""), map: places.slice(0, length + 1) };
}

/** How many units of the escape each decoded unit took: of a row of percent signs three for every byte of it. */
function widthsOf(match: string, decoded: string): readonly number[] {
  if (!match.startsWith("%")) return decoded.length === 0 ? [] : [match.length, ...Array(decoded.length - 1).fill(0)];
  if (decoded.length * 3 === match.length) return Array(decoded.length).fill(3);
  const widths: number[] = [];
  for (const one of decoded) {
    widths.push(3 * Buffer.byteLength(one));
    if (one.length === 2) widths.push(0);
  }
  return widths;
}
