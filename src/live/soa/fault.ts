import { attributeOf, childText, type Element } from "./xml.ts";

/**
 * A fault of the tier's web services, in the tier's own words. The content of an answer shows whether it is a fault; the HTTP status does
 * not.
 */
export interface Fault {
  /** The type of the fault as the tier spells it: InternalServerException, InvalidCredentialsException, ... */
  readonly type: string;
  readonly code: number | null;
  readonly level: number | null;
  readonly message: string;
  /** All messages of the fault, the first included. */
  readonly messages: readonly FaultMessage[];
  /** The address for single sign-on, which the tier's answer to a refused sign-in can name; null if it names none. */
  readonly ssoServerUrl: string | null;
  readonly ssoAppId: string | null;
}

export interface FaultMessage {
  readonly code: number | null;
  readonly level: number | null;
  readonly message: string;
}

/** The most messages of a fault that are read, more than anybody reads. */
const MOST_MESSAGES = 50;
const IS_FAULT = /(?:Exception|Fault)$/;

const numberOf = (value: unknown): number | null => {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";
  return /^-?\d{1,15}$/.test(text) ? Number(text) : null;
};

function faultOf(type: string, messages: readonly FaultMessage[], sso: (name: string) => string | null): Fault {
  const said = messages.filter(({ message, code }) => message !== "" || code !== null);
  const different = [...new Map(said.map((one) => [JSON.stringify([one.code, one.message]), one])).values()];
  const kept = (different.length > 0 ? different : messages).slice(0, MOST_MESSAGES);
  const first = kept.find(({ message, code }) => message !== "" || code !== null) ?? { code: null, level: null, message: "" };
  return { type, ...first, messages: kept, ssoServerUrl: sso("ssoServerURL"), ssoAppId: sso("ssoAppID") };
}

/** Returns the value of an attribute, or else the text of a child element of that name; null if there is neither. */
const fieldOf = (element: Element, name: string): string | null => attributeOf(element, name) ?? childText(element, name);

function xmlMessage(element: Element): FaultMessage {
  const message = fieldOf(element, "message") ?? element.text;
  return { code: numberOf(fieldOf(element, "code")), level: numberOf(fieldOf(element, "level")), message: message.trim() };
}

/**
 * Reads a fault of the tier from XML: from `messages` elements with text, or `message` elements with code and level as attributes or as
 * elements beside them. Returns null if it is no fault.
 */
export function xmlFault(element: Element): Fault | null {
  const found = faultElement(element);
  if (!found) return null;
  const { children, local, text } = found;
  const many = children.filter((child) => child.local === "messages").map(xmlMessage);
  const own = children.filter((child) => child.local === "message" && child.attributes.length > 0).map(xmlMessage);
  const plain = xmlMessage(found);
  const beside = { ...plain, message: plain.message === "" ? text.trim() : plain.message };
  const alone = own.map(({ code, level, message }) => ({ code: code ?? beside.code, level: level ?? beside.level, message }));
  return faultOf(local, [...many, ...(alone.length > 0 ? alone : [beside])], (name) => fieldOf(found, name));
}

/** Returns the XML element with the fault: the root element, or one inside an envelope; null if there is none. */
function faultElement(root: Element): Element | null {
  if (IS_FAULT.test(root.local) && root.local !== "Fault") return root;
  if (!/^(?:Envelope|Body|Fault|detail|ResponseEnvelope|fault)$/i.test(root.local)) return null;
  for (const child of root.children) {
    const found = faultElement(child);
    if (found) return found;
  }
  return root.local === "Fault" ? root : null;
}

export type Json = Readonly<Record<string, unknown>>;
export const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
export const textOf = (value: unknown): string | null =>
  typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? String(value) : null;

function jsonMessage(value: unknown): FaultMessage | null {
  if (typeof value === "string") return { code: null, level: null, message: value };
  if (!isJson(value)) return null;
  return {
    code: numberOf(value.code),
    level: numberOf(value.level),
    message: (textOf(value.message) ?? textOf(value.text) ?? "").trim(),
  };
}

/**
 * Reads a fault from JSON: ".QName" is its type; code, level and message are at the top or in `messages`. Returns null if it is no fault.
 */
export function jsonFault(value: Json): Fault | null {
  const type = (textOf(value[".QName"]) ?? "").split(/[./}]/).at(-1) ?? "";
  const many = listOf(value.messages)
    .slice(0, MOST_MESSAGES)
    .map(jsonMessage)
    .filter((one) => one !== null);
  const top = jsonMessage(value) as FaultMessage;
  // without a type, JSON is a fault only if it has a code together with a message
  const unnamed =
    type === "" && ((top.code !== null && typeof value.message === "string") || many.some(({ code }) => code !== null));
  if (!IS_FAULT.test(type) && !unnamed) return null;
  return faultOf(type === "" ? "Exception" : type, [...many, top], (name) => textOf(value[name]));
}

/** Returns the partial errors of an XML answer: those that it contains in addition to its result. */
export function xmlPartialErrors(elements: Iterable<Element>): readonly FaultMessage[] {
  const errors: FaultMessage[] = [];
  for (const { local, children } of elements)
    if (local === "partialErrors")
      for (const child of children)
        if (child.local === "errorValues" && errors.length < MOST_MESSAGES) errors.push(xmlMessage(child));
  return errors;
}

export function jsonPartialErrors(value: Json): readonly FaultMessage[] {
  return [value, value.ServiceData, value.serviceData]
    .filter(isJson)
    .flatMap((data) => listOf(data.partialErrors))
    .filter(isJson)
    .flatMap((error) => listOf(error.errorValues))
    .slice(0, MOST_MESSAGES)
    .map(jsonMessage)
    .filter((one) => one !== null);
}
