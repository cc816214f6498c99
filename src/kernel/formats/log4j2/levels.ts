import { type ConfigNode, descendants, javaTrim, textOf } from "./nodes.ts";

/** The standard levels of log4j, from silent to verbose. */
export const LEVELS: readonly string[] = ["OFF", "FATAL", "ERROR", "WARN", "INFO", "DEBUG", "TRACE", "ALL"];

/** A level that a log4j2.xml itself declares (`<CustomLevel>`); only elements after the declaration can use it. */
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
 * Returns true if log4j knows a level at `offset` of a log4j2.xml: a standard level, or one that the file declares before `offset`. Ignores
 * case and surrounding spaces, as log4j-core 2.19 does.
 */
export function levelExists(text: string, custom: readonly CustomLevel[], offset: number): boolean {
  const wanted = javaTrim(text).toUpperCase();
  return LEVELS.includes(wanted) || custom.some((level) => level.start < offset && javaTrim(level.name).toUpperCase() === wanted);
}
