import { XML_ENTITIES } from "../../text/entities.ts";
import type { XmlElement } from "./types.ts";

/** Where the value of a named parameter stands. Offsets are bytes of the file. */
export interface XmlParameter {
  readonly name: string;
  /** As a parser reports it; null where none is written. */
  readonly value: string | null;
  /** The element that names the parameter. */
  readonly start: number;
  /** What an edit replaces; null: the value stands in a form that cannot be replaced without touching anything else. */
  readonly range: { readonly start: number; readonly end: number; readonly form: "attribute" | "text" | "empty" } | null;
}

const local = (name: string): string => name.slice(name.indexOf(":") + 1).toLowerCase();

/** Attributes and child elements that name a parameter, and those that hold its value: name/value, key/value, param-name/param-value. */
const NAMES = /^(?:[a-z]+-)?(?:name|key)$/;
const VALUES = /^(?:[a-z]+-)?value$/;

/** The range of an element's own text: whole where it is nothing but text, none where a comment, a section or an element is in it. */
function textRange(element: XmlElement, text: string): XmlParameter["range"] {
  if (element.end === element.openEnd) return { start: element.end - 2, end: element.end, form: "empty" };
  const end = text.lastIndexOf("</", element.end - 1);
  const inner = text.slice(element.openEnd, end);
  if (inner.includes("<")) return null;
  const before = inner.length - inner.trimStart().length;
  const after = before === inner.length ? 0 : inner.length - inner.trimEnd().length;
  return { start: element.openEnd + before, end: end - after, form: "text" };
}

const ofText = (name: string, at: XmlElement, holder: XmlElement, text: string): XmlParameter => ({
  name,
  value: holder.text.trim(),
  start: at.start,
  range: textRange(holder, text),
});

/** The value beside a name: an attribute, a child element, or the element's own text where it has neither. */
function valueBeside(name: string, element: XmlElement, text: string, own: boolean): XmlParameter {
  const attributes = element.attributes.filter((attribute) => VALUES.test(local(attribute.name)));
  const children = element.children.filter((child) => VALUES.test(local(child.name)));
  const [attribute, child] = [attributes[0], children[0]];
  const none: XmlParameter = { name, value: null, start: element.start, range: null };
  if (attributes.length + children.length > 1) return none;
  if (attribute) {
    const { value, valueStart: start, valueEnd: end } = attribute;
    return { ...none, value, range: { start, end, form: "attribute" } };
  }
  if (child) return ofText(name, element, child, text);
  return own && element.children.length === 0 ? ofText(name, element, element, text) : none;
}

/** The parameters that one element names, in whichever of the usual forms; `wanted` are the names that count. */
function named(element: XmlElement, wanted: ReadonlySet<string>, text: string): readonly XmlParameter[] {
  const found: XmlParameter[] = [];
  for (const attribute of element.attributes)
    if (NAMES.test(local(attribute.name)) && wanted.has(attribute.value))
      found.push(valueBeside(attribute.value, element, text, true));
  for (const child of element.children) {
    const name = child.text.trim();
    if (NAMES.test(local(child.name)) && child.children.length === 0 && wanted.has(name))
      found.push(valueBeside(name, element, text, false));
  }
  const tag = element.name.slice(element.name.indexOf(":") + 1);
  if (found.length === 0 && wanted.has(tag)) found.push(valueBeside(tag, element, text, true));
  return found;
}

/**
 * Every place of a document that names one of these parameters, in the order of the text. Comments and CDATA sections name nothing.
 * `text` is the ISO-8859-1 view that the elements' offsets count.
 */
export function parametersIn(root: XmlElement, text: string, wanted: ReadonlySet<string>): readonly XmlParameter[] {
  const found: XmlParameter[] = [];
  const stack = [root];
  for (let element = stack.pop(); element; element = stack.pop()) {
    for (const parameter of named(element, wanted, text)) found.push(parameter);
    for (let i = element.children.length - 1; i >= 0; i--) stack.push(element.children[i] as XmlElement);
  }
  return found;
}

/** The text that puts a value into a range; `encode` gives the bytes of characters in the file's encoding, or null where it has none. */
export function parameterText(
  value: string,
  range: NonNullable<XmlParameter["range"]>,
  text: string,
  encode: (text: string) => string | null,
): string {
  if (range.form === "attribute") return escaped(value, text[range.end] as string, encode);
  const content = escaped(value, ">", encode);
  if (range.form === "text") return content;
  const open = text.slice(text.lastIndexOf("<", range.start), range.start);
  return `>${content}</${/^<([^\s/>]+)/.exec(open)?.[1] ?? ""}>`;
}

/** What would end or change a value is written as a reference (XML 1.0, 2.4 and 3.3.3), and so is what the encoding does not have. */
function escaped(value: string, also: string, encode: (text: string) => string | null): string {
  let out = "";
  for (const character of value) {
    const code = character.codePointAt(0) as number;
    if (character === "&" || character === "<" || character === also) out += XML_ENTITIES[character];
    else out += code < 0x20 ? `&#${code};` : (encode(character) ?? `&#${code};`);
  }
  return out;
}
