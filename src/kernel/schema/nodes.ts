import type { DocumentKind } from "./kinds.ts";
import { schemas } from "./validators.generated.mjs";

/** The part of JSON Schema (draft 7) that the files in the folder schemas/ use. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | SchemaNode;
  readonly items?: SchemaNode;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
}

/** A schema node with the name of its schema file, to which its `$ref` is relative. */
export interface PlacedNode {
  readonly file: string;
  readonly node: SchemaNode;
}

let loaded: Readonly<Record<string, SchemaNode>> | null = null;

/** Returns the parsed JSON schemas by file name. Creates them at the first call, because only the words of findings need them. */
export function allSchemas(): Readonly<Record<string, SchemaNode>> {
  loaded ??= schemas() as Readonly<Record<string, SchemaNode>>;
  return loaded;
}

function rootOf(kind: DocumentKind): PlacedNode {
  for (const [file, node] of Object.entries(allSchemas())) if (node.properties?.kind?.const === kind) return { file, node };
  throw new Error(`no schema of kind ${kind}`);
}

/** Follows `$ref` of a schema node to a definition in its own or another schema file. Throws if that definition does not exist. */
export function resolve({ file, node }: PlacedNode): PlacedNode {
  if (node.$ref === undefined) return { file, node };
  const [other, pointer = ""] = node.$ref.split("#");
  const target = other || file;
  const found = allSchemas()[target]?.definitions?.[pointer.split("/").at(-1) ?? ""];
  if (!found) throw new Error(`schema ${file}: nothing at ${node.$ref}`);
  return resolve({ file: target, node: found });
}

function step(at: PlacedNode, part: string): PlacedNode | null {
  const { node, file } = at;
  const next =
    node.properties && Object.hasOwn(node.properties, part)
      ? node.properties[part]
      : typeof node.additionalProperties === "object"
        ? node.additionalProperties
        : node.items;
  return next === undefined ? null : resolve({ file, node: next });
}

/** Returns the schema node of the value at a JSON pointer (with ~0 and ~1, as ajv writes it) of a document kind; null if it has none. */
export function schemaAt(kind: DocumentKind, pointer: string): PlacedNode | null {
  let at: PlacedNode | null = rootOf(kind);
  for (const part of pointer.split("/").slice(1)) {
    if (at === null) return null;
    at = step(at, part.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return at;
}

/** Returns the dotted paths of all maps of a document kind whose schema names `key`: a misplaced key can belong in each of them. */
export function homesOf(kind: DocumentKind, key: string): string[] {
  const homes: string[] = [];
  const walk = (at: PlacedNode, path: string): void => {
    const { node, file } = resolve(at);
    const properties = node.properties ?? {};
    if (path !== "" && Object.hasOwn(properties, key)) homes.push(path);
    for (const [name, child] of Object.entries(properties)) walk({ file, node: child }, path === "" ? name : `${path}.${name}`);
    if (node.items) walk({ file, node: node.items }, `${path}[]`);
  };
  walk(rootOf(kind), "");
  return homes;
}

/** Returns true for the schema node of a field that accepts only a reference to a secret (`env`, `file` or `command`), never its text. */
export function isSecret(node: SchemaNode): boolean {
  return node.type === "object" && node.properties?.env !== undefined && node.properties.command !== undefined;
}
