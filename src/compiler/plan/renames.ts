import type { CompiledSide } from "./side.ts";

/** Returns the files for a workstation as one text, which is equal for two environments that compile to equal files. Notes are left out. */
function contentOf({ files }: CompiledSide): string {
  return JSON.stringify(
    files
      .filter(({ purpose }) => purpose !== "note")
      .map(({ path, keys, settled }) => [
        path,
        keys ? [...keys.values()].map(({ key, value, reference }) => [key, value, reference]) : settled,
      ]),
  );
}

/** Returns the renamed environments as pairs [old, new]: a removed and an added environment that compile to equal files. */
export function renames(
  removed: readonly CompiledSide[],
  added: readonly CompiledSide[],
): readonly (readonly [string, string])[] {
  const free = new Map<string, string[]>();
  for (const side of removed) {
    if (side.broken !== null || side.files.length === 0) continue;
    const content = contentOf(side);
    free.set(content, [...(free.get(content) ?? []), side.name]);
  }
  return added.flatMap((side) => {
    const from = side.broken === null ? free.get(contentOf(side))?.shift() : undefined;
    return from === undefined ? [] : [[from, side.name] as const];
  });
}
