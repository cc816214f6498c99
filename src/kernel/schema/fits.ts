import type { Scalar, Tree } from "../source/tree.ts";
import type { DocumentKind } from "./kinds.ts";
import { type PlacedNode, resolve, type SchemaNode } from "./nodes.ts";
import { bareSchemas } from "./validators.generated.mjs";

/*
 * Whether a document has the shape of its schema, by the tree itself. ajv says what is wrong with one that has not, and wants plain data for
 * that: to make those for a thousand documents that are right, and to go through them, was 4 % of their check. Only the keywords that
 * schemas/ uses are known here (scripts/validators.mjs refuses another one), and a test holds both together.
 */

let loaded: Readonly<Record<string, SchemaNode>> | null = null;

function bare(): Readonly<Record<string, SchemaNode>> {
  loaded ??= bareSchemas() as Readonly<Record<string, SchemaNode>>;
  return loaded;
}

/** A node of a schema, made when a value meets it first. */
class Shape {
  /** null: any kind. */
  readonly #types: readonly string[] | null;
  readonly #choices: readonly unknown[] | null;
  readonly #node: SchemaNode;
  readonly #file: string;
  readonly #known = new Map<string, Shape>();
  #others: Shape | boolean | null = null;
  #items: Shape | null = null;

  constructor(placed: PlacedNode) {
    const { node, file } = resolve(placed, bare);
    this.#node = node;
    this.#file = file;
    this.#types = node.type === undefined ? null : typeof node.type === "string" ? [node.type] : node.type;
    this.#choices = node.const === undefined ? (node.enum ?? null) : [node.const];
  }

  fits(tree: Tree): boolean {
    if (tree.type === "scalar") return this.#fitsScalar(tree);
    if (this.#choices !== null) return false;
    if (tree.type === "list") return this.#is("array") && tree.items.every((item) => this.#item().fits(item));
    if (!this.#is("object")) return false;
    const { size } = tree.entries;
    const { required = [], minProperties = 0, maxProperties = size } = this.#node;
    if (size < minProperties || size > maxProperties) return false;
    for (const key of required) if (!tree.entries.has(key)) return false;
    for (const { key, value } of tree.entries.values()) {
      const below = this.#known.get(key) ?? this.#below(key);
      if (below === false || (below !== true && !below.fits(value))) return false;
    }
    return true;
  }

  #is(type: string): boolean {
    return this.#types === null || this.#types.includes(type);
  }

  /** By its core value; what is no number that JSON has counts as text (src/kernel/source/plain.ts). */
  #fitsScalar({ value, text }: Scalar): boolean {
    if (value === null) return this.#choices === null && this.#is("null");
    if (typeof value === "boolean") return this.#choices === null && this.#is("boolean");
    if (typeof value === "number" && Number.isFinite(value))
      return this.#choices === null && (this.#is("number") || (Number.isInteger(value) && this.#is("integer")));
    return this.#is("string") && (this.#choices === null || this.#choices.includes(text));
  }

  #item(): Shape {
    this.#items ??= new Shape({ file: this.#file, node: this.#node.items ?? {} });
    return this.#items;
  }

  #below(key: string): Shape | boolean {
    const { properties = {}, additionalProperties = true } = this.#node;
    const node = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (node) {
      const shape = new Shape({ file: this.#file, node });
      this.#known.set(key, shape);
      return shape;
    }
    this.#others ??=
      typeof additionalProperties === "boolean"
        ? additionalProperties
        : new Shape({ file: this.#file, node: additionalProperties });
    return this.#others;
  }
}

const shapes = new Map<DocumentKind, Shape>();

/** True when nothing is wrong with the shape of a document. */
export function fits(kind: DocumentKind, tree: Tree): boolean {
  let shape = shapes.get(kind);
  if (!shape) {
    const [file, node] = Object.entries(bare()).find(([, root]) => root.properties?.kind?.const === kind) ?? [];
    if (file === undefined || node === undefined) throw new Error(`no schema of kind ${kind}`);
    shape = new Shape({ file, node });
    shapes.set(kind, shape);
  }
  return shape.fits(tree);
}
