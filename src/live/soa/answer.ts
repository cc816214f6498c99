import type { ExchangeAnswer } from "../../platform/index.ts";
import { decodeBody } from "./charset.ts";
import {
  type Fault,
  type FaultMessage,
  isJson,
  type Json,
  jsonFault,
  jsonPartialErrors,
  xmlFault,
  xmlPartialErrors,
} from "./fault.ts";
import { type Element, everyElement, readXml } from "./xml.ts";

/**
 * An answer of the tier's web services, classified by its content: one with status 500 can be a regular fault, and one with 200 a page of
 * another server.
 */
export type SoaAnswer =
  | { readonly kind: "xml"; readonly root: Element; readonly partialErrors: readonly FaultMessage[] }
  | { readonly kind: "json"; readonly value: Json; readonly partialErrors: readonly FaultMessage[] }
  | { readonly kind: "fault"; readonly fault: Fault }
  /** A page for people instead of an answer of the tier: from a proxy, a portal or a login page in front of it. */
  | { readonly kind: "page"; readonly title: string | null }
  /** A complaint that the request is not XML, which a tier of another release, or another server, answers. */
  | { readonly kind: "not-understood"; readonly says: string }
  | { readonly kind: "redirect"; readonly to: string | null }
  | { readonly kind: "empty" }
  /** An answer that is neither readable XML nor JSON; `says` is the reason, and begins with a small letter. */
  | { readonly kind: "unreadable"; readonly says: string };

/** Phrases of a service's complaint that the request is not XML, in a page or as bare text. */
const PROLOG = /content is not allowed in prolog|unmarshal\w{0,20} (?:error|exception)|marshal\w{0,20}exception/i;
const IS_PAGE = /^(?:<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>])/i;
const TITLE = /<title[^<>]{0,200}>([^<]{0,300})/i;

/** The number of characters of an HTML page that are searched for its title. */
const READ_OF_PAGES = 100_000;

const withoutComments = (text: string): string => text.replace(/^(?:\s|<\?[^>]{0,300}\?>|<!--[\s\S]{0,20000}?-->)+/, "");

/** Classifies and parses an answer of the tier. */
export function readAnswer({ status, headers, type, charset, body }: ExchangeAnswer): SoaAnswer {
  if (status >= 300 && status <= 399 && headers.has("location"))
    return { kind: "redirect", to: headers.get("location")?.[0] ?? null };
  if (body.length === 0) return { kind: "empty" };
  const read = decodeBody(body, charset);
  if ("fault" in read) return { kind: "unreadable", says: read.fault };
  const text = read.text.trimStart();
  const beginning = withoutComments(text.slice(0, READ_OF_PAGES)).slice(0, 200);
  if (text.trim() === "") return { kind: "empty" };
  if (IS_PAGE.test(beginning)) return pageOf(text);
  if (beginning.startsWith("{")) return jsonAnswer(text);
  if (beginning.startsWith("<")) {
    const xml = readXml(text);
    if (!("fault" in xml)) return xmlAnswer(xml.root);
    return type === "text/html" ? pageOf(text) : { kind: "unreadable", says: xml.fault };
  }
  const prolog = PROLOG.exec(text);
  if (prolog) return { kind: "not-understood", says: prolog[0] };
  return {
    kind: "unreadable",
    says: type === "text/html" ? "it is a page, and XML or JSON was asked for" : "it is neither XML nor JSON",
  };
}

function pageOf(text: string): SoaAnswer {
  const prolog = PROLOG.exec(text);
  if (prolog) return { kind: "not-understood", says: prolog[0] };
  return { kind: "page", title: TITLE.exec(text.slice(0, READ_OF_PAGES))?.[1]?.trim().replace(/\s+/g, " ") || null };
}

function xmlAnswer(root: Element): SoaAnswer {
  if (root.local.toLowerCase() === "html") return { kind: "page", title: titleOf(root) };
  const fault = xmlFault(root);
  if (!fault) return { kind: "xml", root, partialErrors: xmlPartialErrors(everyElement(root)) };
  const prolog = fault.messages.map(({ message }) => PROLOG.exec(message)).find((match) => match !== null);
  return prolog && fault.code === null ? { kind: "not-understood", says: prolog[0] } : { kind: "fault", fault };
}

function titleOf(root: Element): string | null {
  for (const { local, text } of everyElement(root)) if (local === "title") return text.trim().replace(/\s+/g, " ") || null;
  return null;
}

function jsonAnswer(text: string): SoaAnswer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "unreadable", says: "it begins like JSON and is none" };
  }
  if (!isJson(value)) return { kind: "unreadable", says: "it is JSON, and no object" };
  const fault = jsonFault(value);
  return fault ? { kind: "fault", fault } : { kind: "json", value, partialErrors: jsonPartialErrors(value) };
}
