import { crypto } from "../crypto.ts";

/** Returns a short hash of a text in hexadecimal digits, for cache keys only. */
export const digest = (text: string): string => crypto().hash("sha256", text, "hex").slice(0, 32);

/** Returns one cache entry as a line: name, key and the value's JSON, then a tab (which JSON text never contains) and the JSON of `end`. */
export function toLine(name: string, key: string, value: unknown, end: unknown): string {
  return `${encodeURIComponent(name)} ${key} ${JSON.stringify(value)}\t${JSON.stringify(end)}`;
}

export interface Line {
  readonly name: string;
  readonly key: string;
  /** The offset in `text` at which the JSON of the entry's value begins; the JSON ends at `tab`. */
  readonly json: number;
  readonly tab: number;
  readonly text: string;
}

/** Splits a line of the cache file without parsing its JSON. Returns null if the line is not a cache entry. */
export function fromLine(text: string): Line | null {
  const first = text.indexOf(" ");
  const second = text.indexOf(" ", first + 1);
  const tab = text.indexOf("\t", second + 1);
  if (first < 0 || second < 0 || tab < 0) return null;
  try {
    return { name: decodeURIComponent(text.slice(0, first)), key: text.slice(first + 1, second), json: second + 1, tab, text };
  } catch {
    return null;
  }
}

function parsed<Value>(json: string): Value | undefined {
  try {
    return JSON.parse(json) as Value;
  } catch {
    return undefined;
  }
}

/** Returns the value of a cache entry; undefined if its JSON is invalid. */
export const valueOf = <Value>({ text, json, tab }: Line): Value | undefined => parsed(text.slice(json, tab));

/** Returns the part of a cache entry after the tab (`end` of `toLine`), which few callers read; undefined if its JSON is invalid. */
export const endOf = <Value>({ text, tab }: Line): Value | undefined => parsed(text.slice(tab + 1));
