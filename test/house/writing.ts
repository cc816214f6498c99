import { parseAst } from "vitest/node";
import { withoutComments } from "./comments.ts";
import { read } from "./project.ts";

/** A piece of prose in a source file. */
export interface Written {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** An exported declaration with the doc comment before it; the comment is empty if there is none. */
export interface Exported extends Written {
  readonly name: string;
  /** "object" is a type of values, "call" a type of functions. */
  readonly kind: "function" | "value" | "object" | "call";
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

const treeOf = (text: string): readonly Node[] =>
  (parseAst(text, { lang: "ts" } as never) as unknown as { body: readonly Node[] }).body;

const FUNCTIONS: readonly unknown[] = [
  "FunctionDeclaration",
  "TSDeclareFunction",
  "ArrowFunctionExpression",
  "FunctionExpression",
];
const DOC = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\r?\n$/;

/** Returns a comment without its marks, on one line. */
const unmarked = (comment: string): string =>
  comment
    .replace(/^\s*\*(?!\/) ?/gm, "")
    .replace(/\s+/g, " ")
    .trim();

function kindOf(declaration: Node, init: Node | null | undefined): Exported["kind"] {
  if (FUNCTIONS.includes(declaration.type) || FUNCTIONS.includes(init?.type)) return "function";
  if (declaration.type === "VariableDeclaration") return "value";
  return (declaration.typeAnnotation as Node | undefined)?.type === "TSFunctionType" ? "call" : "object";
}

/** Returns what a file declares and exports in the same statement. */
export function exportsOf(path: string, text = read(path)): readonly Exported[] {
  return treeOf(text).flatMap((statement): readonly Exported[] => {
    const declaration = statement.declaration as Node | null | undefined;
    if (statement.type !== "ExportNamedDeclaration" || !declaration) return [];
    const comment = unmarked(DOC.exec(text.slice(0, statement.start))?.[1] ?? "");
    const declared =
      declaration.type === "VariableDeclaration" ? (declaration.declarations as readonly Node[]) : ([declaration] as const);
    return declared.flatMap(({ id, init }) =>
      isNode(id) && typeof id.name === "string"
        ? [{ path, line: lineAt(text, statement.start), text: comment, name: id.name, kind: kindOf(declaration, init as Node) }]
        : [],
    );
  });
}

/** Returns the comments of a TypeScript file, each without its marks; `//` lines below each other are one comment. */
export function commentsOf(path: string, text = read(path)): readonly Written[] {
  const bare = withoutComments(text, { literals: true }).split("\n");
  const comments: { path: string; line: number; text: string; alone: boolean }[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    const code = (bare[i] ?? "").trimEnd();
    const comment = line.slice(code.length).trim();
    if (comment === "") continue;
    const open = comments.at(-1);
    const continues = open?.alone && open.line + open.text.split("\n").length === i + 1 && !comment.startsWith("/*");
    if (continues) open.text += `\n${comment}`;
    else comments.push({ path, line: i + 1, text: comment, alone: code === "" });
  }
  return comments.map(({ line, text: marked }) => ({
    path,
    line,
    text: unmarked(marked.replace(/^\/\*+|\*+\/$/g, "").replace(/^\/\/+ ?/gm, "")),
  }));
}

const TWO_WORDS = /\S \S/;

function collect(value: unknown, text: string, path: string, into: Written[]): void {
  if (Array.isArray(value)) for (const one of value) collect(one, text, path, into);
  if (!isNode(value) || /^Import|^ExportAll/.test(value.type) || (value.type === "ExportNamedDeclaration" && value.source))
    return;
  const add = (found: string) =>
    void (TWO_WORDS.test(found) && into.push({ path, line: lineAt(text, value.start), text: found }));
  if (value.type === "Literal" && typeof value.value === "string") add(value.value);
  if (value.type === "TemplateLiteral")
    add((value.quasis as { value: { cooked: string } }[]).map((piece) => piece.value.cooked ?? "").join("{}"));
  for (const key in value) if (typeof value[key] === "object") collect(value[key], text, path, into);
}

/** Returns the strings and templates of a TypeScript file that have two words or more; `{}` is a value that is put in. */
export function textsOf(path: string, text = read(path)): readonly Written[] {
  const found: Written[] = [];
  collect(treeOf(text), text, path, found);
  return found;
}

/** Returns the strings of a PowerShell file that have two words or more, comments left out. */
export function textsOfPowerShell(path: string, text = read(path)): readonly Written[] {
  const code = text.replace(/<#[\s\S]*?#>/g, (comment) => comment.replace(/[^\n]/g, " ")).replace(/^\s*#.*$/gm, "");
  return [...code.matchAll(/"(?:[^"`\n]|`.)*"|'(?:[^'\n]|'')*'/g)]
    .filter(([found]) => TWO_WORDS.test(found))
    .map((match) => ({ path, line: lineAt(code, match.index), text: match[0].slice(1, -1) }));
}
