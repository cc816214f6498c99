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

const XML: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

function xml(text: string, characters: RegExp): string {
  const bad = NOT_XML.exec(text);
  if (bad)
    throw new Unrepresentable(
      `U+${(bad[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")} cannot stand in XML 1.0 in any spelling`,
    );
  return text.replace(characters, (c) => XML[c] ?? c);
}

/** XML character data; CR is written as a reference because a parser would turn it into LF (XML 1.0, 2.11). */
export const escapeXmlText = (text: string): string => xml(text, /[&<>\r]/g);

/** An XML attribute value for either quote; white space is written as references because a parser would normalise it (XML 1.0, 3.3.3). */
export const escapeXmlAttribute = (text: string): string => xml(text, /[&<>"'\t\n\r]/g);

/** The inside of a JSON string, without its quotes. */
export const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Markdown text: every character that could begin a construct is escaped, a line end becomes a blank. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/[\\`*_{}[\]<>()#+!|~&-]/g, "\\$&").replace(/\s*[\r\n]+\s*/g, " ");

/** A Markdown code span that holds any text: longer backticks outside than inside; empty text is said in words. */
export function codeSpan(text: string): string {
  if (text === "") return "(empty)";
  // the ordinary case, without anything that could end the span or the table cell
  if (/^[^\s`|]+$/.test(text)) return `\`${text}\``;
  const flat = text.replace(/[\r\n]+/g, " ");
  const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = "`".repeat(longest + 1);
  const pad = /^[` ]|[` ]$/.test(flat) ? " " : "";
  // a pipe would end a table cell even inside a code span
  return `${fence}${pad}${flat.replaceAll("|", "\\|")}${pad}${fence}`;
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
  md: { code: codeSpan },
};
