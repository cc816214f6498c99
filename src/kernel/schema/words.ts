import { say, type Text, words } from "../diagnostic/text.ts";
import { isDashWithoutSpace } from "../source/quotes.ts";
import type { Tree } from "../source/tree.ts";
import type { SchemaNode } from "./nodes.ts";

/** Returns the kind of a YAML value in words ("a list", "text"), never the value, which can be a secret. */
export function kindOf(tree: Tree): string {
  if (tree.type === "map") return "a map";
  if (tree.type === "list") return "a list";
  if (tree.value === null) return "null";
  if (typeof tree.value === "boolean") return "true or false";
  return typeof tree.value === "number" ? "a number" : "text";
}

function listInWords(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** Returns values as a choice in words: 'a', 'b' or 'c'. */
function choicesInWords(values: readonly string[]): string {
  return listInWords(values.map((value) => `'${value}'`));
}

/** Returns true if an unquoted text, or the first key of a map, begins with a dash and no space after it: the author meant a list item. */
export function lacksSpace(found: Tree): boolean {
  const [first] = found.type === "map" ? found.entries.keys() : [];
  const text = found.type === "scalar" && found.style === "plain" ? found.text : first;
  return text !== undefined && isDashWithoutSpace(text);
}

/** Returns the kind of value that a schema node expects in words, such as "a list", or its choices: 'a', 'b' or 'c'. */
export function expectedKind(node: SchemaNode): string {
  if (node.enum) return choicesInWords(node.enum);
  const types = node.type === undefined ? [] : typeof node.type === "string" ? [node.type] : node.type;
  const kinds: string[] = [];
  if (types.includes("string")) kinds.push("text");
  else if (types.includes("boolean")) kinds.push("true or false");
  if (types.includes("integer")) kinds.push("a whole number");
  if (types.includes("array")) kinds.push("a list");
  if (types.includes("object")) kinds.push(types.includes("string") ? "a reference to a secret" : "a map of keys");
  return listInWords(kinds);
}

/** Returns true for a YAML list of maps that only have keys from `keys`: its author has put a dash before each key of one map. */
const areKeysOf = (keys: readonly string[], found: Tree): boolean =>
  found.type === "list" &&
  found.items.length > 0 &&
  found.items.every((item) => item.type === "map" && [...item.entries.keys()].every((key) => keys.includes(key)));

/**
 * Returns the help of a finding: how to write the value that a schema node expects, instead of the author's value `found`.
 * @param own the author's line with its value in the expected kind (`ownLine`); null if the value cannot be converted
 * @param line a valid example line (`exampleLine`); null if the schema has no example
 */
export function kindHelp(node: SchemaNode, found: Tree, own: Text | null, line: string | null): Text {
  const such = own ? say`: ${own}` : words(line === null ? "" : `, such as ${line}`);
  const example = words(own || line === null ? "" : `; for example ${line}`);
  const types = [node.type ?? []].flat();
  if (types[0] === "array" || (types.includes("array") && found.type === "scalar")) {
    const lines = say`one '- value' (dash, space, value) a line`;
    if (lacksSpace(found)) return say`put a space after the dash: ${own ? say`${own}, or ${lines}` : lines}`;
    return own
      ? say`write it as a list: ${own}, or one '- value' a line`
      : say`write it as a list, one '- value' a line${example}`;
  }
  if (types[0] === "boolean") return say`write true or false without quotes; YAML 1.2 reads yes, no, on and off as text`;
  if (types[0] === "integer") return say`write a whole number without quotes${such}`;
  if (types[0] === "object") {
    const keys = Object.keys(node.properties ?? {});
    if (areKeysOf(keys, found)) return say`remove each '- ' (dash, space), and start the keys in one column: they are one map`;
    const of = keys.length > 0 ? say` with keys of: ${words(keys.join(", "))}` : [];
    return say`write a map${of}${example}`;
  }
  return say`write one value${such}; quote text that starts with '{' or '['`;
}
