import { XML_ENTITIES } from "../../text/entities.ts";
import type { XmlElement } from "./types.ts";

/** A name with its value in an XML settings file, such as `<param name="x" value="y"/>`. Offsets are bytes of the file. */
export interface XmlParameter {
  readonly name: string;
  /** The value as an XML parser reports it; null if the element has no value or several. */
  readonly value: string | null;
  /** The offset of the element that names the parameter. */
  readonly start: number;
  /** The range of the value, which an edit replaces; null if a replacement would also change a comment, a CDATA section or an element. */
  readonly range: { readonly start: number; readonly end: number; readonly form: "attribute" | "text" | "empty" } | null;
}

const local = (name: string): string => name.slice(name.indexOf(":") + 1).toLowerCase();

/**
 * The pattern of the names of attributes and child elements that contain the name of a parameter (`name`, `key`, `param-name`). VALUES has
 * those that contain its value (`value`, `param-value`).
 */
const NAMES = /^(?:[a-z]+-)?(?:name|key)$/;
const VALUES = /^(?:[a-z]+-)?value$/;

/** Returns the range of an element's text, without white space at its ends; null if a comment, a CDATA section or an element is in it. */
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
 * Returns a parameter with the value that its element has next to its name: in an attribute, in a child element, or in the element's text
 * if it has neither. `value` and `range` are null if the element has no value or several.
 * @param own true if the text of the element can be the value
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
 * Returns the parameters that one XML element names: in an attribute, in a child element, or by its own tag.
 * @param wanted the names of the parameters to find
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
 * Returns every occurrence of the parameters named `wanted` in an XML document, in the order of the text. Ignores comments.
 * @param text the bytes of the file, decoded as ISO-8859-1
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
 * Returns the text that replaces the range of a parameter's value in an XML file in order to set another value.
 * @param text the bytes of the file, decoded as ISO-8859-1
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

/** Returns a value with references for `also`, for characters that would end or change it, and for those that the encoding lacks. */
function escaped(value: string, also: string, encode: (text: string) => string | null): string {
  let out = "";
  for (const character of value) {
    const code = character.codePointAt(0) as number;
    if (character === "&" || character === "<" || character === also) out += XML_ENTITIES[character];
    else out += code < 0x20 ? `&#${code};` : (encode(character) ?? `&#${code};`);
  }
  return out;
}
