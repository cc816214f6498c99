import { isJson, type Json, listOf, textOf } from "./fault.ts";
import { attributeOf, childText, type Element, everyElement } from "./xml.ts";

/** The serverInfo of an answer: facts that a tier reports about itself, by name (Version, DisplayVersion, HostName, ...). */
export type ServerInfo = ReadonlyMap<string, string>;

const MOST_ENTRIES = 200;
const isServerInfo = (name: string): boolean => name.toLowerCase() === "serverinfo";

class Entries extends Map<string, string> {
  /** Adds an entry of serverInfo; of several values for one name, only the first is added. */
  add(key: string | null, value: string | null): void {
    const name = key?.trim() ?? "";
    if (name !== "" && value !== null && !this.has(name) && this.size < MOST_ENTRIES) this.set(name, value.trim());
  }
}

/**
 * Reads serverInfo from an XML answer at any depth: entries with key and value as attributes or child elements, or elements named by the
 * key. Returns null if there is no serverInfo.
 */
export function xmlServerInfo(root: Element): ServerInfo | null {
  const entries = new Entries();
  let seen = false;
  for (const element of everyElement(root)) {
    if (!isServerInfo(element.local)) continue;
    seen = true;
    readEntry(element, entries);
  }
  return seen ? entries : null;
}

function readEntry(element: Element, into: Entries): void {
  const key =
    attributeOf(element, "key") ?? attributeOf(element, "name") ?? childText(element, "key") ?? childText(element, "name");
  if (key !== null) {
    into.add(key, attributeOf(element, "value") ?? childText(element, "value") ?? element.text);
    // several keys beside several values are paired in document order
    const [keys, values] = ["key", "value"].map((name) => element.children.filter(({ local }) => local === name));
    for (const [i, one] of (keys ?? []).entries()) into.add(one.text, values?.[i]?.text ?? null);
    return;
  }
  for (const { local, value } of element.attributes) into.add(local, value);
  for (const child of element.children) {
    if (child.children.length === 0 && child.attributes.length === 0) into.add(child.local, child.text);
    else if (attributeOf(child, "value") !== null && attributeOf(child, "key") === null && attributeOf(child, "name") === null)
      into.add(child.local, attributeOf(child, "value"));
    else readEntry(child, into);
  }
}

/**
 * Reads serverInfo from a JSON answer: values by name, a list of {key, value}, or a list each of keys and values. Returns null without it.
 */
export function jsonServerInfo(value: Json): ServerInfo | null {
  const found = findInfo(value, 0);
  if (found === undefined) return null;
  const entries = new Entries();
  for (const one of listOf(found)) {
    if (!isJson(one)) continue;
    const [keys, values] = [listOf(one.keys ?? one.key), listOf(one.values ?? one.value)];
    if (keys.length > 0) for (const [i, key] of keys.entries()) entries.add(textOf(key), textOf(values[i]));
    else for (const [key, given] of Object.entries(one)) entries.add(key, textOf(given));
  }
  return entries;
}

function findInfo(value: Json, depth: number): unknown {
  for (const [key, inner] of Object.entries(value)) if (isServerInfo(key)) return inner;
  if (depth > 5) return undefined;
  for (const inner of Object.values(value)) {
    const found = isJson(inner) ? findInfo(inner, depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the value in serverInfo for a name, ignoring case if there is no exact match; null if there is none. */
export const infoOf = (info: ServerInfo, name: string): string | null =>
  info.get(name) ?? [...info].find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? null;
