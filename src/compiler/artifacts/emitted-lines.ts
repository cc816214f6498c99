import type { CompiledEnvironment } from "../compile/compiled.ts";
import { PropertiesDocument, isRefusal } from "../../kernel/index.ts";
import type { FileRole } from "../model/files.ts";
import { emittedFile } from "./installed.ts";

/**
 * Returns, for each key of a properties file, the path (beginning with dist/) and line at which `compile` writes it; an empty map if the
 * environment has no such file or it cannot be compiled.
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
