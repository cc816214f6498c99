import { isName, isQName, isXmlCharacter, type XmlVersion } from "./names.ts";
import type { XmlProblem } from "./types.ts";

/** A fault for which an XML document is refused, with its index in the decoded text. */
export interface Fault {
  readonly message: string;
  readonly at: number;
  readonly kind?: XmlProblem["kind"];
}

const DOCUMENT_TYPE =
  "a document type (<!DOCTYPE), whose entities and attributes are not read here; remove it, and write what it declares where it is used";

const SPACE = /[ \t\r\n]*/y;
const WORD = /[^ \t\r\n<>/='"&;?!()[\]%,|*+#]*/y;
const DECLARATION = /<!(?:DOCTYPE|ENTITY|ATTLIST|ELEMENT|NOTATION)/iy;
/** The pattern of a <!DOCTYPE> without an internal subset `[...]`, which could declare entities and attributes. */
const PLAIN_TYPE =
  /<!DOCTYPE[ \t\r\n]+[^ \t\r\n<>"'[]+(?:[ \t\r\n]+(?:SYSTEM|PUBLIC[ \t\r\n]+(?:"[ \r\n\w\-'()+,./:=?;!*#@$%]*"|'[ \r\n\w\-()+,./:=?;!*#@$%]*'))[ \t\r\n]+(?:"[^"]*"|'[^']*'))?[ \t\r\n]*>/y;
const PREDEFINED = new Set(["lt", "gt", "amp", "quot", "apos"]);

function take(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

const behindSpace = (text: string, at: number): number => at + take(SPACE, text, at).length;

const nameFault = (word: string, what: string, at: number): Fault => ({
  message: word === "" ? `the name of ${what} is missing` : `'${word}' is not a name for ${what}`,
  at,
});

/**
 * Returns the fault of the first '&' in a range of XML text that begins no reference, or a reference to an undeclared entity or a forbidden
 * character; null if no '&' has such a fault.
 */
function referenceFault(text: string, from: number, to: number, version: XmlVersion): Fault | null {
  for (let at = text.indexOf("&", from); at >= 0 && at < to; at = text.indexOf("&", at + 1)) {
    const end = text.indexOf(";", at);
    const body = end < 0 || end >= to ? "" : text.slice(at + 1, Math.min(end, at + 1024));
    const number = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/.exec(body);
    if (body.startsWith("#") ? !/^#x?[0-9a-fA-F]+$/.test(body) : !isName(body, version))
      return { message: "a '&' that starts no reference; write '&amp;'", at };
    if (body.startsWith("#")) {
      const code = number?.[1] !== undefined ? Number.parseInt(number[1], 16) : Number(number?.[2]);
      if (!isXmlCharacter(code, version)) return { message: `'&${body};' is not a character that XML allows`, at };
    } else if (!PREDEFINED.has(body)) return { message: `the entity '&${body};' is not declared`, at };
  }
  return null;
}

/** Returns a fault in a range of XML character data, the text between tags; null if it has none. */
export function textFault(text: string, from: number, to: number, version: XmlVersion): Fault | null {
  const section = text.slice(from, to).indexOf("]]>");
  if (section >= 0) return { message: "']]>' in text; write ']]&gt;'", at: from + section };
  return referenceFault(text, from, to, version);
}

/** Returns the fault of the XML processing instruction whose "<?" is at `start`; null if it has none. */
export function instructionFault(text: string, start: number, version: XmlVersion): Fault | null {
  const target = take(WORD, text, start + 2);
  const at = start + 2 + target.length;
  if (!isName(target, version)) return nameFault(target, "a processing instruction", start + 2);
  if (target.toLowerCase() === "xml") {
    const message = "an XML declaration is allowed only at the very start of the file; nothing may come before it";
    return { message, at: start };
  }
  if (text.startsWith("?>", at)) return null;
  const body = behindSpace(text, at);
  if (body === at) return { message: "white space is expected after the name of a processing instruction", at };
  return text.includes("?>", body) ? null : { message: "the processing instruction is never closed by '?>'", at: body };
}

/** Returns the fault that the <!DOCTYPE> at `start` is refused; null only if `plain` is true and it has no declarations of its own. */
export const typeFault = (text: string, start: number, plain: boolean): Fault | null =>
  plain && take(PLAIN_TYPE, text, start) !== "" ? null : { message: DOCUMENT_TYPE, at: start, kind: "document-type" };

/** Returns the fault of the start tag whose "<" is at `start`; null if it has none. */
function startTagFault(text: string, start: number, version: XmlVersion): Fault | null {
  const name = take(WORD, text, start + 1);
  if (!isQName(name, version)) return nameFault(name, "an element", start + 1);
  const seen = new Set<string>();
  for (let end = start + 1 + name.length; ; ) {
    const at = behindSpace(text, end);
    if (at >= text.length) return { message: `the tag <${name}> is never closed by '>'`, at: start };
    if (text[at] === ">" || text.startsWith("/>", at)) return null;
    if (at === end) return { message: `white space is expected before an attribute of <${name}>`, at };
    const attribute = take(WORD, text, at);
    if (!isQName(attribute, version)) return nameFault(attribute, "an attribute", at);
    if (seen.has(attribute)) return { message: `the attribute '${attribute}' appears twice in <${name}>`, at };
    seen.add(attribute);
    const equals = behindSpace(text, at + attribute.length);
    if (text[equals] !== "=") return { message: `'=' is expected after the attribute '${attribute}'`, at: equals };
    const open = behindSpace(text, equals + 1);
    const quote = text[open];
    if (quote !== '"' && quote !== "'") return { message: `the value of '${attribute}' must be in quotes`, at: open };
    const close = text.indexOf(quote, open + 1);
    if (close < 0) return { message: `the quote of the value of '${attribute}' is never closed`, at: open };
    if (text.slice(open, close).includes("<")) return { message: "'<' in an attribute value; write '&lt;'", at: open + 1 };
    const reference = referenceFault(text, open + 1, close, version);
    if (reference) return { ...reference, at: open + 1 };
    end = close + 1;
  }
}

/**
 * Returns the fault of the end tag whose "</" is at `start`; null if it has none.
 * @param expected the name of the innermost open element; null if no element is open
 */
export function endTagFault(text: string, start: number, expected: string | null, version: XmlVersion): Fault | null {
  const name = take(WORD, text, start + 2);
  if (!isQName(name, version)) return nameFault(name, "an end tag", start + 2);
  if (expected === null) return { message: `</${name}> closes nothing`, at: start };
  if (name !== expected) return { message: `</${name}> where </${expected}> is expected`, at: start };
  const at = behindSpace(text, start + 2 + name.length);
  return text[at] === ">" ? null : { message: `'>' is expected at the end of </${name}`, at };
}

/**
 * Returns the fault of the XML markup whose "<" is at `start`, after saxes has refused it; null if this function finds none.
 * @param open the name of the element around the markup; null outside of all elements
 */
export function markupFault(text: string, start: number, open: string | null, version: XmlVersion): Fault | null {
  if (text.startsWith("<!--", start)) return { message: "the comment is never closed by '-->'", at: start };
  if (text.startsWith("<![CDATA[", start)) {
    if (open === null) return { message: "a CDATA section outside the outermost element", at: start };
    return { message: "the CDATA section is never closed by ']]>'", at: start + 9 };
  }
  if (take(DECLARATION, text, start) !== "") return typeFault(text, start, false);
  if (text.startsWith("<?", start)) return instructionFault(text, start, version);
  return text.startsWith("</", start) ? endTagFault(text, start, open, version) : startTagFault(text, start, version);
}
