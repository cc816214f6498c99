import { namePattern } from "./name-characters.ts";

export type XmlVersion = "1.0" | "1.1";

const ASCII_NAME = /^[:A-Z_a-z][-.:A-Z_a-z0-9]*$/;
const ASCII = /^[\0-\x7f]*$/;

const WIDE_START =
  ":A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}";

const PATTERNS: Record<XmlVersion, () => RegExp> = {
  "1.0": namePattern,
  "1.1": () => new RegExp(`^[${WIDE_START}][${WIDE_START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}]*$`, "u"),
};

/** A cache of the patterns of PATTERNS, each built when the first name with a character beyond ASCII is checked. */
const built: Partial<Record<XmlVersion, RegExp>> = {};

/** Returns true if a text is a Name of XML (production 5 of XML 1.0, up to the fourth edition, as in Java's parser, or of XML 1.1). */
export function isName(text: string, version: XmlVersion): boolean {
  if (ASCII.test(text)) return ASCII_NAME.test(text);
  built[version] ??= PATTERNS[version]();
  return built[version].test(text);
}

/**
 * Returns true if a text can name an XML element or attribute: a Name with at most one colon, not at the end. A colon at the start
 * separates no prefix but is a part of the name, as in Java's parser.
 */
export function isQName(text: string, version: XmlVersion): boolean {
  const colon = text.indexOf(":");
  if (colon <= 0) return isName(text, version) && !text.includes(":", 1);
  return isName(text.slice(0, colon), version) && isName(text.slice(colon + 1), version) && !text.includes(":", colon + 1);
}

/** Returns true for a code point that a character reference (`&#8364;`) can have in XML of this version. */
export function isXmlCharacter(code: number, version: XmlVersion): boolean {
  if (code < 0x20) return version === "1.1" ? code > 0 : code === 9 || code === 10 || code === 13;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}
