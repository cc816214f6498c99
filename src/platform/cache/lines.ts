import { crypto } from "../crypto.ts";

/** A short hash of text or bytes, in hexadecimal digits; for keys of this cache only. */
export const digest = (text: string): string => crypto().hash("sha256", text, "hex").slice(0, 32);

/** One record as a line: name, key, JSON, and behind a tab, which JSON has none of, the part that is rarely asked for. */
export function toLine(name: string, key: string, value: unknown, end: unknown): string {
  return `${encodeURIComponent(name)} ${key} ${JSON.stringify(value)}\t${JSON.stringify(end)}`;
}

export interface Line {
  readonly name: string;
  readonly key: string;
  /** Where its JSON begins and ends in `text`. */
  readonly json: number;
  readonly tab: number;
  readonly text: string;
}

/** Splits a line without looking into its JSON; null for what cannot be one. */
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

/** The value of a line, or undefined when it is none. */
export const valueOf = <Value>({ text, json, tab }: Line): Value | undefined => parsed(text.slice(json, tab));

/** The rarely read end of a line. */
export const endOf = <Value>({ text, tab }: Line): Value | undefined => parsed(text.slice(tab + 1));
