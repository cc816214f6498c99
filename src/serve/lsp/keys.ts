import type { Position } from "vscode-languageserver";
import type { CompiledEnvironment, CompiledKey } from "../../compiler/index.ts";
import type { PropertyEntry } from "../../kernel/index.ts";
import { contains, rangeOf } from "./place.ts";

/** A compiled key with its environment. */
export interface KeyIn {
  readonly compiled: CompiledEnvironment;
  readonly key: CompiledKey;
}

const keysOf = (compiled: CompiledEnvironment): readonly CompiledKey[] =>
  Object.values(compiled.files).flatMap((file) => [...file.keys.values()]);

/** Returns the compiled keys that are decided by the YAML value at a position of a document. */
export function decidedAt(models: readonly CompiledEnvironment[], path: string, at: Position): readonly KeyIn[] {
  return models.flatMap((compiled) =>
    keysOf(compiled).flatMap((key) => {
      const { place } = key.decision;
      return place?.file === path && contains(rangeOf(place), at) ? [{ compiled, key }] : [];
    }),
  );
}

const ROLE = /\/(connector|client|logger|CommonClient)\.properties$/i;

/**
 * Returns the compiled keys of all given environments for an entry of a properties file: a base file, a compiled file, or another one of
 * the repository.
 */
export function keysFor(models: readonly CompiledEnvironment[], path: string, entry: PropertyEntry): readonly KeyIn[] {
  const name = ROLE.exec(path)?.[1]?.toLowerCase() ?? null;
  return models.flatMap((compiled) =>
    keysOf(compiled).flatMap((key) => {
      const file = compiled.files[key.file];
      const ours =
        file?.base.path === path || name === null || name === key.file || (name === "commonclient" && key.file === "client");
      return ours && key.key === entry.key ? [{ compiled, key }] : [];
    }),
  );
}
