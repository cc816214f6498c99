import { codePoint } from "../text/escapes.ts";
import { type CommandWord, wordsInSentence } from "./command-words.ts";
/**
 * A message before it is printed: Tierwright's own words, and values that were read, each with marks that say whether it can be shown.
 * Plain data: it is sent between threads and stored in the cache. Only the report (`plain`, and the formats of src/report) makes a string
 * of it, and quotes, cuts and redacts values then.
 */
export type Text = readonly Part[];

/** A part of a message: Tierwright's own words, or a name or value that was read. */
export type Part = string | Found;

/** A name or a value that was read, as a part of a message. */
export interface Found {
  readonly text: string;
  /** The length of the whole value in characters, if `text` is only its beginning. */
  readonly length?: number;
  /** True if the output puts the part in single quotes, because the sentence does not show where it begins and ends. */
  readonly quoted?: true;
  /** True for a value, which is redacted if the key or line that it was read from can hold a secret. A name is always shown. */
  readonly value?: true;
  /** True if the value was redacted because the key or line that it was read from can hold a secret. */
  readonly hidden?: true;
  /** The words of a command that a person can paste into a shell (`shellCommand`); the output quotes them for the shell. */
  readonly command?: readonly CommandWord[];
}

/** The most characters of a value that a message contains, more than any output shows, so that findings do not copy huge values. */
const KEPT = 1_200;

function found(text: string, kind: Omit<Found, "text">): Found {
  return text.length <= KEPT ? { text, ...kind } : { text: text.slice(0, KEPT), length: text.length, ...kind };
}

/** Returns an identifier (a key, a file, a host, an environment) as a part of a message, which is shown unchanged. */
export const name = (text: string): Found => found(text, {});

/** Returns an identifier as a part of a message, which is shown in single quotes. */
export const quotedName = (text: string): Found => found(text, { quoted: true });

/**
 * Returns a configured value as a part of a message, shown in single quotes. It is redacted if the key or line that it was read from can
 * hold a secret.
 */
export const value = (text: string): Found => found(text, { quoted: true, value: true });

/** Returns a configured value as a part of a message that is shown without quotes, for sentences that need none. */
export const bareValue = (text: string): Found => found(text, { value: true });

/** Returns a message of Tierwright's own words that are composed already, such as the reason of a verdict; empty for "". */
export const words = (text: string): Text => (text === "" ? [] : [text]);

/**
 * Returns a sentence: Tierwright's own words, and in `${}` a name or value that was read (`name`, `value`), a number, or another sentence.
 * The types refuse a bare string, so that no text that was read gets into a message as Tierwright's words.
 */
export function say(strings: TemplateStringsArray, ...parts: readonly (Found | Text | number)[]): Text {
  const text: Part[] = [];
  const add = (part: Part) => {
    const last = text.at(-1);
    if (part === "") return;
    if (typeof part === "string" && typeof last === "string") text[text.length - 1] = last + part;
    else text.push(part);
  };
  for (const [i, string] of strings.entries()) {
    add(string);
    const part = parts[i];
    if (part === undefined) continue;
    if (typeof part === "number") add(String(part));
    else if (isText(part)) for (const inner of part) add(inner);
    else add(part);
  }
  return text;
}

const isText = (part: Found | Text): part is Text => Array.isArray(part);

/** Joins parts of a message with a separator: `joinTexts(names.map(name), ", ")`. */
export function joinTexts(items: readonly (Found | Text)[], separator: string): Text {
  const text: Part[] = [];
  for (const [i, item] of items.entries()) {
    if (i > 0) text.push(separator);
    if (isText(item)) for (const part of item) text.push(part);
    else text.push(item);
  }
  return text;
}

/** The most items of a list that a message names. */
const MOST_LISTED = 12;

/** Returns "a", "a and b", "a, b and c"; for a long list the first items and the number of the others; for an empty list an empty Text. */
export function listTexts(items: readonly (Found | Text)[]): Text {
  if (items.length > MOST_LISTED) {
    const shown = items.slice(0, MOST_LISTED - 2);
    return say`${joinTexts(shown, ", ")} and ${items.length - shown.length} more`;
  }
  const last = items.at(-1);
  if (last === undefined) return [];
  return items.length === 1 ? say`${last}` : say`${joinTexts(items.slice(0, -1), ", ")} and ${last}`;
}

/** The text that replaces a redacted value. */
export const NOT_SHOWN = "(value not shown)";

/**
 * Returns a message with its values redacted.
 * @param keep returns true for a value that is certainly no secret and is shown
 */
export function withoutValues(text: Text, keep: (value: string) => boolean = () => false): Text {
  return text.map((part) =>
    typeof part === "string" || !part.value || keep(part.text) ? part : { text: "", value: true, hidden: true },
  );
}

/** Returns true if a value of a message is redacted. */
export const hidesValues = (text: Text): boolean => text.some((part) => typeof part !== "string" && part.hidden);

/**
 * The length in characters above which a value is cut in a message, so that it does not fill the report. Addresses and paths are shorter.
 */
const LONGEST_VALUE = 160;
const BEGINNING = 80;

const NAMES: Readonly<Record<string, string>> = { "\t": "<TAB>", "\n": "<LF>", "\r": "<CR>", "\f": "<FF>" };

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly the characters
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/g;

/** Returns a text with names in place of control characters, such as <TAB> for the tab that Java reads from '\t' in a path. */
const named = (text: string): string => text.replace(CONTROL, (c) => NAMES[c] ?? `<${codePoint(c)}>`);

/** Returns one part of a message as a person reads it. */
function shown(part: Part): string {
  if (typeof part === "string") return part;
  if (part.hidden) return NOT_SHOWN;
  if (part.command) return wordsInSentence(part.command);
  const { length = part.text.length } = part;
  const text = named(part.text);
  const cut = length > LONGEST_VALUE ? `${named(part.text.slice(0, BEGINNING))}… (${length} characters)` : text;
  return part.quoted ? `'${cut}'` : cut;
}

/** Returns a message as a string, for JSON and for output to people. */
export const plain = (text: Text): string => text.map(shown).join("");
