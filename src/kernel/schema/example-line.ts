import { bareValue, joinTexts, name, plain, say, type Text } from "../diagnostic/text.ts";
import { yamlScalar } from "../diagnostic/yaml-scalar.ts";
import { mayBeSecret } from "../secrets/judge.ts";
import { type Scalar, type Tree, pointerOf } from "../source/tree.ts";
import type { DocumentKind } from "./kinds.ts";
import { lacksSpace } from "./words.ts";
import { type SchemaNode, isSecret, schemaAt } from "./nodes.ts";

/** The most keys of a map that an example in a finding's help shows. */
const MOST_KEYS = 2;

/** The longest value of the author, and the longest list of such values, that a finding's help repeats, in characters. */
const LONGEST = 200;
const LONGEST_LIST = 1000;

/** Returns a value of a schema's `examples` as YAML on one line. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[ ${value.map(flow).join(", ")} ]`;
  if (value === null || typeof value !== "object") return typeof value === "string" ? yamlScalar(value) : String(value);
  return `{ ${Object.entries(value)
    .map(([key, child]) => `${yamlScalar(key)}: ${flow(child)}`)
    .join(", ")} }`;
}

/** Returns the example of a map with fixed keys: its first two keys, required ones first, with their examples; undefined without any. */
function mapExample(kind: DocumentKind, pointer: string, node: SchemaNode): unknown {
  const keys = [...new Set([...(node.required ?? []), ...Object.keys(node.properties ?? {})])].slice(0, MOST_KEYS);
  const shown = keys.flatMap((key) => {
    const example = exampleOf(kind, pointerOf(pointer, key));
    return example === undefined ? [] : [[key, example]];
  });
  return shown.length === 0 ? undefined : Object.fromEntries(shown);
}

function exampleOf(kind: DocumentKind, pointer: string): unknown {
  const node = schemaAt(kind, pointer)?.node;
  if (node?.properties) return mapExample(kind, pointer, node);
  const [example] = node?.examples ?? [];
  if (example !== undefined || node?.type !== "array") return example;
  const item = exampleOf(kind, pointerOf(pointer, "0"));
  return item === undefined ? undefined : [item];
}

const accepts = ({ type, enum: choices }: SchemaNode, { text, value }: Scalar): boolean =>
  (choices === undefined ? [type].flat().includes("string") : choices.includes(text)) ||
  (type === "integer" && typeof value === "number");

/** Returns a text without the parentheses around it: `(a, b)` is a list in other languages, but a text in YAML. */
const withoutParentheses = (text: string): string => /^\(([^()]*)\)$/.exec(text)?.[1] ?? text;

/**
 * Returns the author's value converted from a wrong kind into the kind that the schema expects, as YAML: a text becomes a list of its
 * parts, a list of one value becomes that value. Returns null if the schema refuses the converted value, or if it is too long or can be a
 * secret.
 */
function ownValue(kind: DocumentKind, pointer: string, found: Tree): Text | null {
  const node = schemaAt(kind, pointer)?.node ?? {};
  const isList = found.type === "scalar" && [node.type].flat().includes("array");
  const one = found.type === "list" && found.items.length === 1 ? found.items[0] : found;
  const item = isList ? schemaAt(kind, pointerOf(pointer, "0"))?.node : node;
  if (one?.type !== "scalar" || (one === found) !== isList || item === undefined) return null;
  if (lacksSpace(one) && /\s-/.test(one.text)) return null; // YAML has read several lines '-item' as one text
  const texts = isList
    ? withoutParentheses(lacksSpace(one) ? one.text.slice(1) : one.text)
        .split(/[,;\n]/)
        .map((text) => text.trim().replace(/^(["'])([^"']*)\1$/, "$2"))
        .filter((text) => text !== "")
    : [one.text];
  const [key = ""] = pointer
    .split("/")
    .filter((part) => !/^\d*$/.test(part))
    .slice(-1);
  const owner = schemaAt(kind, pointer.slice(0, pointer.lastIndexOf("/")))?.node ?? {};
  const isShown = texts.every((text) => accepts(item, { ...one, text }) && !mayBeSecret(key, text) && text.length <= LONGEST);
  if (texts.length === 0 || texts.join().length > LONGEST_LIST || !isShown || isSecret(owner)) return null;
  const values = texts.map((text) =>
    bareValue(typeof one.value === "number" && item.type === "integer" ? text : yamlScalar(text)),
  );
  return isList ? say`[ ${joinTexts(values, ", ")} ]` : values;
}

/** Returns `key: value` for a key that the schema names; only the value for an item of a list and for a key of any name, such as a host. */
function lineOf(kind: DocumentKind, pointer: string, text: Text): Text {
  const cut = pointer.lastIndexOf("/");
  const key = pointer.slice(cut + 1);
  const known = Object.hasOwn(schemaAt(kind, pointer.slice(0, cut))?.node.properties ?? {}, key);
  return known ? say`${name(key)}: ${text}` : text;
}

/**
 * Returns the author's line with its value converted by `ownValue`: `fileTransfer: [ https://plm.example.com:4544 ]`; null if that is null.
 */
export function ownLine(kind: DocumentKind, pointer: string, found: Tree): Text | null {
  const own = ownValue(kind, pointer, found);
  return own && lineOf(kind, pointer, own);
}

/**
 * Returns a valid example line for the value at a JSON pointer of a document: `tier: { release: "2606" }`. Returns the value alone for an
 * item of a list and for a key of any name, such as a host; null for the whole document, and if the schema has no example.
 */
export function exampleLine(kind: DocumentKind, pointer: string): string | null {
  const example = pointer === "" ? undefined : exampleOf(kind, pointer);
  return example === undefined ? null : plain(lineOf(kind, pointer, [flow(example)]));
}
