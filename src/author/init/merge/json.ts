import { JsonFault, readPlacedJson } from "../../../kernel/index.ts";
import type { Merge } from "./lines.ts";

type Place = { readonly start: number; readonly end: number };

/** An object in a JSON text: the places of its members, and the offset at which its own text begins. */
interface Member {
  readonly at: number;
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly places: ReadonlyMap<string, Place>;
}

/**
 * Returns the object between two offsets of a JSON text; null if another value is there. Throws JsonFault if the text is not JSON that
 * every reader understands alike.
 */
function objectAt(text: string, at: number, end: number): Member | null {
  const own = text.slice(at, end);
  const { value, places } = readPlacedJson(Buffer.from(own));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return { at, text: own, value: value as Record<string, unknown>, places };
}

/** Returns the white space at the start of the line that an offset is in. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** Returns the white space of one indentation step in a JSON text: that of the first indented line, otherwise two spaces. */
const stepOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";

/** Returns a value as JSON in the indentation of an existing document. */
const printed = (value: unknown, step: string, indent: string, newline: string): string =>
  JSON.stringify(value, null, step).replaceAll("\n", `${newline}${indent}`);

/** Returns a JSON text with a member added behind the last one of an object, in its style. Every existing byte stays. */
function added(text: string, member: Member, key: string, value: unknown): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const step = stepOf(text);
  const last = [...member.places.values()].at(-1);
  const open = member.at + member.text.indexOf("{") + 1;
  if (!last) {
    const outer = indentAt(text, open);
    const indent = outer + step;
    const close = text.indexOf("}", open);
    const inner = `${newline}${indent}${JSON.stringify(key)}: ${printed(value, step, indent, newline)}${newline}${outer}`;
    return text.slice(0, open) + inner + text.slice(close);
  }
  const end = member.at + last.end;
  const multiline = /^[ \t]*\r?\n/.test(text.slice(open));
  const indent = indentAt(text, member.at + last.start);
  const lead = multiline ? `,${newline}${indent}` : ", ";
  const shown = multiline ? printed(value, step, indent, newline) : JSON.stringify(value);
  return `${text.slice(0, end)}${lead}${JSON.stringify(key)}: ${shown}${text.slice(end)}`;
}

/** A member to add to a JSON document: the path of the object that holds it, its key and its value. */
export interface Wanted {
  readonly path: readonly string[];
  readonly key: string;
  readonly value: unknown;
  /** Paths of JSON members that make this member unnecessary, for example a dependency that `devDependencies` declares. */
  readonly instead?: readonly (readonly string[])[];
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, key) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined,
    value,
  );

/** Returns JSON members as people add them: the lines of an object without its braces, each inner object named once. */
function pasted(members: readonly Wanted[]): readonly string[] {
  const all: Record<string, unknown> = {};
  for (const { path, key, value } of members) {
    let inner = all;
    for (const name of path) {
      inner[name] ??= {};
      inner = inner[name] as Record<string, unknown>;
    }
    inner[key] = value;
  }
  return JSON.stringify(all, null, 2)
    .split("\n")
    .slice(1, -1)
    .map((line) => line.slice(2));
}

/** Returns a JSON text with one member added; null if the member already exists, or if a value on its path is no object. */
function withMember(text: string, { path, key, value }: Wanted): string | null {
  const root = objectAt(text, 0, text.length);
  if (!root) return null;
  const [name] = path;
  if (name === undefined) return Object.hasOwn(root.value, key) ? null : added(text, root, key, value);
  const place = root.places.get(name);
  if (!place) return added(text, root, name, { [key]: value });
  const inner = objectAt(text, place.start, place.end);
  return inner && !Object.hasOwn(inner.value, key) ? added(text, inner, key, value) : null;
}

/** Returns true if a document's value equals the wanted one; a list must contain every wanted item. */
const isSame = (has: unknown, wanted: unknown): boolean =>
  Array.isArray(has) && Array.isArray(wanted)
    ? wanted.every((item) => has.some((one) => isSame(one, item)))
    : JSON.stringify(has) === JSON.stringify(wanted);

/**
 * Adds the members that a JSON object lacks. A text that some JSON parsers reject, for example with comments, stays unchanged, and people
 * have to add the members.
 */
export function mergeJson(existing: Uint8Array, members: readonly Wanted[]): Merge {
  let text: string;
  try {
    ({ text } = readPlacedJson(existing));
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return { bytes: null, added: [], byHand: pasted(members) };
  }
  const [names, open]: [string[], Wanted[]] = [[], []];
  for (const member of members) {
    const value: unknown = readPlacedJson(Buffer.from(text)).value;
    if ([[...member.path, member.key], ...(member.instead ?? [])].some((path) => isSame(valueAt(value, path), member.value)))
      continue;
    const taken = (member.instead ?? []).some((path) => valueAt(value, path) !== undefined);
    const next = taken ? null : withMember(text, member);
    if (next === null) open.push(member);
    else names.push([...member.path, member.key].join("."));
    text = next ?? text;
  }
  return { bytes: names.length === 0 ? null : Buffer.from(text), added: names, byHand: open.length === 0 ? [] : pasted(open) };
}
