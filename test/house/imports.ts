import { posix } from "node:path";
import { withoutComments } from "./comments.ts";

/** A TypeScript file of ours: '/'-path relative to the project, and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

export interface Import {
  readonly from: string;
  /** For a file of ours its path, else the package or built-in module as written. */
  readonly to: string;
  readonly ours: boolean;
  /** True for `import type` and `export type`. */
  readonly typeOnly: boolean;
  /** True for `import()`. */
  readonly onDemand: boolean;
  readonly line: number;
}

const SPECIFIER = /((?<!["'])\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+|\brequire\s*\(\s*)(["'])([^"'\n]+)\2/gm;

/** Several tests ask for the imports of the same sources. */
const known = new WeakMap<Source, readonly Import[]>();

/** Every static, type-only, re-exporting and dynamic import of a file, in order. */
export function importsOf(source: Source): readonly Import[] {
  const imports = known.get(source) ?? readImports(source);
  known.set(source, imports);
  return imports;
}

function readImports({ path, text }: Source): Import[] {
  const code = withoutComments(text, { literals: true });
  return [...code.matchAll(SPECIFIER)].map((match) => {
    const specifier = match[3] as string;
    const ours = specifier.startsWith(".");
    const to = ours ? posix.join(posix.dirname(path), specifier) : specifier;
    const start = code.lastIndexOf(";", match.index) + 1;
    const typeOnly = /^\s*(?:import|export) type\b/.test(code.slice(start, match.index));
    const onDemand = /^\s*import\s*\($/.test(match[1] ?? "");
    return { from: path, to, ours, typeOnly, onDemand, line: code.slice(0, match.index).split("\n").length };
  });
}

/** The slice of a file: its folder below src/, or the name of an entry point. */
export function sliceOf(path: string): string {
  const [, first = ""] = path.split("/");
  return first;
}

/** The room of a file, 'compiler/rules': the folder in its slice; the slice itself for a file that lies directly in it. */
export function roomOf(path: string): string {
  const [, slice = "", room, ...rest] = path.split("/");
  return rest.length > 0 ? `${slice}/${room}` : sliceOf(path);
}
