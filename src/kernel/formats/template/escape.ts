import { XML_ENTITIES } from "../../text/entities.ts";
import { bracedEscape, codePoint, unicodeEscapes } from "../../text/escapes.ts";
import { greatest } from "../../diagnostic/lists.ts";
import { unseenPattern } from "../../text/unseen.ts";
import { encodeKey, encodeValue } from "../properties/encode.ts";

/** The error for a text that a file format, such as XML, cannot represent even with escapes. */
export class Unrepresentable extends Error {
  override readonly name = "Unrepresentable";
}

/** Matches characters that XML 1.0, section 2.2, excludes: control characters, U+FFFE, U+FFFF and lone surrogates. */
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

/** Escapes text between XML tags. CR becomes a reference: an XML parser would turn it into LF (XML 1.0, 2.11). Throws Unrepresentable. */
export const escapeXmlText = (text: string): string => xml(text, /[&<>\r]/g);

/**
 * Escapes the value of an XML attribute in single or double quotes. Tabs and line ends become references because an XML parser would turn
 * them into spaces (XML 1.0, 3.3.3). Throws Unrepresentable.
 */
export const escapeXmlAttribute = (text: string): string => xml(text, /[&<>"'\t\n\r]/g);

/** Returns a text escaped as the content of a JSON string, without the quotes. */
export const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Matches line ends, also those that only some programs treat as such (vertical tab, form feed, NEL, U+2028, U+2029). */
const LINE_ENDS = /[\r\n\v\f\u0085\u2028\u2029]+/;

/** Returns a text with each invisible character written as a backslash and uXXXX, or u{XXXXX} for one above U+FFFF. */
export const escapeInvisible = (text: string): string =>
  text.replace(unseenPattern(), (c) => (c.length > 1 ? bracedEscape(c) : unicodeEscapes(c)));

/**
 * Returns a text on one line: each line end, with the white space around it, becomes one space. Splits the text, because a regular
 * expression for the white space around line ends would take quadratic time.
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

/** Matches the signs of Markdown, and signs in texts that Markdown turns into links by itself: https://, www. and email addresses. */
const MARKDOWN_SIGNS = /[\\`*_{}[\]<>()#+!|~&@-]|:(?=\/\/)|(?<=\bwww)\.|^=|(?<=^\d{1,9})\./gi;

/** Matches ordinary words, which need no escape in Markdown. PRINTABLE matches texts without invisible characters and line ends. */
const WORDS = /^[A-Za-z][A-Za-z0-9 ,;/?'"$%^]*$/;
const PRINTABLE = /^[ -~]*$/;

/**
 * Escapes text for Markdown: every character that could begin a Markdown construct gets a backslash, each line end becomes a space, and
 * leading spaces are removed, because they could begin a code block.
 */
export function escapeMarkdown(text: string): string {
  if (WORDS.test(text)) return text;
  const printable = PRINTABLE.test(text);
  const escaped = (printable ? text : onOneLine(text)).trimStart().replace(MARKDOWN_SIGNS, "\\$&");
  return printable ? escaped : escapeInvisible(escaped);
}

/**
 * Matches signs that begin a Markdown construct where they are (CommonMark 0.31; tables, strikethrough and automatic links of GitHub). Does
 * not match a sign that begins a construct only at the start of a line or next to another character, if it is not there.
 * The characters before and after the text are those of the template, so both ends of the text need special care.
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

/** Escapes text for Markdown with as few backslashes as possible: only the signs that BEGINS matches. Each line end becomes a space. */
export const markdownWords = (text: string): string => escapeInvisible(onOneLine(text).trimStart().replace(BEGINS, "\\$&"));

/** Returns a Markdown code span of any text, also of one with backticks; an empty text, which no code span can have, becomes "(empty)". */
export function codeSpan(text: string): string {
  if (text === "") return "(empty)";
  // the ordinary case: the text has no backtick, pipe, space or invisible character
  if (/^[!-_a-{}~]+$/.test(text)) return `\`${text}\``;
  // a pipe would end a table cell even inside a code span, so it is escaped; after a backslash that is impossible, so it becomes \u007c
  const flat = escapeInvisible(text.replace(/[\r\n]+/g, " "))
    .replace(/(?<=\\)\|/g, "\\u007c")
    .replaceAll("|", "\\|");
  const fence = "`".repeat(greatest([...flat.matchAll(/`+/g)].map((match) => match[0].length)) + 1);
  const pad = /^[` ]|[` ]$/.test(flat) ? " " : "";
  return `${fence}${pad}${flat}${pad}${fence}`;
}

/** The function that escapes the values of `{{x}}` in a template NAME.EXTENSION.hbs, by EXTENSION; any other extension is refused. */
export const ESCAPES: Readonly<Record<string, (text: string) => string>> = {
  properties: (text) => encodeValue(text),
  xml: escapeXmlAttribute,
  json: escapeJson,
  md: escapeMarkdown,
};

/** Helpers, by the template's extension, for another escaping than that of `{{x}}`. They use no files, environment variables or network. */
export const HELPERS: Readonly<Record<string, Readonly<Record<string, (text: string) => string>>>> = {
  properties: { key: (text) => encodeKey(text) },
  xml: { text: escapeXmlText, attribute: escapeXmlAttribute },
  json: { json: (text) => JSON.stringify(text) },
  md: { code: codeSpan, words: markdownWords },
};
