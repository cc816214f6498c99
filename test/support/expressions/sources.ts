import { posix } from "node:path";
import { transformSync } from "esbuild";
import { parseAst } from "vitest/node";
import { read } from "../../house/project.ts";
import { COMPUTED, SAMPLES } from "./samples.ts";

/** A regular expression and the place where it is written. */
export interface Written {
  readonly path: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
  /** Whether all matches are looked for although the flag g is missing. */
  readonly all: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

function collect(value: unknown, into: Node[]): Node[] {
  if (Array.isArray(value)) for (const one of value) collect(one, into);
  else if (isNode(value)) {
    into.push(value);
    for (const key in value) if (typeof value[key] === "object") collect(value[key], into);
  }
  return into;
}

/** A file with its declarations, for the value of an expression in it. */
class File {
  readonly path: string;
  readonly text: string;
  readonly #tree: Node;

  constructor(path: string, text = read(path)) {
    this.path = path;
    this.text = text;
    this.#tree = parseAst(text, { lang: "ts" } as never) as unknown as Node;
  }

  lineOf = (offset: number): number => this.text.slice(0, offset).split("\n").length;

  #nodes: readonly Node[] | null = null;

  nodes(): readonly Node[] {
    this.#nodes ??= collect(this.#tree, []);
    return this.#nodes;
  }

  /** Returns the path of the file that an import or export names. */
  readonly #beside = ({ source }: Node): string => posix.join(posix.dirname(this.path), (source as Node).value as string);

  /** Returns the text of a constant's value, or the file and name that it is imported as. */
  declared(name: string): { readonly value: string } | { readonly from: string; readonly name: string } | null {
    for (const statement of this.#tree.body as Node[]) {
      const declaration = statement.type === "ExportNamedDeclaration" ? (statement.declaration as Node | null) : statement;
      if (declaration?.type === "VariableDeclaration")
        for (const { id, init } of declaration.declarations as unknown as { id: Node; init: Node | null }[])
          if (id.name === name && init) return { value: this.text.slice(init.start, init.end) };
      if (declaration?.type === "FunctionDeclaration" && (declaration.id as Node).name === name)
        return { value: this.text.slice(declaration.start, declaration.end) };
      if (statement.type === "ImportDeclaration")
        for (const { local, imported } of statement.specifiers as unknown as { local: Node; imported?: Node }[])
          if (local.name === name && imported) return { from: this.#beside(statement), name: imported.name as string };
      if (statement.type === "ExportNamedDeclaration" && statement.source)
        for (const { local, exported } of statement.specifiers as unknown as { local: Node; exported: Node }[])
          if (exported.name === name) return { from: this.#beside(statement), name: local.name as string };
    }
    const inside = this.nodes().filter(
      ({ type, id, init }) => type === "VariableDeclarator" && (id as Node).name === name && init,
    );
    const [only] = inside.length === 1 ? inside : [];
    return only ? { value: this.text.slice((only.init as Node).start, (only.init as Node).end) } : null;
  }
}

const files = new Map<string, File>();

/** Returns a file of ours, parsed once: many expressions are made of the same constants. */
function fileAt(path: string): File {
  const file = files.get(path) ?? new File(path);
  files.set(path, file);
  return file;
}

/** Computes the value of an expression of a file from the file's constants, those that it imports, and a sample of what a function is given. */
function valueOf(file: File, expression: string, sample: Readonly<Record<string, unknown>>): unknown {
  const known = new Map<string, unknown>(Object.entries(sample));
  const find = (name: string): unknown => {
    if (!known.has(name)) {
      const found = file.declared(name);
      if (!found) throw new Error(`${file.path}: test/support/expressions/samples.ts declares no sample of '${name}'`);
      known.set(
        name,
        "value" in found
          ? valueOf(file, found.value, sample)
          : valueOf(fileAt(found.from), found.name, SAMPLES[found.from]?.[0] ?? {}),
      );
    }
    return known.get(name);
  };
  const scope = new Proxy(
    {},
    {
      has: (_, name) => typeof name === "string" && name !== "result" && !(name in globalThis && !known.has(name)),
      get: (_, name) => (typeof name === "string" ? find(name) : undefined),
    },
  );
  const script = transformSync(`const result = (${expression}\n);`, { loader: "ts" }).code;
  return new Function("scope", `with (scope) { ${script} return result; }`)(scope);
}

function samplesOf(file: File): readonly Readonly<Record<string, unknown>>[] {
  const computed = COMPUTED[file.path];
  if (!computed) return SAMPLES[file.path] ?? [{}];
  return (valueOf(file, computed.values, {}) as unknown[]).map((value) => ({ [computed.name]: value }));
}

/** Returns whether an expression is handed to `split`, by itself or by its constant's name. */
function splits(text: string, node: Node): boolean {
  const before = text.slice(Math.max(0, node.start - 200), node.start);
  if (/\.split\(\s*$/.test(before)) return true;
  const name = /\bconst (\w+)(?:: RegExp)? = $/.exec(before)?.[1];
  return name !== undefined && text.includes(`.split(${name})`);
}

/** Returns every regular expression of a TypeScript file: literals, and what `RegExp` is called with. */
export function expressionsIn(path: string, text?: string): Written[] {
  const file = text === undefined ? fileAt(path) : new File(path, text);
  const found: Written[] = [];
  for (const node of file.nodes()) {
    const literal = node.regex as { pattern: string; flags: string } | undefined;
    const callee = node.callee as Node | undefined;
    const isCall = (node.type === "NewExpression" || node.type === "CallExpression") && callee?.name === "RegExp";
    if (!literal && !isCall) continue;
    const at = { path, line: file.lineOf(node.start), all: splits(file.text, node) };
    if (literal) found.push({ ...at, source: literal.pattern, flags: literal.flags });
    if (!isCall) continue;
    for (const sample of samplesOf(file)) {
      const expression = valueOf(file, file.text.slice(node.start, node.end), sample) as RegExp;
      found.push({ ...at, source: expression.source, flags: expression.flags });
    }
  }
  return found;
}

/** Returns the patterns of a JSON schema: the values of documents are held to them. */
export function patternsOfSchema(path: string): Written[] {
  const text = read(path);
  const found: Written[] = [];
  const add = (source: string): void => {
    const line = text.slice(0, text.indexOf(JSON.stringify(source))).split("\n").length;
    found.push({ path, line, source, flags: "u", all: false });
  };
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      if (key === "pattern" && typeof part === "string") add(part);
      else if (key === "patternProperties") for (const source of Object.keys(part as object)) add(source);
      walk(part);
    }
  };
  walk(JSON.parse(text));
  return found;
}
