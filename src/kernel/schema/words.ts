import type { Tree } from "../source/tree.ts";
import type { SchemaNode } from "./nodes.ts";

/** Returns the kind of a value in words, never the value. */
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

/** Returns the kind of value that a schema node expects, in words. */
export function expectedKind(node: SchemaNode): string {
  if (node.enum) return choicesInWords(node.enum);
  const types = node.type === undefined ? [] : typeof node.type === "string" ? [node.type] : node.type;
  const words: string[] = [];
  if (types.includes("string")) words.push("text");
  else if (types.includes("boolean")) words.push("true or false");
  if (types.includes("integer")) words.push("a whole number");
  if (types.includes("array")) words.push("a list");
  if (types.includes("object")) words.push(types.includes("string") ? "a reference to a secret" : "a map of keys");
  return listInWords(words);
}

/**
 * Returns the instruction how to write the value that a schema node expects, in place of the found one.
 * @param line an example of the line as it should be (`exampleLine`); null if there is none
 */
export function kindHelp(node: SchemaNode, found: Tree, line: string | null): string {
  const such = line === null ? "" : `, such as ${line}`;
  const types = [node.type ?? []].flat();
  if (types.includes("array") && found.type === "scalar")
    return `write it as a list: ${line ?? "[ value ]"}, or one '- value' a line`;
  if (types[0] === "boolean") return "write true or false without quotes; YAML 1.2 reads yes, no, on and off as text";
  if (types[0] === "integer") return `write a whole number without quotes${such}`;
  if (types[0] === "object") {
    const keys = Object.keys(node.properties ?? {});
    const of = keys.length > 0 ? ` with keys of: ${keys.join(", ")}` : "";
    return line === null ? `write a map${of}` : `write a map${of}; for example ${line}`;
  }
  return `write one value${such}; quote text that starts with '{' or '['`;
}
