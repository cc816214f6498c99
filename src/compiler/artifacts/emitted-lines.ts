import type { CompiledEnvironment } from "../compile/compiled.ts";
import { PropertiesDocument, isRefusal } from "../../kernel/index.ts";
import type { FileRole } from "../model/files.ts";
import { emittedFile } from "./installed.ts";

/**
 * Returns the path (below dist/) and line of each key in a properties file that a compile would write; an empty map if the file cannot be
 * written.
 */
export function emittedLines(
  compiled: CompiledEnvironment,
  role: FileRole,
): ReadonlyMap<string, { readonly file: string; readonly line: number }> {
  try {
    const file = emittedFile(compiled, role);
    if (!file) return new Map();
    const path = `dist/${compiled.environment.name}/${file.path}`;
    return new Map(
      [...PropertiesDocument.parse(file.bytes).load().map].map(([key, entry]) => [key, { file: path, line: entry.line }]),
    );
  } catch (error) {
    if (isRefusal(error, 1)) return new Map();
    throw error;
  }
}
