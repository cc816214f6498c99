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
  readonly line: number;
}

const SPECIFIER = /(?:(?<!["'])\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+|\brequire\s*\(\s*)(["'])([^"'\n]+)\1/gm;

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
    const specifier = match[2] as string;
    const ours = specifier.startsWith(".");
    const to = ours ? posix.join(posix.dirname(path), specifier) : specifier;
    return { from: path, to, ours, line: code.slice(0, match.index).split("\n").length };
  });
}

/** The stage a file belongs to: its folder below src/, or its own name for an entry point. */
export function stageOf(path: string): string {
  const [, first = "", ...rest] = path.split("/");
  return rest.length > 0 ? first : first.replace(/\.ts$/, "");
}
