import { type ConfigNode, descendants, javaTrim, textOf } from "./nodes.ts";

/** The levels that always exist, most silent first. */
export const LEVELS: readonly string[] = ["OFF", "FATAL", "ERROR", "WARN", "INFO", "DEBUG", "TRACE", "ALL"];

/** Levels that the file declares itself: each exists for what stands after it. */
export interface CustomLevel {
  readonly name: string;
  readonly start: number;
}

export function customLevels(root: ConfigNode): readonly CustomLevel[] {
  const levels: CustomLevel[] = [];
  for (const node of descendants(root)) {
    const name = textOf(node, "name");
    if (node.name.toLowerCase() !== "customlevel" || !name) continue;
    if (/^[+-]?[0-9]{1,10}$/.test(textOf(node, "intLevel") ?? "")) levels.push({ name, start: node.element.start });
  }
  return levels;
}

/**
 * Does log4j know this level where `offset` stands? In any case and with spaces around it, as log4j-core 2.19 reads it;
 * the standard ones and those declared before.
 */
export function levelExists(text: string, custom: readonly CustomLevel[], offset: number): boolean {
  const wanted = javaTrim(text).toUpperCase();
  return LEVELS.includes(wanted) || custom.some((level) => level.start < offset && javaTrim(level.name).toUpperCase() === wanted);
}
