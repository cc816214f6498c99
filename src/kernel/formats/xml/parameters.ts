import { XML_ENTITIES } from "../../text/entities.ts";
import type { XmlElement } from "./types.ts";

/** A named parameter with the place of its value. Offsets are bytes of the file. */
export interface XmlParameter {
  readonly name: string;
  /** The value as an XML parser reports it; null if there is none. */
  readonly value: string | null;
  /** Offset of the element that names the parameter. */
  readonly start: number;
  /** The range that an edit replaces; null if the value cannot be replaced without a change to other text. */
  readonly range: { readonly start: number; readonly end: number; readonly form: "attribute" | "text" | "empty" } | null;
}

const local = (name: string): string => name.slice(name.indexOf(":") + 1).toLowerCase();

/**
 * Patterns for attributes and child elements that name a parameter, and those that contain its value: name/value, key/value,
 * param-name/param-value.
 */
const NAMES = /^(?:[a-z]+-)?(?:name|key)$/;
const VALUES = /^(?:[a-z]+-)?value$/;

/** Returns the range of an element's own text; null if it contains a comment, a section or an element. */
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

/**
 * Returns the parameter with the value beside its name: an attribute, a child element, or the element's own text if it has neither. Its `range` is
 * null if the value is ambiguous or absent.
 */
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

/**
 * Returns the parameters that one element names, in any of the usual forms.
 * @param wanted the names to find
 */
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
 * Returns every occurrence of these parameters in a document, in the order of the text. Ignores comments and CDATA sections.
 * @param text the ISO-8859-1 view to which the elements' offsets refer
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

/**
 * Returns the text that replaces a range to set a value.
 * @param encode returns the bytes of characters in the file's encoding; null if that encoding does not have them
 */
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

/** Writes characters that would end or change the value as references (XML 1.0, 2.4 and 3.3.3), and also those that the encoding does not have. */
function escaped(value: string, also: string, encode: (text: string) => string | null): string {
  let out = "";
  for (const character of value) {
    const code = character.codePointAt(0) as number;
    if (character === "&" || character === "<" || character === also) out += XML_ENTITIES[character];
    else out += code < 0x20 ? `&#${code};` : (encode(character) ?? `&#${code};`);
  }
  return out;
}
