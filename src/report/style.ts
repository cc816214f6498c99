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
 * Colours travel through the text as noncharacters and become escape sequences only where it leaves (terminal.ts): by then every
 * control character of the user has been made visible, so no value can drive the terminal.
 */
const FIRST_MARK = 0xfdd0;
const SGR = [31, 33, 36, 32, 39, 1, 2, 22];
const MARKS = /[\uFDD0-\uFDEF]/g;

const mark = (sgr: number): string => String.fromCharCode(FIRST_MARK + SGR.indexOf(sgr));

const code =
  (open: number, close: number) =>
  (text: string): string =>
    `${mark(open)}${text}${mark(close)}`;

/** The marks as escape sequences, or taken out. */
export function colored(text: string, color: boolean): string {
  return text.replace(MARKS, (c) => {
    const sgr = SGR[c.charCodeAt(0) - FIRST_MARK];
    return color && sgr !== undefined ? `\u001b[${sgr}m` : "";
  });
}

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

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly the characters that must not reach a terminal
const UNSAFE = /[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/g;

function pictureOf(c: string): string {
  const unit = c.charCodeAt(0);
  if (unit === 9) return "\u2192";
  if (unit < 32) return String.fromCharCode(0x2400 + unit);
  return unit === 127 ? "\u2421" : `<U+${unit.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/**
 * Text of the user made safe for a terminal: control characters (an escape sequence in a value would drive the terminal),
 * direction marks and invisible characters are shown as pictures or as U+XXXX.
 */
export function visible(text: string): string {
  return text.replace(UNSAFE, pictureOf);
}

/** The same for text of several lines: line feeds stay. */
export function visibleLines(text: string): string {
  return text.replace(UNSAFE, (c) => (c === "\n" ? c : pictureOf(c)));
}
