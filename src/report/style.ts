/** Colours of the terminal, or nothing at all. */
export interface Style {
  error(text: string): string;
  warning(text: string): string;
  info(text: string): string;
  good(text: string): string;
  bold(text: string): string;
  dim(text: string): string;
}

const code =
  (open: number, close: number) =>
  (text: string): string =>
    `\u001b[${open}m${text}\u001b[${close}m`;

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

/**
 * Text of the user made safe for a terminal: control characters (an escape sequence in a value would drive the terminal),
 * direction marks and invisible characters are shown as pictures or as U+XXXX.
 */
export function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly the characters that must not reach a terminal
  return text.replace(/[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/g, (c) => {
    const unit = c.charCodeAt(0);
    if (unit === 9) return "\u2192";
    if (unit < 32) return String.fromCharCode(0x2400 + unit);
    return unit === 127 ? "\u2421" : `<U+${unit.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}
