import { UNSEEN, codePoint, unseenPattern } from "../kernel/index.ts";
/** Colours of the terminal, or nothing at all. */
export interface Style {
  error(text: string): string;
  warning(text: string): string;
  info(text: string): string;
  good(text: string): string;
  bold(text: string): string;
  dim(text: string): string;
}

/**
 * What we add to a text - a colour, the end of a line - travels through it as a mark and becomes a control character only where the text
 * leaves (terminal.ts). A mark is a noncharacter followed by a word that is drawn anew in every process, so nothing that was written before
 * the process began (a file, a name, an argument) can hold one: every other control character and line feed is a value's, and is shown.
 * The runtime seeds its chance from the system's for every process, which is all that this needs; the Web's crypto takes 2 ms of a start.
 */
const FIRST_MARK = 0xfdd0;
const SGR = [31, 33, 36, 32, 39, 1, 2, 22];
const LINE_END = SGR.length;
const WHOLE = LINE_END + 1;
const EMOJI = WHOLE + 1;
const MARK_WORD = Array.from({ length: 5 }, () => String.fromCharCode(0xdc00 + Math.floor(Math.random() * 0x400))).join("");
const MARKED = new RegExp(`([\\uFDD0-\\uFDEF])${MARK_WORD}`);

const markOf = (index: number): string => String.fromCharCode(FIRST_MARK + index) + MARK_WORD;

/** The end of a line that we wrote ourselves; a line feed of any other origin does not end one. */
export const NL = markOf(LINE_END);

/** The variation selector behind one of our own signs, which makes a picture of it; one of any other origin is shown. */
export const AS_EMOJI = markOf(EMOJI);

/** A value that was asked for itself: it leaves whole, however long it is. */
export const wholeValue = (value: string): string => markOf(WHOLE) + value;

const code =
  (open: number, close: number) =>
  (text: string): string =>
    `${markOf(SGR.indexOf(open))}${text}${markOf(SGR.indexOf(close))}`;

const PLAIN: Style = { error: same, warning: same, info: same, good: same, bold: same, dim: same };

function same(text: string): string {
  return text;
}

const COLORED: Style = {
  error: code(31, 39),
  warning: code(33, 39),
  info: code(36, 39),
  good: code(32, 39),
  bold: code(1, 22),
  dim: code(2, 22),
};

export function styleFor(color: boolean): Style {
  return color ? COLORED : PLAIN;
}

/** The text with `change` applied to everything between the marks. */
export function betweenMarks(text: string, change: (piece: string) => string): string {
  return text
    .split(MARKED)
    .map((piece, i) => (i % 2 === 0 ? change(piece) : piece + MARK_WORD))
    .join("");
}

/** How much room a text takes without its marks, in UTF-16 units. */
export function lengthWithoutMarks(text: string): number {
  return text.split(MARKED).reduce((sum, piece, i) => sum + (i % 2 === 0 ? piece.length : 0), 0);
}

function pictureOf(c: string): string {
  const unit = c.codePointAt(0) ?? 0;
  if (unit === 9) return "\u2192";
  if (unit < 32) return String.fromCharCode(0x2400 + unit);
  return unit === 127 ? "\u2421" : `<${codePoint(c)}>`;
}

/**
 * Text of the user made safe for a terminal: control characters (an escape sequence in a value would drive the terminal),
 * direction marks and invisible characters are shown as pictures or as U+XXXX.
 */
export function visible(text: string): string {
  return PRINTED.test(text) ? text : text.replace(unseenPattern(), pictureOf);
}

/** Nearly every text. A pattern with classes of Unicode is read when its line runs, for which V8 takes a tenth of a millisecond: not at a start that needs none. */
const PRINTED = /^[\x20-\x7e]*$/;

/** Characters that JSON allows unescaped in a string although a terminal or a log acts on them; '##[' and '##vso[' begin commands there. */
const unsafeInJson = () => new RegExp(`[${UNSEEN.replace("\\u0000-\\u001F", "")}]|#(?=#(\\w{0,12})\\[)`, "gu");

/** A JSON document that means the same and holds nothing that a terminal or a log acts on. */
export function visibleJson(document: string): string {
  return document.replace(unsafeInJson(), (c) =>
    [...Array(c.length).keys()].map((i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** Build services take a line that begins so, spaces aside, for a command; the second kind they find anywhere in a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours may stand before and between the colons
const COMMAND_AT_START = /^((?:[^\S\n\r\u2028\u2029]|\u001B\[\d+m)*):(?=(?:\u001B\[\d+m)*:)/gm;
const COMMAND_ANYWHERE = /##(?=\w{0,12}\[)/g;

/** A text in which no build service finds a command, wherever it stands on a line. */
const noCommand = (text: string): string => notInLine(text.replace(COMMAND_AT_START, "$1<U+003A>"));
const notInLine = (text: string): string => text.replace(COMMAND_ANYWHERE, "#<U+0023>");

/** Longer than any line that we write and any value that a person reads; of what is, so much is shown. */
const LONGEST = 10_000;
const BEGINNING = 1_000;

/** A flood in a value must not become one in a log: its beginning, and how long it is. */
export function shortened(piece: string, longest = LONGEST, shown = BEGINNING): string {
  if (piece.length <= longest) return piece;
  const beginning = piece.slice(0, shown).replace(/[\uD800-\uDBFF]$/, "");
  return `${beginning}\u2026 (${piece.length} characters)`;
}

/** A value of the user's inside a line of a form that is not for a terminal: nothing of it ends the line, and no runner obeys a part of it. */
export const inLine = (text: string): string => notInLine(visible(shortened(text)));

/** The same where a line may begin with it. */
export const asLine = (text: string): string => noCommand(visible(shortened(text)));

/** A value in a column of a table: it must not make every row as wide as itself. */
export const inColumn = (text: string): string => visible(shortened(text, 200, 160));

/**
 * A text as it leaves: marks as what they stand for, everything else visible and of a length for people, and no line that a build service
 * obeys.
 */
export function leaving(text: string, color: boolean): string {
  const markAt = (piece: string | undefined): number => (piece === undefined ? -1 : piece.charCodeAt(0) - FIRST_MARK);
  const pieces = text.split(MARKED).map((piece, i, all) => {
    if (i % 2 === 1) return meaningOf(markAt(piece), color);
    return visible(markAt(all[i - 1]) === WHOLE ? piece : shortened(piece));
  });
  return noCommand(pieces.join(""));
}

function meaningOf(index: number, color: boolean): string {
  if (index === LINE_END) return "\n";
  if (index === EMOJI) return "\uFE0F";
  return color && index < SGR.length ? `\u001b[${SGR[index]}m` : "";
}
