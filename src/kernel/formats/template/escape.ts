import { XML_ENTITIES } from "../../text/entities.ts";
import { bracedEscape, codePoint, unicodeEscapes } from "../../text/escapes.ts";
import { greatest } from "../../diagnostic/lists.ts";
import { unseenPattern } from "../../text/unseen.ts";
import { encodeKey, encodeValue } from "../properties/encode.ts";

/** Thrown for a text that a format cannot represent in any spelling. */
export class Unrepresentable extends Error {
  override readonly name = "Unrepresentable";
}

/** Characters that XML 1.0, section 2.2, excludes: control characters, two non-characters, lone surrogates. */
const NOT_XML = new RegExp(
  [
    "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]",
    "[\\uD800-\\uDBFF](?![\\uDC00-\\uDFFF])",
    "(?<![\\uD800-\\uDBFF])[\\uDC00-\\uDFFF]",
  ].join("|"),
);

function xml(text: string, characters: RegExp): string {
  const bad = NOT_XML.exec(text);
  if (bad) throw new Unrepresentable(`${codePoint(bad[0])} cannot appear in XML 1.0 in any spelling`);
  return text.replace(characters, (c) => XML_ENTITIES[c] ?? c);
}

/** Escapes XML character data. CR becomes a reference because a parser would turn it into LF (XML 1.0, 2.11). Throws Unrepresentable. */
export const escapeXmlText = (text: string): string => xml(text, /[&<>\r]/g);

/**
 * Escapes an XML attribute value for either quote. White space becomes references because a parser would normalise it (XML 1.0, 3.3.3). Throws
 * Unrepresentable.
 */
export const escapeXmlAttribute = (text: string): string => xml(text, /[&<>"'\t\n\r]/g);

/** Returns the content of a JSON string, without its quotes. */
export const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Line ends, including those that readers of Markdown know and YAML readers do not. */
const LINE_ENDS = /[\r\n\v\f\u0085\u2028\u2029]+/;

/** Returns the text with every invisible character as its code point: a backslash and uXXXX, or u{XXXXX} above U+FFFF. */
export const escapeInvisible = (text: string): string =>
  text.replace(unseenPattern(), (c) => (c.length > 1 ? bracedEscape(c) : unicodeEscapes(c)));

/**
 * Returns the text on one line: each line end, with the spaces around it, becomes one space. Splits the text, because a regular expression for
 * spaces around line ends is quadratic in spaces.
 */
function onOneLine(text: string): string {
  if (!LINE_ENDS.test(text)) return text;
  const pieces = text.split(LINE_ENDS);
  const last = pieces.length - 1;
  const trimmed = pieces.map((piece, i) => {
    const start = i === 0 ? piece : piece.trimStart();
    return i === last ? start : start.trimEnd();
  });
  return trimmed.filter((piece, i) => piece !== "" || i === 0 || i === last).join(" ");
}

/** Signs of Markdown, and texts that its readers turn into a link without any sign: https://, www., an email address. */
const MARKDOWN_SIGNS = /[\\`*_{}[\]<>()#+!|~&@-]|:(?=\/\/)|(?<=\bwww)\.|^=|(?<=^\d{1,9})\./gi;

/** Patterns of the ordinary cases, for a fast path: words that need no escape, and texts without invisible characters and line ends. */
const WORDS = /^[A-Za-z][A-Za-z0-9 ,;/?'"$%^]*$/;
const PRINTABLE = /^[ -~]*$/;

/**
 * Escapes Markdown text: every character that could begin a construct is escaped, a line end becomes a space, leading spaces (a code block) are
 * removed.
 */
export function escapeMarkdown(text: string): string {
  if (WORDS.test(text)) return text;
  const printable = PRINTABLE.test(text);
  const escaped = (printable ? text : onOneLine(text)).trimStart().replace(MARKDOWN_SIGNS, "\\$&");
  return printable ? escaped : escapeInvisible(escaped);
}

/**
 * Signs that begin a construct in their context (CommonMark 0.31; tables, strikethrough and automatic links of GitHub). A sign that needs a line
 * start, a partner or a neighbour does not match without it.
 * At both ends of the text, the template's own words are the neighbours.
 */
const BEGINS = new RegExp(
  [
    // anywhere: code, emphasis, links, tags, table cells, strikethrough, email addresses and mentions
    "[`*[\\]<|~@]",
    // a backslash that would escape the next character in Markdown
    "\\\\(?=[!-/:-@[-`{-~]|$)",
    // an underscore beside a character other than a letter or digit, which begins or ends emphasis
    "(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])",
    // a '!' at the end, which would make the template's link after it a picture; a '(' at the start, which would be the address of a link
    // before it
    "!$|^\\(",
    // a heading, a list, a quotation; the number of an issue
    "^[#+=>-]|#(?=\\d)|(?<=^\\d{1,9})[.)]",
    // the '&' of a character entity
    "&(?=[a-z#]|$)",
    // the ':' or '.' of an address that Markdown turns into a link by itself
    ":(?=//)|(?<=\\bwww)\\.",
  ].join("|"),
  "giu",
);

/** Escapes Markdown text as a person would type it: only signs that would begin a construct in their context. A line end becomes a space. */
export const markdownWords = (text: string): string => escapeInvisible(onOneLine(text).trimStart().replace(BEGINS, "\\$&"));

/** Returns a Markdown code span for any text: the outer backticks are longer than the inner ones; an empty text becomes "(empty)". */
export function codeSpan(text: string): string {
  if (text === "") return "(empty)";
  // the ordinary case: no character in the text could end the code span or the table cell around it
  if (/^[!-_a-{}~]+$/.test(text)) return `\`${text}\``;
  // a pipe would end a table cell even inside a code span, and after a backslash it cannot be escaped
  const flat = escapeInvisible(text.replace(/[\r\n]+/g, " "))
    .replace(/(?<=\\)\|/g, "\\u007c")
    .replaceAll("|", "\\|");
  const fence = "`".repeat(greatest([...flat.matchAll(/`+/g)].map((match) => match[0].length)) + 1);
  const pad = /^[` ]|[` ]$/.test(flat) ? " " : "";
  return `${fence}${pad}${flat}${pad}${fence}`;
}

/** Escaping functions of `{{x}}`, by the template's inner extension (name.EXTENSION.hbs); there is no default. */
export const ESCAPES: Readonly<Record<string, (text: string) => string>> = {
  properties: (text) => encodeValue(text),
  xml: escapeXmlAttribute,
  json: escapeJson,
  md: escapeMarkdown,
};

/** Helpers for another escaping than that of the extension. They are pure: none accesses files, environment or network. */
export const HELPERS: Readonly<Record<string, Readonly<Record<string, (text: string) => string>>>> = {
  properties: { key: (text) => encodeKey(text) },
  xml: { text: escapeXmlText, attribute: escapeXmlAttribute },
  json: { json: (text) => JSON.stringify(text) },
  md: { code: codeSpan, words: markdownWords },
};
