const START =
  ":A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FEFE}\\u{FF00}-\\u{FFFD}";
const NAME = new RegExp(`^[${START}][${START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}]*$`, "u");

/** Is it a Name (XML 1.0, production 5)? Characters beyond the basic plane and U+FEFF are none, for Java's parser. */
export function isName(text: string): boolean {
  return NAME.test(text);
}

/**
 * Is it the name of an element or attribute: at most one colon, not at the end? A colon at the start is no prefix but part of
 * the name, for Java's parser.
 */
export function isQName(text: string): boolean {
  const colon = text.indexOf(":");
  if (colon <= 0) return isName(text) && !text.includes(":", 1);
  return isName(text.slice(0, colon)) && isName(text.slice(colon + 1)) && !text.includes(":", colon + 1);
}

/** Is the code point a character that XML 1.0 (or 1.1) allows by reference? */
export function isXmlCharacter(code: number, version: "1.0" | "1.1"): boolean {
  if (code < 0x20) return version === "1.1" ? code > 0 : code === 9 || code === 10 || code === 13;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}
