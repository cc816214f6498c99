/*
 * Functions that escape text in syntaxes that several slices of src/ write. Functions for one file format are in:
 * formats/properties/encode.ts, formats/xml/write.ts, formats/template/escape.ts (Markdown), diagnostic/yaml-scalar.ts; those for shells
 * are in text/shell-words.ts.
 */

/** Returns each UTF-16 unit of a text as \uXXXX, which JSON, JavaScript and Java properties read alike. */
export function unicodeEscapes(text: string, digits: "lower" | "upper" = "lower"): string {
  const escape = (unit: string): string => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, "0");
    return `\\u${digits === "upper" ? hex.toUpperCase() : hex}`;
  };
  return text.split("").map(escape).join("");
}

/** Returns the first character of a text as JavaScript's escape \u{X}, with its code point in hexadecimal digits. */
export const bracedEscape = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Returns the first character of a text in the form 'U+0041', for messages about characters that a person cannot see or distinguish. */
export const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Returns a text percent-encoded as one component of a URI. A lone surrogate, which has no UTF-8 encoding, becomes U+FFFD. */
export const percentEncoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));

/** Returns every byte of a text's UTF-8 encoding as %XX, also the bytes of letters and digits, which need no escape. */
export const percentBytes = (text: string): string =>
  [...Buffer.from(text, "utf8")].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
