import { codePoint } from "./code-point.ts";
import { type CommandWord, wordsInSentence } from "./command-words.ts";
/**
 * What a person is told, before it is printed: our own words, and what was found, each with what may be done to it. Plain data: it crosses
 * threads and lies in the cache. Only the report (`plain`, and the forms of src/report) makes a string of it, and quotes, cuts and hides there.
 */
export type Text = readonly Part[];

/** Our own words, or something that was found. */
export type Part = string | Found;

/** A piece of what was read: a name or a value, never our own words. */
export interface Found {
  readonly text: string;
  /** How long it is, where `text` is only its beginning. */
  readonly length?: number;
  /** In single quotes: where it begins and ends is not clear from the sentence. */
  readonly quoted?: true;
  /** A value may be a secret; where the place that it stands at holds one, it is not shown. A name is always shown. */
  readonly value?: true;
  /** It stands where a secret stands, and is gone. */
  readonly hidden?: true;
  /** The words of a command that may be pasted into a shell (`shellCommand`); the output quotes them. */
  readonly command?: readonly CommandWord[];
}

/** More than any sentence shows of one value; a document of a million characters does not travel with each of its findings. */
const KEPT = 1_200;

function found(text: string, kind: Omit<Found, "text">): Found {
  return text.length <= KEPT ? { text, ...kind } : { text: text.slice(0, KEPT), length: text.length, ...kind };
}

/** What identifies: a key, a file, a host, an environment. Shown as it is. */
export const name = (text: string): Found => found(text, {});

/** The same in single quotes. */
export const quotedName = (text: string): Found => found(text, { quoted: true });

/** What is set somewhere, in single quotes: it may be a secret, and is not shown where one belongs. */
export const value = (text: string): Found => found(text, { quoted: true, value: true });

/** The same without quotes, where the sentence needs none. */
export const bareValue = (text: string): Found => found(text, { value: true });

/** Our own words that were put together elsewhere: a reason of the verdict, a fault of a reader that quotes nothing. */
export const words = (text: string): Text => (text === "" ? [] : [text]);

/**
 * A sentence: our own words as they stand, and in `${}` what was found (`name`, `value`), a number, or a sentence. A bare string is refused
 * by its type, so that nothing that was read gets into a message as if it were ours.
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

/** Sentences with a separator between them, our own: `joined(names.map(name), ", ")`. */
export function joined(items: readonly (Found | Text)[], separator: string): Text {
  const text: Part[] = [];
  for (const [i, item] of items.entries()) {
    if (i > 0) text.push(separator);
    if (isText(item)) for (const part of item) text.push(part);
    else text.push(item);
  }
  return text;
}

/** More than anybody reads of one list. */
const MOST_LISTED = 12;

/** "a", "a and b", "a, b and c"; of a long list the first ones, and how many more. */
export function listed(items: readonly (Found | Text)[]): Text {
  if (items.length > MOST_LISTED) {
    const shown = items.slice(0, MOST_LISTED - 2);
    return say`${joined(shown, ", ")} and ${items.length - shown.length} more`;
  }
  const last = items.at(-1);
  if (last === undefined) return [];
  return items.length === 1 ? say`${last}` : say`${joined(items.slice(0, -1), ", ")} and ${last}`;
}

/** What stands in place of a value that is not shown. */
export const NOT_SHOWN = "(value not shown)";

/** The sentence without its values; `keep` says which of them are known to be none of anybody's secrets. */
export function withoutValues(text: Text, keep: (value: string) => boolean = () => false): Text {
  return text.map((part) =>
    typeof part === "string" || !part.value || keep(part.text) ? part : { text: "", value: true, hidden: true },
  );
}

/** True when something of it is not shown. */
export const hidesValues = (text: Text): boolean => text.some((part) => typeof part !== "string" && part.hidden);

/** What is longer than any address or path that a person writes is cut: a flood in a value must not flood the report. */
const LONGEST_VALUE = 160;
const BEGINNING = 80;

const NAMES: Readonly<Record<string, string>> = { "\t": "<TAB>", "\n": "<LF>", "\r": "<CR>", "\f": "<FF>" };

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly the characters
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/g;

/** Control characters by name: a tab that Java read in a path is what the sentence is about. */
const named = (text: string): string => text.replace(CONTROL, (c) => NAMES[c] ?? `<${codePoint(c)}>`);

/** One part as people read it. */
function shown(part: Part): string {
  if (typeof part === "string") return part;
  if (part.hidden) return NOT_SHOWN;
  if (part.command) return wordsInSentence(part.command);
  const { length = part.text.length } = part;
  const text = named(part.text);
  const cut = length > LONGEST_VALUE ? `${named(part.text.slice(0, BEGINNING))}… (${length} characters)` : text;
  return part.quoted ? `'${cut}'` : cut;
}

/** The sentence as text: what JSON holds, and what the forms for people print. */
export const plain = (text: Text): string => text.map(shown).join("");
