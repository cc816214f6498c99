import { UNSEEN, codePoint, unicodeEscapes, unseenPattern } from "../kernel/index.ts";
/** Functions that colour text for a terminal, or return it unchanged. */
export interface Style {
  error(text: string): string;
  warning(text: string): string;
  info(text: string): string;
  good(text: string): string;
  bold(text: string): string;
  dim(text: string): string;
}

/**
 * Tierwright's own colours and line ends are kept as marks inside texts, and become control characters only when the text is written
 * (terminal.ts). A mark is a noncharacter followed by a word that is drawn at random in every process, so that no text that was read (a
 * file, a name, an argument) can contain one: every other control character or line feed belongs to a value and is made visible.
 * Math.random is sufficient, because the JavaScript engine seeds it from the system in every process; loading the Web's crypto would delay
 * the start.
 */
const FIRST_MARK = 0xfdd0;
const SGR = [31, 33, 36, 32, 39, 1, 2, 22];
const LINE_END = SGR.length;
const WHOLE = LINE_END + 1;
const EMOJI = WHOLE + 1;
const MARK_WORD = Array.from({ length: 5 }, () => String.fromCharCode(0xdc00 + Math.floor(Math.random() * 0x400))).join("");
const MARKED = new RegExp(`([\\uFDD0-\\uFDEF])${MARK_WORD}`);

const markOf = (index: number): string => String.fromCharCode(FIRST_MARK + index) + MARK_WORD;

/** The mark of Tierwright's own line ends. Any other line feed in a text belongs to a value and does not end a line. */
export const NL = markOf(LINE_END);

/**
 * The mark of the variation selector behind Tierwright's own signs, which makes a sign an emoji; any other variation selector is made
 * visible.
 */
export const AS_EMOJI = markOf(EMOJI);

/** Returns a value with a mark before it, because of which `leaving` does not shorten it: the user asked for the whole value. */
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

/** Returns a text with `change` applied to each part between the marks for colors and line ends. */
export function betweenMarks(text: string, change: (piece: string) => string): string {
  return text
    .split(MARKED)
    .map((piece, i) => (i % 2 === 0 ? change(piece) : piece + MARK_WORD))
    .join("");
}

/** Returns the length of a text in UTF-16 units, without the marks for colours and line ends. */
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
 * Returns a text that is safe for a terminal: control characters (an escape sequence in a value would control the terminal), direction
 * marks and invisible characters are shown as pictures or as U+XXXX.
 */
export function visible(text: string): string {
  return PRINTED.test(text) ? text : text.replace(unseenPattern(), pictureOf);
}

/**
 * Matches texts of printable ASCII, as nearly all are. They need no test against the Unicode pattern, which is slow to compile at its first
 * use.
 */
const PRINTED = /^[\x20-\x7e]*$/;

/**
 * Returns a pattern of characters that JSON allows in a string although a terminal or a log interprets them; '##[' and '##vso[' begin
 * commands of build services.
 */
const unsafeInJson = () => new RegExp(`[${UNSEEN.replace("\\u0000-\\u001F", "")}]|#(?=#(\\w{0,12})\\[)`, "gu");

/** Returns an equivalent JSON document without characters that a terminal or a log would interpret. */
export function visibleJson(document: string): string {
  return document.replace(unsafeInJson(), (c) => unicodeEscapes(c));
}

/**
 * COMMAND_AT_START finds '::' at the start of a line, after optional spaces; COMMAND_ANYWHERE finds '##[' and '##vso[' at any position.
 * Build services treat such text in a log as commands.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours may stand before and between the colons
const COMMAND_AT_START = /^((?:[^\S\n\r\u2028\u2029]|\u001B\[\d+m)*):(?=(?:\u001B\[\d+m)*:)/gm;
const COMMAND_ANYWHERE = /##(?=\w{0,12}\[)/g;

/** Returns a text in which no build service finds a command, at any position in a line. */
const noCommand = (text: string): string => notInLine(text.replace(COMMAND_AT_START, "$1<U+003A>"));
const notInLine = (text: string): string => text.replace(COMMAND_ANYWHERE, "#<U+0023>");

/**
 * The number of characters above which a text is shortened, because no readable value is longer (LONGEST), and the number of characters
 * that are then shown (BEGINNING).
 */
const LONGEST = 10_000;
const BEGINNING = 1_000;

/** Returns a text unchanged, or only the beginning of a very long text with its length, so that a value cannot flood a log. */
export function shorten(piece: string, longest = LONGEST, shown = BEGINNING): string {
  if (piece.length <= longest) return piece;
  const beginning = piece.slice(0, shown).replace(/[\uD800-\uDBFF]$/, "");
  return `${beginning}\u2026 (${piece.length} characters)`;
}

/**
 * Returns a value that is safe inside a line of an output form that is not for a terminal: it cannot end the line, and no build service
 * finds a command in it.
 */
export const inLine = (text: string): string => notInLine(visible(shorten(text)));

/** Returns a value that is safe at the beginning of a line: no build service takes it for a command. */
export const asLine = (text: string): string => noCommand(visible(shorten(text)));

/** Returns a value that is safe for a column of a table, shortened so that it does not widen every row. */
export const inColumn = (text: string): string => visible(shorten(text, 200, 160));

/**
 * Returns a text as it is written to an output: marks become colours and line ends, everything else becomes visible and is shortened for
 * people, and no line is a command of a build service.
 */
export function leaving(text: string, color: boolean): string {
  const markAt = (piece: string | undefined): number => (piece === undefined ? -1 : piece.charCodeAt(0) - FIRST_MARK);
  const pieces = text.split(MARKED).map((piece, i, all) => {
    if (i % 2 === 1) return meaningOf(markAt(piece), color);
    return visible(markAt(all[i - 1]) === WHOLE ? piece : shorten(piece));
  });
  return noCommand(pieces.join(""));
}

function meaningOf(index: number, color: boolean): string {
  if (index === LINE_END) return "\n";
  if (index === EMOJI) return "\uFE0F";
  return color && index < SGR.length ? `\u001b[${SGR[index]}m` : "";
}
