import { XML_ENTITIES } from "../../text/entities.ts";
import { codePoint } from "../../diagnostic/code-point.ts";
import { greatest } from "../../diagnostic/lists.ts";
import { unseenPattern } from "../../text/unseen.ts";
import { encodeKey, encodeValue } from "../properties/encode.ts";

/** Text that a format cannot hold in any spelling. */
export class Unrepresentable extends Error {
  override readonly name = "Unrepresentable";
}

/** What XML 1.0 section 2.2 leaves out: control characters, two non-characters, lone surrogates. */
const NOT_XML = new RegExp(
  [
    "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]",
    "[\\uD800-\\uDBFF](?![\\uDC00-\\uDFFF])",
    "(?<![\\uD800-\\uDBFF])[\\uDC00-\\uDFFF]",
  ].join("|"),
);

function xml(text: string, characters: RegExp): string {
  const bad = NOT_XML.exec(text);
  if (bad) throw new Unrepresentable(`${codePoint(bad[0])} cannot stand in XML 1.0 in any spelling`);
  return text.replace(characters, (c) => XML_ENTITIES[c] ?? c);
}

/** XML character data; CR is written as a reference because a parser would turn it into LF (XML 1.0, 2.11). */
export const escapeXmlText = (text: string): string => xml(text, /[&<>\r]/g);

/** An XML attribute value for either quote; white space is written as references because a parser would normalise it (XML 1.0, 3.3.3). */
export const escapeXmlAttribute = (text: string): string => xml(text, /[&<>"'\t\n\r]/g);

/** The inside of a JSON string, without its quotes. */
export const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Ends of lines, also those that Markdown's readers know and YAML's do not. */
const LINE_ENDS = /[\r\n\v\f\u0085\u2028\u2029]+/;

/** Returns the text with every unseen character as its code point: \\uXXXX, or \\u{XXXXX} above U+FFFF. */
export const spelled = (text: string): string =>
  text.replace(unseenPattern(), (c) => {
    const hex = (c.codePointAt(0) ?? 0).toString(16);
    return c.length > 1 ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
  });

/** On one line: what stood around the line ends becomes one space. By pieces, because a pattern for spaces around them is quadratic in spaces. */
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

/** Markdown's own signs, and what its readers make a link of without any: https://, www., an address of mail. */
const MARKDOWN_SIGNS = /[\\`*_{}[\]<>()#+!|~&@-]|:(?=\/\/)|(?<=\bwww)\.|^=|(?<=^\d{1,9})\./gi;

/** The ordinary cases, told by one look: words in which nothing is escaped, and texts in which nothing is unseen or ends a line. */
const WORDS = /^[A-Za-z][A-Za-z0-9 ,;/?'"$%^]*$/;
const PRINTABLE = /^[ -~]*$/;

/** Markdown text: every character that could begin a construct is escaped, a line end becomes a space, spaces in front (a code block) go. */
export function escapeMarkdown(text: string): string {
  if (WORDS.test(text)) return text;
  const printable = PRINTABLE.test(text);
  const escaped = (printable ? text : onOneLine(text)).trimStart().replace(MARKDOWN_SIGNS, "\\$&");
  return printable ? escaped : spelled(escaped);
}

/**
 * The signs that begin something where they stand (CommonMark 0.31, GitHub's tables, strikethrough and links of its own): a sign that needs a
 * start of line, a partner or a neighbour is left alone without it. At either end of the text the template's own words are its neighbours.
 */
const BEGINS = new RegExp(
  [
    // in any place: code, emphasis, links, tags, cells, strikethrough, addresses of mail and mentions
    "[`*[\\]<|~@]",
    // a backslash that would escape what follows
    "\\\\(?=[!-/:-@[-`{-~]|$)",
    // emphasis begins or ends beside anything but letters and digits
    "(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])",
    // a picture before the template's link, the address of the template's link
    "!$|^\\(",
    // a heading, a list, a quotation; the number of an issue
    "^[#+=>-]|#(?=\\d)|(?<=^\\d{1,9})[.)]",
    // a character by its name
    "&(?=[a-z#]|$)",
    // addresses that become links by themselves
    ":(?=//)|(?<=\\bwww)\\.",
  ].join("|"),
  "giu",
);

/** Markdown text as a person would type it: only what would begin a construct there is escaped, a line end becomes a space. */
export const markdownWords = (text: string): string => spelled(onOneLine(text).trimStart().replace(BEGINS, "\\$&"));

/** A Markdown code span that holds any text: longer backticks outside than inside; empty text is said in words. */
export function codeSpan(text: string): string {
  if (text === "") return "(empty)";
  // the ordinary case, without anything that could end the span or the table cell
  if (/^[!-_a-{}~]+$/.test(text)) return `\`${text}\``;
  // a pipe would end a table cell even inside a code span, and after a backslash it cannot be escaped
  const flat = spelled(text.replace(/[\r\n]+/g, " "))
    .replace(/(?<=\\)\|/g, "\\u007c")
    .replaceAll("|", "\\|");
  const fence = "`".repeat(greatest([...flat.matchAll(/`+/g)].map((match) => match[0].length)) + 1);
  const pad = /^[` ]|[` ]$/.test(flat) ? " " : "";
  return `${fence}${pad}${flat}${pad}${fence}`;
}

/** The escaping of `{{x}}` by a template's inner extension (name.EXTENSION.hbs); there is no default. */
export const ESCAPES: Readonly<Record<string, (text: string) => string>> = {
  properties: (text) => encodeValue(text),
  xml: escapeXmlAttribute,
  json: escapeJson,
  md: escapeMarkdown,
};

/** Helpers that name another escaping than the extension's own. Pure: none reaches files, environment or network. */
export const HELPERS: Readonly<Record<string, Readonly<Record<string, (text: string) => string>>>> = {
  properties: { key: (text) => encodeKey(text) },
  xml: { text: escapeXmlText, attribute: escapeXmlAttribute },
  json: { json: (text) => JSON.stringify(text) },
  md: { code: codeSpan, words: markdownWords },
};
